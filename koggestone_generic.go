package koggestone

// The pure-Go twin of every kernel: always compiled, always tested, and what
// runs where no assembly does. The twins are written for speed, not as a model:
// the model is the ray walk of internal/raywalk.

// eastAttacksSub returns EastAttacks(sliders, empty) by subtraction: in every
// byte (rank) the sum o - 2*s borrows from each slider to its first blocker, and
// the bits that change are the attacks. With free = empty &^ s = ^o the same sum
// is a carry that ripples through the free squares, free ^ (free + 2*s), which
// needs no complement. The byte sums are kept apart by adding seven bits and
// xoring the eighth (SWAR).
func eastAttacksSub(sliders, empty uint64) uint64 {
	const low7 = 0x7f7f7f7f7f7f7f7f
	free := empty &^ sliders
	s2 := sliders << 1 & notAFile
	// free ^ ((free&low7 + s2&low7) ^ (free^s2)&^low7): the eighth bit of free
	// cancels against itself.
	return (free&low7 + s2&low7) ^ (free & low7) ^ s2&^low7
}

// northSouthAttacks returns NorthAttacks | SouthAttacks. The southern
// propagators are the northern ones moved: k empty squares in a row counted from
// their upper or from their lower end.
func northSouthAttacks(sliders, empty uint64) uint64 {
	n, s := sliders, sliders
	p2 := empty & (empty << 8)
	p4 := p2 & (p2 << 16)
	n |= empty & (n << 8)
	s |= empty & (s >> 8)
	n |= p2 & (n << 16)
	s |= p2 >> 8 & (s >> 16)
	n |= p4 & (n << 32)
	s |= p4 >> 24 & (s >> 32)
	return n<<8 | s>>8
}

func rookAttacksGeneric(rooks, empty uint64) uint64 {
	return eastAttacksSub(rooks, empty) | WestAttacks(rooks, empty) | northSouthAttacks(rooks, empty)
}

func bishopAttacksGeneric(bishops, empty uint64) uint64 {
	return (NorthEastOccluded(bishops, empty)<<9|SouthEastOccluded(bishops, empty)>>7)&notAFile |
		(NorthWestOccluded(bishops, empty)<<7|SouthWestOccluded(bishops, empty)>>9)&notHFile
}

func sliderAttacksGeneric(diagonal, orthogonal, empty uint64) uint64 {
	return bishopAttacksGeneric(diagonal, empty) | rookAttacksGeneric(orthogonal, empty)
}

func rayAttacksGeneric(dst *[8]uint64, sliders, empty uint64) {
	dst[NorthEast] = NorthEastAttacks(sliders, empty)
	dst[East] = eastAttacksSub(sliders, empty)
	dst[SouthEast] = SouthEastAttacks(sliders, empty)
	dst[South] = SouthAttacks(sliders, empty)
	dst[SouthWest] = SouthWestAttacks(sliders, empty)
	dst[West] = WestAttacks(sliders, empty)
	dst[NorthWest] = NorthWestAttacks(sliders, empty)
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
	dst[East] = [4]uint64{eastAttacksSub(a, empty), eastAttacksSub(b, empty), eastAttacksSub(c, empty), eastAttacksSub(d, empty)}
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
		var out [8]uint64
		rayAttacksGeneric(&out, sliders[i], empty[i])
		for d := range dst {
			dst[d][i] = out[d]
		}
	}
}

func multiAttacksBatchGeneric(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64, lo, hi int) {
	for i := lo; i < hi; i++ {
		var out [8][4]uint64
		multiAttacksGeneric(&out, &[4]uint64{gens[0][i], gens[1][i], gens[2][i], gens[3][i]}, empty[i])
		for d := range dst {
			for g := range dst[d] {
				dst[d][g][i] = out[d][g]
			}
		}
	}
}
