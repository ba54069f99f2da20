package koggestone

// Occluded fills, the heart of the method: the generator runs over the propagator
// in steps of 1, 2 and 4 squares, and the propagator shrinks to the squares that
// have 2, then 4, propagating squares in a row behind them. Steffan Westcott
// (2002), after the carry-lookahead adder of Peter Kogge and Harold Stone (1973).
// All eight are inlined.

// NorthEastOccluded returns gen and every square that it reaches going north-east over
// squares of pro alone. Blockers are not in the set, the generator is.
//
//	gen               pro               NorthEastOccluded(gen, pro)
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 . 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . 1 . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . 1 . . .
//	. . . 1 . . . .   1 1 1 . 1 1 1 1   . . . 1 . . . 1
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   . . . . . . 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
func NorthEastOccluded(gen, pro uint64) uint64 {
	pro &= notAFile
	gen |= pro & (gen << 9)
	pro &= pro << 9
	gen |= pro & (gen << 18)
	pro &= pro << 18
	return gen | pro&(gen<<36)
}

// EastOccluded returns gen and every square that it reaches going east over
// squares of pro alone. Blockers are not in the set, the generator is.
//
//	gen               pro               EastOccluded(gen, pro)
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . 1 . . . .   1 1 1 . 1 1 . 1   . . . 1 1 1 . .
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   . . . . . . 1 1
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
func EastOccluded(gen, pro uint64) uint64 {
	pro &= notAFile
	gen |= pro & (gen << 1)
	pro &= pro << 1
	gen |= pro & (gen << 2)
	pro &= pro << 2
	return gen | pro&(gen<<4)
}

// SouthEastOccluded returns gen and every square that it reaches going south-east over
// squares of pro alone. Blockers are not in the set, the generator is.
//
//	gen               pro               SouthEastOccluded(gen, pro)
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . 1 . . . .   1 1 1 . 1 1 1 1   . . . 1 . . . .
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   . . . . 1 . 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . 1 . 1
//	. . . . . . . .   1 1 1 1 1 1 . 1   . . . . . . . .
func SouthEastOccluded(gen, pro uint64) uint64 {
	pro &= notAFile
	gen |= pro & (gen >> 7)
	pro &= pro >> 7
	gen |= pro & (gen >> 14)
	pro &= pro >> 14
	return gen | pro&(gen>>28)
}

// SouthOccluded returns gen and every square that it reaches going south over
// squares of pro alone. Blockers are not in the set, the generator is.
//
//	gen               pro               SouthOccluded(gen, pro)
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . 1 . . . .   1 1 1 . 1 1 1 1   . . . 1 . . . .
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   . . . 1 . . 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . 1 . . 1 .
//	. . . . . . . .   1 1 1 . 1 1 1 1   . . . . . . 1 .
func SouthOccluded(gen, pro uint64) uint64 {
	gen |= pro & (gen >> 8)
	pro &= pro >> 8
	gen |= pro & (gen >> 16)
	pro &= pro >> 16
	return gen | pro&(gen>>32)
}

// SouthWestOccluded returns gen and every square that it reaches going south-west over
// squares of pro alone. Blockers are not in the set, the generator is.
//
//	gen               pro               SouthWestOccluded(gen, pro)
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . 1 . . . .   1 1 1 . 1 1 1 1   . . . 1 . . . .
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   . . 1 . . . 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . 1 . . . 1 . .
//	. . . . . . . .   . 1 1 1 1 1 1 1   . . . . 1 . . .
func SouthWestOccluded(gen, pro uint64) uint64 {
	pro &= notHFile
	gen |= pro & (gen >> 9)
	pro &= pro >> 9
	gen |= pro & (gen >> 18)
	pro &= pro >> 18
	return gen | pro&(gen>>36)
}

// WestOccluded returns gen and every square that it reaches going west over
// squares of pro alone. Blockers are not in the set, the generator is.
//
//	gen               pro               WestOccluded(gen, pro)
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . 1 . . . .   . 1 1 . 1 1 1 1   . 1 1 1 . . . .
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   1 1 1 1 1 1 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
func WestOccluded(gen, pro uint64) uint64 {
	pro &= notHFile
	gen |= pro & (gen >> 1)
	pro &= pro >> 1
	gen |= pro & (gen >> 2)
	pro &= pro >> 2
	return gen | pro&(gen>>4)
}

// NorthWestOccluded returns gen and every square that it reaches going north-west over
// squares of pro alone. Blockers are not in the set, the generator is.
//
//	gen               pro               NorthWestOccluded(gen, pro)
//	. . . . . . . .   1 1 1 1 1 1 1 1   . 1 . . . . . .
//	. . . . . . . .   . 1 1 1 1 1 1 1   . . 1 . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . 1 . 1 . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . 1 . 1 . . .
//	. . . 1 . . . .   1 1 1 . 1 1 1 1   . . . 1 . 1 . .
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   . . . . . . 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
func NorthWestOccluded(gen, pro uint64) uint64 {
	pro &= notHFile
	gen |= pro & (gen << 7)
	pro &= pro << 7
	gen |= pro & (gen << 14)
	pro &= pro << 14
	return gen | pro&(gen<<28)
}

// NorthOccluded returns gen and every square that it reaches going north over
// squares of pro alone. Blockers are not in the set, the generator is.
//
//	gen               pro               NorthOccluded(gen, pro)
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . 1 .
//	. . . . . . . .   1 1 1 . 1 1 1 1   . . . . . . 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . 1 . . 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . 1 . . 1 .
//	. . . 1 . . . .   1 1 1 . 1 1 1 1   . . . 1 . . 1 .
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   . . . . . . 1 .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
func NorthOccluded(gen, pro uint64) uint64 {
	gen |= pro & (gen << 8)
	pro &= pro << 8
	gen |= pro & (gen << 16)
	pro &= pro << 16
	return gen | pro&(gen<<32)
}
