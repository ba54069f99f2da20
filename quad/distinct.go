package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// DistinctRooks returns b with one rook of each side, the one on the lowest
// square, a CastlingRook and all others a Rook: the result no longer tells who may
// castle. Its vision tells the targets of a side's two rooks apart without a
// further fill, since [Vision.Seen] returns those of one for CastlingRook and those
// of the other for Rook. This use of code 001 is Gerd Isenberg's ("Multiple
// Kogge-Stone-Fills", 24 August 2004).
func (b Board) DistinctRooks() Board {
	b.G2 |= b.CastlingRooks()
	for _, c := range [...]Color{White, Black} {
		rooks := b.Pieces(c, Rook)
		b.G2 &^= rooks & -rooks
	}
	return b
}

// Sources tells where the slider stands that attacks a given square in a given
// direction.
type Sources struct {
	// Vision is that of the board with distinct rooks.
	Vision Vision

	// square holds by Piece, and for bishops by the colour of their squares, where
	// the only such slider stands. It is right for the sides that byCode marks.
	square [16][2]uint8
	byCode [2]bool
}

// Sources returns what tells the sliders of b by the squares that they attack. It
// costs a vision, and a copy of 328 bytes.
func (b Board) Sources() (s Sources) {
	b = b.DistinctRooks()
	s.Vision.Set(b)
	for _, c := range [...]Color{White, Black} {
		s.byCode[c] = s.setSquares(b, c)
	}
	return s
}

// setSquares fills the squares of the sliders of c by code, and reports whether
// each code means one slider at most, each square colour of bishops one bishop.
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

// Source returns the square of the slider, of either colour, that attacks square
// target in direction d, and whether there is one. It panics if d is not a
// direction or target not a square.
//
// Where a side has at most two rooks, one queen, and one bishop on squares of each
// colour, the four bits that the target sees tell the slider. Otherwise the nearest
// piece is looked for on the line behind the target, which measures no slower.
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
