package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone"
)

// A Vision is what all pieces of a board see: 32 bitboards, four planes for each
// of eight directions. The four bits at square t for direction d are the code of
// the first piece that one meets when looking back from t against d, in other
// words of the only piece that could attack t by sliding in direction d:
//
//	. . . . . . . .     East: t sees the rook R, four bits 0101, and u sees b,
//	. R . . t b . u     a black bishop, which does not slide east, 1011.
//	. . . . . . . .     West: t sees b.
//
// Every piece counts as a queen here, pawns and kings, too. The methods of Vision
// keep to how pieces move. They hold for every board, with any number of
// kings, unless they say otherwise.
type Vision struct {
	// Rays[d] holds for each square the code of what is seen along direction d.
	Rays [8]Board
	// Board is the board that was looked at.
	Board Board
}

// Vision returns what the pieces of b see. [Vision.Set] does the same in place,
// without a copy of 288 bytes.
func (b Board) Vision() (v Vision) {
	v.Set(b)
	return v
}

// Set sets v to what the pieces of b see: Rays[d].Planes()[p] to
// koggestone.Attacks(b.Generators()[p], b.Empty(), d).
func (v *Vision) Set(b Board) {
	v.Board = b
	vision(v.rays(), &v.Board)
}

// Seen returns the squares whose first piece looking back along d is of colour c
// and has code k exactly: here Rook is a rook that may no longer castle. The
// sixteen sets of a direction are disjoint and cover the whole board: that of White
// and None holds the squares from which no piece is seen, and that of Black and
// None is always empty. It panics if d is not a direction or k not a kind.
//
// Seen(d, c, King) also holds all squares that the king of c would attack along d
// as a queen: those from which a slider could check it.
func (v *Vision) Seen(d koggestone.Direction, c Color, k Kind) uint64 {
	k.check()
	ray := v.Rays[d]
	return ray.match(k) & (ray.GB ^ ^c.mask())
}

// SliderAttacks returns the squares that the sliders of c attack in direction d:
// bishops and queens along diagonals, rooks and queens along ranks and files. It
// panics if d is not a direction.
func (v *Vision) SliderAttacks(d koggestone.Direction, c Color) uint64 {
	return v.slides(d) & (v.Rays[d].GB ^ ^c.mask())
}

// slides returns the squares that sliders of either colour attack in direction d.
func (v *Vision) slides(d koggestone.Direction) uint64 {
	return movers(v.Rays[d], d)
}

// movers returns the sliders among the codes of b that move along d: the
// diagonal ones for a diagonal, an even direction, otherwise the orthogonal ones.
func movers(b Board, d koggestone.Direction) uint64 {
	if d&1 == 0 {
		return b.Diagonal()
	}
	return b.Orthogonal()
}

// rays returns the rays in place, plane by plane.
func (v *Vision) rays() *[8][4]uint64 { return (*[8][4]uint64)(unsafe.Pointer(&v.Rays)) }

// directions are all eight, for range.
var directions = [8]koggestone.Direction{
	koggestone.NorthEast, koggestone.East, koggestone.SouthEast, koggestone.South,
	koggestone.SouthWest, koggestone.West, koggestone.NorthWest, koggestone.North,
}
