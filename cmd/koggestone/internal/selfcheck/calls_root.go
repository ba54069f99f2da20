package selfcheck

import (
	"github.com/koggestone/koggestone"
)

// Correct results from the ray walks.

func wantRook(g int) func(in *Input, i int) uint64 {
	return func(in *Input, i int) (b uint64) {
		for d := koggestone.East; d <= koggestone.North; d += 2 {
			b |= in.rays[i][d][g]
		}
		return b
	}
}

func wantBishop(g int) func(in *Input, i int) uint64 {
	return func(in *Input, i int) (b uint64) {
		for d := koggestone.NorthEast; d < koggestone.North; d += 2 {
			b |= in.rays[i][d][g]
		}
		return b
	}
}

func wantQueen(in *Input, i int) uint64 { return wantRook(slider)(in, i) | wantBishop(slider)(in, i) }

func wantSlider(in *Input, i int) uint64 {
	return wantRook(orthogonal)(in, i) | wantBishop(diagonal)(in, i)
}

func wantRays(in *Input, i int) (rays [8]uint64) {
	for d := range rays {
		rays[d] = in.rays[i][d][slider]
	}
	return rays
}

// wantFills returns the occluded fills of the first four sets.
func wantFills(in *Input, i int) (fills [8][4]uint64) {
	for d := range fills {
		for g := range fills[d] {
			fills[d][g] = in.sets[g][i] | in.rays[i][d][g]&in.sets[empty][i]
		}
	}
	return fills
}

// rootCalls returns the functions of the root package.
func rootCalls() []Call {
	name := func(s string) Call {
		return Call{Package: "koggestone", Name: s, Oracle: "ray walks", N: loopSize, input: sets}
	}
	all := []Call{
		one(name("RookAttacks"), func(in *Input, dst []uint64, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i] = koggestone.RookAttacks(in.sets[orthogonal][i], in.sets[empty][i])
			}
		}, wantRook(orthogonal)),
		one(name("BishopAttacks"), func(in *Input, dst []uint64, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i] = koggestone.BishopAttacks(in.sets[diagonal][i], in.sets[empty][i])
			}
		}, wantBishop(diagonal)),
		one(name("QueenAttacks"), func(in *Input, dst []uint64, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i] = koggestone.QueenAttacks(in.sets[slider][i], in.sets[empty][i])
			}
		}, wantQueen),
		one(name("SliderAttacks"), func(in *Input, dst []uint64, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i] = koggestone.SliderAttacks(in.sets[diagonal][i], in.sets[orthogonal][i], in.sets[empty][i])
			}
		}, wantSlider),
		one(name("RayAttacks"), func(in *Input, dst [][8]uint64, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i] = koggestone.RayAttacks(in.sets[slider][i], in.sets[empty][i])
			}
		}, wantRays),
		one(name("OccludedFills"), func(in *Input, dst [][8]uint64, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i] = koggestone.OccludedFills(in.sets[slider][i], in.sets[empty][i])
			}
		}, func(in *Input, i int) (fills [8]uint64) {
			for d, all := range wantFills(in, i) {
				fills[d] = all[slider]
			}
			return fills
		}),
		one(name("MultiAttacks"), func(in *Input, dst [][8][4]uint64, lo, hi int) {
			for i := lo; i < hi; i++ {
				gens := [4]uint64{in.sets[0][i], in.sets[1][i], in.sets[2][i], in.sets[3][i]}
				koggestone.MultiAttacks(&dst[i], &gens, in.sets[empty][i])
			}
		}, func(in *Input, i int) [8][4]uint64 { return in.rays[i] }),
		one(name("MultiOccluded"), func(in *Input, dst [][8][4]uint64, lo, hi int) {
			for i := lo; i < hi; i++ {
				gens := [4]uint64{in.sets[0][i], in.sets[1][i], in.sets[2][i], in.sets[3][i]}
				koggestone.MultiOccluded(&dst[i], &gens, in.sets[empty][i])
			}
		}, wantFills),
		wordBatch("RookAttacksBatch", wantRook(orthogonal), func(dst []uint64, args [][]uint64) {
			koggestone.RookAttacksBatch(dst, args[0], args[1])
		}, orthogonal, empty),
		wordBatch("BishopAttacksBatch", wantBishop(diagonal), func(dst []uint64, args [][]uint64) {
			koggestone.BishopAttacksBatch(dst, args[0], args[1])
		}, diagonal, empty),
		wordBatch("QueenAttacksBatch", wantQueen, func(dst []uint64, args [][]uint64) {
			koggestone.QueenAttacksBatch(dst, args[0], args[1])
		}, slider, empty),
		wordBatch("SliderAttacksBatch", wantSlider, func(dst []uint64, args [][]uint64) {
			koggestone.SliderAttacksBatch(dst, args[0], args[1], args[2])
		}, diagonal, orthogonal, empty),
	}
	for d := range koggestone.North + 1 {
		all = append(all,
			wordBatch("AttacksBatch "+d.String(), func(in *Input, i int) uint64 { return in.rays[i][d][slider] }, func(dst []uint64, args [][]uint64) {
				koggestone.AttacksBatch(dst, args[0], args[1], d)
			}, slider, empty),
			wordBatch("OccludedBatch "+d.String(), func(in *Input, i int) uint64 { return wantFills(in, i)[d][slider] }, func(dst []uint64, args [][]uint64) {
				koggestone.OccludedBatch(dst, args[0], args[1], d)
			}, slider, empty))
	}
	rays, multi := name("RayAttacksBatch"), name("MultiAttacksBatch")
	rays.Batch, multi.Batch, rays.N, multi.N = true, true, BatchSize, BatchSize
	return append(all,
		row(rays, func(in *Input) bound[[8]uint64] {
			var columns [8][]uint64
			for d := range columns {
				columns[d] = make([]uint64, in.n+room)
			}
			return bound[[8]uint64]{run: func(lo, hi int) {
				var dst [8][]uint64
				for d := range dst {
					dst[d] = columns[d][lo:hi]
				}
				koggestone.RayAttacksBatch(&dst, in.sets[slider][lo:hi], in.sets[empty][lo:hi])
			}, result: func(i int) (rays [8]uint64) {
				for d := range rays {
					rays[d] = columns[d][i]
				}
				return rays
			}}
		}, wantRays),
		row(multi, multiColumns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
			gens := [4][]uint64{in.sets[0][lo:hi], in.sets[1][lo:hi], in.sets[2][lo:hi], in.sets[3][lo:hi]}
			koggestone.MultiAttacksBatch(dst, &gens, in.sets[empty][lo:hi])
		}), func(in *Input, i int) [8][4]uint64 { return in.rays[i] }))
}

