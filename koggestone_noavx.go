//go:build !amd64 || !gc || purego

package koggestone

func rookAttacks(rooks, empty uint64) uint64 { return rookAttacksGeneric(rooks, empty) }

func bishopAttacks(bishops, empty uint64) uint64 { return bishopAttacksGeneric(bishops, empty) }

func sliderAttacks(diagonal, orthogonal, empty uint64) uint64 {
	return sliderAttacksGeneric(diagonal, orthogonal, empty)
}

func rayAttacks(dst *[8]uint64, sliders, empty uint64) { rayAttacksGeneric(dst, sliders, empty) }

func occludedFills(dst *[8]uint64, gen, pro uint64) { occludedFillsGeneric(dst, gen, pro) }

func multiAttacks(dst *[8][4]uint64, gens *[4]uint64, empty uint64) {
	multiAttacksGeneric(dst, gens, empty)
}

func multiOccluded(dst *[8][4]uint64, gens *[4]uint64, pro uint64) {
	multiOccludedGeneric(dst, gens, pro)
}

func attacksChunk(dst, sliders, empty []uint64, d Direction) {
	attacksBatchGeneric(dst, sliders, empty, d)
}

func occludedChunk(dst, gen, pro []uint64, d Direction) { occludedBatchGeneric(dst, gen, pro, d) }
