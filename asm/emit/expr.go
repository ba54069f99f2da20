package emit

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// An Expr is a formula over sets on one rank that has not been emitted yet. Constants are
// folded when it is built, so that a rule that only concerns one rank costs nothing on the
// others. AVX-512 combines operations on three sets into one instruction.
type Expr struct {
	op    exprOp
	x, y  *Expr
	leaf  Op
	files int  // number of files of an opMove
	spend bool // whether the register of the leaf may be overwritten
}

type exprOp uint8

const (
	opNone exprOp = iota
	opAll
	opLeaf
	opNot
	opAnd
	opOr
	opXor
	opMove
)

// None and All are the constant formulas.
var (
	None = &Expr{op: opNone}
	All  = &Expr{op: opAll}
)

// Set returns the formula of a register or memory, or None if x is nil.
func Set(x Op) *Expr {
	if x == nil {
		return None
	}
	return &Expr{op: opLeaf, leaf: x}
}

// Spent is like Set, but the register may be overwritten, because it is not needed afterwards.
func Spent(x Vec) *Expr {
	if x == nil {
		return None
	}
	return &Expr{op: opLeaf, leaf: x, spend: true}
}

// Not returns the complement.
func (e *Expr) Not() *Expr {
	switch e.op {
	case opNone:
		return All
	case opAll:
		return None
	case opNot:
		return e.x
	}
	return &Expr{op: opNot, x: e}
}

// And returns the intersection.
func (e *Expr) And(others ...*Expr) *Expr { return e.join(opAnd, All, None, others) }

// Or returns the union.
func (e *Expr) Or(others ...*Expr) *Expr { return e.join(opOr, None, All, others) }

// join combines formulas by op. It leaves out those that equal neutral, and returns zero if one
// equals zero.
func (e *Expr) join(op exprOp, neutral, zero *Expr, others []*Expr) *Expr {
	for _, o := range others {
		switch {
		case e.op == zero.op || o.op == zero.op:
			return zero
		case e.op == neutral.op:
			e = o
		case o.op != neutral.op:
			e = &Expr{op: op, x: e, y: o}
		}
	}
	return e
}

// Xor returns the squares in exactly one set.
func (e *Expr) Xor(o *Expr) *Expr {
	switch {
	case e.op == opNone:
		return o
	case o.op == opNone:
		return e
	case e.op == opAll:
		return o.Not()
	case o.op == opAll:
		return e.Not()
	}
	return &Expr{op: opXor, x: e, y: o}
}

// Without returns the squares of e that are not in o.
func (e *Expr) Without(o *Expr) *Expr { return e.And(o.Not()) }

// Choose returns a on the squares of e, b elsewhere.
func (e *Expr) Choose(a, b *Expr) *Expr { return e.And(a).Or(b.Without(e)) }

// Moved returns e moved by files to the east.
func (e *Expr) Moved(files int) *Expr {
	if files == 0 || e.op == opNone {
		return e
	}
	return &Expr{op: opMove, x: e, files: files}
}

// Union returns the union of sets.
func Union(sets ...*Expr) *Expr { return None.Or(sets...) }

// Again returns e for a use that is not the last one, so that its register is preserved.
func (e *Expr) Again() *Expr {
	if e.spend {
		return Set(e.leaf)
	}
	return e
}

// IsSet reports whether e is a register or memory.
func (e *Expr) IsSet() bool { return e.op == opLeaf }

// Op returns the register or memory of e, nil if it is a formula.
func (e *Expr) Op() Op { return e.leaf }

// IsNone reports whether e is empty on every board.
func (e *Expr) IsNone() bool { return e.op == opNone }

func (e *Expr) logic() bool { return e.op >= opNot && e.op <= opXor }

func (e *Expr) same(o *Expr) bool {
	return e == o || e.op == opLeaf && o.op == opLeaf && e.leaf == o.leaf
}

// Eval emits e and returns its register, which must not be overwritten.
func (v *ISA) Eval(e *Expr) Vec {
	x, _ := v.eval(e)
	return x
}

// Keep emits e and stores it in memory.
func (v *ISA) Keep(e *Expr, m Mem) { v.Store(v.Eval(e), m) }

// eval emits e and also reports whether its register may be overwritten.
func (v *ISA) eval(e *Expr) (x Vec, own bool) {
	switch e.op {
	case opNone:
		if v == NEON {
			return v.Broadcast(0), false
		}
		x = v.Vec()
		v.Clear(x)
		return x, true
	case opAll:
		return v.Ones(), true
	case opLeaf:
		if m, ok := e.leaf.(Mem); ok {
			return v.Load(m), true
		}
		return e.leaf.(Vec), e.spend
	case opMove:
		y := v.Eval(e.x)
		return v.Sideways(y, e.files), true
	}
	if v.Wide() {
		return v.ternary(e), true
	}
	return v.binary(e), true
}

