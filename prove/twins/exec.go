// Package twins runs Go functions with bits instead of numbers, in SSA form. It proves the Go twins
// of kernels, and other functions of the library that have no loops over the input.
//
// If a branch depends on the input, the package follows both ways and joins them where they
// meet. It reports an error for anything that it cannot follow: endless recursion, loops
// that run a number of times that depends on the input, and instructions that the library's
// kernels and twins do not use.
package twins

import (
	"fmt"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/koggestone/koggestone/prove/aig"
)

// A Machine runs functions over a graph.
type Machine struct {
	program *Program
	g       *aig.Graph
	objects map[int]Value
	static  map[int]Value // objects from before the first branch
	any     map[int]bool  // objects whose only element is element low+k of a slice of any length
	wrote   map[int]bool  // such objects that the iteration has written; one may be the same memory as another
	loop    bool          // whether an iteration over such slices is being followed
	globals map[*ssa.Global]Pointer
	next    int
	path    aig.Lit // whether the run takes the current path
	calls   int     // how many calls are being followed
	forks   int     // how many branches are being followed both ways

	Shared bool // a slice may be the same memory as another

	Steps  int     // instructions followed
	Panics aig.Lit // whether the run panics
	Wide   aig.Lit // whether an int or a uint has a value that does not fit in 32 bits

	seen map[types.Object]bool // constants and types that are in all builds
}

// NewMachine returns a Machine without objects.
func (p *Program) NewMachine(g *aig.Graph) *Machine {
	return &Machine{program: p, seen: map[types.Object]bool{}, g: g, objects: map[int]Value{}, static: map[int]Value{}, any: map[int]bool{}, globals: map[*ssa.Global]Pointer{}, path: aig.True}
}

// New allocates an object with the value v.
func (m *Machine) New(v Value) Pointer {
	m.next++
	m.objects[m.next] = v
	return Pointer{object: m.next}
}

// Load returns what p points to.
func (m *Machine) Load(p Pointer) Value {
	v, ok := m.objects[p.object]
	if !ok {
		v, ok = m.static[p.object]
	}
	if !ok {
		panic("a nil pointer")
	}
	if m.any[p.object] && m.Shared && len(m.wrote) > 0 && !m.wrote[p.object] {
		panic("an input is read after a result was written, and may be the same")
	}
	v = part(v, p.path)
	if p.index == nil {
		return v
	}
	return m.choose(v.(Tuple), p.index)
}

// choose returns an element of a table of integers, at an index that depends on the input.
func (m *Machine) choose(t Tuple, index aig.Bits) Value {
	m.Panics = m.g.Or(m.Panics, m.g.And(m.path, m.g.Less(index, aig.Const(uint64(len(t)), len(index))).Not()))
	n := 0
	for 1<<n < len(t) {
		n++
	}
	table := make([]aig.Bits, 1<<n)
	for i := range table {
		table[i] = t[min(i, len(t)-1)].(aig.Bits)
	}
	return m.g.Select(table, index[:n])
}

func (m *Machine) store(p Pointer, v Value) {
	old, ok := m.objects[p.object]
	if !ok || p.index != nil {
		panic("a store to an element that depends on the input, or to no object")
	}
	if m.loop && m.any[p.object] {
		m.wrote[p.object] = true
	}
	m.objects[p.object] = with(old, p.path, v)
}

// Call runs a function.
func (m *Machine) Call(fn *ssa.Function, args ...Value) (result Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", fn, r)
		}
	}()
	return m.call(fn, args, nil), nil
}

func (m *Machine) call(fn *ssa.Function, args, free []Value) Value {
	if v, ok := intrinsic(m.g, fn, args); ok {
		return v
	}
	if !dispatches(fn) || m.calls == 0 {
		everywhere(fn.Prog, fn.Pos())
	}
	if fn.Syntax() != nil {
		m.program.constants(fn.Syntax(), m.seen)
	}
	m.calls++
	defer func() { m.calls-- }()
	if fn.Blocks == nil {
		panic("no Go source of " + fn.String())
	}
	f := &frame{m: m, fn: fn, values: map[ssa.Value]Value{}}
	for i, p := range fn.Params {
		f.values[p] = args[i]
	}
	for i, p := range fn.FreeVars {
		f.values[p] = free[i]
	}
	return f.run(fn.Blocks[0], nil, nil).result
}

