package twins

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/koggestone/koggestone/prove/aig"
)

// get returns the value of an operand.
func (f *frame) get(v ssa.Value) Value {
	switch v := v.(type) {
	case *ssa.Const:
		if w, _ := width(v.Type()); w > 0 && v.Value != nil {
			if v.Value.Kind() == constant.Bool {
				return aig.Bits{map[bool]aig.Lit{true: aig.True}[constant.BoolVal(v.Value)]}
			}
			n, ok := constant.Uint64Val(constant.ToInt(v.Value))
			if !ok {
				i, _ := constant.Int64Val(constant.ToInt(v.Value))
				n = uint64(i)
			}
			return aig.Const(n, w)
		}
		return zero(v.Type())
	case *ssa.Function:
		return function{fn: v}
	case *ssa.Global:
		return f.m.global(v)
	}
	x, ok := f.values[v]
	if !ok {
		panic(fmt.Sprintf("no value of %s", v.Name()))
	}
	return x
}

func (f *frame) exec(in ssa.Instruction) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(located); !ok {
				r = located(fmt.Sprintf("%s: %v: %v", f.fn.Prog.Fset.Position(in.Pos()), in, r))
			}
			panic(r)
		}
	}()
	switch in := in.(type) {
	case *ssa.If, *ssa.Jump, *ssa.Return, *ssa.Panic, *ssa.DebugRef:
	case *ssa.Store:
		f.m.store(f.get(in.Addr).(Pointer), f.get(in.Val))
	case ssa.Value:
		f.values[in] = f.value(in)
		f.narrow(in)
	default:
		panic(fmt.Sprintf("an unknown instruction, %T", in))
	}
}

// narrow notes whether a value of a type that has 32 bits on some CPUs does not fit in them. Functions of other modules
// compute alike with 32 bits.
func (f *frame) narrow(in ssa.Value) {
	t, ok := in.Type().Underlying().(*types.Basic)
	x, isBits := f.values[in].(aig.Bits)
	if !ok || !isBits || f.fn.Pkg == nil || !strings.HasPrefix(f.fn.Pkg.Pkg.Path(), module) {
		return
	}
	low := x.Extend(32)
	switch g := f.m.g; t.Kind() {
	case types.Int:
		f.m.Wide = g.Or(f.m.Wide, g.And(f.m.path, g.Equal(x, low.SignExtend(64)).Not()))
	case types.Uint, types.Uintptr:
		f.m.Wide = g.Or(f.m.Wide, g.And(f.m.path, g.Equal(x, low.Extend(64)).Not()))
	}
}

// located is a message that names a line.
type located string

func (f *frame) value(in ssa.Value) Value {
	g := f.m.g
	switch in := in.(type) {
	case *ssa.Alloc:
		return f.m.New(zero(in.Type().Underlying().(*types.Pointer).Elem()))
	case *ssa.BinOp:
		return f.binary(in)
	case *ssa.UnOp:
		x := f.get(in.X)
		switch in.Op {
		case token.MUL:
			return f.m.Load(x.(Pointer))
		case token.NOT, token.XOR:
			return x.(aig.Bits).Not()
		case token.SUB:
			return g.Sub(make(aig.Bits, len(x.(aig.Bits))), x.(aig.Bits))
		}
	case *ssa.ChangeType:
		return f.get(in.X)
	case *ssa.Convert:
		from, signed := width(in.X.Type())
		to, _ := width(in.Type())
		if x, ok := f.get(in.X).(aig.Bits); ok && from > 1 && to > 1 {
			if signed {
				return x.SignExtend(max(to, from))[:to]
			}
			return x.Extend(to)
		}
	case *ssa.MakeInterface:
		return nil // the value of a panic
	case *ssa.MakeClosure:
		c := function{fn: in.Fn.(*ssa.Function)}
		for _, b := range in.Bindings {
			c.free = append(c.free, f.get(b))
		}
		return c
	case *ssa.FieldAddr:
		return f.get(in.X).(Pointer).at(in.Field)
	case *ssa.Field:
		return f.get(in.X).(Tuple)[in.Field]
	case *ssa.Extract:
		return f.get(in.Tuple).(Tuple)[in.Index]
	case *ssa.IndexAddr:
		switch x := f.get(in.X).(type) {
		case Slice:
			n := integerOf(f.get(in.Index))
			at := x.from.plus(n)
			if f.m.any[x.array.object] {
				if at != (integer{low: 1, k: 1}) || !x.to.atLeast(all) {
					panic("an element that is not the iteration's own")
				}
				return x.array.at(0)
			}
			if !n.atLeast(integer{}) || !x.to.atLeast(at.plus(integer{constant: 1})) {
				panic(fmt.Sprintf("index %v of %v", n, x.to.minus(x.from)))
			}
			return x.array.at(at.constant)
		case Pointer:
			i := f.get(in.Index).(aig.Bits)
			if n, ok := i.Const(); ok {
				return x.at(int(n))
			}
			x.index = i
			return x
		}
	case *ssa.Index:
		return f.get(in.X).(Tuple)[number(f.get(in.Index))]
	case *ssa.Slice:
		s, ok := f.get(in.X).(Slice)
		if !ok {
			p := f.get(in.X).(Pointer)
			n := integer{constant: len(f.m.Load(p).(Tuple))}
			s = Slice{p, integer{}, n, n}
		}
		from, to, most := integer{}, s.to.minus(s.from), s.max.minus(s.from)
		for _, b := range []struct {
			v ssa.Value
			n *integer
		}{{in.Low, &from}, {in.High, &to}, {in.Max, &most}} {
			if b.v != nil {
				*b.n = integerOf(f.get(b.v))
			}
		}
		if !from.atLeast(integer{}) || !to.atLeast(from) || !most.atLeast(to) || !s.max.minus(s.from).atLeast(most) {
			panic(fmt.Sprintf("slice [%v:%v:%v]", from, to, most))
		}
		return Slice{s.array, s.from.plus(from), s.from.plus(to), s.from.plus(most)}
	case *ssa.Call:
		var args []Value
		for _, a := range in.Call.Args {
			args = append(args, f.get(a))
		}
		if b, ok := in.Call.Value.(*ssa.Builtin); ok {
			return f.builtin(b.Name(), args)
		}
		if in.Call.IsInvoke() {
			break
		}
		c := f.get(in.Call.Value).(function)
		return f.m.call(c.fn, args, c.free)
	}
	panic(fmt.Sprintf("an unknown instruction, %T", in))
}

