package rivals

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/pawns"
	"github.com/koggestone/koggestone/quad"
)

// Directions as indices, in the order of koggestone.Direction.
const (
	northEast = iota
	east
	southEast
	south
	southWest
	west
	northWest
	north
)

// raysFrom contains the squares in each direction from each square on an empty board, with a
// cache line for each square. beyond contains the squares behind the second of two squares on
// a line, and pawn the squares that a pawn attacks.
var (
	raysFrom [64][8]uint64
	beyond   [64][64]uint64
	pawn     [2][64]uint64
)

func init() {
	for d, ray := range koggestone.RayTable() {
		for sq := range ray {
			raysFrom[sq][d] = ray[sq]
			for to := ray[sq]; to != 0; to &= to - 1 {
				beyond[sq][bits.TrailingZeros64(to)] = ray[bits.TrailingZeros64(to)]
			}
		}
	}
	for sq := range 64 {
		pawn[quad.White][sq] = pawns.WhiteAttacks(1 << sq)
		pawn[quad.Black][sq] = pawns.BlackAttacks(1 << sq)
	}
}

// divide divides the attacks of a slider on square sq by direction, and adds each part
// to dst.
func divide(dst *[8]uint64, sq int, attacks uint64) {
	r := &raysFrom[sq&63]
	dst[northEast] |= attacks & r[northEast]
	dst[east] |= attacks & r[east]
	dst[southEast] |= attacks & r[southEast]
	dst[south] |= attacks & r[south]
	dst[southWest] |= attacks & r[southWest]
	dst[west] |= attacks & r[west]
	dst[northWest] |= attacks & r[northWest]
	dst[north] |= attacks & r[north]
}