// operand returns an operand for an instruction, which may be memory.
func (v *ISA) operand(e *Expr) Op {
	if e.op == opLeaf {
		return e.leaf
	}
	return v.Eval(e)
}

func (v *ISA) binary(e *Expr) Vec {
	x, y, o := e.x, e.y, map[exprOp]operation{opNot: notAnd, opAnd: and, opOr: or, opXor: xor}[e.op]
	switch {
	case e.op == opNot:
		y = All
	case e.op == opAnd && y.op == opNot:
		x, y, o = y.x, x, notAnd
	case e.op == opAnd && x.op == opNot:
		x, o = x.x, notAnd
	}
	r, own := v.eval(x)
	return v.inPlace(r, own, o, r, v.operand(y))
}

// An operation is an instruction with two sources, as each instruction set has it.
type operation struct {
	avx2   func(a, b, c Op)
	avx512 func(...Op)
	neon   func(v neon, a, b Op) Vec
}

var (
	and    = operation{VPAND, VPANDQ, neon.And}
	or     = operation{VPOR, VPORQ, neon.Or}
	xor    = operation{VPXOR, VPXORQ, neon.Xor}
	notAnd = operation{VPANDN, VPANDNQ, neon.NotAnd}
)

// inPlace emits an operation of a and b to dst if dst may be overwritten, otherwise (and
// always on NEON) to a new register. avo is much faster with a few registers that live
// long than with many registers.
func (v *ISA) inPlace(dst Vec, own bool, o operation, a, b Op) Vec {
	if v == NEON {
		return o.neon(neon{}, a, b)
	}
	if !own {
		dst = v.Vec()
	}
	if v.Wide() {
		o.avx512(b, a, dst)
	} else {
		o.avx2(b, a, dst)
	}
	return dst
}

// ternary emits one instruction for as much of e as depends on three operands. It emits
// these operands first.
func (v *ISA) ternary(e *Expr) Vec {
	cut := []*Expr{e}
	for grown := true; grown; {
		grown = false
		for i, o := range cut {
			if !o.logic() {
				continue
			}
			next := append(append([]*Expr{}, cut[:i]...), cut[i+1:]...)
			for _, child := range []*Expr{o.x, o.y} {
				if child == nil {
					continue
				}
				known := false
				for _, n := range next {
					known = known || n.same(child)
				}
				if !known {
					next = append(next, child)
				}
			}
			if len(next) <= 3 {
				cut, grown = next, true
				break
			}
		}
	}
	// An operand of a ternary operation. Formulas are evaluated before operands in memory are
	// loaded, so that fewer registers are live in the meantime.
	type operand struct {
		e   *Expr
		x   Op
		own bool
	}
	ops := make([]operand, len(cut))
	for i, o := range cut {
		ops[i].e = o
		if o.op != opLeaf {
			ops[i].x, ops[i].own = v.eval(o)
		}
	}
	for i, o := range cut {
		if o.op == opLeaf {
			ops[i].x, ops[i].own = o.leaf, o.spend
		}
	}
	// The first is overwritten, and the last may be memory.
	isMem := func(o operand) bool { _, ok := o.x.(Mem); return ok }
	rank := func(o operand) int {
		switch {
		case isMem(o):
			return 1
		case o.own:
			return 0
		}
		return 2
	}
	first := 0
	for i := range ops {
		if rank(ops[i]) < rank(ops[first]) {
			first = i
		}
	}
	ops[0], ops[first] = ops[first], ops[0]
	if len(ops) == 3 && isMem(ops[1]) && !isMem(ops[2]) {
		ops[1], ops[2] = ops[2], ops[1]
	}
	tables := [3]int{TA, TB, TC}
	var table func(e *Expr) int
	table = func(e *Expr) int {
		for i := range ops {
			if ops[i].e.same(e) {
				return tables[i]
			}
		}
		switch e.op {
		case opNot:
			return ^table(e.x)
		case opAnd:
			return table(e.x) & table(e.y)
		case opOr:
			return table(e.x) | table(e.y)
		}
		return table(e.x) ^ table(e.y)
	}
	t := table(e) & 0xff
	if len(ops) == 2 {
		// There are three operands, and none is overwritten.
		a, b := ops[0].x, ops[1].x
		if isMem(ops[0]) && !isMem(ops[1]) {
			a, b = b, a
			switch t {
			case TA &^ TB & 0xff:
				t = TB &^ TA & 0xff
			case TB &^ TA & 0xff:
				t = TA &^ TB & 0xff
			}
		}
		// The first operand's register may be overwritten if it is own or was memory.
		var r Vec
		own := false
		for _, o := range ops {
			if m, ok := o.x.(Mem); ok && r == nil && isMem(ops[0]) && isMem(ops[1]) {
				r, own = v.Load(m), true
				if a == o.x {
					a = r
				} else {
					b = r
				}
			} else if x, ok := o.x.(Vec); ok && o.own && !own {
				r, own = x, true
			}
		}
		for o, table := range map[*operation]int{&and: TA & TB, &or: TA | TB, &xor: TA ^ TB, &notAnd: TB &^ TA} {
			if t == table {
				return v.inPlace(r, own, *o, v.InRegister(a), b)
			}
		}
		if t == TA&^TB {
			return v.inPlace(r, own, notAnd, v.InRegister(b), a)
		}
	}
	r, ok := ops[0].x.(Vec)
	switch {
	case !ok:
		r = v.Load(ops[0].x.(Mem))
	case !ops[0].own:
		r = v.CopyOf(r)
	}
	b, c := Op(r), Op(r)
	if len(ops) > 1 {
		b = v.InRegister(ops[1].x)
		c = b
	}
	if len(ops) > 2 {
		c = ops[2].x
	}
	Tern(t, r, b, c)
	return r
}

