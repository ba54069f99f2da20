//go:build gc && !purego

package koggestone

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

// Batches. Whole blocks of 16 positions are done with ranks in registers, the generic twin
// does the rest. Nothing is read or written past the slices. NEON has too few lanes to pay
// for one position, or for one direction.

// wholeBlocks returns how many of n positions go to the kernels.
func wholeBlocks(n int) int {
	if simd.Active() == simd.NEON {
		return n &^ (layout.BlockNEON - 1)
	}
	return 0
}

//go:noinline
func rookAttacksChunk(dst, rooks, empty []uint64) {
	m := wholeBlocks(len(dst))
	if m > 0 {
		rookAttacksBlocksNEON(&dst[0], &rooks[0], &empty[0], m)
	}
	rookAttacksBatchGeneric(dst[m:], rooks[m:], empty[m:])
}

//go:noinline
func bishopAttacksChunk(dst, bishops, empty []uint64) {
	m := wholeBlocks(len(dst))
	if m > 0 {
		bishopAttacksBlocksNEON(&dst[0], &bishops[0], &empty[0], m)
	}
	bishopAttacksBatchGeneric(dst[m:], bishops[m:], empty[m:])
}

//go:noinline
func queenAttacksChunk(dst, queens, empty []uint64) {
	m := wholeBlocks(len(dst))
	if m > 0 {
		queenAttacksBlocksNEON(&dst[0], &queens[0], &empty[0], m)
	}
	queenAttacksBatchGeneric(dst[m:], queens[m:], empty[m:])
}

//go:noinline
func sliderAttacksChunk(dst, diagonal, orthogonal, empty []uint64) {
	m := wholeBlocks(len(dst))
	if m > 0 {
		sliderAttacksBlocksNEON(&dst[0], &diagonal[0], &orthogonal[0], &empty[0], m)
	}
	sliderAttacksBatchGeneric(dst[m:], diagonal[m:], orthogonal[m:], empty[m:])
}

//go:noinline
func rayAttacksChunk(dst *[8][]uint64, sliders, empty []uint64, lo, hi int) {
	m := wholeBlocks(hi - lo)
	if m > 0 {
		rayAttacksBlocksNEON(dst, &sliders[lo], &empty[lo], lo, m)
	}
	rayAttacksBatchGeneric(dst, sliders, empty, lo+m, hi)
}

//go:noinline
func multiAttacksChunk(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64, lo, hi int) {
	m := wholeBlocks(hi - lo)
	if m > 0 {
		multiAttacksBlocksNEON(dst, gens, &empty[lo], lo, m)
	}
	multiAttacksBatchGeneric(dst, gens, empty, lo+m, hi)
}
