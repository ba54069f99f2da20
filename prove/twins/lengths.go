package twins

import (
	"fmt"
	"go/token"
	"reflect"

	"golang.org/x/tools/go/ssa"

	"github.com/koggestone/koggestone/prove/aig"
)

// The slices of an input have any length, and loops over them are proved by induction. A loop must run for k = 0 to
// n-1, and iteration k must read and write only the element low+k of these slices and nothing else that other iterations
// can see. Then one iteration stands for all, and the element low+k has the same formula for all k. Elements below low
// and the rest above low+n are not accessed.

// An integer is a number that depends on the lengths: a sum of a constant, low, n, k and rest, none of which is negative.
type integer struct{ constant, low, n, k, rest int }

// low and all are the indices of the first element that a loop over all elements may access, and of the first after them.
var (
	low   = integer{low: 1}
	all   = integer{low: 1, n: 1}
	whole = integer{low: 1, n: 1, rest: 1}
)

// integerOf returns the value of an integer that does not depend on the input.
func integerOf(v Value) integer {
	if x, ok := v.(integer); ok {
		return x
	}
	return integer{constant: number(v)}
}

// value returns x as bits if it does not depend on the lengths.
func (x integer) value() Value {
	if x == (integer{constant: x.constant}) {
		return aig.Const(uint64(x.constant), 64)
	}
	return x
}

func (x integer) times(f int) integer {
	return integer{x.constant * f, x.low * f, x.n * f, x.k * f, x.rest * f}
}

func (x integer) plus(y integer) integer {
	return integer{x.constant + y.constant, x.low + y.low, x.n + y.n, x.k + y.k, x.rest + y.rest}
}

func (x integer) minus(y integer) integer { return x.plus(y.times(-1)) }

// atLeast reports whether x >= y for all lengths. It can return false even if that is true.
func (x integer) atLeast(y integer) bool {
	d := x.minus(y)
	return min(d.constant, d.low, d.n, d.k, d.rest) >= 0
}

// below is the condition that x < y for integers that depend on the lengths.
type below struct{ x, y integer }

// integers computes an operation on such integers.
func integers(op token.Token, x, y integer) Value {
	switch op {
	case token.ADD:
		return x.plus(y).value()
	case token.SUB:
		return x.minus(y).value()
	case token.LSS:
		return below{x, y}
	}
	panic(fmt.Sprintf("%v of a length", op))
}

// induct follows one iteration of the loop with head b, which runs while a condition holds, and leaves the state as it
// is after the loop.
func (f *frame) induct(b *ssa.BasicBlock, end *ssa.If) {
	m := f.m
	var index *ssa.Phi
	for _, in := range b.Instrs {
		if phi, ok := in.(*ssa.Phi); ok {
			if index != nil {
				panic("a loop over a slice that changes two variables")
			}
			index = phi
		}
	}
	if index == nil {
		panic("a branch that depends on a length")
	}
	if m.loop {
		panic("a loop over a slice in another one")
	}
	m.loop, m.wrote = true, map[int]bool{}
	defer func() { m.loop, m.wrote = false, nil }()
	first := number(f.values[index])
	// head computes the values of the head for an index, and its condition.
	head := func(i integer) below {
		f.values[index] = i.plus(integer{constant: first}).value()
		for _, in := range b.Instrs[1:] {
			f.exec(in)
		}
		c, _ := f.get(end.Cond).(below)
		return c
	}
	k, n := integer{k: 1}, integer{n: 1}
	if c := head(k); c.x != k || c.y != n {
		panic("a loop that does not run for 0 to n-1")
	}
	before := map[int]Value{}
	for object, v := range m.objects {
		before[object] = v
	}
	e := f.run(b.Succs[0], f.phis(b, b.Succs[0]), b)
	if e.panicked || len(e.phis) != 1 || integerOf(e.phis[0]) != k.plus(integer{constant: first + 1}) {
		panic("an iteration that does not lead to the next")
	}
	for object, v := range before {
		if !m.any[object] && !reflect.DeepEqual(m.objects[object], v) {
			panic("an iteration changes what later ones can see")
		}
	}
	head(n)
}
