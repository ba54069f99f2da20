package selfcheck

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone"
)

// rootFunctions returns the functions of the root package that have several paths:
// those of one position, then batches.
func rootFunctions() []Function {
	f := []Function{
		oneWord("RookAttacks", wantRook, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = koggestone.RookAttacks(w.in.gens[orthogonalGen][i], w.in.empty[i])
			}
		}, orthogonalGen),
		oneWord("BishopAttacks", wantBishop, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = koggestone.BishopAttacks(w.in.gens[diagonalGen][i], w.in.empty[i])
			}
		}, diagonalGen),
		oneWord("QueenAttacks", wantQueen, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = koggestone.QueenAttacks(w.in.gens[sliderGen][i], w.in.empty[i])
			}
		}, sliderGen),
		oneWord("SliderAttacks", wantSlider, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = koggestone.SliderAttacks(w.in.gens[diagonalGen][i], w.in.gens[orthogonalGen][i], w.in.empty[i])
			}
		}, diagonalGen, orthogonalGen),
		oneEight("RayAttacks", wantRay, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.rays[i] = koggestone.RayAttacks(w.in.gens[sliderGen][i], w.in.empty[i])
			}
		}),
		oneEight("OccludedFills", wantFill, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.rays[i] = koggestone.OccludedFills(w.in.gens[sliderGen][i], w.in.empty[i])
			}
		}),
		oneMulti("MultiAttacks", wantMulti, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				koggestone.MultiAttacks(&w.out.multi[i], w.in.four(i), w.in.empty[i])
			}
		}),
		oneMulti("MultiOccluded", func(o *oracle, i, slot int) uint64 { return o.fill(slot/4, slot%4, i) }, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				koggestone.MultiOccluded(&w.out.multi[i], w.in.four(i), w.in.empty[i])
			}
		}),
		batchOf2(rootPackage, "RookAttacksBatch", wantRook, koggestone.RookAttacksBatch, orthogonalGen, emptySquares),
		batchOf2(rootPackage, "BishopAttacksBatch", wantBishop, koggestone.BishopAttacksBatch, diagonalGen, emptySquares),
		batchOf2(rootPackage, "QueenAttacksBatch", wantQueen, koggestone.QueenAttacksBatch, sliderGen, emptySquares),
		SliderAttacksBatch(),
		rayAttacksBatch(),
		multiAttacksBatch(),
	}
	for _, of := range []struct {
		name  string
		want  wantFunc
		batch func(dst, sliders, empty []uint64, d koggestone.Direction)
	}{
		{"AttacksBatch", wantRay, koggestone.AttacksBatch},
		{"OccludedBatch", wantFill, koggestone.OccludedBatch},
	} {
		for d := range koggestone.North + 1 {
			f = append(f, directionBatch(of.name, of.want, of.batch, d))
		}
	}
	return f
}

type (
	runFunc  = func(w work)
	wantFunc = func(o *oracle, i, slot int) uint64
)

// oneWord returns a function of one position that takes the given generators and
// the empty squares and returns one word.
func oneWord(name string, want wantFunc, run runFunc, gens ...int) Function {
	source := func(in *input, at site) string {
		var args []string
		for _, g := range gens {
			args = append(args, literal(in.gens[g][at.i]))
		}
		return fmt.Sprintf("got := koggestone.%s(%s, %s)", name, strings.Join(args, ", "), literal(in.empty[at.i]))
	}
	return Function{Package: rootPackage, Name: name, result: words, run: run, want: want, source: source}
}

// oneEight returns a function of one position that returns a word for each
// direction.
func oneEight(name string, want wantFunc, run runFunc) Function {
	source := func(in *input, at site) string {
		return fmt.Sprintf("got := koggestone.%s(%s, %s)[koggestone.%v]",
			name, literal(in.gens[sliderGen][at.i]), literal(in.empty[at.i]), koggestone.Direction(at.slot))
	}
	return Function{Package: rootPackage, Name: name, result: rays, run: run, want: want, source: source}
}

// oneMulti returns a function of one position and four generators.
func oneMulti(name string, want wantFunc, run runFunc) Function {
	source := func(in *input, at site) string {
		gens := in.four(at.i)
		return fmt.Sprintf(`var dst [8][4]uint64
	gens := [4]uint64{%s, %s, %s, %s}
	koggestone.%s(&dst, &gens, %s)
	got := dst[koggestone.%v][%d]`,
			literal(gens[0]), literal(gens[1]), literal(gens[2]), literal(gens[3]),
			name, literal(in.empty[at.i]), koggestone.Direction(at.slot/4), at.slot%4)
	}
	return Function{Package: rootPackage, Name: name, result: multi, run: run, want: want, source: source}
}

