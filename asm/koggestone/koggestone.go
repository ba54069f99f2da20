// Package koggestone emits the kernels of package koggestone: fills and attacks.
package koggestone

import "github.com/koggestone/koggestone/asm/emit"

// Kernels emits the kernels of the root package.
func Kernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.Half} {
		union(v, "sliderAttacks", "diagonal", "orthogonal", "returns the attacks of diagonal and orthogonal sliders.")
		union(v, "rookAttacks", "", "rooks", "returns the attacks of rooks.")
		union(v, "bishopAttacks", "bishops", "", "returns the attacks of bishops.")
		rays(v, "rayAttacks", "sliders", "empty", "sets dst[d] to the attacks of sliders in direction d.", true)
		rays(v, "occludedFills", "gen", "pro", "sets dst[d] to the occluded fill of gen in direction d.", false)
		multi(v, "multiAttacks", "empty", "sets dst[d][i] to the attacks of gens[i] in direction d.", true)
		multi(v, "multiOccluded", "pro", "sets dst[d][i] to the occluded fill of gens[i] in direction d.", false)
	}
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		directionBatch(v, true)
		directionBatch(v, false)
		rayBatch(v)
		multiBatch(v)

		unionBatch(v, "sliderAttacks", "diagonal", "orthogonal")
		unionBatch(v, "rookAttacks", "", "rooks")
		unionBatch(v, "bishopAttacks", "bishops", "")
		unionBatch(v, "queenAttacks", "queens", "queens")

		unionsInBlocks(v)
	}
	unionsInBlocks(emit.NEON)
}

// unionsInBlocks emits the kernels that every instruction set has.
func unionsInBlocks(v *emit.ISA) {
	unionBlocks(v, "sliderAttacks", "diagonal", "orthogonal")
	unionBlocks(v, "rookAttacks", "", "rooks")
	unionBlocks(v, "bishopAttacks", "bishops", "")
	unionBlocks(v, "queenAttacks", "queens", "queens")
}
