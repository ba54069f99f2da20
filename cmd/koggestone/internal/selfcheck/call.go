// Package selfcheck lists the functions of the library that have several paths in one table, each with an
// oracle. A [Verifier] compares every path with the oracle on random input, and a [Timer] measures every path.
package selfcheck

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/simd"
)

// A Call is a function of the library: a row of the table.
type Call struct {
	Package, Name string
	Oracle        string // what the results are compared with
	Batch         bool   // one call computes many positions
	N             int    // positions that one timed call, or one loop of calls, computes; 0 if the call is not timed

	input kind
	typed results
}

// String returns the name of the function with its package, such as "quad.Vision".
func (c *Call) String() string { return c.Package + "." + c.Name }

// results are the calls and the comparison for one type of result.
type results interface {
	// expect returns the correct results for n positions. The generic path must be active.
	expect(in *Input, n int) any
	// compare calls the function for each range of positions, in the given order, and returns the number of
	// the first wrong result and its description, or -1.
	compare(in *Input, n int, calls [][2]int, want any) (int, string)
	// start returns a function that calls the function for positions lo to hi-1 of in.
	start(in *Input) func(lo, hi int)
}

// typedResults implements results for results of type T.
type typedResults[T comparable] struct {
	bind func(in *Input) bound[T]
	// want returns the correct result for one position. Without want, the result of the generic path is correct.
	want func(in *Input, i int) T
}

// bound is a function with its arguments and memory for the results.
type bound[T any] struct {
	run    func(lo, hi int) // calls the function for positions lo to hi-1
	keep   func(lo, hi int) // saves the results of a call that the next one overwrites; may be nil
	result func(i int) T    // returns the result for a position
}

// call calls the function for positions lo to hi-1 and saves the results.
func (b *bound[T]) call(lo, hi int) {
	b.run(lo, hi)
	if b.keep != nil {
		b.keep(lo, hi)
	}
}

func (t typedResults[T]) expect(in *Input, n int) any {
	want, correct := make([]T, n), func(i int) T { return t.want(in, i) }
	if t.want == nil {
		b := t.bind(in)
		b.call(0, n)
		correct = b.result
	}
	for i := range want {
		want[i] = correct(i)
	}
	return want
}

func (t typedResults[T]) compare(in *Input, n int, calls [][2]int, want any) (int, string) {
	b := t.bind(in)
	for _, c := range calls {
		b.call(c[0], c[1])
	}
	for i, want := range want.([]T) {
		if got := b.result(i); got != want {
			return i, describe("the result", reflect.ValueOf(got), reflect.ValueOf(want))
		}
	}
	return -1, ""
}

func (t typedResults[T]) start(in *Input) func(lo, hi int) {
	return t.bind(in).run
}

// describe describes the first part of got that differs from want. what names got.
func describe(what string, got, want reflect.Value) string {
	switch got.Kind() {
	case reflect.Struct:
		for i := range got.NumField() {
			if !got.Field(i).Equal(want.Field(i)) {
				return describe(what+"."+got.Type().Field(i).Name, got.Field(i), want.Field(i))
			}
		}
	case reflect.Array:
		for i := range got.Len() {
			if !got.Index(i).Equal(want.Index(i)) {
				return describe(fmt.Sprintf("%s[%d]", what, i), got.Index(i), want.Index(i))
			}
		}
	case reflect.String: // a list
		have, need := strings.Split(got.String(), listSeparator), strings.Split(want.String(), listSeparator)
		without := func(list, other []string) []string {
			return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
		}
		return fmt.Sprintf("%s: expected %d entries, found %d; wrong are %q, missing are %q", what, len(need), len(have), without(have, need), without(need, have))
	case reflect.Uint64:
		return fmt.Sprintf("%s: expected %#016x, found %#016x", what, want.Uint(), got.Uint())
	}
	return fmt.Sprintf("%s: expected %v, found %v", what, want, got)
}

// listSeparator separates the entries of a list that is compared as text.
const listSeparator = ", "

// room is the number of elements that are allocated after the results of an input, so that a function that
// writes too much does not overwrite foreign memory.
const room = 64

// row returns a Call of a function with results of type T.
func row[T comparable](c Call, bind func(in *Input) bound[T], want func(in *Input, i int) T) Call {
	if want == nil {
		c.Oracle = "the generic path"
	}
	c.typed = typedResults[T]{bind, want}
	return c
}

// one returns a Call of a function of one position. The loop calls it for positions lo to hi-1 and sets their results.
func one[T comparable](c Call, loop func(in *Input, dst []T, lo, hi int), want func(in *Input, i int) T) Call {
	return row(c, func(in *Input) bound[T] {
		dst := make([]T, in.n+room)
		return bound[T]{run: func(lo, hi int) { loop(in, dst, lo, hi) }, result: func(i int) T { return dst[i] }}
	}, want)
}

// batch returns a Call of a batch function that writes one element of dst for each position.
func batch[T comparable](c Call, call func(dst []T, in *Input, lo, hi int), want func(in *Input, i int) T) Call {
	c.Batch = true
	return row(c, func(in *Input) bound[T] {
		dst := make([]T, in.n+room)
		return bound[T]{run: func(lo, hi int) { call(dst[lo:hi], in, lo, hi) }, result: func(i int) T { return dst[i] }}
	}, want)
}

// Calls returns the table.
func Calls() []Call {
	return slices.Concat(rootCalls(), quadCalls(), pairsCalls(), movegenCalls(), policyCalls())
}

func on(p simd.Path, f func()) {
	defer simd.Force(p)()
	f()
}
