package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// DistinctRooks returns b with the rook of each side on the lowest square as a
// CastlingRook, and all others as a Rook. So the result does not contain castling rights.
// In its vision, [Vision.Seen] returns the targets of one rook of a side for CastlingRook
// and those of the other for Rook, without a further fill. This use of code 001 is by Gerd
// Isenberg ("Multiple Kogge-Stone-Fills", 24 August 2004).
func (b Board) DistinctRooks() Board {
	b.G2 |= b.CastlingRooks()
	for _, c := range [...]Color{White, Black} {
		rooks := b.Pieces(c, Rook)
		b.G2 &^= rooks & -rooks
	}
	return b
}

// Sources finds the slider that attacks a given square in a given direction.
type Sources struct {
	// Vision is the vision of the board with distinct rooks.
	Vision Vision

	// square[p] is the square of the only slider with code p; for bishops there is one for
	// each colour of squares. It is valid for the sides in byCode.
	square [16][2]uint8
	byCode [2]bool
}

// Sources returns the Sources of b. It costs a [Vision] and a copy of 328 bytes.
func (b Board) Sources() (s Sources) {
	b = b.DistinctRooks()
	s.Vision.Set(b)
	for _, c := range [...]Color{White, Black} {
		s.byCode[c] = s.setSquares(b, c)
	}
	return s
}

// setSquares sets the squares of the sliders of c. It reports whether each code has at most
// one slider, and bishops at most one on each colour of squares.
func (s *Sources) setSquares(b Board, c Color) (distinct bool) {
	distinct = true
	for _, k := range [...]Kind{CastlingRook, Rook, Queen, Bishop} {
		for shade, shaded := range [2]uint64{^squares.Dark, squares.Dark} {
			set := b.match(k) & b.ByColor(c)
			if k == Bishop {
				set &= shaded
			}
			distinct = distinct && set&(set-1) == 0
			s.square[MakePiece(c, k)][shade] = uint8(bits.TrailingZeros64(set) & 63)
		}
	}
	return distinct
}

// Source returns the square of the slider, of either colour, that attacks square target in
// direction d, and whether there is one. It panics if d is not a direction or target not a
// square.
//
// If a side has at most two rooks, one queen, and one bishop on each colour of squares, the
// four bits at the target identify the slider. Otherwise Source finds the nearest piece on
// the line, which is as fast.
func (s *Sources) Source(d koggestone.Direction, target int) (square int, ok bool) {
	p := s.Vision.Rays[d].At(target)
	if !slides(p.Kind(), d) {
		return 0, false
	}
	if s.byCode[p.Color()] {
		return int(s.square[p][squares.Dark>>target&1]), true
	}
	return source(s.Vision.Board.Occupied(), d, target), true
}