func (f *frame) builtin(name string, args []Value) Value {
	switch s, _ := args[0].(Slice); name {
	case "len":
		return s.to.minus(s.from).value()
	case "cap":
		return s.max.minus(s.from).value()
	case "ssa:wrapnilchk":
		return args[0]
	}
	panic("an unknown builtin, " + name)
}

func (f *frame) binary(in *ssa.BinOp) Value {
	g := f.m.g
	_, lengths := f.get(in.X).(integer)
	if _, ok := f.get(in.Y).(integer); ok || lengths {
		return integers(in.Op, integerOf(f.get(in.X)), integerOf(f.get(in.Y)))
	}
	x, ok := f.get(in.X).(aig.Bits)
	if !ok {
		panic("operands that are not integers")
	}
	y := f.get(in.Y).(aig.Bits)
	_, signed := width(in.X.Type())
	order := func(x, y aig.Bits) aig.Bits {
		if signed { // the sign bit counts the other way
			top := len(x) - 1
			x, y = append(append(aig.Bits{}, x[:top]...), x[top].Not()), append(append(aig.Bits{}, y[:top]...), y[top].Not())
		}
		return aig.Bits{g.Less(x, y)}
	}
	switch in.Op {
	case token.AND:
		return g.Ands(x, y)
	case token.OR:
		return g.Ors(x, y)
	case token.XOR:
		return g.Xors(x, y)
	case token.AND_NOT:
		return g.AndNots(x, y)
	case token.ADD:
		return g.Add(x, y)
	case token.SUB:
		return g.Sub(x, y)
	case token.MUL:
		return g.Mul(x, y)
	case token.SHL, token.SHR:
		if _, ok := width(in.Y.Type()); ok { // a negative count panics
			f.m.Panics = g.Or(f.m.Panics, g.And(f.m.path, y[len(y)-1]))
		}
		return shift(g, x, y, in.Op == token.SHL, signed)
	case token.EQL:
		return aig.Bits{g.Equal(x, y)}
	case token.NEQ:
		return aig.Bits{g.Equal(x, y).Not()}
	case token.LSS:
		return order(x, y)
	case token.GTR:
		return order(y, x)
	case token.LEQ:
		return order(y, x).Not()
	case token.GEQ:
		return order(x, y).Not()
	}
	panic("an unknown operator")
}

// intrinsic computes functions of math/bits that multiply or use tables in their Go source.
func intrinsic(g *aig.Graph, fn *ssa.Function, args []Value) (Value, bool) {
	switch fn.String() {
	case "math/bits.OnesCount64":
		return count(g, args[0].(aig.Bits)), true
	}
	return nil, false
}

// count returns the number of set bits. It counts in unary: most[k] says that more than k of
// the bits so far are set.
func count(g *aig.Graph, x aig.Bits) aig.Bits {
	most := make(aig.Bits, 0, len(x))
	for _, l := range x {
		for k := range most {
			l, most[k] = g.And(l, most[k]), g.Or(l, most[k])
		}
		most = append(most, l)
	}
	n := make(aig.Bits, 64)
	for k := range most {
		last := most[k]
		if k+1 < len(most) {
			last = g.AndNot(last, most[k+1])
		}
		for i := range 7 {
			if (k+1)>>i&1 != 0 {
				n[i] = g.Or(n[i], last)
			}
		}
	}
	return n
}

