package koggestone

import "github.com/koggestone/koggestone/internal/squares"

// NorthEastStep returns b moved one step north-east, without squares that leave the board.
//
//	b                 NorthEastStep(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · 1 · · ·
//	· · · 1 · · · ·   · · · · · · · 1
//	· · · · · · 1 ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthEastStep(b uint64) uint64 { return b << 9 & squares.NotFileA }

// EastStep returns b moved one step east, without squares that leave the board.
//
//	b                 EastStep(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · · 1 · · ·
//	· · · · · · 1 ·   · · · · · · · 1
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func EastStep(b uint64) uint64 { return b << 1 & squares.NotFileA }

// SouthEastStep returns b moved one step south-east, without squares that leave the board.
//
//	b                 SouthEastStep(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · · · · · ·
//	· · · · · · 1 ·   · · · · 1 · · ·
//	· · · · · · · ·   · · · · · · · 1
//	· · · · · · · ·   · · · · · · · ·
func SouthEastStep(b uint64) uint64 { return b >> 7 & squares.NotFileA }

// SouthStep returns b moved one step south, without squares that leave the board.
//
//	b                 SouthStep(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · · · · · ·
//	· · · · · · 1 ·   · · · 1 · · · ·
//	· · · · · · · ·   · · · · · · 1 ·
//	· · · · · · · ·   · · · · · · · ·
func SouthStep(b uint64) uint64 { return b >> 8 }

// SouthWestStep returns b moved one step south-west, without squares that leave the board.
//
//	b                 SouthWestStep(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · · · · · ·
//	· · · · · · 1 ·   · · 1 · · · · ·
//	· · · · · · · ·   · · · · · 1 · ·
//	· · · · · · · ·   · · · · · · · ·
func SouthWestStep(b uint64) uint64 { return b >> 9 & squares.NotFileH }

// WestStep returns b moved one step west, without squares that leave the board.
//
//	b                 WestStep(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · 1 · · · · ·
//	· · · · · · 1 ·   · · · · · 1 · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func WestStep(b uint64) uint64 { return b >> 1 & squares.NotFileH }

// NorthWestStep returns b moved one step north-west, without squares that leave the board.
//
//	b                 NorthWestStep(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · 1 · · · · ·
//	· · · 1 · · · ·   · · · · · 1 · ·
//	· · · · · · 1 ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthWestStep(b uint64) uint64 { return b << 7 & squares.NotFileH }

// NorthStep returns b moved one step north, without squares that leave the board.
//
//	b                 NorthStep(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · 1 · · · ·
//	· · · 1 · · · ·   · · · · · · 1 ·
//	· · · · · · 1 ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthStep(b uint64) uint64 { return b << 8 }

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
