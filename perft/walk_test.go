package perft

import (
	"context"
	"math"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// A walker counts each position with its own weight, also if some positions above the leaves
// have no moves.
func TestWalkWeights(t *testing.T) {
	fens := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", // mate
		"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
		"k7/8/1K6/8/8/8/8/1Q2Q2R w - - 0 1", // mates and stalemates soon
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",    // stalemate
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	}
	for depth := 1; depth <= 4; depth++ {
		w, bulk := walker{job: &job{ctx: t.Context(), mode: ModeBatch}}, walker{job: &job{ctx: t.Context(), mode: ModeBulk}}
		want := uint64(0)
		for k := range 8 * len(fens) {
			p, err := movegen.ParseFEN(fens[k*5%len(fens)])
			if err != nil {
				t.Fatal(err)
			}
			weight := uint64(1) << (k * 7 % 24)
			w.walk(&p, depth, Uint128{Lo: weight})
			want += weight * bulk.bulk(&p, depth)
		}
		if got := w.collect().Nodes; got != (Uint128{Lo: want}) {
			t.Errorf("depth %d: %v, want %d", depth, got, want)
		}
	}
}

// A set is counted two plies deep with sums of 128 bits, also after a walk that began far
// above the leaves.
func TestCountSet(t *testing.T) {
	p := movegen.Start()
	ctx, end := context.WithCancelCause(t.Context())
	defer end(nil)
	w := walker{job: &job{ctx: ctx, end: end, mode: ModeBatch, twoPly: true}, lowest: 100}
	set := make([]setEntry, leafParentsLen+3)
	var want Uint128
	for i := range set {
		set[i] = setEntry{p.Board, math.MaxUint64 - uint64(i)}
		n, _ := Uint128{Lo: set[i].ways}.times(400)
		want = want.Add(n)
	}
	w.countSet(set, p.Side)
	if got := w.collect().Nodes; got != want || w.job.err() != nil {
		t.Errorf("%v, error %v, want %v", got, w.job.err(), want)
	}
}
