package koggestone

// Ray-wise attacks of whole sets of sliders: the occluded fill over the empty
// squares, shifted one step further onto the first blocker. Steffan Westcott
// (2002). All eight are inlined.

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
	return NorthEastStep(NorthEastOccluded(sliders, empty))
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
	return EastStep(EastOccluded(sliders, empty))
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
	return SouthEastStep(SouthEastOccluded(sliders, empty))
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
	return SouthStep(SouthOccluded(sliders, empty))
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
	return SouthWestStep(SouthWestOccluded(sliders, empty))
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
	return WestStep(WestOccluded(sliders, empty))
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
	return NorthWestStep(NorthWestOccluded(sliders, empty))
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
