package koggestone

import "github.com/koggestone/koggestone/internal/squares"

// NorthEastStep returns the squares one step north-east of those of b, without squares off
// the board.
//
//	b                 NorthEastStep(b)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . 1 . . .
//	. . . 1 . . . .   . . . . . . . 1
//	. . . . . . 1 .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthEastStep(b uint64) uint64 { return b << 9 & squares.NotFileA }

// EastStep returns the squares one step east of those of b, without squares off the board.
//
//	b                 EastStep(b)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . 1 . . .
//	. . . . . . 1 .   . . . . . . . 1
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func EastStep(b uint64) uint64 { return b << 1 & squares.NotFileA }

// SouthEastStep returns the squares one step south-east of those of b, without squares off
// the board.
//
//	b                 SouthEastStep(b)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .
//	. . . . . . 1 .   . . . . 1 . . .
//	. . . . . . . .   . . . . . . . 1
//	. . . . . . . .   . . . . . . . .
func SouthEastStep(b uint64) uint64 { return b >> 7 & squares.NotFileA }

// SouthStep returns the squares one step south of those of b, without squares off the
// board.
//
//	b                 SouthStep(b)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .
//	. . . . . . 1 .   . . . 1 . . . .
//	. . . . . . . .   . . . . . . 1 .
//	. . . . . . . .   . . . . . . . .
func SouthStep(b uint64) uint64 { return b >> 8 }

// SouthWestStep returns the squares one step south-west of those of b, without squares off
// the board.
//
//	b                 SouthWestStep(b)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .
//	. . . . . . 1 .   . . 1 . . . . .
//	. . . . . . . .   . . . . . 1 . .
//	. . . . . . . .   . . . . . . . .
func SouthWestStep(b uint64) uint64 { return b >> 9 & squares.NotFileH }

// WestStep returns the squares one step west of those of b, without squares off the board.
//
//	b                 WestStep(b)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . 1 . . . .   . . 1 . . . . .
//	. . . . . . 1 .   . . . . . 1 . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func WestStep(b uint64) uint64 { return b >> 1 & squares.NotFileH }

// NorthWestStep returns the squares one step north-west of those of b, without squares off
// the board.
//
//	b                 NorthWestStep(b)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . 1 . . . . .
//	. . . 1 . . . .   . . . . . 1 . .
//	. . . . . . 1 .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthWestStep(b uint64) uint64 { return b << 7 & squares.NotFileH }

// NorthStep returns the squares one step north of those of b, without squares off the
// board.
//
//	b                 NorthStep(b)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . 1 . . . .
//	. . . 1 . . . .   . . . . . . 1 .
//	. . . . . . 1 .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthStep(b uint64) uint64 { return b << 8 }
