package koggestone

import (
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// Assembly cannot be preempted, and the world does not stop before every
// goroutine has. A batch must therefore let the scheduler in between chunks.

// inPlace is a batch in which one slice is output and all inputs, so that a long
// batch needs little memory. Element by element 1 becomes something else.
func inPlace(words []uint64) { SliderAttacksBatch(words, words, words, words) }

// fillOnes sets all words to 1: a slider on a1, and every other square occupied.
func fillOnes(words []uint64) {
	for i := range words {
		words[i] = 1
	}
}

// TestPreemption proves by order, not by the clock, that others get to run while a
// batch does. With one processor (P) that is another goroutine, which the batch
// must have made room for; with two it is a garbage collection from its beginning
// to its end.
//
// A batch may end before its turn does, or before the collector gets to run. Then
// another is tried, and a longer one. A batch that lets nobody in fails every time.
func TestPreemption(t *testing.T) {
	if raceEnabled {
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
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				const longest = 1 << 24
				words := make([]uint64, longest)
				const attempts = 64
				for attempt := range attempts {
					if duringBatch(words[:min(longest, 1<<(20+min(attempt, 4)))], test.do) {
						return
					}
				}
				t.Errorf("%s during %d batches of up to %d words", test.what, attempts, longest)
			})
		})
	}
}

// duringBatch calls do after a batch over words has set its first chunk, and
// reports whether do returned before the batch had set its last element.
func duringBatch(words []uint64, do func()) bool {
	fillOnes(words)
	returned := make(chan bool)
	go func() {
		inPlace(words)
		close(returned)
	}()
	for atomic.LoadUint64(&words[chunk-1]) == 1 {
		runtime.Gosched()
	}
	do()
	last := atomic.LoadUint64(&words[len(words)-1])
	<-returned
	return last == 1
}

// BenchmarkStopTheWorld reports how long it takes to stop and start the world
// while one long batch runs: median and worst, in nanoseconds, and the median
// with nothing running.
func BenchmarkStopTheWorld(b *testing.B) {
	// ReadMemStats stops the world.
	stop := func() time.Duration {
		var stats runtime.MemStats
		start := time.Now()
		runtime.ReadMemStats(&stats)
		return time.Since(start)
	}
	median := func(times []time.Duration) float64 {
		slices.Sort(times)
		return float64(times[len(times)/2].Nanoseconds())
	}
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		var idle, busy []time.Duration
		words := make([]uint64, 1<<24)
		for b.Loop() {
			b.StopTimer()
			fillOnes(words)
			for range 10 {
				idle = append(idle, stop())
			}
			b.StartTimer()
			returned := make(chan bool)
			go func() {
				inPlace(words)
				close(returned)
			}()
			for running := true; running; {
				time.Sleep(time.Millisecond / 2)
				took := stop()
				select {
				case <-returned:
					running = false
				default:
					busy = append(busy, took)
				}
			}
		}
		b.ReportMetric(median(idle), "idle-p50-ns")
		if len(busy) > 0 {
			b.ReportMetric(median(busy), "stop-p50-ns")
			b.ReportMetric(float64(slices.Max(busy).Nanoseconds()), "stop-max-ns")
		}
	})
}
