package koggestone

import "github.com/koggestone/koggestone/internal/squares"

// These pure-Go twins of the kernels are compiled on every system, and run where there is
// no assembly. They are written for speed; the reference is the ray walk in
// internal/raywalk. Opposite directions are computed together, because they share their
// propagators.

//asm:dispatch
func rookAttacksGeneric(rooks, empty uint64) uint64 {
	pro := inner(empty)
	return carryEast(rooks, pro) | downAttacks(rooks, pro, 1)&squares.NotFileH |
		NorthAttacks(rooks, empty) | SouthAttacks(rooks, empty)
}

//asm:dispatch
func bishopAttacksGeneric(bishops, empty uint64) uint64 {
	pro := inner(empty)
	return (upAttacks(bishops, pro, 9)|downAttacks(bishops, pro, 7))&squares.NotFileA |
		(upAttacks(bishops, pro, 7)|downAttacks(bishops, pro, 9))&squares.NotFileH
}

//asm:dispatch
func sliderAttacksGeneric(diagonal, orthogonal, empty uint64) uint64 {
	vertical := upAttacks(orthogonal, empty, 8) | downAttacks(orthogonal, empty, 8)
	pro := inner(empty)
	west := downAttacks(orthogonal, pro, 1) | downAttacks(diagonal, pro, 9) | upAttacks(diagonal, pro, 7)
	east := upAttacks(diagonal, pro, 9) | downAttacks(diagonal, pro, 7)
	return vertical | carryEast(orthogonal, pro) | west&squares.NotFileH | east&squares.NotFileA
}

//asm:dispatch
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

//asm:dispatch
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

// Several generators: after inlining, the four calls of a line share the steps on the
// propagator, and the compiler computes these once.

//asm:dispatch
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

//asm:dispatch
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

// A batch twin reads all inputs at an index before it writes there, so that dst may be an
// input.

//asm:dispatch
func rookAttacksBatchGeneric(dst, rooks, empty []uint64) {
	each(dst, rooks, empty, rookAttacksGeneric)
}

//asm:dispatch
func bishopAttacksBatchGeneric(dst, bishops, empty []uint64) {
	each(dst, bishops, empty, bishopAttacksGeneric)
}

//asm:dispatch
func queenAttacksBatchGeneric(dst, queens, empty []uint64) {
	sliderAttacksBatchGeneric(dst, queens, queens, empty)
}

// The loop repeats sliderAttacksGeneric, which the compiler does not inline.
//
//asm:dispatch
func sliderAttacksBatchGeneric(dst, diagonal, orthogonal, empty []uint64) {
	diagonal, orthogonal, empty = diagonal[:len(dst)], orthogonal[:len(dst)], empty[:len(dst)]
	for i := range dst {
		diagonal, orthogonal, empty := diagonal[i], orthogonal[i], empty[i]
		vertical := upAttacks(orthogonal, empty, 8) | downAttacks(orthogonal, empty, 8)
		pro := inner(empty)
		west := downAttacks(orthogonal, pro, 1) | downAttacks(diagonal, pro, 9) | upAttacks(diagonal, pro, 7)
		east := upAttacks(diagonal, pro, 9) | downAttacks(diagonal, pro, 7)
		dst[i] = vertical | carryEast(orthogonal, pro) | west&squares.NotFileH | east&squares.NotFileA
	}
}

// each sets dst[i] to f(a[i], b[i]). Both each and f are inlined where f can be.
func each(dst, a, b []uint64, f func(a, b uint64) uint64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = f(a[i], b[i])
	}
}

func attacksBatchGeneric(dst, sliders, empty []uint64, d Direction) {
	switch d {
	case NorthEast:
		each(dst, sliders, empty, NorthEastAttacks)
	case East:
		each(dst, sliders, empty, EastAttacks)
	case SouthEast:
		each(dst, sliders, empty, SouthEastAttacks)
	case South:
		each(dst, sliders, empty, SouthAttacks)
	case SouthWest:
		each(dst, sliders, empty, SouthWestAttacks)
	case West:
		each(dst, sliders, empty, WestAttacks)
	case NorthWest:
		each(dst, sliders, empty, NorthWestAttacks)
	case North:
		each(dst, sliders, empty, NorthAttacks)
	}
}

func occludedBatchGeneric(dst, gen, pro []uint64, d Direction) {
	switch d {
	case NorthEast:
		each(dst, gen, pro, NorthEastOccluded)
	case East:
		each(dst, gen, pro, EastOccluded)
	case SouthEast:
		each(dst, gen, pro, SouthEastOccluded)
	case South:
		each(dst, gen, pro, SouthOccluded)
	case SouthWest:
		each(dst, gen, pro, SouthWestOccluded)
	case West:
		each(dst, gen, pro, WestOccluded)
	case NorthWest:
		each(dst, gen, pro, NorthWestOccluded)
	case North:
		each(dst, gen, pro, NorthOccluded)
	}
}

// One axis after the other: all eight directions at once would need more registers than
// there are.
//
//asm:dispatch
func rayAttacksBatchGeneric(dst *[8][]uint64, sliders, empty []uint64, lo, hi int) {
	sliders, empty = sliders[lo:hi], empty[lo:hi]
	axis := func(d Direction) (up, down []uint64) {
		n := len(empty)
		return dst[d][lo:][:n], dst[d.Opposite()][lo:][:n]
	}
	sliders = sliders[:len(empty)]
	up, down := axis(NorthEast)
	for i, e := range empty {
		pro := inner(e)
		up[i] = upAttacks(sliders[i], pro, 9) & squares.NotFileA
		down[i] = downAttacks(sliders[i], pro, 9) & squares.NotFileH
	}
	up, down = axis(NorthWest)
	for i, e := range empty {
		pro := inner(e)
		up[i] = upAttacks(sliders[i], pro, 7) & squares.NotFileH
		down[i] = downAttacks(sliders[i], pro, 7) & squares.NotFileA
	}
	up, down = axis(North)
	for i, e := range empty {
		up[i] = upAttacks(sliders[i], e, 8)
		down[i] = downAttacks(sliders[i], e, 8)
	}
	up, down = axis(East)
	for i, e := range empty {
		pro := inner(e)
		up[i] = carryEast(sliders[i], pro)
		down[i] = downAttacks(sliders[i], pro, 1) & squares.NotFileH
	}
}

//asm:dispatch
func multiAttacksBatchGeneric(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64, lo, hi int) {
	for g := range gens {
		var attacks [8][]uint64
		for d := range attacks {
			attacks[d] = dst[d][g]
		}
		rayAttacksBatchGeneric(&attacks, gens[g], empty, lo, hi)
	}
}
