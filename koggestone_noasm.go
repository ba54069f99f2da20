//go:build !(amd64 || arm64) || !gc || purego

package koggestone

func rookAttacksChunk(dst, rooks, empty []uint64) { rookAttacksBatchGeneric(dst, rooks, empty) }

func bishopAttacksChunk(dst, bishops, empty []uint64) {
	bishopAttacksBatchGeneric(dst, bishops, empty)
}

func queenAttacksChunk(dst, queens, empty []uint64) { queenAttacksBatchGeneric(dst, queens, empty) }

func sliderAttacksChunk(dst, diagonal, orthogonal, empty []uint64) {
	sliderAttacksBatchGeneric(dst, diagonal, orthogonal, empty)
}

func rayAttacksChunk(dst *[8][]uint64, sliders, empty []uint64, lo, hi int) {
	rayAttacksBatchGeneric(dst, sliders, empty, lo, hi)
}

func multiAttacksChunk(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64, lo, hi int) {
	multiAttacksBatchGeneric(dst, gens, empty, lo, hi)
}
