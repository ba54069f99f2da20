//go:build gc && !purego

package koggestone

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

// One position: the call into assembly is part of the cost.

func rookAttacks(rooks, empty uint64) uint64 {
	switch simd.Active() {
	case simd.AVX512:
		return rookAttacksAVX512(rooks, empty)
	case simd.AVX2:
		return rookAttacksAVX2(rooks, empty)
	}
	return rookAttacksGeneric(rooks, empty)
}

func bishopAttacks(bishops, empty uint64) uint64 {
	switch simd.Active() {
	case simd.AVX512:
		return bishopAttacksAVX512(bishops, empty)
	case simd.AVX2:
		return bishopAttacksAVX2(bishops, empty)
	}
	return bishopAttacksGeneric(bishops, empty)
}

func sliderAttacks(diagonal, orthogonal, empty uint64) uint64 {
	switch simd.Active() {
	case simd.AVX512:
		return sliderAttacksAVX512(diagonal, orthogonal, empty)
	case simd.AVX2:
		return sliderAttacksAVX2(diagonal, orthogonal, empty)
	}
	return sliderAttacksGeneric(diagonal, orthogonal, empty)
}

func rayAttacks(dst *[8]uint64, sliders, empty uint64) {
	switch simd.Active() {
	case simd.AVX512:
		rayAttacksAVX512(dst, sliders, empty)
	case simd.AVX2:
		rayAttacksAVX2(dst, sliders, empty)
	default:
		rayAttacksGeneric(dst, sliders, empty)
	}
}

func occludedFills(dst *[8]uint64, gen, pro uint64) {
	switch simd.Active() {
	case simd.AVX512:
		occludedFillsAVX512(dst, gen, pro)
	case simd.AVX2:
		occludedFillsAVX2(dst, gen, pro)
	default:
		occludedFillsGeneric(dst, gen, pro)
	}
}

func multiAttacks(dst *[8][4]uint64, gens *[4]uint64, empty uint64) {
	switch simd.Active() {
	case simd.AVX512:
		multiAttacksAVX512(dst, gens, empty)
	case simd.AVX2:
		multiAttacksAVX2(dst, gens, empty)
	default:
		multiAttacksGeneric(dst, gens, empty)
	}
}

func multiOccluded(dst *[8][4]uint64, gens *[4]uint64, pro uint64) {
	switch simd.Active() {
	case simd.AVX512:
		multiOccludedAVX512(dst, gens, pro)
	case simd.AVX2:
		multiOccludedAVX2(dst, gens, pro)
	default:
		multiOccludedGeneric(dst, gens, pro)
	}
}

// Batches. Whole blocks of 32 or 64 positions are done with ranks in registers, the rest
// with positions in lanes. With AVX2 the generic twin does the last one to three.
// Nothing is read or written past the slices.

//go:noinline
func rookAttacksChunk(dst, rooks, empty []uint64) {
	n := len(dst)
	switch simd.Active() {
	case simd.AVX512:
		m := n &^ (layout.BlockAVX512 - 1)
		if m > 0 {
			rookAttacksBlocksAVX512(&dst[0], &rooks[0], &empty[0], m)
		}
		if m < n {
			rookAttacksBatchAVX512(&dst[m], &rooks[m], &empty[m], n-m)
		}
	case simd.AVX2:
		m := n &^ (layout.BlockAVX2 - 1)
		if m > 0 {
			var ranks layout.RanksRoom
			rookAttacksBlocksAVX2(&dst[0], &rooks[0], &empty[0], m, &ranks)
		}
		if q := n&^3 - m; q > 0 {
			rookAttacksBatchAVX2(&dst[m], &rooks[m], &empty[m], q)
			m += q
		}
		rookAttacksBatchGeneric(dst[m:], rooks[m:], empty[m:])
	default:
		rookAttacksBatchGeneric(dst, rooks, empty)
	}
}

//go:noinline
func bishopAttacksChunk(dst, bishops, empty []uint64) {
	n := len(dst)
	switch simd.Active() {
	case simd.AVX512:
		m := n &^ (layout.BlockAVX512 - 1)
		if m > 0 {
			bishopAttacksBlocksAVX512(&dst[0], &bishops[0], &empty[0], m)
		}
		if m < n {
			bishopAttacksBatchAVX512(&dst[m], &bishops[m], &empty[m], n-m)
		}
	case simd.AVX2:
		m := n &^ (layout.BlockAVX2 - 1)
		if m > 0 {
			var ranks layout.RanksRoom
			bishopAttacksBlocksAVX2(&dst[0], &bishops[0], &empty[0], m, &ranks)
		}
		if q := n&^3 - m; q > 0 {
			bishopAttacksBatchAVX2(&dst[m], &bishops[m], &empty[m], q)
			m += q
		}
		bishopAttacksBatchGeneric(dst[m:], bishops[m:], empty[m:])
	default:
		bishopAttacksBatchGeneric(dst, bishops, empty)
	}
}

//go:noinline
func queenAttacksChunk(dst, queens, empty []uint64) {
	n := len(dst)
	switch simd.Active() {
	case simd.AVX512:
		m := n &^ (layout.BlockAVX512 - 1)
		if m > 0 {
			queenAttacksBlocksAVX512(&dst[0], &queens[0], &empty[0], m)
		}
		if m < n {
			queenAttacksBatchAVX512(&dst[m], &queens[m], &empty[m], n-m)
		}
	case simd.AVX2:
		m := n &^ (layout.BlockAVX2 - 1)
		if m > 0 {
			var ranks layout.RanksRoom
			queenAttacksBlocksAVX2(&dst[0], &queens[0], &empty[0], m, &ranks)
		}
		if q := n&^3 - m; q > 0 {
			queenAttacksBatchAVX2(&dst[m], &queens[m], &empty[m], q)
			m += q
		}
		queenAttacksBatchGeneric(dst[m:], queens[m:], empty[m:])
	default:
		queenAttacksBatchGeneric(dst, queens, empty)
	}
}

