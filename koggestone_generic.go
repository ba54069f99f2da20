package koggestone

// The pure-Go twin of every kernel: always compiled, always tested, and what runs
// where no assembly does. The twins are written for speed. The model of what is right
// is the ray walk of internal/raywalk. Opposite directions stand side by side, since
// they share their propagators.

func rookAttacksGeneric(rooks, empty uint64) uint64 {
	return NorthAttacks(rooks, empty) | SouthAttacks(rooks, empty) |
		EastAttacks(rooks, empty) | WestAttacks(rooks, empty)
}

func bishopAttacksGeneric(bishops, empty uint64) uint64 {
	return NorthEastAttacks(bishops, empty) | SouthWestAttacks(bishops, empty) |
		NorthWestAttacks(bishops, empty) | SouthEastAttacks(bishops, empty)
}

// Written out, since the compiler would not inline the two above.
func sliderAttacksGeneric(diagonal, orthogonal, empty uint64) uint64 {
	return NorthEastAttacks(diagonal, empty) | SouthWestAttacks(diagonal, empty) |
		NorthWestAttacks(diagonal, empty) | SouthEastAttacks(diagonal, empty) |
		NorthAttacks(orthogonal, empty) | SouthAttacks(orthogonal, empty) |
		EastAttacks(orthogonal, empty) | WestAttacks(orthogonal, empty)
}

func rayAttacksGeneric(dst *[8]uint64, sliders, empty uint64) {
	dst[NorthEast] = NorthEastAttacks(sliders, empty)
	dst[SouthWest] = SouthWestAttacks(sliders, empty)
	dst[East] = EastAttacks(sliders, empty)
	dst[West] = WestAttacks(sliders, empty)
	dst[SouthEast] = SouthEastAttacks(sliders, empty)
	dst[NorthWest] = NorthWestAttacks(sliders, empty)
	dst[South] = SouthAttacks(sliders, empty)
	dst[North] = NorthAttacks(sliders, empty)
}

func occludedFillsGeneric(dst *[8]uint64, gen, pro uint64) {
	dst[NorthEast] = NorthEastOccluded(gen, pro)
	dst[East] = EastOccluded(gen, pro)
	dst[SouthEast] = SouthEastOccluded(gen, pro)
	dst[South] = SouthOccluded(gen, pro)
	dst[SouthWest] = SouthWestOccluded(gen, pro)
	dst[West] = WestOccluded(gen, pro)
	dst[NorthWest] = NorthWestOccluded(gen, pro)
	dst[North] = NorthOccluded(gen, pro)
}

// Several generators: after inlining, the four calls of a line have the steps on
// the propagator in common, and the compiler computes them once.

func multiOccludedGeneric(dst *[8][4]uint64, gens *[4]uint64, pro uint64) {
	a, b, c, d := gens[0], gens[1], gens[2], gens[3]
	dst[NorthEast] = [4]uint64{NorthEastOccluded(a, pro), NorthEastOccluded(b, pro), NorthEastOccluded(c, pro), NorthEastOccluded(d, pro)}
	dst[East] = [4]uint64{EastOccluded(a, pro), EastOccluded(b, pro), EastOccluded(c, pro), EastOccluded(d, pro)}
	dst[SouthEast] = [4]uint64{SouthEastOccluded(a, pro), SouthEastOccluded(b, pro), SouthEastOccluded(c, pro), SouthEastOccluded(d, pro)}
	dst[South] = [4]uint64{SouthOccluded(a, pro), SouthOccluded(b, pro), SouthOccluded(c, pro), SouthOccluded(d, pro)}
	dst[SouthWest] = [4]uint64{SouthWestOccluded(a, pro), SouthWestOccluded(b, pro), SouthWestOccluded(c, pro), SouthWestOccluded(d, pro)}
	dst[West] = [4]uint64{WestOccluded(a, pro), WestOccluded(b, pro), WestOccluded(c, pro), WestOccluded(d, pro)}
	dst[NorthWest] = [4]uint64{NorthWestOccluded(a, pro), NorthWestOccluded(b, pro), NorthWestOccluded(c, pro), NorthWestOccluded(d, pro)}
	dst[North] = [4]uint64{NorthOccluded(a, pro), NorthOccluded(b, pro), NorthOccluded(c, pro), NorthOccluded(d, pro)}
}

