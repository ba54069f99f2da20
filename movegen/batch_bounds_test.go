package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// testBounds calls a function of batches at every length around blocks and chunks, with all
// slices at the end and then at the start of memory, so that an access beyond them faults. The
// memory around dst and the batch must not change, and short batches must have the results of
// the whole batch on the generic path.
func testBounds[T guard.Small](t *testing.T, blocks, chunk int, call func(dst []T, b *Batch)) {
	lengths := []int{chunk - 1, chunk, chunk + 1, chunk + 63}
	for n := range blocks + 1 {
		lengths = append(lengths, n)
	}
	most := slices.Max(lengths)
	all := nonsenseBatch(t, rand.New(rand.NewPCG(77, 78)), 2*most)
	want := make([]T, 2*most)
	pathtest.On(simd.Generic, func() { call(want, all) })
	var planes [4]*guard.Buffer
	for p := range planes {
		planes[p] = guard.New(t, most)
	}
	sides, results := guard.New(t, most/8+1), guard.New(t, most/2+1)
	const canary = 0xee
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		for _, n := range lengths {
			if path == simd.Generic && n > 20 && n%16 != 0 {
				continue
			}
			for _, atEnd := range []bool{true, false} {
				words, bytes, into := (*guard.Buffer).AtStart, guard.SmallAtStart[uint8], guard.SmallAtStart[T]
				if atEnd {
					words, bytes, into = (*guard.Buffer).AtEnd, guard.SmallAtEnd[uint8], guard.SmallAtEnd[T]
				}
				from := all.Slice(n/2, n/2+n)
				b := &Batch{sides: bytes(sides, n)}
				for p := range b.planes {
					b.planes[p] = words(planes[p], n)
					copy(b.planes[p], from.planes[p])
				}
				copy(b.sides, from.sides)
				around := guard.SmallAtStart[uint8](results, 8*len(results.All()))
				for i := range around {
					around[i] = canary
				}
				dst := into(results, n)
				call(dst, b)
				if !slices.Equal(dst, want[n/2:n/2+n]) {
					t.Fatalf("length %d: other results than in a longer batch", n)
				}
				clear(dst)
				for i := range around {
					if around[i] == 0 {
						around[i] = canary
					}
				}
				if slices.ContainsFunc(around, func(x uint8) bool { return x != canary }) {
					t.Fatalf("length %d: wrote outside of dst", n)
				}
				if !slices.Equal(b.sides, from.sides) || !slices.Equal(b.Boards().AppendTo(nil), from.Boards().AppendTo(nil)) {
					t.Fatalf("length %d: the batch has changed", n)
				}
			}
		}
	})
}

func TestBatchBounds(t *testing.T) {
	t.Run("CountLegalBatch", func(t *testing.T) { testBounds(t, 200, countChunk, CountLegalBatch) })
	t.Run("CountTwoPlyBatch", func(t *testing.T) { testBounds(t, 200, 200, CountTwoPlyBatch) })
	t.Run("StatusBatch", func(t *testing.T) { testBounds(t, 140, statusChunk, StatusBatch) })
}

// testContract checks that a call panics for slices of other lengths before it writes, does
// nothing for an empty batch, and allocates nothing.
func testContract[T comparable](t *testing.T, name string, call func(dst []T, b *Batch)) {
	b := nonsenseBatch(t, rand.New(rand.NewPCG(81, 82)), 150)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for n, want := range map[int]string{
			149: "movegen: " + name + ": expected len(dst) = 150, the length of the batch, found 149",
			151: "movegen: " + name + ": expected len(dst) = 150, the length of the batch, found 151",
		} {
			dst, none := make([]T, n), make([]T, n)
			if got := panicOf(func() { call(dst, b) }); got != want {
				t.Errorf("panic %v, want %v", got, want)
			}
			if !slices.Equal(dst, none) {
				t.Errorf("%s wrote before it panicked", name)
			}
		}
		call(nil, new(Batch))
		dst := make([]T, 150)
		if n := testing.AllocsPerRun(10, func() { call(dst, b) }); n != 0 && !pathtest.RaceEnabled { // its pools lose memory at random
			t.Errorf("%s: %v allocations", name, n)
		}
	})
}

func TestBatchContracts(t *testing.T) {
	testContract(t, "CountLegalBatch", CountLegalBatch)
	testContract(t, "CountTwoPlyBatch", CountTwoPlyBatch)
	testContract(t, "StatusBatch", StatusBatch)
	k := make([]uint16, 150)
	testContract(t, "SelectMoveBatch", func(dst []Move, b *Batch) { SelectMoveBatch(dst, b, k[:b.Len()]) })
	want := "movegen: SelectMoveBatch: expected len(k) = 3, the length of the batch, found 4"
	if got := panicOf(func() { SelectMoveBatch(make([]Move, 3), batchOf(stream(t, 3)), make([]uint16, 4)) }); got != want {
		t.Errorf("panic %v, want %v", got, want)
	}
}

// panicOf returns what f panics with, nil if it does not.
func panicOf(f func()) (message any) {
	defer func() { message = recover() }()
	f()
	return nil
}