// batchOf1 and batchOf2 return a batch function of one dst and one or two columns.
func batchOf1(pkg, name string, want wantFunc, batch func(dst, a []uint64), a int) Function {
	return wordBatch(pkg, name, "", want, func(w work) {
		dst, args := w.args(a)
		batch(dst, args[0])
	}, a)
}

func batchOf2(pkg, name string, want wantFunc, batch func(dst, a, b []uint64), a, b int) Function {
	return wordBatch(pkg, name, "", want, func(w work) {
		dst, args := w.args(a, b)
		batch(dst, args[0], args[1])
	}, a, b)
}

// directionBatch returns a batch function that takes a direction, for d.
func directionBatch(name string, want wantFunc, batch func(dst, a, b []uint64, d koggestone.Direction), d koggestone.Direction) Function {
	f := wordBatch(rootPackage, name, ", koggestone."+d.String(),
		func(o *oracle, i, _ int) uint64 { return want(o, i, int(d)) },
		func(w work) {
			dst, args := w.args(sliderGen, emptySquares)
			batch(dst, args[0], args[1], d)
		}, sliderGen, emptySquares)
	f.Variant = d.String()
	return f
}

// SliderAttacksBatch returns the function of that name.
func SliderAttacksBatch() Function {
	return wordBatch(rootPackage, "SliderAttacksBatch", "", wantSlider, func(w work) {
		dst, args := w.args(diagonalGen, orthogonalGen, emptySquares)
		koggestone.SliderAttacksBatch(dst, args[0], args[1], args[2])
	}, diagonalGen, orthogonalGen, emptySquares)
}

// wordBatch returns a batch function with one dst and the given columns as
// arguments; more is further arguments as Go source.
func wordBatch(pkg, name, more string, want wantFunc, run runFunc, columns ...int) Function {
	source := func(in *input, at site) string {
		var b strings.Builder
		names := []string{"a", "b", "c"}[:len(columns)]
		for k, c := range columns {
			fmt.Fprintf(&b, "%s := %s\n\t", names[k], repeated(in.column(c)[at.i]))
		}
		dst := at.makeDst()
		if at.alias != apart && !at.past {
			dst = names[at.alias-1]
		}
		fmt.Fprintf(&b, "dst := %s\n\t", dst)
		fmt.Fprintf(&b, "%s.%s(dst, %s%s)\n\tgot := dst%s", pkg, name, strings.Join(names, ", "), more, at.index())
		return b.String()
	}
	return Function{Package: pkg, Name: name, Batch: true, inPlace: len(columns), result: words, run: run, want: want, source: source}
}

func rayAttacksBatch() Function {
	return Function{Package: rootPackage, Name: "RayAttacksBatch", Batch: true, result: rayColumns, want: wantRay,
		run: func(w work) {
			var dst [8][]uint64
			for d := range dst {
				dst[d] = w.out.rayColumns[d][w.lo:w.hi]
			}
			koggestone.RayAttacksBatch(&dst, w.in.gens[sliderGen][w.lo:w.hi], w.in.empty[w.lo:w.hi])
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf(`var dst [8][]uint64
	for d := range dst {
		dst[d] = %s
	}
	koggestone.RayAttacksBatch(&dst, %s, %s)
	got := dst[koggestone.%v]%s`,
				at.makeDst(), repeated(in.gens[sliderGen][at.i]), repeated(in.empty[at.i]),
				koggestone.Direction(at.slot), at.index())
		}}
}

func multiAttacksBatch() Function {
	return Function{Package: rootPackage, Name: "MultiAttacksBatch", Batch: true, result: multiColumns, want: wantMulti,
		run: func(w work) {
			dst := w.multiDst()
			var gens [4][]uint64
			for g := range gens {
				gens[g] = w.in.gens[g][w.lo:w.hi]
			}
			koggestone.MultiAttacksBatch(&dst, &gens, w.in.empty[w.lo:w.hi])
		},
		source: func(in *input, at site) string {
			gens := in.four(at.i)
			return fmt.Sprintf(`%s
	gens := [4][]uint64{
		%s,
		%s,
		%s,
		%s,
	}
	koggestone.MultiAttacksBatch(&dst, &gens, %s)
	got := dst[koggestone.%v][%d]%s`, at.makeMultiDst(),
				repeated(gens[0]), repeated(gens[1]), repeated(gens[2]), repeated(gens[3]),
				repeated(in.empty[at.i]), koggestone.Direction(at.slot/4), at.slot%4, at.index())
		}}
}

// makeMultiDst returns Go source of the columns of a batch function that writes for
// each direction and generator or plane.
func (at site) makeMultiDst() string {
	return fmt.Sprintf(`var dst [8][4][]uint64
	for d := range dst {
		for g := range dst[d] {
			dst[d][g] = %s
		}
	}`, at.makeDst())
}