// wordBatch returns a batch function of the root package with one dst. Some calls write over an argument.
func wordBatch(name string, want func(in *Input, i int) uint64, call func(dst []uint64, args [][]uint64), columns ...int) Call {
	c := Call{Package: "koggestone", Name: name, Oracle: "ray walks", N: BatchSize, input: sets}
	return batch(c, func(dst []uint64, in *Input, lo, hi int) {
		var args [3][]uint64
		for k, column := range columns {
			args[k] = in.sets[column][lo:hi]
			if lo > 0 && lo%(len(columns)+1) == k+1 {
				copy(dst, args[k])
				args[k] = dst
			}
		}
		call(dst, args[:])
	}, want)
}

// multiColumns returns the memory and the results of a batch function that writes 32 words for each position.
func multiColumns(call func(dst *[8][4][]uint64, in *Input, lo, hi int)) func(in *Input) bound[[8][4]uint64] {
	return func(in *Input) bound[[8][4]uint64] {
		var columns [8][4][]uint64
		for d := range columns {
			for g := range columns[d] {
				columns[d][g] = make([]uint64, in.n+room)
			}
		}
		return bound[[8][4]uint64]{run: func(lo, hi int) {
			var dst [8][4][]uint64
			for d := range dst {
				for g := range dst[d] {
					dst[d][g] = columns[d][g][lo:hi]
				}
			}
			call(&dst, in, lo, hi)
		}, result: func(i int) (words [8][4]uint64) {
			for d := range words {
				for g := range words[d] {
					words[d][g] = columns[d][g][i]
				}
			}
			return words
		}}
	}
}
