package koggestone

// NorthEastFill returns gen and every square north-east of it on an empty board.
//
//	gen               NorthEastFill(gen)
//	· · · · · · · ·   · · · · · · · 1
//	· · · · · · · ·   · · · · · · 1 ·
//	· · · · · · · ·   · · · · · 1 · ·
//	· · · · · · · ·   · · · · 1 · · ·
//	· · · 1 · · · ·   · · · 1 · · · 1
//	· · · · · · 1 ·   · · · · · · 1 ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthEastFill(gen uint64) uint64 {
	gen |= gen << 9 & 0xfefefefefefefefe
	gen |= gen << 18 & 0xfcfcfcfcfcfcfcfc
	gen |= gen << 36 & 0xf0f0f0f0f0f0f0f0
	return gen
}

// EastFill returns gen and every square east of it on an empty board.
//
//	gen               EastFill(gen)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · 1 1 1 1 1
//	· · · · · · 1 ·   · · · · · · 1 1
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func EastFill(gen uint64) uint64 {
	gen |= gen << 1 & 0xfefefefefefefefe
	gen |= gen << 2 & 0xfcfcfcfcfcfcfcfc
	gen |= gen << 4 & 0xf0f0f0f0f0f0f0f0
	return gen
}

// SouthEastFill returns gen and every square south-east of it on an empty board.
//
//	gen               SouthEastFill(gen)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · 1 · · · ·
//	· · · · · · 1 ·   · · · · 1 · 1 ·
//	· · · · · · · ·   · · · · · 1 · 1
//	· · · · · · · ·   · · · · · · 1 ·
func SouthEastFill(gen uint64) uint64 {
	gen |= gen >> 7 & 0xfefefefefefefefe
	gen |= gen >> 14 & 0xfcfcfcfcfcfcfcfc
	gen |= gen >> 28 & 0xf0f0f0f0f0f0f0f0
	return gen
}

// SouthFill returns gen and every square south of it on an empty board.
//
//	gen               SouthFill(gen)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · 1 · · · ·
//	· · · · · · 1 ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
func SouthFill(gen uint64) uint64 {
	gen |= gen >> 8
	gen |= gen >> 16
	gen |= gen >> 32
	return gen
}

// SouthWestFill returns gen and every square south-west of it on an empty board.
//
//	gen               SouthWestFill(gen)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · 1 · · · ·
//	· · · · · · 1 ·   · · 1 · · · 1 ·
//	· · · · · · · ·   · 1 · · · 1 · ·
//	· · · · · · · ·   1 · · · 1 · · ·
func SouthWestFill(gen uint64) uint64 {
	gen |= gen >> 9 & 0x7f7f7f7f7f7f7f7f
	gen |= gen >> 18 & 0x3f3f3f3f3f3f3f3f
	gen |= gen >> 36 & 0x0f0f0f0f0f0f0f0f
	return gen
}

// WestFill returns gen and every square west of it on an empty board.
//
//	gen               WestFill(gen)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   1 1 1 1 · · · ·
//	· · · · · · 1 ·   1 1 1 1 1 1 1 ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func WestFill(gen uint64) uint64 {
	gen |= gen >> 1 & 0x7f7f7f7f7f7f7f7f
	gen |= gen >> 2 & 0x3f3f3f3f3f3f3f3f
	gen |= gen >> 4 & 0x0f0f0f0f0f0f0f0f
	return gen
}

// NorthWestFill returns gen and every square north-west of it on an empty board.
//
//	gen               NorthWestFill(gen)
//	· · · · · · · ·   · 1 · · · · · ·
//	· · · · · · · ·   1 · 1 · · · · ·
//	· · · · · · · ·   · 1 · 1 · · · ·
//	· · · · · · · ·   · · 1 · 1 · · ·
//	· · · 1 · · · ·   · · · 1 · 1 · ·
//	· · · · · · 1 ·   · · · · · · 1 ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthWestFill(gen uint64) uint64 {
	gen |= gen << 7 & 0x7f7f7f7f7f7f7f7f
	gen |= gen << 14 & 0x3f3f3f3f3f3f3f3f
	gen |= gen << 28 & 0x0f0f0f0f0f0f0f0f
	return gen
}

// NorthFill returns gen and every square north of it on an empty board.
//
//	gen               NorthFill(gen)
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · 1 · · · ·   · · · 1 · · 1 ·
//	· · · · · · 1 ·   · · · · · · 1 ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthFill(gen uint64) uint64 {
	gen |= gen << 8
	gen |= gen << 16
	gen |= gen << 32
	return gen
}
