package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone"
)

// A Vision contains what every square sees in each of the eight directions, in 32
// bitboards: four planes for each direction. The four bits at square t for direction d are
// the code of the first piece that you meet if you walk from t against direction d. Only
// that piece could attack t by sliding in direction d:
//
//	· · · · · · · ·     East: t sees the rook R, four bits 0101, and u sees b,
//	· R · · t b · u     a black bishop, which does not slide east, 1011.
//	· · · · · · · ·     West: t sees b.
//
// In Rays every piece counts as a queen, even pawns and kings, but the methods follow the
// rules for each kind. They accept every board and any number of kings, unless their
// documentation says otherwise.
type Vision struct {
	// Rays[d] contains, for each square, the code of the piece that it sees against
	// direction d.
	Rays [8]Board
	// Board is the board of the vision.
	Board Board
}

// Vision computes what every square of b sees. [Vision.Set] does the same in place,
// without copying 288 bytes.
func (b Board) Vision() (v Vision) {
	v.Set(b)
	return v
}

// Set sets v to the vision of b: Rays[d].Planes()[p] to
// koggestone.Attacks(b.Generators()[p], b.Empty(), d).
func (v *Vision) Set(b Board) {
	v.Board = b
	vision(v.rays(), &v.Board)
}

// Seen returns the squares where the first piece against direction d has colour c and
// exactly the code k, so Rook is a rook that may no longer castle. In each direction the
// sixteen sets are disjoint and cover the board. White with None is the set of squares that
// see no piece, and Black with None is always empty. Seen panics if d is not a direction or
// k is not a kind.
//
// You can also use Seen(d, c, King) to find where c's king would attack along d if it
// were a queen, and therefore where a slider could check it.
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

// movers returns the sliders of b that move along d: the diagonal ones if d is a diagonal,
// which is even, otherwise the orthogonal ones.
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
