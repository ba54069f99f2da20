package pawns

import "github.com/koggestone/koggestone"

// FileFill returns every square of the files that contain a square of b.
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
func FileFill(b uint64) uint64 { return koggestone.NorthFill(b) | koggestone.SouthFill(b) }

// OpenFiles returns every square of the files without a pawn.
func OpenFiles(white, black uint64) uint64 { return ^FileFill(white | black) }

// WhiteHalfOpenFiles returns every square of the files with a black pawn and without
// a white one.
func WhiteHalfOpenFiles(white, black uint64) uint64 { return FileFill(black) &^ FileFill(white) }

// BlackHalfOpenFiles returns every square of the files with a white pawn and without
// a black one.
func BlackHalfOpenFiles(white, black uint64) uint64 { return FileFill(white) &^ FileFill(black) }

// sides returns the squares one step east and one step west of b.
func sides(b uint64) uint64 { return koggestone.EastStep(b) | koggestone.WestStep(b) }
