//go:build !amd64 || !gc || purego

package koggestone

func attacksChunk(dst, sliders, empty []uint64, d Direction) {
	attacksBatchGeneric(dst, sliders, empty, d)
}

func occludedChunk(dst, gen, pro []uint64, d Direction) { occludedBatchGeneric(dst, gen, pro, d) }
