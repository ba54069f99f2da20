package prefix

import "github.com/koggestone/koggestone"

// Fills along the files of an empty board, the prefix problem of "or": three
// steps of 8, 16 and 32 bits.

// NorthFill returns b and every square north of it. It is NorthFill of package
// koggestone.
func NorthFill(b uint64) uint64 { return koggestone.NorthFill(b) }

// SouthFill returns b and every square south of it. It is SouthFill of package
// koggestone.
func SouthFill(b uint64) uint64 { return koggestone.SouthFill(b) }

// FileFill returns every square of the files on which b has a square.
//
//	b                 FileFill(b)
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . 1 . . . .   . . . 1 . . 1 .
//	. . . . . . 1 .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
func FileFill(b uint64) uint64 { return NorthFill(b) | SouthFill(b) }

// sides returns the squares one step east and one step west of b.
func sides(b uint64) uint64 { return koggestone.EastStep(b) | koggestone.WestStep(b) }