func multiAttacksGeneric(dst *[8][4]uint64, gens *[4]uint64, empty uint64) {
	a, b, c, d := gens[0], gens[1], gens[2], gens[3]
	dst[NorthEast] = [4]uint64{NorthEastAttacks(a, empty), NorthEastAttacks(b, empty), NorthEastAttacks(c, empty), NorthEastAttacks(d, empty)}
	dst[East] = [4]uint64{EastAttacks(a, empty), EastAttacks(b, empty), EastAttacks(c, empty), EastAttacks(d, empty)}
	dst[SouthEast] = [4]uint64{SouthEastAttacks(a, empty), SouthEastAttacks(b, empty), SouthEastAttacks(c, empty), SouthEastAttacks(d, empty)}
	dst[South] = [4]uint64{SouthAttacks(a, empty), SouthAttacks(b, empty), SouthAttacks(c, empty), SouthAttacks(d, empty)}
	dst[SouthWest] = [4]uint64{SouthWestAttacks(a, empty), SouthWestAttacks(b, empty), SouthWestAttacks(c, empty), SouthWestAttacks(d, empty)}
	dst[West] = [4]uint64{WestAttacks(a, empty), WestAttacks(b, empty), WestAttacks(c, empty), WestAttacks(d, empty)}
	dst[NorthWest] = [4]uint64{NorthWestAttacks(a, empty), NorthWestAttacks(b, empty), NorthWestAttacks(c, empty), NorthWestAttacks(d, empty)}
	dst[North] = [4]uint64{NorthAttacks(a, empty), NorthAttacks(b, empty), NorthAttacks(c, empty), NorthAttacks(d, empty)}
}

// The batch twins. They read every input of an index before they write its
// output, so dst may be one of the inputs.

func rookAttacksBatchGeneric(dst, rooks, empty []uint64) {
	for i := range dst {
		dst[i] = rookAttacksGeneric(rooks[i], empty[i])
	}
}

func bishopAttacksBatchGeneric(dst, bishops, empty []uint64) {
	for i := range dst {
		dst[i] = bishopAttacksGeneric(bishops[i], empty[i])
	}
}

func queenAttacksBatchGeneric(dst, queens, empty []uint64) {
	for i := range dst {
		dst[i] = sliderAttacksGeneric(queens[i], queens[i], empty[i])
	}
}

func sliderAttacksBatchGeneric(dst, diagonal, orthogonal, empty []uint64) {
	for i := range dst {
		dst[i] = sliderAttacksGeneric(diagonal[i], orthogonal[i], empty[i])
	}
}

func attacksBatchGeneric(dst, sliders, empty []uint64, d Direction) {
	for i := range dst {
		dst[i] = Attacks(sliders[i], empty[i], d)
	}
}

func occludedBatchGeneric(dst, gen, pro []uint64, d Direction) {
	for i := range dst {
		dst[i] = Occluded(gen[i], pro[i], d)
	}
}

func rayAttacksBatchGeneric(dst *[8][]uint64, sliders, empty []uint64, lo, hi int) {
	for i := lo; i < hi; i++ {
		sliders, empty := sliders[i], empty[i]
		dst[NorthEast][i] = NorthEastAttacks(sliders, empty)
		dst[SouthWest][i] = SouthWestAttacks(sliders, empty)
		dst[East][i] = EastAttacks(sliders, empty)
		dst[West][i] = WestAttacks(sliders, empty)
		dst[SouthEast][i] = SouthEastAttacks(sliders, empty)
		dst[NorthWest][i] = NorthWestAttacks(sliders, empty)
		dst[South][i] = SouthAttacks(sliders, empty)
		dst[North][i] = NorthAttacks(sliders, empty)
	}
}

func multiAttacksBatchGeneric(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64, lo, hi int) {
	for g := range gens {
		var attacks [8][]uint64
		for d := range attacks {
			attacks[d] = dst[d][g]
		}
		rayAttacksBatchGeneric(&attacks, gens[g], empty, lo, hi)
	}
}
