package koggestone

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// This file compares the batches on every path with the ray walk. It checks that they stay
// within their slices, run the code of their path and let other goroutines run.

// margin words are checked on either side of an output.
const margin = 72

// canary returns what word i of an output contains before a call. All words differ, so that
// wrong stores are found.
func canary(seed, i int) uint64 { return 0x9e3779b97f4a7c15 * (uint64(seed)<<32 + uint64(i+200)) }

// A placement returns where slice k begins in its buffer.
type placement struct {
	name string
	at   func(b *guard.Buffer, k, n int) int
}

var placements = []placement{
	{"before memory ends", func(b *guard.Buffer, _, n int) int { return len(b.All()) - n }},
	{"after memory begins", func(*guard.Buffer, int, int) int { return 0 }},
	{"each slice at another offset", func(_ *guard.Buffer, k, _ int) int { return margin + 5*k%8 }},
}

// place returns slice k, n words in b with no capacity to spare, and the index where it
// begins.
func (p placement) place(b *guard.Buffer, k, n int) (s []uint64, lo int) {
	lo = p.at(b, k, n)
	return b.All()[lo : lo+n : lo+n], lo
}

// A rig contains guarded buffers for batch calls, and many positions with the results that
// the oracle expects.
type rig struct {
	*batch
	dst, in  []*guard.Buffer
	pool     [][]uint64
	expected [][]uint64
	rng      *rand.Rand
}

func newRig(t *testing.T, b *batch, n int) *rig {
	x := &rig{batch: b, rng: newRand(3)}
	for range b.inputs() {
		x.in = append(x.in, guard.New(t, n+2*margin+8))
	}
	for range b.dsts() {
		x.dst = append(x.dst, guard.New(t, n+2*margin+8))
	}
	x.pool = positions(t, x.rng, len(x.in), n+1000)
	x.expected = b.oracle(x.pool)
	return x
}

// surroundings calls f for every word in the buffer up to margin words away from s, with
// its distance from the start of s.
func surroundings(b *guard.Buffer, s []uint64, lo int, f func(i int, word *uint64)) {
	all := b.All()
	for i := max(0, lo-margin); i < min(len(all), lo+len(s)+margin); i++ {
		if i < lo || i >= lo+len(s) {
			f(i-lo, &all[i])
		}
	}
}

// run calls the batch on n positions from the pool, placed by p. It checks that the batch
// returns what the oracle returns, and that it neither writes elsewhere nor faults.
func (x *rig) run(t *testing.T, p placement, n int) {
	t.Helper()
	from := x.rng.IntN(len(x.pool[0]) - n + 1)
	in, dst := make([][]uint64, len(x.in)), make([][]uint64, len(x.dst))
	for k, b := range x.in {
		in[k], _ = p.place(b, k+len(dst), n)
		copy(in[k], x.pool[k][from:])
	}
	los := make([]int, len(dst))
	for k, b := range x.dst {
		dst[k], los[k] = p.place(b, k, n)
		for i := range dst[k] {
			dst[k][i] = canary(k, i)
		}
		surroundings(b, dst[k], los[k], func(i int, word *uint64) { *word = canary(k, i) })
	}
	if fault := x.safely(dst, in); fault != nil {
		t.Fatalf("n = %d, %s: %v", n, p.name, fault)
	}
	for k := range dst {
		what := fmt.Sprintf("n = %d, %s: %s", n, p.name, x.dstName(k))
		compare(t, what, dst[k], x.expected[k][from:from+n], in...)
		surroundings(x.dst[k], dst[k], los[k], func(i int, word *uint64) {
			if *word != canary(k, i) {
				t.Fatalf("%s: element %d was written", what, i)
			}
		})
	}
	for k := range in {
		if !slices.Equal(in[k], x.pool[k][from:from+n]) {
			t.Fatalf("n = %d, %s: input %s was written", n, p.name, x.inputs()[k])
		}
	}
}

// safely calls the batch and returns the fault or panic if there is one.
func (x *rig) safely(dst, in [][]uint64) (fault any) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { fault = recover() }()
	x.call(dst, in)
	return nil
}

// lengths returns the lengths to test: up to two vectors, then around multiples of blocks and
// chunks.
func lengths() (ns []int) {
	for n := range 18 {
		ns = append(ns, n)
	}
	for _, around := range []int{32, 64, 96, 192, multiChunk, 2 * multiChunk, chunk, 2 * chunk} {
		ns = append(ns, around-1, around, around+1)
	}
	return ns
}

// TestBatches compares the batches on every path with the ray walk.
func TestBatches(t *testing.T) {
	for i := range batches {
		x := newRig(t, &batches[i], 2*chunk+1)
		t.Run(x.name, func(t *testing.T) {
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				for _, n := range lengths() {
					for _, p := range placements {
						x.run(t, p, n)
					}
				}
			})
		})
	}
}

