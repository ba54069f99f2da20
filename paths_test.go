package koggestone

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// This file compares every path with the pure-Go twin, bit for bit, and checks that kernels
// stay within their slices.

// TestPathsOne compares the functions of one position. Their pointer arguments are at the
// edge of accessible memory.
func TestPathsOne(t *testing.T) {
	n := count(50000)
	for _, f := range functions {
		columns := randomPositions(newRand(2), len(f.in), n)
		in, out := guard.New(t, len(f.in)), guard.New(t, f.outs())
		want := makeWords(n, f.outs())
		words := make([]uint64, len(f.in))
		row := func(i int, words []uint64) {
			for c := range words {
				words[c] = columns[c][i]
			}
		}
		pathtest.On(simd.Generic, func() {
			for i := range n {
				row(i, words)
				f.call(want[i], words)
			}
		})
		t.Run(f.name, func(t *testing.T) {
			pathtest.Each(t, func(t *testing.T, p simd.Path) {
				for i := range n {
					w, got := in.AtEnd(len(f.in)), out.AtStart(f.outs())
					if i%2 == 1 {
						w, got = in.AtStart(len(f.in)), out.AtEnd(f.outs())
					}
					row(i, w)
					f.call(got, w)
					for k := range got {
						if got[k] != want[i][k] {
							t.Fatalf("%s(%#x) = %#016x, generic %#016x", f.outName(k), w, got[k], want[i][k])
						}
					}
				}
			})
		})
	}
}

// margin is the number of words on either side of an output that are checked.
const margin = 72

// canary returns the value of word i of an output before a call. It differs in all places, so
// that wrong stores are found.
func canary(seed, i int) uint64 { return 0x9e3779b97f4a7c15 * (uint64(seed)<<32 + uint64(i+200)) }

// A placement returns the index in its buffer of the first word of slice k of a call.
type placement struct {
	name string
	at   func(b *guard.Buffer, k, n int) int
}

var placements = append([]placement{
	{"before memory ends", func(b *guard.Buffer, _, n int) int { return len(b.All()) - n }},
	{"after memory begins", func(*guard.Buffer, int, int) int { return 0 }},
}, offsets()...)

// offsets returns a placement for each offset from a cache line, and a last one where the
// slices have different offsets.
func offsets() (ps []placement) {
	for o := range 8 {
		ps = append(ps, placement{fmt.Sprintf("%d words from a cache line", o), func(*guard.Buffer, int, int) int {
			return margin + o
		}})
	}
	return append(ps, placement{"each slice at another offset", func(_ *guard.Buffer, k, _ int) int {
		return margin + 5*k%8
	}})
}

// place returns slice k of a call, n words in b with no capacity to spare, and
// the index of its first word.
func (p placement) place(b *guard.Buffer, k, n int) (s []uint64, lo int) {
	lo = p.at(b, k, n)
	return b.All()[lo : lo+n : lo+n], lo
}

// A rig contains the guarded buffers for calls of a batch, and many positions with the
// results of the twin.
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
	x.pool = randomPositions(x.rng, len(x.in), n+1000)
	x.expected = b.twin(x.pool)
	return x
}

// surroundings calls f for every word of the buffer up to margin words away from
// s, with its distance from the first word of s.
func surroundings(b *guard.Buffer, s []uint64, lo int, f func(i int, word *uint64)) {
	all := b.All()
	for i := max(0, lo-margin); i < min(len(all), lo+len(s)+margin); i++ {
		if i < lo || i >= lo+len(s) {
			f(i-lo, &all[i])
		}
	}
}

// run calls the batch on n positions from the pool, placed by p. It checks that the batch
// returns what the twin returns, and that it neither writes elsewhere nor faults.
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

// lengths returns the lengths to test: every one up to three vectors and beyond
// the blocks that kernels work in, then around multiples of blocks and chunks.
func lengths() (ns []int) {
	last := 200
	if testing.Short() {
		last = 3*8 + 1
	}
	for n := range last + 1 {
		ns = append(ns, n)
	}
	for _, around := range []int{16, 32, 48, 64, 96, 128, 192, multiChunk, 2 * multiChunk, chunk, 2 * chunk} {
		ns = append(ns, around-1, around, around+1)
	}
	return ns
}

// TestPathsBatch compares the batches, for every length and placement.
func TestPathsBatch(t *testing.T) {
	for i := range batches {
		x := newRig(t, &batches[i], 2*chunk+1)
		t.Run(x.name, func(t *testing.T) {
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				for _, n := range lengths() {
					x.run(t, placements[0], n)
					x.run(t, placements[1], n)
				}
				for _, p := range placements[2:] {
					for _, n := range []int{1, 9, 25, 67, 200} {
						x.run(t, p, n)
					}
				}
			})
		})
	}
}

// TestAliasing calls each batch with its output exactly one of the inputs, with
// all inputs one slice, and with both.
func TestAliasing(t *testing.T) {
	for i := range batches {
		x := newRig(t, &batches[i], 2*chunk+1)
		t.Run(x.name, func(t *testing.T) {
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				for _, n := range []int{0, 1, 3, 4, 5, 8, 13, 31, 67, 130, 193, chunk + 1} {
					for _, p := range placements[:2] {
						x.runAliased(t, p, n)
					}
				}
			})
		})
	}
}

func (x *rig) runAliased(t *testing.T, p placement, n int) {
	t.Helper()
	// dst is input k, and all inputs are one slice where k is past the last.
	for k := range len(x.in) + 1 {
		in, dst := make([][]uint64, len(x.in)), make([][]uint64, len(x.dst))
		pool := make([][]uint64, len(x.in))
		for j, b := range x.in {
			source := j
			if k == len(x.in) {
				b, source = x.in[0], 0
			}
			in[j], _ = p.place(b, j, n)
			pool[j] = x.pool[source][:n]
			copy(in[j], pool[j])
		}
		for j, b := range x.dst {
			dst[j], _ = p.place(b, j, n)
		}
		if len(dst) == 1 {
			dst[0] = in[k%len(in)]
		}
		if fault := x.safely(dst, in); fault != nil {
			t.Fatalf("n = %d, %s, aliasing %d: %v", n, p.name, k, fault)
		}
		for j, want := range x.twin(pool) {
			compare(t, fmt.Sprintf("n = %d, %s, aliasing %d: %s", n, p.name, k, x.dstName(j)), dst[j], want, pool...)
		}
	}
}

// TestConcurrent calls each batch from several goroutines that share the inputs, for the race
// detector.
func TestConcurrent(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for i := range batches {
			b := &batches[i]
			in := randomPositions(newRand(15), len(b.inputs()), 300)
			want := b.twin(in)
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

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }

// count returns the number of cases of a test: full, or a tenth of that with -short, for
// emulators and the race detector.
func count(full int) int {
	if testing.Short() {
		return max(1, full/10)
	}
	return full
}
