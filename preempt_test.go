package koggestone

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// inPlace is a batch with one slice as output and all inputs, so that a long batch needs
// little memory. Every 1 becomes another value.
func inPlace(words []uint64) { SliderAttacksBatch(words, words, words, words) }

// fillOnes sets all words to 1: a slider on a1, and every other square occupied.
func fillOnes(words []uint64) {
	for i := range words {
		words[i] = 1
	}
}

// Other goroutines run while a batch runs.
func TestPreemption(t *testing.T) {
	words := make([]uint64, 1<<24)
	pathtest.Preemption(t, func(attempt int) pathtest.LongBatch {
		words := words[:1<<(20+min(attempt, 4))]
		fillOnes(words)
		isSet := func(i int) func() bool {
			return func() bool { return atomic.LoadUint64(&words[i]) != 1 }
		}
		return pathtest.LongBatch{Run: func() { inPlace(words) }, Began: isSet(chunk - 1), Ended: isSet(len(words) - 1)}
	})
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
