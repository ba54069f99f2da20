package movegen

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// Every path agrees with CountTwoPly.
func TestCountTwoPlyBatch(t *testing.T) {
	check := func(b *Batch) {
		t.Helper()
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			got := make([]uint32, b.Len())
			CountTwoPlyBatch(got, b)
			for i, n := range got {
				if p := b.At(i); int(n) != p.CountTwoPly() {
					t.Fatalf("position %d of %d: %d leaves, want %d: %s", i, b.Len(), n, p.CountTwoPly(), p.FEN())
				}
			}
		})
	}
	gameBatches(t, check)
	rng := rand.New(rand.NewPCG(103, 104))
	var b Batch
	for range count(10_000) {
		b.Append(placement(rng))
	}
	check(&b)
}

// definitionTwoPly returns the leaves two plies below the positions of b by the definition.
func definitionTwoPly(b *Batch) []uint32 {
	want := make([]uint32, b.Len())
	countTwoPlyGeneric(want, b, 0)
	return want
}

// sameTwoPly fails the test unless got are the counts of the definition for b.
func sameTwoPly(tb testing.TB, got, want []uint32, b *Batch) {
	tb.Helper()
	for i := range got {
		if got[i] != want[i] {
			tb.Fatalf("board %d of %d: %d leaves, generic %d\n%v, side %d", i, len(got), got[i], want[i], b.board(i), b.sides[i])
		}
	}
}

// All paths count the same on any 256 bits.
func TestCountTwoPlyBatchNonsense(t *testing.T) {
	rng := rand.New(rand.NewPCG(107, 108))
	b := nonsenseBatch(t, rng, count(50_000))
	for range count(5000) {
		b.Append(crowd(rng))
	}
	for range count(50_000) { // where moves may be played one by one
		b.Append(Position{Board: fewPieces(rng), Side: quad.Color(rng.IntN(2))})
	}
	want := definitionTwoPly(b)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		got := make([]uint32, b.Len())
		CountTwoPlyBatch(got, b)
		sameTwoPly(t, got, want, b)
	})
}
