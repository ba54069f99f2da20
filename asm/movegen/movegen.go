// Package movegen emits the kernels of package movegen: legal moves counted, listed and played.
package movegen

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// Kernels emits the kernels of package movegen.
func Kernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		countBlocks(v, false)
		countBlocks(v, true)
		statusBlocks(v)
		legalTargets(v)
		listMoves(v)
		listPieces(v)
	}
	countBlocks(emit.NEON, false)
	statusBlocks(emit.NEON)
	legalTargets(emit.NEON)
}

// RankKernels emits the kernels that compute the moves for lists, selections and masks.
func RankKernels() {
	rankMoves(emit.AVX2)
	rankMoves(emit.AVX512)
	rankMoves(emit.NEON)
}

// ListKernels emits the kernels that list the moves of many positions.
func ListKernels() {
	selectBlock(emit.AVX2)
	selectBlock(emit.AVX512)
	selectBlock(emit.NEON)
	rowsAVX2()
	rowStreamAVX2()
	rowMovesAVX2()
	rowsAVX512()
	listRowsAVX512()
}

// TwoPlyKernels emits the kernels that count two plies, which are the largest of all.
func TwoPlyKernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		twoPlies(v, false)
		playRest(v)
	}
	twoPliesNEON()
}

// TwoPlyEndingKernels emits the kernels that count two plies of rook endings.
func TwoPlyEndingKernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		twoPlies(v, true)
	}
}

// PlayKernels emits the kernels that play moves.
func PlayKernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		playBatch(v)
		playLists(v)
	}
	playBlocks()
}

// knightTable contains the attacks of a knight by square. Entry 64, for no knight, is
// empty.
func knightTable() Mem {
	w := make([]uint64, 65)
	for from := range 64 {
		for to := range 64 {
			df, dr := from&7-to&7, from>>3-to>>3
			if df*df+dr*dr == 5 {
				w[from] |= 1 << to
			}
		}
	}
	return emit.Table("knights", w)
}
