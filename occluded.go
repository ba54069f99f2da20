package koggestone

import "github.com/koggestone/koggestone/internal/squares"

// NorthEastOccluded returns gen and every square that it reaches going north-east over
// squares of pro. The set includes the generator, not the blockers.
//
//	gen               pro               NorthEastOccluded(gen, pro)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 · 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · 1 · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · 1 · · ·
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · · · 1
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · · · · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
func NorthEastOccluded(gen, pro uint64) uint64 {
	pro -= pro & squares.FileA // pro &^ squares.FileA, see inner
	gen |= pro & (gen << 9)
	pro &= pro << 9
	gen |= pro & (gen << 18)
	pro &= pro << 18
	return gen | pro&(gen<<36)
}

// EastOccluded returns gen and every square that it reaches going east over squares of pro.
// The set includes the generator, not the blockers.
//
//	gen               pro               EastOccluded(gen, pro)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · 1 · · · ·   1 1 1 · 1 1 · 1   · · · 1 1 1 · ·
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · · · · · 1 1
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
func EastOccluded(gen, pro uint64) uint64 {
	return gen | pro&carryEast(gen, inner(pro))
}

// SouthEastOccluded returns gen and every square that it reaches going south-east over
// squares of pro. The set includes the generator, not the blockers.
//
//	gen               pro               SouthEastOccluded(gen, pro)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · · · ·
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · · · 1 · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · 1 · 1
//	· · · · · · · ·   1 1 1 1 1 1 · 1   · · · · · · · ·
func SouthEastOccluded(gen, pro uint64) uint64 {
	pro -= pro & squares.FileA
	gen |= pro & (gen >> 7)
	pro &= pro >> 7
	gen |= pro & (gen >> 14)
	pro &= pro >> 14
	return gen | pro&(gen>>28)
}

// SouthOccluded returns gen and every square that it reaches going south over squares of
// pro. The set includes the generator, not the blockers.
//
//	gen               pro               SouthOccluded(gen, pro)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · · · ·
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · · 1 · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · 1 ·
//	· · · · · · · ·   1 1 1 · 1 1 1 1   · · · · · · 1 ·
func SouthOccluded(gen, pro uint64) uint64 {
	gen |= pro & (gen >> 8)
	pro &= pro >> 8
	gen |= pro & (gen >> 16)
	pro &= pro >> 16
	return gen | pro&(gen>>32)
}

// SouthWestOccluded returns gen and every square that it reaches going south-west over
// squares of pro. The set includes the generator, not the blockers.
//
//	gen               pro               SouthWestOccluded(gen, pro)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · · · ·
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · 1 · · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · 1 · · · 1 · ·
//	· · · · · · · ·   · 1 1 1 1 1 1 1   · · · · 1 · · ·
func SouthWestOccluded(gen, pro uint64) uint64 {
	pro -= pro & squares.FileH
	gen |= pro & (gen >> 9)
	pro &= pro >> 9
	gen |= pro & (gen >> 18)
	pro &= pro >> 18
	return gen | pro&(gen>>36)
}

// WestOccluded returns gen and every square that it reaches going west over squares of pro.
// The set includes the generator, not the blockers.
//
//	gen               pro               WestOccluded(gen, pro)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · 1 · · · ·   · 1 1 · 1 1 1 1   · 1 1 1 · · · ·
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   1 1 1 1 1 1 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
func WestOccluded(gen, pro uint64) uint64 {
	pro -= pro & squares.FileH
	gen |= pro & (gen >> 1)
	pro &= pro >> 1
	gen |= pro & (gen >> 2)
	pro &= pro >> 2
	return gen | pro&(gen>>4)
}

// NorthWestOccluded returns gen and every square that it reaches going north-west over
// squares of pro. The set includes the generator, not the blockers.
//
//	gen               pro               NorthWestOccluded(gen, pro)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · 1 · · · · · ·
//	· · · · · · · ·   · 1 1 1 1 1 1 1   · · 1 · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · 1 · 1 · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · 1 · 1 · · ·
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · 1 · ·
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · · · · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
func NorthWestOccluded(gen, pro uint64) uint64 {
	pro -= pro & squares.FileH
	gen |= pro & (gen << 7)
	pro &= pro << 7
	gen |= pro & (gen << 14)
	pro &= pro << 14
	return gen | pro&(gen<<28)
}

// NorthOccluded returns gen and every square that it reaches going north over squares of
// pro. The set includes the generator, not the blockers.
//
//	gen               pro               NorthOccluded(gen, pro)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · 1 ·
//	· · · · · · · ·   1 1 1 · 1 1 1 1   · · · · · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · 1 ·
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · · 1 ·
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · · · · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
func NorthOccluded(gen, pro uint64) uint64 {
	gen |= pro & (gen << 8)
	pro &= pro << 8
	gen |= pro & (gen << 16)
	pro &= pro << 16
	return gen | pro&(gen<<32)
}
