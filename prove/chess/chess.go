// Package chess defines what the kernels should compute, as a chess player would explain it:
// rays walk square by square, and leapers jump by files and ranks. It shares no code with the
// library.
//
// A set has 64 bits, a1 first. All functions build circuits in a graph.
package chess

import "github.com/koggestone/koggestone/prove/aig"

// A Set is a set of squares: bit 8*rank+file, a1 is bit 0.
type Set = aig.Bits

// A Step goes by files and ranks.
type Step struct{ File, Rank int }

// Directions are the eight directions in the library's order: clockwise from
// north-east. Even directions are diagonal, and the opposite of d is d^4.
var Directions = [8]Step{{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Jumps are the eight moves of a knight, clockwise from north-north-east.
var Jumps = [8]Step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

// Diagonal and Straight are the directions of bishops and rooks.
var (
	Diagonal = []int{0, 2, 4, 6}
	Straight = []int{1, 3, 5, 7}
	All      = []int{0, 1, 2, 3, 4, 5, 6, 7}
)

// from returns the square that leads to square t by a step, or false if it is off the board.
func from(t int, s Step) (int, bool) {
	f, r := t%8-s.File, t/8-s.Rank
	return 8*r + f, f >= 0 && f < 8 && r >= 0 && r < 8
}

// each returns the set of all squares where is holds.
func each(is func(square int) aig.Lit) Set {
	v := make(Set, 64)
	for t := range v {
		v[t] = is(t)
	}
	return v
}

// None returns the empty set.
func None() Set { return make(Set, 64) }

// Move returns the squares that a step leads to from the squares of a.
func Move(a Set, s Step) Set {
	return each(func(t int) aig.Lit {
		if u, ok := from(t, s); ok {
			return a[u]
		}
		return aig.False
	})
}

// Leap returns the squares that any of steps leads to.
func Leap(g *aig.Graph, a Set, steps ...Step) Set {
	v := None()
	for _, s := range steps {
		v = g.Ors(v, Move(a, s))
	}
	return v
}

// Ray returns the squares that sliders attack in a direction. A square is attacked if there is
// a slider one step back, or if the square there is empty and itself attacked.
func Ray(g *aig.Graph, sliders, empty Set, direction int) Set {
	var attacked func(t int) aig.Lit
	attacked = func(t int) aig.Lit {
		back, ok := from(t, Directions[direction])
		if !ok {
			return aig.False
		}
		return g.Or(sliders[back], g.And(empty[back], attacked(back)))
	}
	return each(attacked)
}

// Occluded returns the fill in a direction. A square is in it if it is in gen, or if it is in
// pro and the square one step back is in the fill.
func Occluded(g *aig.Graph, gen, pro Set, direction int) Set {
	var filled func(t int) aig.Lit
	filled = func(t int) aig.Lit {
		back, ok := from(t, Directions[direction])
		if !ok {
			return gen[t]
		}
		return g.Or(gen[t], g.And(pro[t], filled(back)))
	}
	return each(filled)
}

// Rays returns the union of rays.
func Rays(g *aig.Graph, sliders, empty Set, directions ...int) Set {
	v := None()
	for _, d := range directions {
		v = g.Ors(v, Ray(g, sliders, empty, d))
	}
	return v
}

// Inside returns the squares that a step in a direction can lead to.
func Inside(direction int) (mask uint64) {
	for t := range 64 {
		if _, ok := from(t, Directions[direction]); ok {
			mask |= 1 << t
		}
	}
	return mask
}
