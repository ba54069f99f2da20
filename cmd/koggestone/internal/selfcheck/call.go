// Package selfcheck lists the library's functions that have several paths, each with an oracle, in one table.
// A [Verifier] compares every path with the oracle on random input, and a [Timer] measures every path.
package selfcheck

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/simd"
)

// A Call describes a function of the library in one row of the table.
type Call struct {
	Package, Name string
	Oracle        string // what the results are compared with
	N             int    // how many positions one timed call, or one loop of calls, computes; 0 if the call is not timed
	Batch         bool   // one call computes many positions

	input kind
	// bind prepares calls for the positions of in.
	bind func(in *Input) calls
	// want returns the correct result for position i. If it is nil, the result of the generic path is correct.
	want func(in *Input, i int) any
}

// calls is a function with its arguments, and memory for the results of all positions.
type calls struct {
	run    func(lo, hi int) // calls the function for positions lo to hi-1
	keep   func(lo, hi int) // saves the results of a call if the next call overwrites them; may be nil
	result func(i int) any  // returns the result for a position, which can be compared with ==
}

// String returns the function's name with its package, such as "quad.Vision".
func (c *Call) String() string { return c.Package + "." + c.Name }

// Calls returns the table.
func Calls() []Call {
	return slices.Concat(rootCalls(), quadCalls(), pairsCalls(), movegenCalls(), policyCalls(), treeCalls())
}

// Verified reports whether a Verifier checks c. It does not check trees, because they do not depend on the random
// input.
func (c *Call) Verified() bool { return c.input != trees }

// Timed reports whether a Timer measures c.
func (c *Call) Timed() bool { return c.N > 0 }

// expect returns the correct results for n positions. It uses the generic path.
func (c *Call) expect(in *Input, n int) []any {
	correct := func(i int) any { return c.want(in, i) }
	if c.want == nil {
		correct = c.results(in, [][2]int{{0, n}})
	}
	want := make([]any, n)
	for i := range want {
		want[i] = correct(i)
	}
	return want
}

// results calls the function for each range of positions, in the given order.
func (c *Call) results(in *Input, ranges [][2]int) func(i int) any {
	b := c.bind(in)
	for _, r := range ranges {
		b.run(r[0], r[1])
		if b.keep != nil {
			b.keep(r[0], r[1])
		}
	}
	return b.result
}

// compare calls the function for each range of positions. It returns the index of the first wrong result with a
// description, or -1.
func (c *Call) compare(in *Input, ranges [][2]int, want []any) (int, string) {
	result := c.results(in, ranges)
	for i := range want {
		if got := result(i); got != want[i] {
			return i, describe("the result", reflect.ValueOf(got), reflect.ValueOf(want[i]))
		}
	}
	return -1, ""
}

// describe describes the first part of got that differs from want. what is got's name.
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

// listSeparator separates the entries of a list when it is compared as text.
const listSeparator = ", "

// room is how many elements are allocated after an input's results, so that a function that writes too
// much does not overwrite other memory.
const room = 64

// into binds a function that writes results lo to hi-1 of dst, which has one element for each position.
func into[T comparable](call func(in *Input, dst []T, lo, hi int)) func(in *Input) calls {
	return func(in *Input) calls {
		dst := make([]T, in.n+room)
		return calls{run: func(lo, hi int) { call(in, dst, lo, hi) }, result: func(i int) any { return dst[i] }}
	}
}

// batch binds a batch function that writes one element of dst for each position.
func batch[T comparable](call func(dst []T, in *Input, lo, hi int)) func(in *Input) calls {
	return into(func(in *Input, dst []T, lo, hi int) { call(dst[lo:hi], in, lo, hi) })
}

// columns binds a batch function that writes to some of 32 columns of words.
func columns(call func(dst *[8][4][]uint64, in *Input, lo, hi int)) func(in *Input) calls {
	return func(in *Input) calls {
		var all, dst [8][4][]uint64
		for k := range 32 {
			all[k/4][k%4] = make([]uint64, in.n+room)
		}
		return calls{run: func(lo, hi int) {
			for k := range 32 {
				dst[k/4][k%4] = all[k/4][k%4][lo:hi]
			}
			call(&dst, in, lo, hi)
		}, result: func(i int) any {
			var words [8][4]uint64
			for k := range 32 {
				words[k/4][k%4] = all[k/4][k%4][i]
			}
			return words
		}}
	}
}

func on(p simd.Path, f func()) {
	defer simd.Force(p)()
	f()
}