// TestAliasing calls each batch with the output equal to one input, with all inputs in one
// slice, and with both.
func TestAliasing(t *testing.T) {
	for i := range batches {
		x := newRig(t, &batches[i], chunk+1)
		// dst is input k, and all inputs are one slice where k is past the last.
		for k := range len(x.in) + 1 {
			pool, want := x.pool, x.expected
			if k == len(x.in) {
				pool = slices.Repeat(pool[:1], k)
				want = x.oracle(pool)
			}
			t.Run(fmt.Sprintf("%s/%d", x.name, k), func(t *testing.T) {
				pathtest.Each(t, func(t *testing.T, _ simd.Path) {
					for _, n := range []int{1, 3, 5, 8, 31, 67, 193, chunk + 1} {
						for _, p := range placements[:2] {
							x.runAliased(t, p, k, n, pool, want)
						}
					}
				})
			})
		}
	}
}

func (x *rig) runAliased(t *testing.T, p placement, k, n int, pool, want [][]uint64) {
	t.Helper()
	in, dst := make([][]uint64, len(x.in)), make([][]uint64, len(x.dst))
	for j, b := range x.in {
		if k == len(x.in) {
			b = x.in[0]
		}
		in[j], _ = p.place(b, j, n)
		copy(in[j], pool[j])
	}
	for j, b := range x.dst {
		dst[j], _ = p.place(b, j, n)
	}
	if len(dst) == 1 {
		dst[0] = in[k%len(in)]
	}
	if fault := x.safely(dst, in); fault != nil {
		t.Fatalf("n = %d, %s: %v", n, p.name, fault)
	}
	for j := range dst {
		compare(t, fmt.Sprintf("n = %d, %s: %s", n, p.name, x.dstName(j)), dst[j], want[j][:n], pool...)
	}
}

// TestConcurrent calls each batch from several goroutines that share the inputs, for the race
// detector.
func TestConcurrent(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for i := range batches {
			b := &batches[i]
			in := positions(t, newRand(15), len(b.inputs()), 300)
			want := b.oracle(in)
			dsts := make([][][]uint64, 4)
			var wg sync.WaitGroup
			for g := range dsts {
				dsts[g] = makeWords(b.dsts(), 300)
				wg.Go(func() { b.call(dsts[g], in) })
			}
			wg.Wait()
			for g, dst := range dsts {
				for k := range dst {
					compare(t, fmt.Sprintf("%s, goroutine %d: %s", b.name, g, b.dstName(k)), dst[k], want[k], in...)
				}
			}
		}
	})
}

// TestAllocs checks that no function allocates.
func TestAllocs(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, f := range functions {
			in, out := make([]uint64, len(f.in)), make([]uint64, f.outs())
			if n := testing.AllocsPerRun(10, func() { f.call(out, in) }); n != 0 {
				t.Errorf("%s allocates %v times", f.name, n)
			}
		}
		for _, b := range batches {
			in, dst := makeWords(len(b.inputs()), 77), makeWords(b.dsts(), 77)
			if n := testing.AllocsPerRun(10, func() { b.call(dst, in) }); n != 0 {
				t.Errorf("%s allocates %v times", b.name, n)
			}
		}
	})
}

// TestDispatch checks that every batch runs the code for the selected path. Its memory is
// inaccessible, so that the call faults, and the stack names the function that accessed it.
func TestDispatch(t *testing.T) {
	if !guard.Faults {
		t.Skip("memory cannot be forbidden on this system")
	}
	const n = 512
	suffix := map[simd.Path]string{simd.NEON: "NEON", simd.AVX2: "AVX2", simd.AVX512: "AVX512"}
	onNEON := []string{"RookAttacksBatch", "BishopAttacksBatch", "QueenAttacksBatch", "SliderAttacksBatch"}
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		for i := range batches {
			b := &batches[i]
			all := make([][]uint64, b.dsts()+len(b.inputs()))
			for k := range all {
				buffer := guard.New(t, n)
				all[k] = buffer.AtStart(n)
				buffer.Forbid(t)
			}
			got := guard.FaultingFunction(func() { b.call1(all) })
			want := p
			if p == simd.NEON && !slices.Contains(onNEON, b.name) {
				want = simd.Generic
			}
			ran := simd.Generic
			for p, s := range suffix {
				if strings.HasSuffix(got, s) {
					ran = p
				}
			}
			if got == "" || ran != want {
				t.Errorf("%s ran %q, want code of path %s", b.name, got, want)
			}
		}
	})
}

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