//go:noinline
func sliderAttacksChunk(dst, diagonal, orthogonal, empty []uint64) {
	n := len(dst)
	switch simd.Active() {
	case simd.AVX512:
		m := n &^ (layout.BlockAVX512 - 1)
		if m > 0 {
			sliderAttacksBlocksAVX512(&dst[0], &diagonal[0], &orthogonal[0], &empty[0], m)
		}
		if m < n {
			sliderAttacksBatchAVX512(&dst[m], &diagonal[m], &orthogonal[m], &empty[m], n-m)
		}
	case simd.AVX2:
		m := n &^ (layout.BlockAVX2 - 1)
		if m > 0 {
			var ranks layout.RanksRoom
			sliderAttacksBlocksAVX2(&dst[0], &diagonal[0], &orthogonal[0], &empty[0], m, &ranks)
		}
		if q := n&^3 - m; q > 0 {
			sliderAttacksBatchAVX2(&dst[m], &diagonal[m], &orthogonal[m], &empty[m], q)
			m += q
		}
		sliderAttacksBatchGeneric(dst[m:], diagonal[m:], orthogonal[m:], empty[m:])
	default:
		sliderAttacksBatchGeneric(dst, diagonal, orthogonal, empty)
	}
}

// The switch is written out, since a table of directions would need function pointers,
// through which arguments escape.
//
//go:noinline
func attacksChunk(dst, sliders, empty []uint64, d Direction) {
	n := len(dst)
	t := &directions[d]
	switch simd.Active() {
	case simd.AVX512:
		switch d {
		case East:
			eastAttacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n)
		case West:
			westAttacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n)
		case South:
			southAttacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n)
		case North:
			northAttacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n)
		default:
			attacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n, uint64(t.shift), t.wrap)
		}
	case simd.AVX2:
		m := n &^ 3
		switch {
		case m == 0:
		case d == East:
			eastAttacksBatchAVX2(&dst[0], &sliders[0], &empty[0], m)
		case t.shift > 0:
			attacksLeftBatchAVX2(&dst[0], &sliders[0], &empty[0], m, uint64(t.shift), t.wrap)
		default:
			attacksRightBatchAVX2(&dst[0], &sliders[0], &empty[0], m, uint64(-t.shift), t.wrap)
		}
		attacksBatchGeneric(dst[m:], sliders[m:], empty[m:], d)
	default:
		attacksBatchGeneric(dst, sliders, empty, d)
	}
}

// The switch is written out, since a table of directions would need function pointers,
// through which arguments escape.
//
//go:noinline
func occludedChunk(dst, gen, pro []uint64, d Direction) {
	n := len(dst)
	t := &directions[d]
	switch simd.Active() {
	case simd.AVX512:
		switch d {
		case East:
			eastOccludedBatchAVX512(&dst[0], &gen[0], &pro[0], n)
		case West:
			westOccludedBatchAVX512(&dst[0], &gen[0], &pro[0], n)
		case South:
			southOccludedBatchAVX512(&dst[0], &gen[0], &pro[0], n)
		case North:
			northOccludedBatchAVX512(&dst[0], &gen[0], &pro[0], n)
		default:
			occludedBatchAVX512(&dst[0], &gen[0], &pro[0], n, uint64(t.shift), t.wrap)
		}
	case simd.AVX2:
		m := n &^ 3
		switch {
		case m == 0:
		case d == East:
			eastOccludedBatchAVX2(&dst[0], &gen[0], &pro[0], m)
		case t.shift > 0:
			occludedLeftBatchAVX2(&dst[0], &gen[0], &pro[0], m, uint64(t.shift), t.wrap)
		default:
			occludedRightBatchAVX2(&dst[0], &gen[0], &pro[0], m, uint64(-t.shift), t.wrap)
		}
		occludedBatchGeneric(dst[m:], gen[m:], pro[m:], d)
	default:
		occludedBatchGeneric(dst, gen, pro, d)
	}
}

//go:noinline
func rayAttacksChunk(dst *[8][]uint64, sliders, empty []uint64, lo, hi int) {
	switch simd.Active() {
	case simd.AVX512:
		rayAttacksBatchAVX512(dst, &sliders[0], &empty[0], lo, hi-lo)
	case simd.AVX2:
		n := (hi - lo) &^ 3
		rayAttacksBatchAVX2(dst, &sliders[0], &empty[0], lo, n)
		rayAttacksBatchGeneric(dst, sliders, empty, lo+n, hi)
	default:
		rayAttacksBatchGeneric(dst, sliders, empty, lo, hi)
	}
}

//go:noinline
func multiAttacksChunk(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64, lo, hi int) {
	switch simd.Active() {
	case simd.AVX512:
		multiAttacksBatchAVX512(dst, gens, &empty[0], lo, hi-lo)
	case simd.AVX2:
		n := (hi - lo) &^ 3
		multiAttacksBatchAVX2(dst, gens, &empty[0], lo, n)
		multiAttacksBatchGeneric(dst, gens, empty, lo+n, hi)
	default:
		multiAttacksBatchGeneric(dst, gens, empty, lo, hi)
	}
}
