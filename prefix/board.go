package prefix

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// The board turned and flipped. Flips and transpositions exchange blocks of 1, 2
// and 4 squares, in log2(8) steps as the fills are. Every function's inverse is
// named; flips are their own.

// FlipVertical returns b with the ranks in reverse order: rank 1 becomes rank 8.
// It is its own inverse, and FlipRanks of package koggestone.
//
//	b                 FlipVertical(b)
//	. . . . . . . .   . 1 . . . 1 . .
//	. 1 1 1 1 . . .   . 1 . . 1 . . .
//	. 1 . . . 1 . .   . 1 . 1 . . . .
//	. 1 . . . 1 . .   . 1 1 1 1 . . .
//	. 1 1 1 1 . . .   . 1 . . . 1 . .
//	. 1 . 1 . . . .   . 1 . . . 1 . .
//	. 1 . . 1 . . .   . 1 1 1 1 . . .
//	. 1 . . . 1 . .   . . . . . . . .
func FlipVertical(b uint64) uint64 { return koggestone.FlipRanks(b) }

// MirrorHorizontal returns b with the files in reverse order: file a becomes file
// h. It is its own inverse, and MirrorFiles of package koggestone.
//
//	b                 MirrorHorizontal(b)
//	. . . . . . . .   . . . . . . . .
//	. 1 1 1 1 . . .   . . . 1 1 1 1 .
//	. 1 . . . 1 . .   . . 1 . . . 1 .
//	. 1 . . . 1 . .   . . 1 . . . 1 .
//	. 1 1 1 1 . . .   . . . 1 1 1 1 .
//	. 1 . 1 . . . .   . . . . 1 . 1 .
//	. 1 . . 1 . . .   . . . 1 . . 1 .
//	. 1 . . . 1 . .   . . 1 . . . 1 .
func MirrorHorizontal(b uint64) uint64 { return koggestone.MirrorFiles(b) }

// Transpose returns b flipped about the diagonal a1-h8: files become ranks, b1
// becomes a2. It is its own inverse.
//
//	b                 Transpose(b)
//	. . . . . . . .   . . . . . . . .
//	. 1 1 1 1 . . .   . . . . . . . .
//	. 1 . . . 1 . .   1 . . . 1 1 . .
//	. 1 . . . 1 . .   . 1 . 1 . . 1 .
//	. 1 1 1 1 . . .   . . 1 1 . . 1 .
//	. 1 . 1 . . . .   . . . 1 . . 1 .
//	. 1 . . 1 . . .   1 1 1 1 1 1 1 .
//	. 1 . . . 1 . .   . . . . . . . .
func Transpose(b uint64) uint64 {
	// Delta swaps of blocks on either side of the diagonal: 28, 14 and 7 lie
	// between a square and its mirror image 4, 2 and 1 steps off.
	const k1, k2, k4 = 0x5500550055005500, 0x3333000033330000, 0x0f0f0f0f00000000
	t := k4 & (b ^ b<<28)
	b ^= t ^ t>>28
	t = k2 & (b ^ b<<14)
	b ^= t ^ t>>14
	t = k1 & (b ^ b<<7)
	return b ^ t ^ t>>7
}

// AntiTranspose returns b flipped about the diagonal a8-h1: a1 becomes h8, b1
// becomes h7. It is its own inverse.
//
//	b                 AntiTranspose(b)
//	. . . . . . . .   . . . . . . . .
//	. 1 1 1 1 . . .   . 1 1 1 1 1 1 1
//	. 1 . . . 1 . .   . 1 . . 1 . . .
//	. 1 . . . 1 . .   . 1 . . 1 1 . .
//	. 1 1 1 1 . . .   . 1 . . 1 . 1 .
//	. 1 . 1 . . . .   . . 1 1 . . . 1
//	. 1 . . 1 . . .   . . . . . . . .
//	. 1 . . . 1 . .   . . . . . . . .
func AntiTranspose(b uint64) uint64 { return Rotate180(Transpose(b)) }

// Rotate90 returns b turned clockwise by 90 degrees: a1 becomes a8. Its inverse
// is [Rotate270].
//
//	b                 Rotate90(b)
//	. . . . . . . .   . . . . . . . .
//	. 1 1 1 1 . . .   1 1 1 1 1 1 1 .
//	. 1 . . . 1 . .   . . . 1 . . 1 .
//	. 1 . . . 1 . .   . . 1 1 . . 1 .
//	. 1 1 1 1 . . .   . 1 . 1 . . 1 .
//	. 1 . 1 . . . .   1 . . . 1 1 . .
//	. 1 . . 1 . . .   . . . . . . . .
//	. 1 . . . 1 . .   . . . . . . . .
func Rotate90(b uint64) uint64 { return FlipVertical(Transpose(b)) }

