package pathtest

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

// Assembly cannot be preempted, and the world does not stop before every
// goroutine has. A batch must therefore let the scheduler in between chunks.

// A LongBatch is a batch that tells how far it is.
type LongBatch struct {
	Run          func()
	Began, Ended func() bool // whether the first chunk, and the last element, have been set
}

// Preemption proves by order, not by the clock, that others get to run while a
// batch does, on every path. With one processor (P) that is another goroutine, which
// the batch must have made room for; with two it is a garbage collection from its
// beginning to its end.
//
// A batch may end before its turn does, or before the collector gets to run. Then
// another is tried, up to attempt 63: make returns a longer one, if it can. A batch
// that lets nobody in fails every time.
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

// during calls do after the batch has set its first chunk, and reports whether do
// returned before the batch had set its last element.
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
