package rivals

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

// steps holds the file and rank steps of the directions.
var steps = [8][2]int{{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// walk returns the attacks of a slider on square sq in direction d, for building tables.
func walk(sq, d int, occupied uint64) (seen uint64) {
	file, rank := sq&7+steps[d][0], sq>>3+steps[d][1]
	for file >= 0 && file < 8 && rank >= 0 && rank < 8 {
		b := uint64(1) << (8*rank + file)
		seen |= b
		if occupied&b != 0 {
			break
		}
		file, rank = file+steps[d][0], rank+steps[d][1]
	}
	return seen
}

// raysFrom holds the squares in each direction from each square on an empty board,
// a cache line a square.
var raysFrom = func() (r [64][8]uint64) {
	for sq := range 64 {
		for d := range 8 {
			r[sq][d] = walk(sq, d, 0)
		}
	}
	return r
}()

// divide adds to each set of dst what a slider on square sq attacks in that
// direction, given all that it attacks.
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
