package rivals

import "github.com/koggestone/koggestone"

// koggeStoneUnion fills in each direction with the library's functions in plain Go, which are
// inlined. A fill takes three steps, because the squares that it can run over double as well
// (Steffan Westcott, 2002).
func koggeStoneUnion(diagonal, orthogonal, occupied uint64) uint64 {
	empty := ^occupied
	return koggestone.NorthEastAttacks(diagonal, empty) | koggestone.SouthEastAttacks(diagonal, empty) |
		koggestone.SouthWestAttacks(diagonal, empty) | koggestone.NorthWestAttacks(diagonal, empty) |
		koggestone.EastAttacks(orthogonal, empty) | koggestone.SouthAttacks(orthogonal, empty) |
		koggestone.WestAttacks(orthogonal, empty) | koggestone.NorthAttacks(orthogonal, empty)
}

func koggeStoneRays(dst *[8]uint64, sliders, occupied uint64) {
	empty := ^occupied
	dst[northEast] = koggestone.NorthEastAttacks(sliders, empty)
	dst[east] = koggestone.EastAttacks(sliders, empty)
	dst[southEast] = koggestone.SouthEastAttacks(sliders, empty)
	dst[south] = koggestone.SouthAttacks(sliders, empty)
	dst[southWest] = koggestone.SouthWestAttacks(sliders, empty)
	dst[west] = koggestone.WestAttacks(sliders, empty)
	dst[northWest] = koggestone.NorthWestAttacks(sliders, empty)
	dst[north] = koggestone.NorthAttacks(sliders, empty)
}
