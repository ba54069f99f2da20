package koggestone

// Ray-wise attacks of whole sets of sliders: the occluded fill over the empty
// squares, shifted one step further onto the first blocker. Steffan Westcott
// (2002). All eight are inlined.
//
// Two opposite directions have the work on the propagator in common: the compiler
// computes it once where both are inlined side by side. For that the four that lead
// to lower squares are written by downAttacks, and all that change the file run over
// the same empty squares, those of innerFiles: what lies between two squares of such
// a ray is on neither edge. East is simpler still.

const innerFiles = notAFile & notHFile

// downAttacks returns what sliders attack in steps of k to lower squares; what wraps
// around the edge of the board is still in. Here the step onto the first blocker
// comes first: an attacked square in pro attacks the next one, and one that begins
// a row of 2, then 4, squares of pro attacks as many further. Seen from below it
// ends that row, so the propagators are those of the fill upwards.
func downAttacks(sliders, pro uint64, k uint) uint64 {
	attacks := sliders >> k
	attacks |= (pro & attacks) >> k
	pro &= pro << k
	attacks |= (pro & attacks) >> (2 * k)
	pro &= pro << (2 * k)
	return attacks | (pro&attacks)>>(4*k)
}

// NorthEastAttacks returns the squares that sliders attack going north-east, the first
// blocker of either colour included, the sliders themselves only where attacked.
//
//	S, o occupied     NorthEastAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . o .   . . . . . . 1 .
//	. . . . . . . .   . . . . . 1 . .
//	. . . . . . . .   . . . . 1 . . .
//	. . . S . . . .   . . . . . . . 1
//	. . . . . . S .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthEastAttacks(sliders, empty uint64) uint64 {
	return NorthEastStep(NorthEastOccluded(sliders, empty&innerFiles))
}

// EastAttacks returns the squares that sliders attack going east, the first
// blocker of either colour included, the sliders themselves only where attacked.
//
//	S, o occupied     EastAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . S . . o .   . . . . 1 1 1 .
//	. . . . . . S .   . . . . . . . 1
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func EastAttacks(sliders, empty uint64) uint64 {
	// A bit added one step east of a slider ripples as a carry over the free squares
	// to the first blocker, and what changes is attacked. No carry leaves its rank: no
	// square of the h-file is free, and where a bit is added none arrives from further
	// west, since the slider stops it.
	free := empty & innerFiles &^ sliders
	return (free + EastStep(sliders)) ^ free
}

// SouthEastAttacks returns the squares that sliders attack going south-east, the first
// blocker of either colour included, the sliders themselves only where attacked.
//
//	S, o occupied     SouthEastAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . S . . . .   . . . . . . . .
//	. . . . . . S .   . . . . 1 . . .
//	. . . . . . . .   . . . . . 1 . 1
//	. . . . . . o .   . . . . . . 1 .
func SouthEastAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, empty&innerFiles, 7) & notAFile
}

// SouthAttacks returns the squares that sliders attack going south, the first
// blocker of either colour included, the sliders themselves only where attacked.
//
//	S, o occupied     SouthAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . S . . . .   . . . . . . . .
//	. . . . . . S .   . . . 1 . . . .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . o . . . .   . . . 1 . . 1 .
func SouthAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, empty, 8)
}

// SouthWestAttacks returns the squares that sliders attack going south-west, the first
// blocker of either colour included, the sliders themselves only where attacked.
//
//	S, o occupied     SouthWestAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . S . . . .   . . . . . . . .
//	. . . . . . S .   . . 1 . . . . .
//	. . . . . . . .   . 1 . . . 1 . .
//	o . . . . . . .   1 . . . 1 . . .
func SouthWestAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, empty&innerFiles, 9) & notHFile
}

// WestAttacks returns the squares that sliders attack going west, the first
// blocker of either colour included, the sliders themselves only where attacked.
//
//	S, o occupied     WestAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	o . . S . . . .   1 1 1 . . . . .
//	. . . . . . S .   1 1 1 1 1 1 . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func WestAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, empty&innerFiles, 1) & notHFile
}

// NorthWestAttacks returns the squares that sliders attack going north-west, the first
// blocker of either colour included, the sliders themselves only where attacked.
//
//	S, o occupied     NorthWestAttacks(S, empty)
//	. . . . . . . .   . 1 . . . . . .
//	o . . . . . . .   1 . 1 . . . . .
//	. . . . . . . .   . 1 . 1 . . . .
//	. . . . . . . .   . . 1 . 1 . . .
//	. . . S . . . .   . . . . . 1 . .
//	. . . . . . S .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthWestAttacks(sliders, empty uint64) uint64 {
	return NorthWestStep(NorthWestOccluded(sliders, empty&innerFiles))
}

// NorthAttacks returns the squares that sliders attack going north, the first
// blocker of either colour included, the sliders themselves only where attacked.
//
//	S, o occupied     NorthAttacks(S, empty)
//	. . . . . . . .   . . . . . . 1 .
//	. . . o . . . .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . S . . . .   . . . . . . 1 .
//	. . . . . . S .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthAttacks(sliders, empty uint64) uint64 {
	return NorthStep(NorthOccluded(sliders, empty))
}