// global returns a pointer to a package variable, with the value from its package's initialization. It panics if
// anything else may write the variable.
func (m *Machine) global(v *ssa.Global) Pointer {
	if p, ok := m.globals[v]; ok {
		return p
	}
	if at := writerOnce(v); at != nil {
		panic(fmt.Sprintf("%s may change after its initialization: %s: %v", v, v.Pkg.Prog.Fset.Position(at.Pos()), at))
	}
	everywhere(v.Pkg.Prog, v.Pos())
	if v.Object().Exported() {
		panic(v.String() + " may be changed by a package that uses it")
	}
	m.next++
	p := Pointer{object: m.next}
	m.globals[v] = p
	f := &frame{m: &Machine{program: m.program, seen: m.seen, g: m.g, objects: map[int]Value{p.object: zero(v.Type().Underlying().(*types.Pointer).Elem())},
		static: m.static, globals: m.globals, next: m.next, path: aig.True}, fn: v.Pkg.Func("init"), values: map[ssa.Value]Value{}}
	f.fill(v)
	if f.m.Panics != aig.False {
		panic("the initialization of " + v.String() + " panics")
	}
	m.next = f.m.next
	for k, o := range f.m.objects {
		m.static[k] = o
	}
	return p
}

// fill follows the stores of an init function to a variable.
func (f *frame) fill(variable ssa.Value) {
	for _, b := range f.fn.Blocks {
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Store); ok && addressRoot(s.Addr) == variable {
				f.need(s.Addr)
				f.need(s.Val)
				f.exec(s)
			}
		}
	}
}

// need computes a value of an init function, and before it what it depends on.
func (f *frame) need(x ssa.Value) {
	in, ok := x.(ssa.Instruction)
	if _, done := f.values[x]; !ok || done {
		return
	}
	if _, ok := x.(*ssa.Phi); ok {
		panic("the initialization of a variable has branches")
	}
	for _, o := range in.Operands(nil) {
		f.need(*o)
	}
	f.exec(in)
	if a, ok := x.(*ssa.Alloc); ok {
		f.fill(a)
	}
}

var writers sync.Map // results of writer, by variable

func writerOnce(v *ssa.Global) ssa.Instruction {
	at, ok := writers.Load(v)
	if !ok {
		at, _ = writers.LoadOrStore(v, [1]ssa.Instruction{writer(v)})
	}
	return at.([1]ssa.Instruction)[0]
}

// writer returns an instruction that may write a variable after its initialization, or nil: a store, or a use that
// this package does not follow. It looks at all functions of the packages that Load has read.
func writer(v *ssa.Global) ssa.Instruction {
	use := uses{}
	for fn := range ssautil.AllFunctions(v.Pkg.Prog) {
		if fn == v.Pkg.Func("init") {
			continue // its stores are what the initialization does
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, o := range in.Operands(nil) {
					if *o == ssa.Value(v) {
						if at := use.in(in, v); at != nil {
							return at
						}
					}
				}
			}
		}
	}
	return nil
}

// uses looks for instructions that may write through a value.
type uses map[ssa.Value]bool // the values that were followed

// of returns an instruction that may write through a value, or nil.
func (u uses) of(x ssa.Value) ssa.Instruction {
	if u[x] {
		return nil
	}
	u[x] = true
	for _, in := range *x.Referrers() {
		if at := u.in(in, x); at != nil {
			return at
		}
	}
	return nil
}

// in returns an instruction that may write through a value that an instruction uses, or nil.
func (u uses) in(in ssa.Instruction, x ssa.Value) ssa.Instruction {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.If:
		return nil
	case *ssa.UnOp, *ssa.Field, *ssa.Index:
		if v := in.(ssa.Value); shares(v.Type()) {
			return u.of(v)
		}
		return nil
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.Phi:
		if i, ok := in.(*ssa.IndexAddr); ok && i.X != x { // it is the index
			return nil
		}
		return u.of(in.(ssa.Value))
	case *ssa.Call:
		if b, ok := in.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
			return nil
		}
		if fn := in.Call.StaticCallee(); fn != nil && fn.Blocks != nil {
			for i, a := range in.Call.Args {
				if a == x {
					if at := u.of(fn.Params[i]); at != nil {
						return at
					}
				}
			}
			return nil
		}
	}
	return in
}

// shares reports whether a copy of a value shares memory with it.
func shares(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return shares(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if shares(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// addressRoot returns the variable that an address points into.
func addressRoot(x ssa.Value) ssa.Value {
	for {
		switch a := x.(type) {
		case *ssa.FieldAddr:
			x = a.X
		case *ssa.IndexAddr:
			x = a.X
		default:
			return x
		}
	}
}
