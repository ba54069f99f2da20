//go:build gc && !purego

package movegen

import "github.com/koggestone/koggestone/internal/layout"

// fewBoards is how many boards are counted one by one rather than in a block that is
// mostly empty. Nothing was measured: one by one a board of a game takes some 700
// instructions, which LLVM's models, without mispredicted branches, run in some 220, 165
// and 110 cycles (Neoverse N1, V1, V2); a block takes as long as three to six of them.
const fewBoards = 3

// blockLen returns how many boards the kernels take at a time.
func blockLen() int { return layout.BlockNEON }

// callCountBlocks calls the kernel for whole blocks; bit i of rare tells that board i may
// have moves that it does not count.
func callCountBlocks(dst []uint16, rare *[countChunk / 64]uint64, boards *[4][]uint64, black []uint8, room *layout.LegalRoom) {
	countBlocksNEON(&dst[0], &rare[0], &boards[0][0], &boards[1][0], &boards[2][0], &boards[3][0], &black[0], len(dst), room)
}

// callLegalTargets calls the kernel for one block; bit i of the result tells that board i may
// have moves that it does not find.
func callLegalTargets(dst *[targetSets][]uint64, planes *[4]*uint64, black *uint8, from int, room *layout.LegalRoom) (rare uint64) {
	legalTargetsNEON(dst, &rare, planes[0], planes[1], planes[2], planes[3], black, from, room)
	return rare
}

// callStatusBlocks calls the kernel for whole blocks.
func callStatusBlocks(dst []Status, flags *statusFlags, planes *[4]*uint64, black *uint8, room *layout.LegalRoom) {
	statusBlocksNEON((*uint8)(&dst[0]), &flags.rare[0], &flags.light[0], planes[0], planes[1], planes[2], planes[3], black, len(dst), room)
}
