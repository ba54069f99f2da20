package prefix

import "github.com/koggestone/koggestone"

// Transpose returns b flipped about the diagonal a1-h8: files become ranks, and b1 becomes
// a2. It is its own inverse. Like a fill, it takes log2(8) steps, which exchange blocks of
// 1, 2 and 4 squares. Other flips are [koggestone.FlipRanks], [koggestone.MirrorFiles] and
// [koggestone.ReverseSquares].
//
//	b                 Transpose(b)
//	· · · · · · · ·   · · · · · · · ·
//	· 1 1 1 1 · · ·   · · · · · · · ·
//	· 1 · · · 1 · ·   1 · · · 1 1 · ·
//	· 1 · · · 1 · ·   · 1 · 1 · · 1 ·
//	· 1 1 1 1 · · ·   · · 1 1 · · 1 ·
//	· 1 · 1 · · · ·   · · · 1 · · 1 ·
//	· 1 · · 1 · · ·   1 1 1 1 1 1 1 ·
//	· 1 · · · 1 · ·   · · · · · · · ·
func Transpose(b uint64) uint64 {
	// Delta swaps on either side of the diagonal: a square and its mirror image 4, 2 or 1
	// steps away are 28, 14 or 7 bits apart.
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
//	· · · · · · · ·   · · · · · · · ·
//	· 1 1 1 1 · · ·   · 1 1 1 1 1 1 1
//	· 1 · · · 1 · ·   · 1 · · 1 · · ·
//	· 1 · · · 1 · ·   · 1 · · 1 1 · ·
//	· 1 1 1 1 · · ·   · 1 · · 1 · 1 ·
//	· 1 · 1 · · · ·   · · 1 1 · · · 1
//	· 1 · · 1 · · ·   · · · · · · · ·
//	· 1 · · · 1 · ·   · · · · · · · ·
func AntiTranspose(b uint64) uint64 { return koggestone.ReverseSquares(Transpose(b)) }

// Rotate90 returns b turned clockwise by 90 degrees: a1 becomes a8. Its inverse
// is [Rotate270].
//
//	b                 Rotate90(b)
//	· · · · · · · ·   · · · · · · · ·
//	· 1 1 1 1 · · ·   1 1 1 1 1 1 1 ·
//	· 1 · · · 1 · ·   · · · 1 · · 1 ·
//	· 1 · · · 1 · ·   · · 1 1 · · 1 ·
//	· 1 1 1 1 · · ·   · 1 · 1 · · 1 ·
//	· 1 · 1 · · · ·   1 · · · 1 1 · ·
//	· 1 · · 1 · · ·   · · · · · · · ·
//	· 1 · · · 1 · ·   · · · · · · · ·
func Rotate90(b uint64) uint64 { return koggestone.FlipRanks(Transpose(b)) }

// Rotate270 returns b turned clockwise by 270 degrees, which is anticlockwise by
// 90: a1 becomes h1. Its inverse is [Rotate90].
//
//	b                 Rotate270(b)
//	· · · · · · · ·   · · · · · · · ·
//	· 1 1 1 1 · · ·   · · · · · · · ·
//	· 1 · · · 1 · ·   · · 1 1 · · · 1
//	· 1 · · · 1 · ·   · 1 · · 1 · 1 ·
//	· 1 1 1 1 · · ·   · 1 · · 1 1 · ·
//	· 1 · 1 · · · ·   · 1 · · 1 · · ·
//	· 1 · · 1 · · ·   · 1 1 1 1 1 1 1
//	· 1 · · · 1 · ·   · · · · · · · ·
func Rotate270(b uint64) uint64 { return Transpose(koggestone.FlipRanks(b)) }
