package movegen

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// targetsOfMoves sorts the moves of p into the sets, by the squares that they join.
func targetsOfMoves(t *testing.T, p Position) (want LegalTargets) {
	promotions := 0
	for _, m := range p.AppendLegalMoves(nil) {
		from, to := m.From(), m.square()
		set := uint64(1) << to
		v := vector{to%8 - from%8, to/8 - from/8}
		kind := p.Board.At(from).Kind()
		switch {
		case m.IsCastling():
			want.Castling |= set
		case m.IsEnPassant():
			want.EnPassant |= 1 << from
		case kind == quad.King:
			want.King |= set
		case kind == quad.Knight:
			want.Knights[slices.Index(leaps, v)] |= set
		case kind != quad.Pawn:
			steps := max(v.file, -v.file, v.rank, -v.rank)
			v.file /= steps
			v.rank /= steps
			want.Sliders[slices.Index(compass, v)] |= set
		case v.rank == 2 || v.rank == -2:
			want.PawnDouble |= set
		case v.file == 0:
			want.PawnPush |= set
		case v.file > 0:
			want.PawnEast |= set
		default:
			want.PawnWest |= set
		}
		if m.Promotion() != quad.None {
			promotions++
		}
	}
	if promotions%4 != 0 {
		t.Errorf("%s: %d promotions", p.FEN(), promotions)
	}
	return want
}

// A vector is a way over the board.
type vector struct{ file, rank int }

// leaps are the knight's jumps, clockwise as in LegalTargets.
var leaps = []vector{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

// compass contains the vectors of the directions.
var compass = []vector{
	koggestone.NorthEast: {1, 1}, koggestone.East: {1, 0}, koggestone.SouthEast: {1, -1}, koggestone.South: {0, -1},
	koggestone.SouthWest: {-1, -1}, koggestone.West: {-1, 0}, koggestone.NorthWest: {-1, 1}, koggestone.North: {0, 1},
}

// On positions of games each set holds the targets of its moves, and nothing else.
func TestLegalTargets(t *testing.T) {
	seen := map[string]int{}
	gameBatches(t, func(b *Batch) {
		for i := range b.Len() {
			p := b.At(i)
			got := p.LegalTargets()
			if want := targetsOfMoves(t, p); got != want {
				t.Fatalf("%s:\ngot  %#x\nwant %#x", p.FEN(), got, want)
			}
			if got.Count() != p.CountLegal() {
				t.Fatalf("%s: Count is %d, CountLegal %d", p.FEN(), got.Count(), p.CountLegal())
			}
			seen["castling"] += bits.OnesCount64(got.Castling)
			seen["en passant"] += bits.OnesCount64(got.EnPassant)
			seen["promotion"] += bits.OnesCount64((got.PawnPush | got.PawnEast | got.PawnWest) & (squares.Rank1 | squares.Rank8))
		}
	})
	if len(seen) != 3 || seen["castling"] == 0 || seen["en passant"] == 0 || seen["promotion"] == 0 {
		t.Errorf("special moves: %v", seen)
	}
}

// A batch of any boards, of any length around a block, has the sets of each position.
func TestLegalTargetsBatch(t *testing.T) {
	all := nonsenseBatch(t, rand.New(rand.NewPCG(89, 90)), 140)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for n := range 71 {
			part, dst := all.Slice(n/2, n/2+n), NewLegalTargetsColumns(n)
			LegalTargetsBatch(dst, part)
			for i := range n {
				p := part.At(i)
				if got, want := dst.At(i), p.LegalTargets(); got != want {
					t.Fatalf("position %d of %d: %#x, want %#x", i, n, got, want)
				}
			}
		}
	})
}

func TestLegalTargetsBatchContract(t *testing.T) {
	const n = 5
	b := nonsenseBatch(t, rand.New(rand.NewPCG(91, 92)), n)
	boards := b.Boards().AppendTo(nil)
	for _, test := range []struct {
		want  string
		spoil func(c *LegalTargetsColumns)
	}{
		{"movegen: LegalTargetsBatch: expected len(dst.Knights[3]) = len(dst) = 5, found 4",
			func(c *LegalTargetsColumns) { c.Knights[3] = c.Knights[3][:n-1] }},
		{"movegen: LegalTargetsBatch: expected len(dst.EnPassant) = len(dst) = 5, found 0",
			func(c *LegalTargetsColumns) { c.EnPassant = nil }},
		{"movegen: LegalTargetsBatch: expected len(plane 0 of the batch) = len(dst) = 6, found 5",
			func(c *LegalTargetsColumns) { *c = *NewLegalTargetsColumns(n + 1) }},
		{"movegen: LegalTargetsBatch: dst.King overlaps dst.Sliders[South]", func(c *LegalTargetsColumns) {
			all := make([]uint64, n+1)
			c.Sliders[koggestone.South], c.King = all[:n], all[1:]
		}},
		{"movegen: LegalTargetsBatch: plane 2 of the batch overlaps dst.PawnWest",
			func(c *LegalTargetsColumns) { c.PawnWest = b.planes[2] }},
	} {
		c := NewLegalTargetsColumns(n)
		test.spoil(c)
		if got := panicOf(func() { LegalTargetsBatch(c, b) }); got != test.want {
			t.Errorf("panic %v, want %v", got, test.want)
		}
		for k, column := range c.columns() {
			shared := len(column) > 0 && &column[0] == &b.planes[2][0]
			if !shared && slices.ContainsFunc(column, func(x uint64) bool { return x != 0 }) {
				t.Errorf("%s: wrote to %s", test.want, targetName(k))
			}
		}
		if !slices.Equal(b.Boards().AppendTo(nil), boards) {
			t.Fatalf("%s: the batch has changed", test.want)
		}
	}
	LegalTargetsBatch(new(LegalTargetsColumns), new(Batch)) // nothing to do
	c := NewLegalTargetsColumns(n)
	for k, column := range c.columns() { // so that an append to a column does not write to the next
		if len(column) != n || cap(column) != n {
			t.Errorf("%s: length %d and capacity %d, want %d", targetName(k), len(column), cap(column), n)
		}
		if part := c.Slice(1, 3).columns()[k]; len(part) != 2 || cap(part) != 2 || &part[0] != &column[1] {
			t.Errorf("%s: Slice has length %d and capacity %d, want 2", targetName(k), len(part), cap(part))
		}
	}
	if allocs := testing.AllocsPerRun(10, func() { LegalTargetsBatch(c, b) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
