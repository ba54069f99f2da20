package koggestone

import (
	"strconv"

	"github.com/koggestone/koggestone/internal/slicecheck"
)

// Kernels use registers in three ways.
//
// For one position, the lanes are directions. One YMM register has the four left shifts and
// another the four right shifts. One call computes all directions.
//
// For batches, the lanes are positions. Diagonals are fills with constant shifts. East is a
// subtraction in bytes, o ^ (o - 2s), because a borrow runs from each slider to its first
// blocker. With AVX-512, West is the same between two reversals of bits, and South and
// North are the same on the transposed board. A GFNI instruction does each of these
// transformations.
//
// For batches of rooks, bishops, queens and sliders, the registers are ranks. A block of 16
// (NEON), 32 (AVX2) or 64 (AVX-512) positions is transposed so that register r contains rank r of
// every position, one byte for each. A fill north is then a walk over the registers,
//
//	attacks[r] = sliders[r-1] | empty[r-1] & attacks[r-1]
//
// with one ternary operation for each rank (with NEON one selection). Diagonals add one shift
// within bytes, which cannot wrap around. The parallel prefix has a shorter chain of dependent
// steps but more operations. With 64 positions side by side the length of the chain does not
// matter. The serial prefix is then faster, because it takes half the instructions of the
// parallel prefix with positions in lanes, even if transpositions are included.

// Assembly is called for chunk positions at a time, 10 to 50 microseconds of work. It
// cannot be preempted, but between two chunks a Go function that is not inlined lets the
// scheduler and the garbage collector run.
const chunk = 4096

// multiChunk is smaller, so that the five inputs of MultiAttacksBatch are still in the
// first-level cache when the kernel reads them for the eighth direction.
const multiChunk = 256

// RookAttacksBatch sets dst[i] to RookAttacks(rooks[i], empty[i]) for every i.
//
// All slices must have the same length, and dst may be an input but must not overlap an
// input partially. Otherwise the function panics before it writes anything.
func RookAttacksBatch(dst, rooks, empty []uint64) {
	const name = "koggestone: RookAttacksBatch"
	slicecheck.In(name, "rooks", rooks, dst)
	slicecheck.In(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		rookAttacksChunk(dst[:n], rooks[:n], empty[:n])
		dst, rooks, empty = dst[n:], rooks[n:], empty[n:]
	}
}

// BishopAttacksBatch sets dst[i] to BishopAttacks(bishops[i], empty[i]) for
// every i.
//
// All slices must have the same length, and dst may be an input but must not overlap an
// input partially. Otherwise the function panics before it writes anything.
func BishopAttacksBatch(dst, bishops, empty []uint64) {
	const name = "koggestone: BishopAttacksBatch"
	slicecheck.In(name, "bishops", bishops, dst)
	slicecheck.In(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		bishopAttacksChunk(dst[:n], bishops[:n], empty[:n])
		dst, bishops, empty = dst[n:], bishops[n:], empty[n:]
	}
}

// QueenAttacksBatch sets dst[i] to QueenAttacks(queens[i], empty[i]) for every i.
//
// All slices must have the same length, and dst may be an input but must not overlap an
// input partially. Otherwise the function panics before it writes anything.
func QueenAttacksBatch(dst, queens, empty []uint64) {
	const name = "koggestone: QueenAttacksBatch"
	slicecheck.In(name, "queens", queens, dst)
	slicecheck.In(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		queenAttacksChunk(dst[:n], queens[:n], empty[:n])
		dst, queens, empty = dst[n:], queens[n:], empty[n:]
	}
}

// SliderAttacksBatch sets dst[i] to SliderAttacks(diagonal[i], orthogonal[i],
// empty[i]) for every i.
//
// All slices must have the same length, and dst may be an input but must not overlap an
// input partially. Otherwise the function panics before it writes anything.
func SliderAttacksBatch(dst, diagonal, orthogonal, empty []uint64) {
	const name = "koggestone: SliderAttacksBatch"
	slicecheck.In(name, "diagonal", diagonal, dst)
	slicecheck.In(name, "orthogonal", orthogonal, dst)
	slicecheck.In(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		sliderAttacksChunk(dst[:n], diagonal[:n], orthogonal[:n], empty[:n])
		dst, diagonal, orthogonal, empty = dst[n:], diagonal[n:], orthogonal[n:], empty[n:]
	}
}

