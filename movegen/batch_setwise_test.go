package movegen

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// The kernels add up the popcounts of a board in four bytes, which must not
// overflow, whatever the 256 bits. For a set of squares T that holds no own piece:
//
//	diagonals   A target along NE lies neither on the first rank nor on the a-file:
//	            at most 49, and so for each of the four directions: 196.
//	orthogonals A target along N does not lie on the first rank: at most 56, in
//	            four directions 224.
//	knights     A jump joins a knight with a target, which is no own piece, so no
//	            pair of squares counts both ways. A board has 168 such pairs.
//	            King: one set, 64 at most (counted in the knights' byte). Castlings:
//	            2. Together 234.
//	pawns       Pushes arrive on 56 squares, double pushes on 8 of them, captures
//	            on 49 squares each way: 56 + 8 + 98 = 162. On the eighth rank 8 + 7 + 7
//	            count three times more: 228.
//
// The counts of all, and 64 castlings and 64 captures en passant at most, stay far
// below 65536.
var tallies = []struct {
	name string
	// bound is the number argued above. The search below must come to reached, or
	// it would prove little.
	bound, reached int
	count          func(t *setwiseTargets) int
}{
	{"diagonals", 196, 100, func(t *setwiseTargets) int { return alternate(&t.sliders, 0) }},
	{"orthogonals", 224, 110, func(t *setwiseTargets) int { return alternate(&t.sliders, 1) }},
	{"knights, king, castling", 168 + 64 + 2, 150, func(t *setwiseTargets) int {
		return alternate(&t.knights, 0) + alternate(&t.knights, 1) + bits.OnesCount64(t.king) + bits.OnesCount64(t.castling)
	}},
	{"pawns", 228, 90, func(t *setwiseTargets) int {
		n := 0
		for _, s := range []uint64{t.push, t.double, t.east, t.west, t.push & squares.Rank8, t.east & squares.Rank8, t.west & squares.Rank8} {
			n += bits.OnesCount64(s)
		}
		return n + 2*bits.OnesCount64(t.push&squares.Rank8) + 2*bits.OnesCount64(t.east&squares.Rank8) + 2*bits.OnesCount64(t.west&squares.Rank8)
	}},
}

// alternate returns the sum of the popcounts of every second set.
func alternate(sets *[8]uint64, first int) (n int) {
	for d := first; d < 8; d += 2 {
		n += bits.OnesCount64(sets[d])
	}
	return n
}

// TestTallyBounds searches for boards with large tallies by hill climbing from random boards.
// Each step changes the piece on one or two squares. All paths must agree on these boards.
func TestTallyBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 84))
	var rich Batch
	for _, tally := range tallies {
		most := 0
		var where quad.Board
		for range count(20) {
			b := quad.Board{G0: rng.Uint64(), G1: rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
			best := 0
			for range 6000 {
				next := b
				for range 1 + rng.IntN(2) {
					sq, piece := rng.IntN(64), rng.Uint64()
					next.Set(sq, quad.Piece(piece&15))
				}
				var sets setwiseTargets
				sets.set(&next, quad.White)
				if n := tally.count(&sets); n >= best { // ties wander on
					best, b = n, next
				}
			}
			rich.Append(Position{Board: b})
			if best > most {
				most, where = best, b
			}
		}
		t.Logf("%s: %d of at most %d, on %#x", tally.name, most, tally.bound, where.Planes())
		if most > tally.bound || tally.bound > 255 {
			t.Errorf("%s: %d on %#x, expected at most %d", tally.name, most, where.Planes(), tally.bound)
		}
		if most < tally.reached {
			t.Errorf("%s: the search came to %d, expected %d", tally.name, most, tally.reached)
		}
	}
	want := definitionCounts(&rich)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		got := make([]uint16, rich.Len())
		CountLegalBatch(got, &rich)
		sameCounts(t, got, want, &rich)
	})
}

// Where isRare is false, rareMoves finds nothing: the kernels rely on it.
func TestIsRare(t *testing.T) {
	b := nonsenseBatch(t, rand.New(rand.NewPCG(85, 86)), count(100_000))
	common := 0
	for i := range b.Len() {
		p := b.At(i)
		g, own := p.Board, p.Board.GB^^blackMask(p.Side)
		target := g.GB &^ g.Occupied()
		rooks := g.G0 &^ (g.G1 | g.G2) & own
		king := kings(&g, p.Side)
		if p.Side == quad.Black {
			rooks, king = bits.ReverseBytes64(rooks), bits.ReverseBytes64(king)
		}
		if isRare(target, rooks, king) {
			continue
		}
		common++
		if n := rareCount(&g, p.Side); n != 0 {
			t.Fatalf("%d rare moves of side %v on %#x, isRare is false", n, p.Side, g.Planes())
		}
	}
	if common < b.Len()/10 {
		t.Errorf("%d of %d boards are not rare, expected a tenth", common, b.Len())
	}
}
