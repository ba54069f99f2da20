package main

// koggestonePackage writes the kernels of the root package.
func koggestonePackage() {
	for _, v := range []*isa{avx2, avx512} {
		v.union("sliderAttacks", "diagonal", "orthogonal", "returns the attacks of diagonal and orthogonal sliders.")
		v.union("rookAttacks", "", "rooks", "returns the attacks of rooks.")
		v.union("bishopAttacks", "bishops", "", "returns the attacks of bishops.")
		v.rays("rayAttacks", "sliders", "empty", "sets dst[d] to the attacks of sliders in direction d.", true)
		v.rays("occludedFills", "gen", "pro", "sets dst[d] to the occluded fill of gen in direction d.", false)
		v.multi("multiAttacks", "empty", "sets dst[d][i] to the attacks of gens[i] in direction d.", true)
		v.multi("multiOccluded", "pro", "sets dst[d][i] to the occluded fill of gens[i] in direction d.", false)

		v.directionBatch(true)
		v.directionBatch(false)
		v.rayBatch()
		v.multiBatch()

		v.unionBatch("sliderAttacks", "diagonal", "orthogonal")
		v.unionBatch("rookAttacks", "", "rooks")
		v.unionBatch("bishopAttacks", "bishops", "")
		v.unionBatch("queenAttacks", "queens", "queens")

		v.unionBlocks("sliderAttacks", "diagonal", "orthogonal")
		v.unionBlocks("rookAttacks", "", "rooks")
		v.unionBlocks("bishopAttacks", "bishops", "")
		v.unionBlocks("queenAttacks", "queens", "queens")
	}
}