// Sum adds formulas bit by bit, where each formula in levels[k] counts 1 << k. It returns
// the requested number of planes of the sum, each a formula in a register or None. For each
// plane, up to two formulas wait for a third. If registers are scarce, the sum so far waits
// in the room.
func (v *ISA) Sum(room *Room, planes int, levels ...[]*Expr) []*Expr {
	waiting := make([][]*Expr, planes+1)
	hold := func(k int, e *Expr) *Expr { return e }
	if !v.Wide() {
		slots := make([]Mem, planes)
		for k := range slots {
			slots[k] = room.Slot()
		}
		hold = func(k int, e *Expr) *Expr {
			v.Store(v.Eval(e), slots[k])
			return Set(slots[k])
		}
	}
	var insert func(k int, e *Expr)
	insert = func(k int, e *Expr) {
		if e.IsNone() || k == planes {
			return
		}
		if waiting[k] = append(waiting[k], e); len(waiting[k]) == 3 {
			sum, carry := v.add(waiting[k], k < planes-1)
			waiting[k] = []*Expr{hold(k, sum)}
			insert(k+1, carry)
		}
	}
	for k, level := range levels {
		for _, e := range level {
			insert(k, e)
		}
	}
	sum := make([]*Expr, planes)
	for k := range sum {
		sum[k] = None
		if len(waiting[k]) == 2 {
			s, carry := v.add(waiting[k], k < planes-1)
			waiting[k] = []*Expr{s}
			insert(k+1, carry)
		}
		if len(waiting[k]) == 1 {
			sum[k] = Set(v.Eval(waiting[k][0]))
		}
	}
	return sum
}

// add adds two or three bits and returns the sum and, if requested, the carry.
func (v *ISA) add(x []*Expr, carries bool) (sum, carry *Expr) {
	if v == AVX2 {
		return v.addInMemory(x, carries)
	}
	a, ownA := v.eval(x[0])
	b, ownB := v.eval(x[1])
	carry = None
	if len(x) == 2 {
		if carries {
			carry = Spent(v.And(a, b))
		}
		return Spent(v.inPlace(a, ownA, xor, a, b)), carry
	}
	c, ownC := v.eval(x[2])
	if v.Wide() {
		s := v.CopyOf(a)
		Tern(TA^TB^TC, s, b, c)
		if carries {
			if !ownA {
				a = v.CopyOf(a)
			}
			Tern(TA&TB|TA&TC|TB&TC, a, b, c)
			carry = Spent(a)
		}
		return Spent(s), carry
	}
	// a&b | (a^b)&c
	ab := v.Xor(a, b)
	if carries {
		r := v.inPlace(b, ownB, and, b, a)
		t := v.And(ab, c)
		carry = Spent(v.inPlace(r, true, or, r, t))
	}
	return Spent(v.inPlace(c, ownC, xor, c, ab)), carry
}

// AddBits adds three sets bit by bit on AVX2, and returns sum and carry. b and c may be in
// memory.
func (v *ISA) AddBits(a Vec, b, c Op) (sum, carry Vec) {
	s, d := v.addInMemory([]*Expr{Spent(a), Set(b), Set(c)}, true)
	return s.leaf.(Vec), d.leaf.(Vec)
}

// addInMemory is add for operands that are in memory, except for one.
func (v *ISA) addInMemory(x []*Expr, carries bool) (sum, carry *Expr) {
	k := max(0, slices.IndexFunc(x, func(e *Expr) bool {
		_, inMemory := e.leaf.(Mem)
		return !inMemory
	}))
	b, own := v.eval(x[k])
	var others []Op
	for i, e := range x {
		if i != k {
			others = append(others, v.operand(e))
		}
	}
	a, carry := others[0], None
	if len(x) == 2 {
		if carries {
			carry = Spent(v.And(b, a))
		}
		return Spent(v.inPlace(b, own, xor, b, a)), carry
	}
	// a&b | (a^b)&c
	c, ab := others[1], v.Xor(b, a)
	if carries {
		r := v.inPlace(b, own, and, b, a)
		carry = Spent(v.inPlace(r, true, or, r, v.And(ab, c)))
	}
	return Spent(v.inPlace(ab, true, xor, ab, c)), carry
}