// Rotate180 returns b turned by 180 degrees: a1 becomes h8, square i square 63-i.
// It is its own inverse, and ReverseSquares of package koggestone.
//
//	b                 Rotate180(b)
//	. . . . . . . .   . . 1 . . . 1 .
//	. 1 1 1 1 . . .   . . . 1 . . 1 .
//	. 1 . . . 1 . .   . . . . 1 . 1 .
//	. 1 . . . 1 . .   . . . 1 1 1 1 .
//	. 1 1 1 1 . . .   . . 1 . . . 1 .
//	. 1 . 1 . . . .   . . 1 . . . 1 .
//	. 1 . . 1 . . .   . . . 1 1 1 1 .
//	. 1 . . . 1 . .   . . . . . . . .
func Rotate180(b uint64) uint64 { return koggestone.ReverseSquares(b) }

// Rotate270 returns b turned clockwise by 270 degrees, which is anticlockwise by
// 90: a1 becomes h1. Its inverse is [Rotate90].
//
//	b                 Rotate270(b)
//	. . . . . . . .   . . . . . . . .
//	. 1 1 1 1 . . .   . . . . . . . .
//	. 1 . . . 1 . .   . . 1 1 . . . 1
//	. 1 . . . 1 . .   . 1 . . 1 . 1 .
//	. 1 1 1 1 . . .   . 1 . . 1 1 . .
//	. 1 . 1 . . . .   . 1 . . 1 . . .
//	. 1 . . 1 . . .   . 1 1 1 1 1 1 1
//	. 1 . . . 1 . .   . . . . . . . .
func Rotate270(b uint64) uint64 { return Transpose(FlipVertical(b)) }

// Pseudo-rotation by 45 degrees turns every file around in itself, file f by f
// ranks, so that the diagonals come to lie on ranks: in three steps, of the files
// with bit 0, 1 and 2 of their number set. Two diagonals that together have eight
// squares share a rank. Gerd Isenberg.

// The files whose number has bit 0, bit 1, bit 2 set.
const (
	files1 = 0xaaaaaaaaaaaaaaaa
	files2 = 0xcccccccccccccccc
	files4 = 0xf0f0f0f0f0f0f0f0
)

// turnFiles returns b with the files of k1 turned in themselves by s bits, those
// of k2 by 2s and those of k4 by 4s, upwards for s = 8, downwards for s = -8.
func turnFiles(b, k1, k2, k4 uint64, s int) uint64 {
	b ^= k1 & (b ^ bits.RotateLeft64(b, s))
	b ^= k2 & (b ^ bits.RotateLeft64(b, 2*s))
	return b ^ k4&(b^bits.RotateLeft64(b, 4*s))
}

// PseudoRotate45Clockwise returns b with the diagonals parallel to a1-h8 laid on
// the ranks, a1-h8 itself on rank 1; the square on file f and rank r (from 0) goes
// to rank r-f modulo 8 of its file. Its inverse is
// [PseudoRotate45ClockwiseInverse].
//
//	b                 PseudoRotate45Clockwise(b)
//	. . . . x . . m   . . . . . . . .
//	. . . x . . m .   . . . . . . . .
//	. . x . . m . .   . . . . . . . .
//	. x . . m . . .   . . . . . . . .
//	x . . m . . . .   x x x x x y y y
//	. . m . . . . y   . . . . . . . .
//	. m . . . . y .   . . . . . . . .
//	m . . . . y . .   m m m m m m m m
func PseudoRotate45Clockwise(b uint64) uint64 { return turnFiles(b, files1, files2, files4, -8) }

// PseudoRotate45ClockwiseInverse returns the board whose
// [PseudoRotate45Clockwise] is b.
func PseudoRotate45ClockwiseInverse(b uint64) uint64 { return turnFiles(b, files1, files2, files4, 8) }

// PseudoRotate45Anticlockwise returns b with the diagonals parallel to a8-h1 laid
// on the ranks, a8-h1 itself on rank 1; the square on file f and rank r (from 0)
// goes to rank r+f+1 modulo 8 of its file. Its inverse is
// [PseudoRotate45AnticlockwiseInverse].
//
//	b                 PseudoRotate45Anticlockwise(b)
//	m . . . . y . .   . . . . . . . .
//	. m . . . . y .   . . . . . . . .
//	. . m . . . . y   x x x x x y y y
//	x . . m . . . .   . . . . . . . .
//	. x . . m . . .   . . . . . . . .
//	. . x . . m . .   . . . . . . . .
//	. . . x . . m .   . . . . . . . .
//	. . . . x . . m   m m m m m m m m
func PseudoRotate45Anticlockwise(b uint64) uint64 {
	return turnFiles(b, ^uint64(files1), ^uint64(files2), ^uint64(files4), -8)
}

// PseudoRotate45AnticlockwiseInverse returns the board whose
// [PseudoRotate45Anticlockwise] is b.
func PseudoRotate45AnticlockwiseInverse(b uint64) uint64 {
	return turnFiles(b, ^uint64(files1), ^uint64(files2), ^uint64(files4), 8)
}
