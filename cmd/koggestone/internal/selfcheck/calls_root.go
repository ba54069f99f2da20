package selfcheck

import "github.com/koggestone/koggestone"

// union returns the attacks of set g from ray walks in some directions: d and every step-th direction after it.
func union(g int, d, step koggestone.Direction) func(in *Input, i int) any {
	return func(in *Input, i int) any {
		b := uint64(0)
		for d := d; d <= koggestone.North; d += step {
			b |= in.rays()[i][d][g]
		}
		return b
	}
}

// wantFills returns the occluded fills of the first four sets.
func wantFills(in *Input, i int) (fills [8][4]uint64) {
	s := in.sets()
	for d := range fills {
		for g := range fills[d] {
			fills[d][g] = s[g][i] | in.rays()[i][d][g]&s[empty][i]
		}
	}
	return fills
}

// of returns set g in each direction.
func of(g int, all [8][4]uint64) (one [8]uint64) {
	for d := range one {
		one[d] = all[d][g]
	}
	return one
}

// pair binds a function of a set and the empty squares.
func pair[T comparable](f func(set, empty uint64) T, set int) func(in *Input) calls {
	return into(func(in *Input, dst []T, lo, hi int) {
		s := in.sets()
		for i := lo; i < hi; i++ {
			dst[i] = f(s[set][i], s[empty][i])
		}
	})
}

// pairTo binds a function of a set and the empty squares that sets its result in place.
func pairTo(f func(dst *[8]uint64, set, empty uint64), set int) func(in *Input) calls {
	return into(func(in *Input, dst [][8]uint64, lo, hi int) {
		s := in.sets()
		for i := lo; i < hi; i++ {
			f(&dst[i], s[set][i], s[empty][i])
		}
	})
}

// multi binds a function of the first four sets.
func multi(f func(dst *[8][4]uint64, gens *[4]uint64, empty uint64)) func(in *Input) calls {
	return into(func(in *Input, dst [][8][4]uint64, lo, hi int) {
		s := in.sets()
		for i := lo; i < hi; i++ {
			f(&dst[i], &[4]uint64{s[0][i], s[1][i], s[2][i], s[3][i]}, s[empty][i])
		}
	})
}

// overwriting binds a batch function with one dst. In some calls dst is also an argument.
func overwriting(call func(dst []uint64, args [][]uint64), sets ...int) func(in *Input) calls {
	return batch(func(dst []uint64, in *Input, lo, hi int) {
		var args [3][]uint64
		for k, set := range sets {
			args[k] = in.sets()[set][lo:hi]
			if lo > 0 && lo%(len(sets)+1) == k+1 {
				copy(dst, args[k])
				args[k] = dst
			}
		}
		call(dst, args[:])
	})
}

// pairBatch is like overwriting for a function of a set and the empty squares.
func pairBatch(f func(dst, set, empty []uint64), set int) func(in *Input) calls {
	return overwriting(func(dst []uint64, args [][]uint64) { f(dst, args[0], args[1]) }, set, empty)
}

// rootCalls returns the functions of the root package.
func rootCalls() (all []Call) {
	const ne, e = koggestone.NorthEast, koggestone.East
	row := func(name string, n int, bind func(in *Input) calls, want func(in *Input, i int) any) {
		all = append(all, Call{Package: "koggestone", Name: name, Oracle: "ray walks", N: n, Batch: n == BatchSize, bind: bind, want: want})
	}
	rook, bishop, queen := union(orthogonal, e, 2), union(diagonal, ne, 2), union(slider, ne, 1)
	sliders := func(in *Input, i int) any { return rook(in, i).(uint64) | bishop(in, i).(uint64) }
	rays := func(in *Input, i int) any { return in.rays()[i] }
	row("RookAttacks", loopSize, pair(koggestone.RookAttacks, orthogonal), rook)
	row("BishopAttacks", loopSize, pair(koggestone.BishopAttacks, diagonal), bishop)
	row("QueenAttacks", loopSize, pair(koggestone.QueenAttacks, slider), queen)
	row("SliderAttacks", loopSize, into(func(in *Input, dst []uint64, lo, hi int) {
		s := in.sets()
		for i := lo; i < hi; i++ {
			dst[i] = koggestone.SliderAttacks(s[diagonal][i], s[orthogonal][i], s[empty][i])
		}
	}), sliders)
	oneRays := func(in *Input, i int) any { return of(slider, in.rays()[i]) }
	oneFills := func(in *Input, i int) any { return of(slider, wantFills(in, i)) }
	row("RayAttacks", loopSize, pair(koggestone.RayAttacks, slider), oneRays)
	row("RayAttacksTo", loopSize, pairTo(koggestone.RayAttacksTo, slider), oneRays)
	row("OccludedFills", loopSize, pair(koggestone.OccludedFills, slider), oneFills)
	row("OccludedFillsTo", loopSize, pairTo(koggestone.OccludedFillsTo, slider), oneFills)
	row("MultiAttacks", loopSize, multi(koggestone.MultiAttacks), rays)
	row("MultiOccluded", loopSize, multi(koggestone.MultiOccluded), func(in *Input, i int) any { return wantFills(in, i) })
	row("RookAttacksBatch", BatchSize, pairBatch(koggestone.RookAttacksBatch, orthogonal), rook)
	row("BishopAttacksBatch", BatchSize, pairBatch(koggestone.BishopAttacksBatch, diagonal), bishop)
	row("QueenAttacksBatch", BatchSize, pairBatch(koggestone.QueenAttacksBatch, slider), queen)
	row("SliderAttacksBatch", BatchSize, overwriting(func(dst []uint64, args [][]uint64) {
		koggestone.SliderAttacksBatch(dst, args[0], args[1], args[2])
	}, diagonal, orthogonal, empty), sliders)
	row("RayAttacksBatch", BatchSize, columns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
		var rays [8][]uint64
		for d := range rays {
			rays[d] = dst[d][slider]
		}
		koggestone.RayAttacksBatch(&rays, in.sets()[slider][lo:hi], in.sets()[empty][lo:hi])
	}), func(in *Input, i int) any {
		var words [8][4]uint64
		for d, b := range of(slider, in.rays()[i]) {
			words[d][slider] = b
		}
		return words
	})
	row("MultiAttacksBatch", BatchSize, columns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
		s := in.sets()
		koggestone.MultiAttacksBatch(dst, &[4][]uint64{s[0][lo:hi], s[1][lo:hi], s[2][lo:hi], s[3][lo:hi]}, s[empty][lo:hi])
	}), rays)
	for d := range koggestone.North + 1 {
		row("AttacksBatch "+d.String(), BatchSize, pairBatch(func(dst, set, empty []uint64) { koggestone.AttacksBatch(dst, set, empty, d) }, slider),
			func(in *Input, i int) any { return in.rays()[i][d][slider] })
		row("OccludedBatch "+d.String(), BatchSize, pairBatch(func(dst, set, empty []uint64) { koggestone.OccludedBatch(dst, set, empty, d) }, slider),
			func(in *Input, i int) any { return wantFills(in, i)[d][slider] })
	}
	return all
}
