package main

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone"
)

// The constructors of subjects: what functions of one shape have in common, above
// all how a Go test calls them.

type (
	runFunc  = func(w work)
	wantFunc = func(o *oracle, i, slot int) uint64
)

// oneWord returns the subject of a function of one position that takes the given
// generators and the empty squares and returns one word.
func oneWord(name string, gens []int, want wantFunc, run runFunc) subject {
	call := func(in *input, at site) string {
		var args []string
		for _, g := range gens {
			args = append(args, literal(in.gens[g][at.i]))
		}
		return fmt.Sprintf("got := koggestone.%s(%s, %s)", name, strings.Join(args, ", "), literal(in.empty[at.i]))
	}
	return subject{name: name, shape: word, run: run, want: want, call: call}
}

// oneEight returns the subject of a function of one position that returns a word
// for each direction.
func oneEight(name string, want wantFunc, run runFunc) subject {
	call := func(in *input, at site) string {
		return fmt.Sprintf("got := koggestone.%s(%s, %s)[koggestone.%v]",
			name, literal(in.gens[sliderGen][at.i]), literal(in.empty[at.i]), koggestone.Direction(at.slot))
	}
	return subject{name: name, shape: eight, run: run, want: want, call: call}
}

// oneMulti returns the subject of a function of one position and four generators.
func oneMulti(name string, want wantFunc, run runFunc) subject {
	call := func(in *input, at site) string {
		gens := in.four(at.i)
		return fmt.Sprintf(`var dst [8][4]uint64
	gens := [4]uint64{%s, %s, %s, %s}
	koggestone.%s(&dst, &gens, %s)
	got := dst[koggestone.%v][%d]`,
			literal(gens[0]), literal(gens[1]), literal(gens[2]), literal(gens[3]),
			name, literal(in.empty[at.i]), koggestone.Direction(at.slot/4), at.slot%4)
	}
	return subject{name: name, shape: eightFour, run: run, want: want, call: call}
}

// batch returns the subject of a batch function of the root package with one dst
// that takes the given generators and the empty squares; more is further arguments
// as Go source.
func batch(name string, gens []int, more string, want wantFunc, run runFunc) subject {
	return wordBatch(name, append(gens, emptySquares), more, want, run)
}

// wordBatch returns the subject of a batch function of any package with one dst
// and the given columns as arguments.
func wordBatch(name string, columns []int, more string, want wantFunc, run runFunc) subject {
	s := subject{name: name, inPlace: len(columns), shape: wordColumn, run: run, want: want}
	pkg, function := s.split()
	s.call = func(in *input, at site) string {
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
		fmt.Fprintf(&b, "%s.%s(dst, %s%s)\n\tgot := dst%s", pkg, function, strings.Join(names, ", "), more, at.index())
		return b.String()
	}
	if _, d, ok := strings.Cut(more, "."); ok {
		s.name += " " + d
	}
	return s
}

// makeDst returns Go source of a dst of n words, with room to see what is written
// past it.
func (at site) makeDst() string {
	if at.past {
		return fmt.Sprintf("slices.Repeat([]uint64{%s}, n+%d)[:n]", literal(canary), room)
	}
	return "make([]uint64, n)"
}

// index returns the Go source that picks word i of a dst.
func (at site) index() string {
	if at.past {
		return fmt.Sprintf("[:n+%d][i]", room)
	}
	return "[i]"
}

// repeated returns Go source of a slice of n words v.
func repeated(v uint64) string { return "slices.Repeat([]uint64{" + literal(v) + "}, n)" }

// rayAttacksBatch returns the subject of RayAttacksBatch.
func rayAttacksBatch() subject {
	return subject{name: "RayAttacksBatch", shape: rayColumns, want: wantRay,
		run: func(w work) {
			var dst [8][]uint64
			for d := range dst {
				dst[d] = w.out.rayColumns[d][w.lo:w.hi]
			}
			koggestone.RayAttacksBatch(&dst, w.in.gens[sliderGen][w.lo:w.hi], w.in.empty[w.lo:w.hi])
		},
		call: func(in *input, at site) string {
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

// multiAttacksBatch returns the subject of MultiAttacksBatch.
func multiAttacksBatch() subject {
	return subject{name: "MultiAttacksBatch", shape: columns, want: wantMulti,
		run: func(w work) {
			var dst [8][4][]uint64
			var gens [4][]uint64
			for g := range gens {
				gens[g] = w.in.gens[g][w.lo:w.hi]
				for d := range dst {
					dst[d][g] = w.out.columns[d][g][w.lo:w.hi]
				}
			}
			koggestone.MultiAttacksBatch(&dst, &gens, w.in.empty[w.lo:w.hi])
		},
		call: func(in *input, at site) string {
			gens := in.four(at.i)
			return fmt.Sprintf(`var dst [8][4][]uint64
	for d := range dst {
		for g := range dst[d] {
			dst[d][g] = %s
		}
	}
	gens := [4][]uint64{
		%s,
		%s,
		%s,
		%s,
	}
	koggestone.MultiAttacksBatch(&dst, &gens, %s)
	got := dst[koggestone.%v][%d]%s`,
				at.makeDst(), repeated(gens[0]), repeated(gens[1]), repeated(gens[2]), repeated(gens[3]),
				repeated(in.empty[at.i]), koggestone.Direction(at.slot/4), at.slot%4, at.index())
		}}
}
