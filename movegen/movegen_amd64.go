//go:build gc && !purego

package movegen

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// fewBoards is the largest number of boards that are counted one by one, not in a block. A
// block takes as long as about twelve boards (0.6 microseconds).
const fewBoards = 10

// blockLen returns the number of boards in a block of the kernels.
func blockLen() int {
	if simd.Active() == simd.AVX512 {
		return layout.BlockAVX512
	}
	return layout.BlockAVX2
}

// callCountBlocks calls the kernel for whole blocks. Bit i of rare is set if board i may
// have moves that the kernel does not count.
func callCountBlocks(dst []uint16, rare *[countChunk / 64]uint64, boards *[4][]uint64, black []uint8, room *layout.LegalRoom) {
	bits := (*[8 * len(rare)]uint8)(unsafe.Pointer(rare)) // for each eight boards
	block := blockLen()
	// Consecutive blocks of one kind are counted together.
	for i := 0; i < len(dst); {
		endings := areEndingsAt(boards, i, block)
		j := i + block
		for j < len(dst) && areEndingsAt(boards, j, block) == endings {
			j += block
		}
		g0, g1, g2, gb := &boards[0][i], &boards[1][i], &boards[2][i], &boards[3][i]
		flags := &bits[i/8]
		switch wide := simd.Active() == simd.AVX512; {
		case endings && wide:
			countEndingsAVX512(&dst[i], flags, g0, g1, g2, gb, &black[i], j-i, room)
		case endings:
			countEndingsAVX2(&dst[i], flags, g0, g1, g2, gb, &black[i], j-i, room)
		case wide:
			countBlocksAVX512(&dst[i], flags, g0, g1, g2, gb, &black[i], j-i, room)
		default:
			countBlocksAVX2(&dst[i], flags, g0, g1, g2, gb, &black[i], j-i, room)
		}
		i = j
	}
}

// areEndingsAt reports whether the boards of the block at i are rook endings.
func areEndingsAt(boards *[4][]uint64, i, block int) bool {
	return areEndings(boards[quad.G0][i:i+block], boards[quad.G1][i:i+block], boards[quad.G2][i:i+block])
}

// areEndings reports whether all boards are rook endings: with kings, rooks and pawns only,
// and without castling rights. Their codes have bit 0 exactly where they have bit 2 without
// bit 1. The number of boards must be a multiple of eight.
func areEndings(g0, g1, g2 []uint64) bool {
	for len(g0) >= 8 && len(g1) >= 8 && len(g2) >= 8 {
		var others uint64
		a, b, c := (*[8]uint64)(g0), (*[8]uint64)(g1), (*[8]uint64)(g2)
		for i := range a {
			others |= a[i] ^ c[i]&^b[i]
		}
		if others != 0 {
			return false
		}
		g0, g1, g2 = g0[8:], g1[8:], g2[8:]
	}
	return true
}

// callLegalTargets calls the kernel for one block. Bit i of the result is set if board i may
// have moves that the kernel does not find.
func callLegalTargets(dst *[targetSets][]uint64, planes *[4]*uint64, black *uint8, from int, room *layout.LegalRoom) (rare uint64) {
	if simd.Active() == simd.AVX512 {
		legalTargetsAVX512(dst, &rare, planes[0], planes[1], planes[2], planes[3], black, from, room)
	} else {
		legalTargetsAVX2(dst, &rare, planes[0], planes[1], planes[2], planes[3], black, from, room)
	}
	return rare
}

// callStatusBlocks calls the kernel for whole blocks.
func callStatusBlocks(dst []Status, flags *statusFlags, planes *[4]*uint64, black *uint8, room *layout.LegalRoom) {
	n := len(dst)
	if simd.Active() == simd.AVX512 {
		statusBlocksAVX512((*uint8)(&dst[0]), &flags.rare[0], &flags.light[0], planes[0], planes[1], planes[2], planes[3], black, n, room)
	} else {
		statusBlocksAVX2((*uint8)(&dst[0]), &flags.rare[0], &flags.light[0], planes[0], planes[1], planes[2], planes[3], black, n, room)
	}
}
