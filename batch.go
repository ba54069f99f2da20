package koggestone

import "strconv"

// chunk is how many positions go through assembly at a time: 10 to 50
// microseconds of work. Assembly cannot be preempted; between two chunks the
// prologue of a Go function that is not inlined lets the scheduler and the
// garbage collector in.
const chunk = 4096

// multiChunk is smaller, so that the five inputs of MultiAttacksBatch are still
// in the first cache when the kernel passes over them for the eighth direction.
const multiChunk = 256

// RookAttacksBatch sets dst[i] to RookAttacks(rooks[i], empty[i]) for every i.
//
// All slices must have one length. dst may be exactly one of the inputs; any
// other overlap, and lengths that differ, panic before anything is written.
func RookAttacksBatch(dst, rooks, empty []uint64) {
	const name = "RookAttacksBatch"
	checkIn(name, "rooks", rooks, dst)
	checkIn(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		rookAttacksChunk(dst[:n], rooks[:n], empty[:n])
		dst, rooks, empty = dst[n:], rooks[n:], empty[n:]
	}
}

// BishopAttacksBatch sets dst[i] to BishopAttacks(bishops[i], empty[i]) for
// every i.
//
// All slices must have one length. dst may be exactly one of the inputs; any
// other overlap, and lengths that differ, panic before anything is written.
func BishopAttacksBatch(dst, bishops, empty []uint64) {
	const name = "BishopAttacksBatch"
	checkIn(name, "bishops", bishops, dst)
	checkIn(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		bishopAttacksChunk(dst[:n], bishops[:n], empty[:n])
		dst, bishops, empty = dst[n:], bishops[n:], empty[n:]
	}
}

// QueenAttacksBatch sets dst[i] to QueenAttacks(queens[i], empty[i]) for every i.
//
// All slices must have one length. dst may be exactly one of the inputs; any
// other overlap, and lengths that differ, panic before anything is written.
func QueenAttacksBatch(dst, queens, empty []uint64) {
	const name = "QueenAttacksBatch"
	checkIn(name, "queens", queens, dst)
	checkIn(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		queenAttacksChunk(dst[:n], queens[:n], empty[:n])
		dst, queens, empty = dst[n:], queens[n:], empty[n:]
	}
}

// SliderAttacksBatch sets dst[i] to SliderAttacks(diagonal[i], orthogonal[i],
// empty[i]) for every i.
//
// All slices must have one length. dst may be exactly one of the inputs; any
// other overlap, and lengths that differ, panic before anything is written.
func SliderAttacksBatch(dst, diagonal, orthogonal, empty []uint64) {
	const name = "SliderAttacksBatch"
	checkIn(name, "diagonal", diagonal, dst)
	checkIn(name, "orthogonal", orthogonal, dst)
	checkIn(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		sliderAttacksChunk(dst[:n], diagonal[:n], orthogonal[:n], empty[:n])
		dst, diagonal, orthogonal, empty = dst[n:], diagonal[n:], orthogonal[n:], empty[n:]
	}
}

// AttacksBatch sets dst[i] to Attacks(sliders[i], empty[i], d) for every i.
//
// All slices must have one length. dst may be exactly one of the inputs; any
// other overlap, lengths that differ, and a d that is not a direction panic
// before anything is written.
func AttacksBatch(dst, sliders, empty []uint64, d Direction) {
	const name = "AttacksBatch"
	d.check()
	checkIn(name, "sliders", sliders, dst)
	checkIn(name, "empty", empty, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		attacksChunk(dst[:n], sliders[:n], empty[:n], d)
		dst, sliders, empty = dst[n:], sliders[n:], empty[n:]
	}
}

// OccludedBatch sets dst[i] to Occluded(gen[i], pro[i], d) for every i.
//
// All slices must have one length. dst may be exactly one of the inputs; any
// other overlap, lengths that differ, and a d that is not a direction panic
// before anything is written.
func OccludedBatch(dst, gen, pro []uint64, d Direction) {
	const name = "OccludedBatch"
	d.check()
	checkIn(name, "gen", gen, dst)
	checkIn(name, "pro", pro, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		occludedChunk(dst[:n], gen[:n], pro[:n], d)
		dst, gen, pro = dst[n:], gen[n:], pro[n:]
	}
}

// RayAttacksBatch sets dst[d][i] to Attacks(sliders[i], empty[i], d) for every
// direction d and every i.
//
// All ten slices must have one length, that of dst[0]. No slice of dst may
// overlap any other; overlap and lengths that differ panic before anything is
// written.
func RayAttacksBatch(dst *[8][]uint64, sliders, empty []uint64) {
	const name = "RayAttacksBatch"
	n := len(dst[0])
	var out [8]span
	for d, s := range dst {
		if len(s) != n {
			badLen(name, rayName(d), len(s), n)
		}
		out[d] = span{start(s), d}
	}
	checkLen(name, "sliders", sliders, n)
	checkLen(name, "empty", empty, n)
	in := [2]span{{start(sliders), 0}, {start(empty), 1}}
	checkApart(name, out[:], in[:], n, rayName, rayInName)
	for lo := 0; lo < n; lo += chunk {
		rayAttacksChunk(dst, sliders, empty, lo, min(n, lo+chunk))
	}
}

// MultiAttacksBatch sets dst[d][g][i] to Attacks(gens[g][i], empty[i], d) for
// every direction d, every generator g and every i.
//
// All 37 slices must have one length, that of dst[0][0]. No slice of dst may
// overlap any other; overlap and lengths that differ panic before anything is
// written.
func MultiAttacksBatch(dst *[8][4][]uint64, gens *[4][]uint64, empty []uint64) {
	const name = "MultiAttacksBatch"
	n := len(dst[0][0])
	var out [32]span
	for i := range out {
		s := dst[i/4][i%4]
		if len(s) != n {
			badLen(name, multiName(i), len(s), n)
		}
		out[i] = span{start(s), i}
	}
	var in [5]span
	for g, s := range gens {
		if len(s) != n {
			badLen(name, multiInName(g), len(s), n)
		}
		in[g] = span{start(s), g}
	}
	checkLen(name, "empty", empty, n)
	in[4] = span{start(empty), 4}
	checkApart(name, out[:], in[:], n, multiName, multiInName)
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
