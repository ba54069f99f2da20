package prefix

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// Transpose returns b flipped about the diagonal a1-h8: files become ranks, b1
// becomes a2. It exchanges blocks of 1, 2 and 4 squares, in log2(8) steps as a fill
// does. It is its own inverse. The flips that need no transposition are
// [koggestone.FlipRanks], [koggestone.MirrorFiles] and [koggestone.ReverseSquares].
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
func AntiTranspose(b uint64) uint64 { return koggestone.ReverseSquares(Transpose(b)) }

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
func Rotate90(b uint64) uint64 { return koggestone.FlipRanks(Transpose(b)) }

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
func Rotate270(b uint64) uint64 { return Transpose(koggestone.FlipRanks(b)) }

// The files whose number has bit 0, bit 1, bit 2 set.
const (
	files1 = 0xaaaaaaaaaaaaaaaa
	files2 = 0xcccccccccccccccc
	files4 = 0xf0f0f0f0f0f0f0f0
)

// turnFiles returns b with every file rotated in itself: those of k1 by s bits, those
// of k2 by 2s and those of k4 by 4s, upwards for s = 8, downwards for s = -8. A file
// in several of them is rotated by the sum.
func turnFiles(b, k1, k2, k4 uint64, s int) uint64 {
	b ^= k1 & (b ^ bits.RotateLeft64(b, s))
	b ^= k2 & (b ^ bits.RotateLeft64(b, 2*s))
	return b ^ k4&(b^bits.RotateLeft64(b, 4*s))
}

// PseudoRotate45Clockwise returns b with the diagonals parallel to a1-h8 laid on
// the ranks, a1-h8 itself on rank 1. It rotates every file in itself: the square on
// file f and rank r (from 0) goes to rank r-f modulo 8. Two diagonals that together
// have eight squares share a rank. Its inverse is [PseudoRotate45ClockwiseInverse].
// Gerd Isenberg.
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
// on the ranks, a8-h1 itself on rank 1: the square on file f and rank r (from 0) goes
// to rank r+f+1 modulo 8 of its file. Otherwise it is as [PseudoRotate45Clockwise].
// Its inverse is [PseudoRotate45AnticlockwiseInverse].
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
