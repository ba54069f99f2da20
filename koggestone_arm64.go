//go:build gc && !purego

package koggestone

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

// Batches of attacks as one set. Whole blocks of 16 positions are done with ranks in
// registers, the generic twin does the rest. Nothing is read or written past the slices.
// NEON has too few lanes to pay for one position, or for one direction.

//go:noinline
func rookAttacksChunk(dst, rooks, empty []uint64) {
	m := 0
	if simd.Active() == simd.NEON {
		m = len(dst) &^ (layout.BlockNEON - 1)
	}
	if m > 0 {
		rookAttacksBlocksNEON(&dst[0], &rooks[0], &empty[0], m)
	}
	rookAttacksBatchGeneric(dst[m:], rooks[m:], empty[m:])
}

//go:noinline
func bishopAttacksChunk(dst, bishops, empty []uint64) {
	m := 0
	if simd.Active() == simd.NEON {
		m = len(dst) &^ (layout.BlockNEON - 1)
	}
	if m > 0 {
		bishopAttacksBlocksNEON(&dst[0], &bishops[0], &empty[0], m)
	}
	bishopAttacksBatchGeneric(dst[m:], bishops[m:], empty[m:])
}

//go:noinline
func queenAttacksChunk(dst, queens, empty []uint64) {
	m := 0
	if simd.Active() == simd.NEON {
		m = len(dst) &^ (layout.BlockNEON - 1)
	}
	if m > 0 {
		queenAttacksBlocksNEON(&dst[0], &queens[0], &empty[0], m)
	}
	queenAttacksBatchGeneric(dst[m:], queens[m:], empty[m:])
}

//go:noinline
func sliderAttacksChunk(dst, diagonal, orthogonal, empty []uint64) {
	m := 0
	if simd.Active() == simd.NEON {
		m = len(dst) &^ (layout.BlockNEON - 1)
	}
	if m > 0 {
		sliderAttacksBlocksNEON(&dst[0], &diagonal[0], &orthogonal[0], &empty[0], m)
	}
	sliderAttacksBatchGeneric(dst[m:], diagonal[m:], orthogonal[m:], empty[m:])
}
