package selfcheck

import "github.com/koggestone/koggestone"

// union returns correct results from ray walks in some directions: d and every step-th
// direction after it.
func union(g int, d, step koggestone.Direction) func(in *Input, i int) uint64 {
	return func(in *Input, i int) (b uint64) {
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

// pair binds a function of two sets.
func pair[T comparable](f func(a, b uint64) T, a, b int) func(in *Input) calls {
	return into(func(in *Input, dst []T, lo, hi int) {
		s := in.sets()
		for i := lo; i < hi; i++ {
			dst[i] = f(s[a][i], s[b][i])
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

// two returns a batch function of two sets for overwriting.
func two(f func(dst, a, b []uint64)) func(dst []uint64, args [][]uint64) {
	return func(dst []uint64, args [][]uint64) { f(dst, args[0], args[1]) }
}

// rootCalls returns the functions of the root package.
func rootCalls() (all []Call) {
	const ne, e = koggestone.NorthEast, koggestone.East
	word := func(want func(in *Input, i int) uint64) func(in *Input, i int) any {
		return func(in *Input, i int) any { return want(in, i) }
	}
	rook, bishop, queen := word(union(orthogonal, e, 2)), word(union(diagonal, ne, 2)), word(union(slider, ne, 1))
	sliders := func(in *Input, i int) any { return union(orthogonal, e, 2)(in, i) | union(diagonal, ne, 2)(in, i) }
	rays := func(in *Input, i int) any { return of(slider, in.rays()[i]) }
	for _, c := range []struct {
		name  string
		batch bool
		bind  func(in *Input) calls
		want  func(in *Input, i int) any
	}{
		{"RookAttacks", false, pair(koggestone.RookAttacks, orthogonal, empty), rook},
		{"BishopAttacks", false, pair(koggestone.BishopAttacks, diagonal, empty), bishop},
		{"QueenAttacks", false, pair(koggestone.QueenAttacks, slider, empty), queen},
		{"SliderAttacks", false, into(func(in *Input, dst []uint64, lo, hi int) {
			s := in.sets()
			for i := lo; i < hi; i++ {
				dst[i] = koggestone.SliderAttacks(s[diagonal][i], s[orthogonal][i], s[empty][i])
			}
		}), sliders},
		{"RayAttacks", false, pair(koggestone.RayAttacks, slider, empty), rays},
		{"OccludedFills", false, pair(koggestone.OccludedFills, slider, empty), func(in *Input, i int) any { return of(slider, wantFills(in, i)) }},
		{"MultiAttacks", false, multi(koggestone.MultiAttacks), func(in *Input, i int) any { return in.rays()[i] }},
		{"MultiOccluded", false, multi(koggestone.MultiOccluded), func(in *Input, i int) any { return wantFills(in, i) }},
		{"RookAttacksBatch", true, overwriting(two(koggestone.RookAttacksBatch), orthogonal, empty), rook},
		{"BishopAttacksBatch", true, overwriting(two(koggestone.BishopAttacksBatch), diagonal, empty), bishop},
		{"QueenAttacksBatch", true, overwriting(two(koggestone.QueenAttacksBatch), slider, empty), queen},
		{"SliderAttacksBatch", true, overwriting(func(dst []uint64, args [][]uint64) {
			koggestone.SliderAttacksBatch(dst, args[0], args[1], args[2])
		}, diagonal, orthogonal, empty), sliders},
		{"RayAttacksBatch", true, columns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
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
		}},
		{"MultiAttacksBatch", true, columns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
			s := in.sets()
			koggestone.MultiAttacksBatch(dst, &[4][]uint64{s[0][lo:hi], s[1][lo:hi], s[2][lo:hi], s[3][lo:hi]}, s[empty][lo:hi])
		}), func(in *Input, i int) any { return in.rays()[i] }},
	} {
		all = append(all, Call{Package: "koggestone", Name: c.name, Batch: c.batch, bind: c.bind, want: c.want})
	}
	for d := range koggestone.North + 1 {
		all = append(all,
			Call{Package: "koggestone", Name: "AttacksBatch " + d.String(), Batch: true, bind: overwriting(func(dst []uint64, args [][]uint64) {
				koggestone.AttacksBatch(dst, args[0], args[1], d)
			}, slider, empty), want: func(in *Input, i int) any { return in.rays()[i][d][slider] }},
			Call{Package: "koggestone", Name: "OccludedBatch " + d.String(), Batch: true, bind: overwriting(func(dst []uint64, args [][]uint64) {
				koggestone.OccludedBatch(dst, args[0], args[1], d)
			}, slider, empty), want: func(in *Input, i int) any { return wantFills(in, i)[d][slider] }})
	}
	for k := range all {
		all[k].Oracle, all[k].N = "ray walks", loopSize
		if all[k].Batch {
			all[k].N = BatchSize
		}
	}
	return all
}
