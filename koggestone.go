package koggestone

import "github.com/koggestone/koggestone/internal/simd"

// Implementation returns the path that the kernels use on this CPU: "avx512" or "avx2" on
// amd64, "neon" on arm64, or "generic".
func Implementation() string { return simd.Active().String() }

// RookAttacks returns the squares that any number of rooks attack, where empty contains the
// empty squares. The set includes the first blocker of either colour, and a rook only if
// another attacks it.
//
//	R, o occupied     RookAttacks(R, empty)
//	· · · · · · · ·   · · · · · · · ·
//	· · · o · · · ·   · · · 1 · · · ·
//	· · · · · · · ·   · · · 1 · · · ·
//	· · · · · · · ·   · · · 1 · · · ·
//	· o · R · · · ·   · 1 1 · 1 1 1 1
//	· · · · · · · ·   · · · 1 · · · ·
//	· · · · · · · ·   · · · 1 · · · ·
//	· · · · · · · ·   · · · 1 · · · ·
func RookAttacks(rooks, empty uint64) uint64 { return rookAttacks(rooks, empty) }

// BishopAttacks returns the squares that bishops attack. See [RookAttacks].
//
//	B, o occupied     BishopAttacks(B, empty)
//	· · · · · · · ·   · · · · · · · 1
//	· · · · · · · ·   1 · · · · · 1 ·
//	· · · · · · · ·   · 1 · · · 1 · ·
//	· · · · · · · ·   · · 1 · 1 · · ·
//	· · · B · · · ·   · · · · · · · ·
//	· · · · o · · ·   · · 1 · 1 · · ·
//	· · · · · · · ·   · 1 · · · · · ·
//	· · · · · · · ·   1 · · · · · · ·
func BishopAttacks(bishops, empty uint64) uint64 { return bishopAttacks(bishops, empty) }

// QueenAttacks returns the squares that queens attack. See [RookAttacks].
//
//	Q, o occupied     QueenAttacks(Q, empty)
//	· · · · · · · ·   · · · · · · · 1
//	· · · o · · · ·   1 · · 1 · · 1 ·
//	· · · · · · · ·   · 1 · 1 · 1 · ·
//	· · · · · · · ·   · · 1 1 1 · · ·
//	· o · Q · · · ·   · 1 1 · 1 1 1 1
//	· · · · o · · ·   · · 1 1 1 · · ·
//	· · · · · · · ·   · 1 · 1 · · · ·
//	· · · · · · · ·   1 · · 1 · · · ·
func QueenAttacks(queens, empty uint64) uint64 { return sliderAttacks(queens, queens, empty) }

// SliderAttacks returns the squares that a side's sliders attack:
// BishopAttacks(diagonal, empty) | RookAttacks(orthogonal, empty). Queens belong
// to both sets.
//
//	B, R, o occupied  SliderAttacks(B, R, empty)
//	· · · · · · · ·   · · · · · · · 1
//	· · · · · · · ·   1 · · · · · 1 ·
//	· · · · · · · ·   · 1 · · · 1 · ·
//	· · · · · · · ·   · · 1 · 1 · · ·
//	· · · B · · · ·   1 · · · · · · ·
//	· · · · · · · ·   1 · 1 · 1 · · ·
//	o · · · · · · ·   1 1 · · · 1 · ·
//	R · · o · · · ·   1 1 1 1 · · 1 ·
func SliderAttacks(diagonal, orthogonal, empty uint64) uint64 {
	return sliderAttacks(diagonal, orthogonal, empty)
}

// RayAttacks returns what sliders attack in each of the eight directions: element d is
// Attacks(sliders, empty, d). All sliders attack as queens. [RayAttacksTo] is faster, because Go copies
// the result.
//
// In one direction at most one slider attacks a square, so you can still find the attacker of
// each square from the eight sets.
//
//	S, o occupied     [NorthEast]       [East]            [West]
//	· · · · · · · ·   · · · · · · · 1   · · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · 1 ·   · · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · 1 · ·   · · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · 1 · · ·   · · · · · · · ·   · · · · · · · ·
//	· o · S · · · ·   · · · · · · · ·   · · · · 1 1 1 1   · 1 1 · · · · ·
//	· · · · · · · ·   · · · · · · · ·   · · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·   · · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·   · · · · · · · ·   · · · · · · · ·
func RayAttacks(sliders, empty uint64) (attacks [8]uint64) {
	rayAttacks(&attacks, sliders, empty)
	return attacks
}

// RayAttacksTo sets dst to [RayAttacks], in place.
func RayAttacksTo(dst *[8]uint64, sliders, empty uint64) { rayAttacks(dst, sliders, empty) }

// OccludedFills returns the occluded fill of gen over pro in each of the eight directions:
// element d is Occluded(gen, pro, d). [OccludedFillsTo] is faster, because Go copies the result.
func OccludedFills(gen, pro uint64) (fills [8]uint64) {
	occludedFills(&fills, gen, pro)
	return fills
}

// OccludedFillsTo sets dst to [OccludedFills], in place.
func OccludedFillsTo(dst *[8]uint64, gen, pro uint64) { occludedFills(dst, gen, pro) }

// MultiAttacks sets dst[d][i] to Attacks(gens[i], empty, d) for all eight directions and
// four sets of sliders. The four sets share the work on the propagator, which is 5 of the
// 13 operations in a fill with AVX-512 and 5 of 16 with AVX2. gens must not overlap dst.
// Gerd Isenberg, "Multiple Kogge-Stone-Fills", 24 August 2004.
//
// If gens are the four planes of a quad board, you can read from dst which piece a ray from
// a square meets first: its code is spread over dst[d].
func MultiAttacks(dst *[8][4]uint64, gens *[4]uint64, empty uint64) {
	multiAttacks(dst, gens, empty)
}

// MultiOccluded sets dst[d][i] to Occluded(gens[i], pro, d) for all eight directions and
// four generators. gens must not overlap dst. See [MultiAttacks].
func MultiOccluded(dst *[8][4]uint64, gens *[4]uint64, pro uint64) {
	multiOccluded(dst, gens, pro)
}