// AttacksBatch sets dst[i] to Attacks(sliders[i], empty[i], d) for every i.
//
// All slices must have the same length. dst may be an input, but must not overlap any of them
// partially. Otherwise, or if d is not a direction, it panics before it writes anything.
func AttacksBatch(dst, sliders, empty []uint64, d Direction) {
	const name = "koggestone: AttacksBatch"
	d.check()
	slicecheck.In(name, "sliders", sliders, dst)
	slicecheck.In(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		attacksChunk(dst[:n], sliders[:n], empty[:n], d)
		dst, sliders, empty = dst[n:], sliders[n:], empty[n:]
	}
}

// OccludedBatch sets dst[i] to Occluded(gen[i], pro[i], d) for every i.
//
// All slices must have the same length. dst may be an input, but must not overlap any of them
// partially. Otherwise, or if d is not a direction, it panics before it writes anything.
func OccludedBatch(dst, gen, pro []uint64, d Direction) {
	const name = "koggestone: OccludedBatch"
	d.check()
	slicecheck.In(name, "gen", gen, dst)
	slicecheck.In(name, "pro", pro, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		occludedChunk(dst[:n], gen[:n], pro[:n], d)
		dst, gen, pro = dst[n:], gen[n:], pro[n:]
	}
}

// RayAttacksBatch sets dst[d][i] to Attacks(sliders[i], empty[i], d) for every
// direction d and every i.
//
// All ten slices must have the same length, and no slice of dst may overlap another slice.
// Otherwise it panics before it writes anything.
func RayAttacksBatch(dst *[8][]uint64, sliders, empty []uint64) {
	const name = "koggestone: RayAttacksBatch"
	n := len(dst[0])
	var out [8]slicecheck.Span
	for d, s := range dst {
		out[d] = slicecheck.Of(s, d)
	}
	in := [2]slicecheck.Span{slicecheck.Of(sliders, 0), slicecheck.Of(empty, 1)}
	slicecheck.Apart(name, out[:], in[:], rayName, rayInName)
	for lo := 0; lo < n; lo += chunk {
		rayAttacksChunk(dst, sliders, empty, lo, min(n, lo+chunk))
	}
}

// MultiAttacksBatch sets dst[d][g][i] to Attacks(gens[g][i], empty[i], d) for
// every direction d, every generator g and every i.
//
// All 37 slices must have the same length, and no slice of dst may overlap another slice.
// Otherwise it panics before it writes anything.
func MultiAttacksBatch(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64) {
	const name = "koggestone: MultiAttacksBatch"
	n := len(dst[0][0])
	var out [32]slicecheck.Span
	for i := range out {
		out[i] = slicecheck.Of(dst[i/4][i%4], i)
	}
	var in [5]slicecheck.Span
	for g, s := range gens {
		in[g] = slicecheck.Of(s, g)
	}
	in[4] = slicecheck.Of(empty, 4)
	slicecheck.Apart(name, out[:], in[:], multiName, multiInName)
	for lo := 0; lo < n; lo += multiChunk {
		multiAttacksChunk(dst, gens, empty, lo, min(n, lo+multiChunk))
	}
}

func rayName(d int) string { return "dst[" + Direction(d).String() + "]" }

func rayInName(i int) string { return [...]string{"sliders", "empty"}[i] }

func multiName(i int) string {
	return "dst[" + Direction(i/4).String() + "][" + strconv.Itoa(i%4) + "]"
}

func multiInName(i int) string {
	if i == 4 {
		return "empty"
	}
	return "gens[" + strconv.Itoa(i) + "]"
}
