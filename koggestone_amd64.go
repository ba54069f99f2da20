//go:build gc && !purego

package koggestone

import "github.com/koggestone/koggestone/internal/simd"

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

func rookAttacksChunk(dst, rooks, empty []uint64) { rookAttacksBatchGeneric(dst, rooks, empty) }

func bishopAttacksChunk(dst, bishops, empty []uint64) {
	bishopAttacksBatchGeneric(dst, bishops, empty)
}

func queenAttacksChunk(dst, queens, empty []uint64) { queenAttacksBatchGeneric(dst, queens, empty) }

func sliderAttacksChunk(dst, diagonal, orthogonal, empty []uint64) {
	sliderAttacksBatchGeneric(dst, diagonal, orthogonal, empty)
}

func attacksChunk(dst, sliders, empty []uint64, d Direction) {
	attacksBatchGeneric(dst, sliders, empty, d)
}

func occludedChunk(dst, gen, pro []uint64, d Direction) { occludedBatchGeneric(dst, gen, pro, d) }

func rayAttacksChunk(dst *[8][]uint64, sliders, empty []uint64) {
	rayAttacksBatchGeneric(dst, sliders, empty)
}

func multiAttacksChunk(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64) {
	multiAttacksBatchGeneric(dst, gens, empty)
}
