package rivals

// A fill moves a whole set over empty squares. After inlining, all shifts are constants. A
// mask removes squares that a shift moves around the board's edge.
const (
	notA = 0xfefefefefefefefe
	notH = 0x7f7f7f7f7f7f7f7f
	all  = 0xffffffffffffffff
)

// koggeStoneUp returns what sliders attack in steps of k to higher squares: three
// steps, since the squares to run over double as well (Steffan Westcott, 2002).
func koggeStoneUp(gen, empty uint64, k uint, edge uint64) uint64 {
	pro := empty & edge
	gen |= pro & (gen << k)
	pro &= pro << k
	gen |= pro & (gen << (2 * k))
	pro &= pro << (2 * k)
	gen |= pro & (gen << (4 * k))
	return gen << k & edge
}

// koggeStoneDown is koggeStoneUp to lower squares.
func koggeStoneDown(gen, empty uint64, k uint, edge uint64) uint64 {
	pro := empty & edge
	gen |= pro & (gen >> k)
	pro &= pro >> k
	gen |= pro & (gen >> (2 * k))
	pro &= pro >> (2 * k)
	gen |= pro & (gen >> (4 * k))
	return gen >> k & edge
}

func koggeStoneUnion(diagonal, orthogonal, occupied uint64) uint64 {
	empty := ^occupied
	return koggeStoneUp(diagonal, empty, 9, notA) | koggeStoneDown(diagonal, empty, 7, notA) |
		koggeStoneDown(diagonal, empty, 9, notH) | koggeStoneUp(diagonal, empty, 7, notH) |
		koggeStoneUp(orthogonal, empty, 1, notA) | koggeStoneDown(orthogonal, empty, 8, all) |
		koggeStoneDown(orthogonal, empty, 1, notH) | koggeStoneUp(orthogonal, empty, 8, all)
}

func koggeStoneRays(dst *[8]uint64, sliders, occupied uint64) {
	empty := ^occupied
	dst[northEast] = koggeStoneUp(sliders, empty, 9, notA)
	dst[east] = koggeStoneUp(sliders, empty, 1, notA)
	dst[southEast] = koggeStoneDown(sliders, empty, 7, notA)
	dst[south] = koggeStoneDown(sliders, empty, 8, all)
	dst[southWest] = koggeStoneDown(sliders, empty, 9, notH)
	dst[west] = koggeStoneDown(sliders, empty, 1, notH)
	dst[northWest] = koggeStoneUp(sliders, empty, 7, notH)
	dst[north] = koggeStoneUp(sliders, empty, 8, all)
}
