package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// DistinctRooks gives each side's two rooks different codes, so that one fill keeps their
// targets apart. The rook on a side's lowest square becomes a CastlingRook and all others
// become a Rook, so the result does not contain castling rights. In its vision, [Vision.Seen]
// with CastlingRook returns the squares that the first rook reaches, and with Rook the squares
// that the second rook reaches. In one direction these sets are disjoint.
//
// Isolating the least significant rook and this use of code 001 are by Gerd Isenberg
// ("Multiple Kogge-Stone-Fills", 24 August 2004).
func (b Board) DistinctRooks() Board {
	b.G2 |= b.CastlingRooks()
	for _, c := range [...]Color{White, Black} {
		rooks := b.Pieces(c, Rook)
		b.G2 &^= rooks & -rooks
	}
	return b
}

// Sources maps target squares back to the pieces that attack them. Along one direction at
// most one slider attacks a square, and [Sources.Source] returns where it is. The idea is
// Gerd Isenberg's, from the article that [Board.DistinctRooks] names.
type Sources struct {
	// Vision is the vision of the board with distinct rooks.
	Vision Vision
}

// Sources returns the Sources of b. It takes as long as [Board.Vision]. To set an s in place, which is
// faster, call s.Vision.Set(b.DistinctRooks()).
func (b Board) Sources() (s Sources) {
	s.Vision.Set(b.DistinctRooks())
	return s
}

// Source returns the square of the slider that attacks target in direction d, and whether
// there is one. The slider can have either colour. Source panics if d is not a direction
// or target is not a square.
func (s *Sources) Source(d koggestone.Direction, target int) (square int, ok bool) {
	if !slides(s.Vision.Rays[d].At(target).Kind(), d) {
		return 0, false
	}
	return source(s.Vision.Board.Occupied(), d, target), true
}

// trails[d] is the ray against direction d, from h8 for directions up the board and from a1
// for directions down: a bit every 9, 1, 7 or 8.
var trails = [8]uint64{
	koggestone.NorthEast: 0x0040201008040201, koggestone.SouthWest: 0x8040201008040200,
	koggestone.East: 0x7fffffffffffffff, koggestone.West: 0xfffffffffffffffe,
	koggestone.NorthWest: 0x0102040810204081, koggestone.SouthEast: 0x8102040810204080,
	koggestone.North: 0x0080808080808080, koggestone.South: 0x0101010101010100,
}

// source returns the square of the first piece from square to against direction d. If there
// is no piece, the result is arbitrary.
//
// The trail needs no mask, although it wraps around the edge of the board when it is
// shifted to the square: it only wraps behind the piece that is found.
func source(occupied uint64, d koggestone.Direction, to int) int {
	switch d {
	case koggestone.NorthEast, koggestone.East, koggestone.NorthWest, koggestone.North:
		return 63 - bits.LeadingZeros64(occupied&(trails[d]>>(63-to&63)))
	}
	return bits.TrailingZeros64(occupied & (trails[d] << (to & 63)))
}
