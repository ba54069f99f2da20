package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// orderKeyOf returns what the documented order of AppendLegalMoves compares, first to
// last.
func orderKeyOf(p *Position, m Move) listKey {
	from, to := m.From(), m.square()
	kind := p.Board.At(m.From()).Kind()
	way := 0 // of pawns: straight, east, west
	if to&7 > from&7 {
		way = 1
	} else if to&7 < from&7 {
		way = 2
	}
	switch {
	case m.IsPromotion():
		return listKey{1, way, from, slices.Index([]quad.Kind{quad.Queen, quad.Rook, quad.Bishop, quad.Knight}, m.Promotion())}
	case m.IsCastling():
		return listKey{2, 0, to}
	case kind == quad.King:
		return listKey{2, 1, to}
	case m.IsEnPassant():
		return listKey{6, from}
	case kind == quad.Pawn:
		return listKey{3, []int{0, 2, 3}[way] + max(to-from, from-to)/16, from}
	case kind == quad.Knight:
		return listKey{5, 0, from, to}
	}
	if sq := pinnerOf(p, m.From()); sq >= 0 {
		return listKey{4, sq, to}
	}
	return listKey{5, 1, from, to}
}

// SortNoisy sorts moves from the order of AppendLegalMoves into the order of selections without quiet moves. It
// is exported for the tests of package movegen_test.
func SortNoisy(p *Position, moves []Move) []Move {
	key := func(m Move) listKey {
		switch {
		case m.IsPromotion():
			return listKey{1}
		case p.Moved(m) == quad.King:
			return listKey{2}
		case m.IsEnPassant():
			return listKey{4}
		}
		return listKey{3, m.To(), m.From()}
	}
	slices.SortStableFunc(moves, func(a, b Move) int {
		x, y := key(a), key(b)
		return slices.Compare(x[:], y[:])
	})
	return moves
}

// pinnerOf returns the square of the slider that pins the piece on from to the king of
// the side to move, or -1.
func pinnerOf(p *Position, from int) int {
	for sq := range 64 {
		if p.Board.At(sq) != quad.MakePiece(p.Side, quad.King) {
			continue
		}
		for d, way := range compass {
			met := -1 // the first piece on the way
			for file, rank := sq%8+way.file, sq/8+way.rank; 0 <= file && file < 8 && 0 <= rank && rank < 8; file, rank = file+way.file, rank+way.rank {
				at := 8*rank + file
				piece := p.Board.At(at)
				if piece == quad.NoPiece || piece == quad.EnPassantTarget {
					continue
				}
				if met < 0 {
					met = at
					continue
				}
				kind := piece.Kind()
				slides := kind == quad.Queen || kind == quad.Bishop && d%2 == 0 || (kind == quad.Rook || kind == quad.CastlingRook) && d%2 == 1
				if met == from && slides && piece.Color() != p.Side {
					return at
				}
				break
			}
		}
	}
	return -1
}

// AppendLegalMoves has the documented order on every path, with more pieces than the
// kernels' groups hold among them.
func TestOrder(t *testing.T) {
	b := extremeBatch(t)
	for _, fen := range []string{
		"4k1n1/7P/8/8/8/8/8/4K3 w - - 0 1",            // promotions straight ahead and by capture
		"k3r3/8/7b/8/3N4/8/3RR3/r1B1K2q w - - 0 1",    // pinned pieces
		"NNNNNNNN/NNNNNN2/8/8/8/8/R2R4/K6k w - - 0 1", // more than 18 groups
	} {
		b.Append(parse(t, fen))
	}
	for _, more := range []*Batch{composedBatch(rand.New(rand.NewPCG(139, 140)), count(5000)), batchOf(stream(t, count(5000)))} {
		for i := range more.Len() {
			b.Append(more.At(i))
		}
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for i := range b.Len() {
			p := b.At(i)
			got := p.AppendLegalMoves(make([]Move, 0, 512))
			want := slices.Clone(got)
			slices.SortFunc(want, func(a, b Move) int {
				x, y := orderKeyOf(&p, a), orderKeyOf(&p, b)
				return slices.Compare(x[:], y[:])
			})
			if !slices.Equal(got, want) {
				t.Fatalf("%s:\ngot  %v\nwant %v", p.FEN(), got, want)
			}
		}
	})
}
