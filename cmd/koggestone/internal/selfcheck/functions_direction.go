package selfcheck

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone"
)

// directionFunctions returns the functions that are plain Go on every path. For each kind
// these are the eight named functions, which are inlined and shift by constants, and the
// general function, which rotates by an amount that depends on the direction.
func directionFunctions() []Function {
	wantStep := wantRay // where no square is empty
	return []Function{
		plain("Attacks", true, true, wantRay, nil, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				s, e := w.in.gens[sliderGen][i], w.in.empty[i]
				r := &w.out.rays[i]
				r[koggestone.NorthEast] = koggestone.NorthEastAttacks(s, e)
				r[koggestone.East] = koggestone.EastAttacks(s, e)
				r[koggestone.SouthEast] = koggestone.SouthEastAttacks(s, e)
				r[koggestone.South] = koggestone.SouthAttacks(s, e)
				r[koggestone.SouthWest] = koggestone.SouthWestAttacks(s, e)
				r[koggestone.West] = koggestone.WestAttacks(s, e)
				r[koggestone.NorthWest] = koggestone.NorthWestAttacks(s, e)
				r[koggestone.North] = koggestone.NorthAttacks(s, e)
			}
		}),
		plain("Attacks", false, true, wantRay, nil, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				s, e := w.in.gens[sliderGen][i], w.in.empty[i]
				r := &w.out.rays[i]
				for d := range koggestone.North + 1 {
					r[d] = koggestone.Attacks(s, e, d)
				}
			}
		}),
		plain("Occluded", true, true, wantFill, nil, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				s, e := w.in.gens[sliderGen][i], w.in.empty[i]
				r := &w.out.rays[i]
				r[koggestone.NorthEast] = koggestone.NorthEastOccluded(s, e)
				r[koggestone.East] = koggestone.EastOccluded(s, e)
				r[koggestone.SouthEast] = koggestone.SouthEastOccluded(s, e)
				r[koggestone.South] = koggestone.SouthOccluded(s, e)
				r[koggestone.SouthWest] = koggestone.SouthWestOccluded(s, e)
				r[koggestone.West] = koggestone.WestOccluded(s, e)
				r[koggestone.NorthWest] = koggestone.NorthWestOccluded(s, e)
				r[koggestone.North] = koggestone.NorthOccluded(s, e)
			}
		}),
		plain("Occluded", false, true, wantFill, nil, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				s, e := w.in.gens[sliderGen][i], w.in.empty[i]
				r := &w.out.rays[i]
				for d := range koggestone.North + 1 {
					r[d] = koggestone.Occluded(s, e, d)
				}
			}
		}),
		plain("Fill", true, false, wantFill, emptyBoard, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				s := w.in.gens[sliderGen][i]
				r := &w.out.rays[i]
				r[koggestone.NorthEast] = koggestone.NorthEastFill(s)
				r[koggestone.East] = koggestone.EastFill(s)
				r[koggestone.SouthEast] = koggestone.SouthEastFill(s)
				r[koggestone.South] = koggestone.SouthFill(s)
				r[koggestone.SouthWest] = koggestone.SouthWestFill(s)
				r[koggestone.West] = koggestone.WestFill(s)
				r[koggestone.NorthWest] = koggestone.NorthWestFill(s)
				r[koggestone.North] = koggestone.NorthFill(s)
			}
		}),
		plain("Fill", false, false, wantFill, emptyBoard, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				s := w.in.gens[sliderGen][i]
				r := &w.out.rays[i]
				for d := range koggestone.North + 1 {
					r[d] = koggestone.Fill(s, d)
				}
			}
		}),
		plain("Step", true, false, wantStep, fullBoard, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				s := w.in.gens[sliderGen][i]
				r := &w.out.rays[i]
				r[koggestone.NorthEast] = koggestone.NorthEastStep(s)
				r[koggestone.East] = koggestone.EastStep(s)
				r[koggestone.SouthEast] = koggestone.SouthEastStep(s)
				r[koggestone.South] = koggestone.SouthStep(s)
				r[koggestone.SouthWest] = koggestone.SouthWestStep(s)
				r[koggestone.West] = koggestone.WestStep(s)
				r[koggestone.NorthWest] = koggestone.NorthWestStep(s)
				r[koggestone.North] = koggestone.NorthStep(s)
			}
		}),
		plain("Step", false, false, wantStep, fullBoard, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				s := w.in.gens[sliderGen][i]
				r := &w.out.rays[i]
				for d := range koggestone.North + 1 {
					r[d] = koggestone.Step(s, d)
				}
			}
		}),
	}
}

// plain returns the functions of one kind in the eight directions, named or
// generalised, with the empty squares as argument or without.
func plain(kind string, named, takesEmpty bool, want wantFunc, applies func(*input, int) bool, run runFunc) Function {
	source := func(in *input, at site) string {
		dir := koggestone.Direction(at.slot).String()
		args := literal(in.gens[sliderGen][at.i])
		if takesEmpty {
			args += ", " + literal(in.empty[at.i])
		}
		if named {
			return fmt.Sprintf("got := koggestone.%s%s(%s)", dir, kind, args)
		}
		return fmt.Sprintf("got := koggestone.%s(%s, koggestone.%s)", kind, args, dir)
	}
	return Function{Package: rootPackage, Name: kind, Named: named, OnePath: true, result: rays, run: run, want: want, source: source, applies: applies}
}

// stepFunctions returns functions made of steps and fills, which are checked but not timed.
func stepFunctions() []Function {
	table := koggestone.RayTable()
	functions := []Function{{
		// The rays of several squares together are their attacks on an empty board.
		Package: rootPackage, Name: "RayTable", OnePath: true, result: rays, untimed: true, want: wantRay, applies: emptyBoard,
		run: func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.rays[i] = [8]uint64{}
				for b := w.in.gens[sliderGen][i]; b != 0; b &= b - 1 {
					for d := range table {
						w.out.rays[i][d] |= table[d][bits.TrailingZeros64(b)]
					}
				}
			}
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf(`table := koggestone.RayTable()
	got := uint64(0)
	for b := uint64(%s); b != 0; b &= b - 1 {
		got |= table[koggestone.%v][bits.TrailingZeros64(b)]
	}`, literal(in.gens[sliderGen][at.i]), koggestone.Direction(at.slot))
		},
	}}
	for _, forward := range []koggestone.Direction{koggestone.North, koggestone.South} {
		functions = append(functions, Function{
			Package: rootPackage, Name: "PawnAttacks", Variant: forward.String(), OnePath: true, result: words, untimed: true, applies: fullBoard,
			want: func(o *oracle, i, _ int) uint64 {
				return wantRay(o, i, int(forward-1)&7) | wantRay(o, i, int(forward+1)&7)
			},
			run: func(w work) {
				for i := w.lo; i < w.hi; i++ {
					w.out.words[i] = koggestone.PawnAttacks(w.in.gens[sliderGen][i], forward)
				}
			},
			source: func(in *input, at site) string {
				return fmt.Sprintf("got := koggestone.PawnAttacks(%s, koggestone.%v)", literal(in.gens[sliderGen][at.i]), forward)
			},
		})
	}
	return functions
}
