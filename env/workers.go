package env

// blockLen is the number of games that a worker processes together. The data of a block
// stay in the first two levels of the cache.
const blockLen = 256

// A job is the kind of a call that workers share.
type job uint8

const (
	jobReset job = iota
	jobStep
	jobSample
	jobMasks
	jobMaskBytes
	jobObserve
	jobObserveBytes
	jobObserveFloats
)

// A call holds the arguments of a call that workers share.
type call struct {
	actions []int32
	words   []uint64
	bytes   []uint8
	floats  []float32
	final   bool // observe the games that ended
}

// run executes a call for all games. Each worker takes one block after another.
func (e *Env) run(j job, c call) {
	e.job, e.call = j, c
	e.next.Store(0)
	e.running.Add(len(e.workers))
	for _, work := range e.workers {
		go work()
	}
	e.blocks()
	e.running.Wait()
	e.call = call{}
}

// work is the function of the other workers.
func (e *Env) work() {
	defer e.running.Done()
	e.blocks()
}

// blocks executes the call for the blocks that no other worker takes.
func (e *Env) blocks() {
	for {
		lo := int(e.next.Add(blockLen)) - blockLen
		if lo >= e.Len() {
			return
		}
		e.block(lo, min(lo+blockLen, e.Len()))
	}
}

// block executes the call for games lo to hi-1.
func (e *Env) block(lo, hi int) {
	switch e.job {
	case jobReset:
		for i := lo; i < hi; i++ {
			e.restart(i)
		}
	case jobStep:
		e.step(lo, hi)
	case jobSample:
		e.sample(lo, hi)
	case jobMasks:
		e.masks(lo, hi)
	case jobMaskBytes:
		e.maskBytes(lo, hi)
	case jobObserve, jobObserveBytes, jobObserveFloats:
		e.observe(lo, hi)
	}
}
