package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// trails[d] is the ray against direction d, from h8 for directions up the board and from a1
// for directions down: a bit every 9, 1, 7 or 8.
var trails = [8]uint64{
	koggestone.NorthEast: 0x0040201008040201, koggestone.SouthWest: 0x8040201008040200,
	koggestone.East: 0x7fffffffffffffff, koggestone.West: 0xfffffffffffffffe,
	koggestone.NorthWest: 0x0102040810204081, koggestone.SouthEast: 0x8102040810204080,
	koggestone.North: 0x0080808080808080, koggestone.South: 0x0101010101010100,
}

// source returns the square of the first piece from square to against direction d. If there
// is none, the result is arbitrary.
//
// The trail, shifted to the square, wraps around the edge of the board, but only behind the
// piece that is found. So it needs no mask.
func source(occupied uint64, d koggestone.Direction, to int) int {
	switch d {
	case koggestone.NorthEast, koggestone.East, koggestone.NorthWest, koggestone.North:
		return 63 - bits.LeadingZeros64(occupied&(trails[d]>>(63-to&63)))
	}
	return bits.TrailingZeros64(occupied & (trails[d] << (to & 63)))
}
