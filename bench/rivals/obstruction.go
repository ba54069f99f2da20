package rivals

import "math/bits"

// obstructionTables is obstruction difference (Michael Hoffmann): the squares from the
// nearest blocker below a slider to the nearest above are the difference of two
// powers of two.
type obstructionTables struct {
	lines [64][4]halves // the diagonals, the rank, the file
}

// halves are the squares of a line below and above a square.
type halves struct{ lower, upper uint64 }

var obstruction = func() *obstructionTables {
	o := new(obstructionTables)
	for sq := range 64 {
		r := &raysFrom[sq]
		o.lines[sq] = [4]halves{{r[southWest], r[northEast]}, {r[southEast], r[northWest]}, {r[west], r[east]}, {r[south], r[north]}}
	}
	return o
}()

// difference returns the bits from the highest blocker of the lower half, or bit 0,
// to the lowest blocker of the upper half, or bit 63.
func (h *halves) difference(occupied uint64) uint64 {
	lower, upper := occupied&h.lower, occupied&h.upper
	down := ^uint64(0) << ((bits.Len64(lower|1) - 1) & 63)
	return 2*(upper&-upper) + down
}

// attacks returns the attacks of a slider on the line.
func (h *halves) attacks(occupied uint64) uint64 {
	return h.difference(occupied) & (h.lower | h.upper)
}

func obstructionUnion(diagonal, orthogonal, occupied uint64) (seen uint64) {
	o := obstruction
	for s := diagonal; s != 0; s &= s - 1 {
		l := &o.lines[bits.TrailingZeros64(s)&63]
		seen |= l[0].attacks(occupied) | l[1].attacks(occupied)
	}
	for s := orthogonal; s != 0; s &= s - 1 {
		l := &o.lines[bits.TrailingZeros64(s)&63]
		seen |= l[2].attacks(occupied) | l[3].attacks(occupied)
	}
	return seen
}

func obstructionRays(dst *[8]uint64, sliders, occupied uint64) {
	o := obstruction
	*dst = [8]uint64{}
	for s := sliders; s != 0; s &= s - 1 {
		l := &o.lines[bits.TrailingZeros64(s)&63]
		diagonal, anti := l[0].difference(occupied), l[1].difference(occupied)
		rank, file := l[2].difference(occupied), l[3].difference(occupied)
		dst[southWest] |= diagonal & l[0].lower
		dst[northEast] |= diagonal & l[0].upper
		dst[southEast] |= anti & l[1].lower
		dst[northWest] |= anti & l[1].upper
		dst[west] |= rank & l[2].lower
		dst[east] |= rank & l[2].upper
		dst[south] |= file & l[3].lower
		dst[north] |= file & l[3].upper
	}
}
