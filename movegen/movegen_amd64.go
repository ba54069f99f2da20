//go:build gc && !purego

package movegen

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
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
	n := len(dst)
	if simd.Active() == simd.AVX512 {
		countBlocksAVX512(&dst[0], &rare[0], &boards[0][0], &boards[1][0], &boards[2][0], &boards[3][0], &black[0], n, room)
	} else {
		countBlocksAVX2(&dst[0], &rare[0], &boards[0][0], &boards[1][0], &boards[2][0], &boards[3][0], &black[0], n, room)
	}
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
