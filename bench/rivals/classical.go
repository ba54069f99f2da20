package rivals

import "math/bits"

// classicalTables is the classical approach, which the programs Chess and Kaissa probably used
// in the 1970s: the ray of a slider without the ray of its first blocker, which is found by a
// bit scan. It has no branches, because without a blocker the scan finds the last square of the
// ray, and the ray from there is empty.
type classicalTables struct {
	rays [8][64]uint64
}

var classical = func() *classicalTables {
	c := new(classicalTables)
	for sq := range 64 {
		for d := range 8 {
			c.rays[d][sq] = raysFrom[sq][d]
		}
	}
	return c
}()

// up returns the attacks of a slider on square sq in direction d: north-east, east,
// north-west or north.
func (c *classicalTables) up(sq, d int, occupied uint64) uint64 {
	r := &c.rays[d]
	ray := r[sq&63]
	return ray ^ r[bits.TrailingZeros64(ray&occupied|1<<63)&63]
}

// down returns the attacks of a slider on square sq in the other four directions.
func (c *classicalTables) down(sq, d int, occupied uint64) uint64 {
	r := &c.rays[d]
	ray := r[sq&63]
	return ray ^ r[(bits.Len64(ray&occupied|1)-1)&63]
}

func classicalUnion(diagonal, orthogonal, occupied uint64) (seen uint64) {
	c := classical
	for s := diagonal; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		seen |= c.up(sq, northEast, occupied) | c.down(sq, southEast, occupied) |
			c.down(sq, southWest, occupied) | c.up(sq, northWest, occupied)
	}
	for s := orthogonal; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		seen |= c.up(sq, east, occupied) | c.down(sq, south, occupied) |
			c.down(sq, west, occupied) | c.up(sq, north, occupied)
	}
	return seen
}

func classicalRays(dst *[8]uint64, sliders, occupied uint64) {
	c := classical
	*dst = [8]uint64{}
	for s := sliders; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		dst[northEast] |= c.up(sq, northEast, occupied)
		dst[east] |= c.up(sq, east, occupied)
		dst[southEast] |= c.down(sq, southEast, occupied)
		dst[south] |= c.down(sq, south, occupied)
		dst[southWest] |= c.down(sq, southWest, occupied)
		dst[west] |= c.down(sq, west, occupied)
		dst[northWest] |= c.up(sq, northWest, occupied)
		dst[north] |= c.up(sq, north, occupied)
	}
}
