// Package movegen emits the kernels of package movegen: legal moves counted, listed and played.
package movegen

import "github.com/koggestone/koggestone/asm/emit"

// Kernels emits the kernels of package movegen.
func Kernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		countBlocks(v)
		statusBlocks(v)
		moveSets(v)
		legalTargets(v)
		listMoves(v)
	}
	countBlocks(emit.NEON)
	statusBlocks(emit.NEON)
	moveSets(emit.NEON)
	legalTargets(emit.NEON)
	playMoves()
}

// ListKernels emits those that list the moves of many positions.
func ListKernels() {
	rowsAVX2()
	rowStreamAVX2()
	rowMovesAVX2()
	selectMoves(emit.AVX2)
	rowsAVX512()
	listRowsAVX512()
	selectMoves(emit.AVX512)
}

// TwoPlyKernels emits those that count two plies, which are larger than all others.
func TwoPlyKernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		twoPlies(v)
		playRest(v)
	}
	twoPliesNEON()
}

// PlayKernels emits those that play moves.
func PlayKernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		playBatch(v)
		playLists(v)
	}
}
