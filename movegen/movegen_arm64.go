//go:build gc && !purego

package movegen

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// fewBoards is the largest number of boards that are counted one by one, not in a block. It
// is estimated, not measured. Counted alone, a board of a game takes about 700 instructions,
// and about 220, 165 and 110 cycles in LLVM's models of Neoverse N1, V1 and V2, which ignore
// mispredicted branches. A block takes as long as three to six such boards.
const fewBoards = 3

// blockLen returns the number of boards in a block of the kernels.
func blockLen() int { return layout.BlockNEON }

// callCountBlocks calls the kernel for whole blocks. Bit i of rare is set if board i may
// have moves that the kernel does not count.
func callCountBlocks(dst []uint16, rare *[countChunk / 64]uint64, boards *[4][]uint64, black []uint8, room *layout.LegalRoom) {
	countBlocksNEON(&dst[0], (*uint8)(unsafe.Pointer(&rare[0])), &boards[0][0], &boards[1][0], &boards[2][0], &boards[3][0], &black[0], len(dst), room)
}

// callLegalTargets calls the kernel for one block. Bit i of the result is set if board i may
// have moves that the kernel does not find.
func callLegalTargets(dst *[targetSets][]uint64, planes *[4]*uint64, black *uint8, from int, room *layout.LegalRoom) (rare uint64) {
	legalTargetsNEON(dst, &rare, planes[0], planes[1], planes[2], planes[3], black, from, room)
	return rare
}

// callStatusBlocks calls the kernel for whole blocks.
func callStatusBlocks(dst []Status, flags *statusFlags, planes *[4]*uint64, black *uint8, room *layout.LegalRoom) {
	statusBlocksNEON((*uint8)(&dst[0]), &flags.rare[0], &flags.light[0], planes[0], planes[1], planes[2], planes[3], black, len(dst), room)
}
