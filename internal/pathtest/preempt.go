package pathtest

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

// Assembly cannot be preempted, and the garbage collector waits for every goroutine to
// stop. So a batch must let the scheduler run between chunks.

// A LongBatch is a batch that reports its progress.
type LongBatch struct {
	Run          func()
	Began, Ended func() bool // whether the first chunk, and the last element, have been set
}

// Preemption checks on every path that other goroutines can run while a batch does. It
// uses the order of events, not the clock. With one processor (P) another goroutine must
// run before the batch ends. With two, a garbage collection must begin and end before
// that.
//
// A batch may end before the scheduler or the collector gets to run. Then Preemption tries
// another batch, up to attempt 63; make should return a longer one if it can. A batch that
// never lets the scheduler run fails every attempt.
func Preemption(t *testing.T, make func(attempt int) LongBatch) {
	if RaceEnabled {
		t.Skip("looks at a slice while a batch writes it")
	}
	if runtime.GOARCH == "wasm" {
		t.Skip("has one thread and no preemption")
	}
	for _, test := range []struct {
		procs int
		what  string
		do    func()
	}{
		{1, "no other goroutine ran", func() {}},
		{2, "no garbage collection began and ended", runtime.GC},
	} {
		t.Run("procs="+strconv.Itoa(test.procs), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(test.procs))
			Each(t, func(t *testing.T, _ simd.Path) {
				const attempts = 64
				for attempt := range attempts {
					if make(attempt).during(test.do) {
						return
					}
				}
				t.Errorf("%s during %d batches", test.what, attempts)
			})
		})
	}
}

// during calls do after the batch has written its first chunk, and reports whether do
// returned before the batch wrote its last element.
func (b LongBatch) during(do func()) bool {
	returned := make(chan bool)
	go func() {
		b.Run()
		close(returned)
	}()
	for !b.Began() {
		runtime.Gosched()
	}
	do()
	ended := b.Ended()
	<-returned
	return !ended
}
