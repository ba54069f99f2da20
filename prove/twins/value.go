package twins

import (
	"fmt"
	"go/types"
	"math/bits"

	"golang.org/x/tools/go/ssa"

	"github.com/koggestone/koggestone/prove/aig"
)

// A Value is a value in Go: aig.Bits for integers and booleans, a Tuple for arrays, structs
// and multiple results, or a Pointer, Slice or function. Values never change.
type Value any

// A Tuple contains the elements of an array, the fields of a struct or the results of a call.
type Tuple []Value

// A Pointer points to an object, or to a part of it by a path of indices.
type Pointer struct {
	object int
	path   []int
	index  aig.Bits // the index of an element in that part, if it depends on the input
}

// A Slice contains elements from to to-1 of the array that a pointer points to.
type Slice struct {
	array         Pointer
	from, to, max integer
}

// A function is a function together with the variables that it captures.
type function struct {
	fn   *ssa.Function
	free []Value
}

func (p Pointer) at(i int) Pointer {
	return Pointer{object: p.object, path: append(p.path[:len(p.path):len(p.path)], i)}
}

// zero returns the zero value of a type.
func zero(t types.Type) Value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if w, _ := width(t); w > 0 {
			return make(aig.Bits, w)
		}
	case *types.Array:
		v := make(Tuple, u.Len())
		for i := range v {
			v[i] = zero(u.Elem())
		}
		return v
	case *types.Struct:
		v := make(Tuple, u.NumFields())
		for i := range v {
			v[i] = zero(u.Field(i).Type())
		}
		return v
	}
	return nil
}

// width returns the number of bits of an integer or boolean type and whether it has a sign, or
// 0 for other types.
func width(t types.Type) (n int, signed bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return 0, false
	}
	switch b.Kind() {
	case types.Bool, types.UntypedBool:
		return 1, false
	case types.Uint8:
		return 8, false
	case types.Uint16:
		return 16, false
	case types.Uint32:
		return 32, false
	case types.Uint, types.Uint64, types.Uintptr:
		return 64, false
	case types.Int8:
		return 8, true
	case types.Int16:
		return 16, true
	case types.Int32, types.UntypedRune:
		return 32, true
	case types.Int, types.Int64, types.UntypedInt:
		return 64, true
	}
	return 0, false
}

// part returns the part of a value at a path, and with returns the value with that part replaced.
func part(v Value, path []int) Value {
	for _, i := range path {
		v = v.(Tuple)[i]
	}
	return v
}

func with(v Value, path []int, x Value) Value {
	if len(path) == 0 {
		return x
	}
	t := append(Tuple{}, v.(Tuple)...)
	t[path[0]] = with(t[path[0]], path[1:], x)
	return t
}

// mux returns a if s is true and b otherwise.
func mux(g *aig.Graph, s aig.Lit, a, b Value) Value {
	switch x := a.(type) {
	case aig.Bits:
		return g.Muxes(s, x, b.(aig.Bits))
	case Tuple:
		y := b.(Tuple)
		if len(x) == 0 || &x[0] == &y[0] {
			return a
		}
		v := make(Tuple, len(x))
		for i := range x {
			v[i] = mux(g, s, x[i], y[i])
		}
		return v
	}
	if fmt.Sprint(a) != fmt.Sprint(b) {
		panic(fmt.Sprintf("a choice between %v and %v depends on the input", a, b))
	}
	return a
}

// number returns the value of an integer that does not depend on the input.
func number(v Value) int {
	n, ok := v.(aig.Bits).Const()
	if !ok {
		panic("an index or a length depends on the input")
	}
	return int(n)
}

// shift returns x shifted by n, to the right with copies of the sign if signed.
func shift(g *aig.Graph, x, n aig.Bits, left, signed bool) aig.Bits {
	fill := make(aig.Bits, len(x))
	if signed && !left {
		fill = x[len(x)-1:].SignExtend(len(x))
	}
	by := func(x aig.Bits, k int) aig.Bits {
		if left {
			return x.Shl(k)
		}
		return append(append(aig.Bits{}, x[k:]...), fill[:k]...)
	}
	stages := bits.Len(uint(len(x) - 1))
	for i, s := range n[:min(stages, len(n))] {
		x = g.Muxes(s, by(x, 1<<i), x)
	}
	return g.Muxes(g.Any(n[min(stages, len(n)):]), fill, x)
}

// Low returns the index of the first element that a loop may access.
func Low() Value { return low }

// High returns the index after the last.
func High() Value { return all }

// Input returns a value of a type with a new variable for each bit. Pointers point to new
// objects, and slices have any length: n or, if ranges is true, low+n+rest.
func (m *Machine) Input(t types.Type, ranges bool) Value {
	tuple := func(count int, elem func(i int) types.Type) Tuple {
		v := make(Tuple, count)
		for i := range v {
			v[i] = m.Input(elem(i), ranges)
		}
		return v
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return m.New(m.Input(u.Elem(), ranges))
	case *types.Slice:
		p := m.New(tuple(1, func(int) types.Type { return u.Elem() }))
		m.any[p.object] = true
		if ranges {
			return Slice{p, integer{}, whole, whole}
		}
		return Slice{p, low, all, whole}
	case *types.Array:
		return tuple(int(u.Len()), func(int) types.Type { return u.Elem() })
	case *types.Struct:
		return tuple(u.NumFields(), func(i int) types.Type { return u.Field(i).Type() })
	}
	w, _ := width(t)
	return m.g.Vars(w)
}

// Words returns all integers in a value, one after the other, also behind pointers. Of slices it returns element low+k.
func (m *Machine) Words(v Value) (words []aig.Bits) {
	switch v := v.(type) {
	case aig.Bits:
		return []aig.Bits{v}
	case Tuple:
		for _, x := range v {
			words = append(words, m.Words(x)...)
		}
	case Pointer:
		return m.Words(m.Load(v))
	case Slice:
		return m.Words(m.Load(v.array))
	}
	return words
}

// Number returns the width of an integer type and whether it is one other than uint64, such as
// a direction or a length.
func Number(t types.Type) (n int, ok bool) {
	n, _ = width(t)
	b, _ := t.Underlying().(*types.Basic)
	return n, n > 0 && b.Kind() != types.Uint64
}