// A frame is a call of a function.
type frame struct {
	m      *Machine
	fn     *ssa.Function
	values map[ssa.Value]Value
	joins  []int
}

// An exit describes how a run through blocks ended: by a return, by a panic, or at the block
// where it had to stop. In the last case phis are the values of this block's phis.
type exit struct {
	phis     []Value
	result   Value
	panicked bool
}

// run follows blocks, starting at b with the given phis, until it would enter stop.
func (f *frame) run(b *ssa.BasicBlock, phis []Value, stop *ssa.BasicBlock) exit {
	for steps := 0; b != stop; steps++ {
		if steps > 1e5 {
			panic("a loop without end")
		}
		for i, v := range phis {
			f.values[b.Instrs[i].(*ssa.Phi)] = v
		}
		for _, in := range b.Instrs[len(phis):] {
			f.m.Steps++
			f.exec(in)
		}
		next := 0
		switch end := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.If:
			if _, ok := f.get(end.Cond).(below); ok {
				f.induct(b, end)
				next = 1
				break
			}
			c := f.get(end.Cond).(aig.Bits)[0]
			if !c.IsConst() {
				join := f.join(b)
				e := f.fork(c, b, join)
				if join == nil || e.panicked {
					return e
				}
				b, phis = join, e.phis
				continue
			}
			if c == aig.False {
				next = 1
			}
		case *ssa.Return:
			if len(end.Results) == 1 {
				return exit{result: f.get(end.Results[0])}
			}
			t := make(Tuple, len(end.Results))
			for i, r := range end.Results {
				t[i] = f.get(r)
			}
			return exit{result: t}
		case *ssa.Panic:
			f.m.Panics = f.m.g.Or(f.m.Panics, f.m.path)
			return exit{panicked: true}
		}
		b, phis = b.Succs[next], f.phis(b, b.Succs[next])
	}
	return exit{phis: phis}
}

// phis returns the values of a block's phis when it is entered from another block.
func (f *frame) phis(from, b *ssa.BasicBlock) (v []Value) {
	edge := 0
	for b.Preds[edge] != from {
		edge++
	}
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		v = append(v, f.get(phi.Edges[edge]))
	}
	return v
}

// fork follows both ways from b and joins them.
func (f *frame) fork(c aig.Lit, b, join *ssa.BasicBlock) exit {
	m := f.m
	if m.forks++; m.forks > 200 {
		panic("a loop whose rounds depend on the input")
	}
	objects, path := m.objects, m.path
	var e [2]exit
	var after [2]map[int]Value
	for i := range e {
		m.objects, m.path = maps.Clone(objects), m.g.And(path, c^aig.Lit(i))
		e[i] = f.run(b.Succs[i], f.phis(b, b.Succs[i]), join)
		after[i] = m.objects
	}
	m.forks--
	m.path = path
	for i := range e {
		if e[i].panicked {
			m.objects = after[1-i]
			return e[1-i]
		}
	}
	m.objects = after[0]
	for k, v := range after[1] {
		if w, ok := m.objects[k]; ok {
			v = mux(m.g, c, w, v)
		}
		m.objects[k] = v
	}
	for i, v := range e[1].phis {
		e[0].phis[i] = mux(m.g, c, e[0].phis[i], v)
	}
	if join == nil {
		e[0].result = mux(m.g, c, e[0].result, e[1].result)
	}
	return e[0]
}

// join returns the first block that every way from b to a return passes, or nil.
func (f *frame) join(b *ssa.BasicBlock) *ssa.BasicBlock {
	blocks := f.fn.Blocks
	if f.joins == nil {
		f.joins = aig.Joins(len(blocks), func(i int) (next []int) {
			if _, ok := blocks[i].Instrs[len(blocks[i].Instrs)-1].(*ssa.Return); ok {
				return []int{len(blocks)}
			}
			for _, s := range blocks[i].Succs { // none after a panic
				next = append(next, s.Index)
			}
			return next
		})
	}
	if j := f.joins[b.Index]; j >= 0 && j < len(blocks) {
		return blocks[j]
	}
	return nil
}
