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
