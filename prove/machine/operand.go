package machine

import (
	"slices"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// asWord returns b as a word; constants become numbers.
func (m *Machine) asWord(b aig.Bits) word {
	if c, ok := b.Const(); ok {
		return word{num: Int(int64(c)), isNum: true}
	}
	return word{bits: b.Extend(64)}
}

// asBits returns 64 bits, or false for addresses and counts.
func (w word) asBits() (aig.Bits, bool) {
	if !w.isNum {
		return w.bits, true
	}
	c, ok := w.num.Const()
	return aig.Const(uint64(c), 64), ok
}

// register returns the value of a general register.
func (m *Machine) register(name string) word { return m.s.gpr[goasm.Register(name)] }

// address returns the address of a memory operand.
func (m *Machine) address(o goasm.Operand) Num {
	var a Num
	switch o.Base {
	case "FP":
		if p := m.param(o.Symbol); o.Value < int64(p.Offset) || o.Value >= int64(p.Offset+p.Size) {
			m.fail("%s is at offset %d", o.Symbol, p.Offset)
		}
		a = m.args.Pointer(Int(0))
	case "SB":
		a = m.constant(o.Symbol).Pointer(Int(0))
	default:
		w := m.counted(m.register(o.Base))
		if !w.isNum {
			m.fail("the address in %s depends on the input", o.Base)
		}
		a = w.num
	}
	if o.Index != "" {
		w := m.counted(m.register(o.Index))
		if !w.isNum {
			m.fail("the index in %s depends on the input", o.Index)
		}
		a = a.Add(w.num.Mul(o.Scale))
	}
	return a.Plus(o.Value)
}

// constant returns the region of a constant of the file.
func (m *Machine) constant(symbol string) *Region {
	r, ok := m.data[symbol]
	if !ok {
		raw, ok := m.file.Data[symbol]
		if !ok {
			m.fail("no constant %s", symbol)
		}
		r = m.NewRegion(symbol, Int(int64(len(raw))), Input, -1)
		for i, v := range raw {
			m.SetInitial(r, Int(int64(i)), aig.Const(uint64(v), 8))
		}
		m.data[symbol] = r
	}
	return r
}

// bits reads n bits of an operand.
func (m *Machine) bits(o goasm.Operand, n int) aig.Bits {
	switch o.Kind {
	case goasm.Imm:
		return aig.Const(uint64(o.Value), n)
	case goasm.GPR:
		b, ok := m.s.gpr[o.Reg].asBits()
		if !ok && m.counts {
			b, ok = m.Word(m.s.gpr[o.Reg].num)
		}
		if !ok {
			m.fail("the address or count in %s is used as bits", o)
		}
		return b[:n]
	case goasm.K:
		return m.s.k[o.Reg][:n]
	case goasm.X, goasm.Y, goasm.Z, goasm.V:
		return m.s.vec[o.Reg][:n]
	}
	if o.Index != "" && !m.register(o.Index).isNum && (!m.counts || m.isTable(o)) {
		return m.lookUp(o, m.register(o.Index).bits, n)
	}
	return m.load(m.address(o), n/8)
}

// isTable reports whether an operand is in a table.
func (m *Machine) isTable(o goasm.Operand) bool {
	if m.Blind {
		return false
	}
	o.Index = ""
	r, offset, ok := m.address(o).split()
	return ok && len(offset.terms) == 0 && (m.data[r.Name] == r || r.Lookup != nil || r.Table)
}

// lookUp reads a table at an index that depends on the input.
func (m *Machine) lookUp(o goasm.Operand, index aig.Bits, n int) aig.Bits {
	o.Index = ""
	r, offset, ok := m.address(o).split()
	at, fixed := offset.Const()
	if ok && fixed && r.Lookup != nil {
		most := m.Count(index).span()[1]
		m.check(r.Pointer(Int(at)), n/8, false)
		m.check(r.Pointer(Int(at+o.Scale*most)), n/8, false)
		return r.Lookup(at, o.Scale, index, n)
	}
	if !ok || !fixed || m.data[r.Name] != r && !r.Table {
		m.fail("a look-up in something else than a table of constants")
	}
	b, ok := m.table(r, at, o.Scale, index, n, unlimited)
	if !ok {
		m.fail("a look-up with an index of more than 10 bits")
	}
	return b
}

// table reads n bits of a region at an offset plus scale times an index of up to 10 bits, which is at most most.
func (m *Machine) table(r *Region, at, scale int64, index aig.Bits, n int, most int64) (aig.Bits, bool) {
	g := m.G
	var free []int // the bits of the index that are not constant
	for i, l := range index {
		if !l.IsConst() {
			free = append(free, i)
		}
	}
	if len(free) > 10 {
		return nil, false
	}
	table, outside := make([]aig.Bits, 1<<len(free)), aig.False
	var choice aig.Bits
	for _, i := range free {
		choice = append(choice, index[i])
	}
	for v := range table {
		word := slices.Clone(index)
		for j, i := range free {
			word[i] = aig.Lit(v >> j & 1)
		}
		x, _ := word.Const()
		from := at + scale*int64(x)
		size, _ := r.Size.Const()
		switch {
		case int64(x) > most:
			table[v] = make(aig.Bits, n)
		case from < 0 || from+int64(n/8) > size:
			table[v] = make(aig.Bits, n)
			outside = g.Or(outside, g.Equal(choice, aig.Const(uint64(v), len(free))))
		default:
			table[v] = m.load(r.Pointer(Int(from)), n/8)
		}
	}
	if outside != aig.False && (m.Impossible == nil || m.Impossible(outside) != nil) {
		m.fail("a look-up may be outside of %s", r.Name)
	}
	return g.Select(table, choice), true
}

// word reads a general operand of n bits.
func (m *Machine) word(o goasm.Operand, n int) word {
	switch {
	case o.Kind == goasm.Imm:
		return word{num: Int(o.Value), isNum: true}
	case n == 64 && o.Kind == goasm.GPR:
		return m.s.gpr[o.Reg]
	case n == 64 && o.Kind == goasm.Mem && (o.Index == "" || m.register(o.Index).isNum || m.counts && !m.isTable(o)):
		if x, ok := m.loadNum(m.address(o)); ok {
			return word{num: x, isNum: true}
		}
	}
	return m.asWord(m.bits(o, n))
}

// constantOf reads an operand of n bits that must be a constant.
func (m *Machine) constantOf(o goasm.Operand, n int) int64 {
	c, ok := m.bits(o, n).Const()
	if !ok {
		m.fail("%s depends on the input", o)
	}
	return int64(c)
}

// put writes an operand. Writing 32 bits to a general register clears its upper half, and
// writing fewer keeps the other bits. The rest of a vector or mask register is cleared.
func (m *Machine) put(o goasm.Operand, b aig.Bits) {
	switch o.Kind {
	case goasm.GPR:
		if len(b) < 32 {
			old := m.bits(o, 64)
			b = append(append(aig.Bits{}, b...), old[len(b):]...)
		}
		m.s.gpr[o.Reg] = m.asWord(b)
	case goasm.K:
		m.s.k[o.Reg] = b.Extend(64)
	case goasm.X, goasm.Y, goasm.Z, goasm.V:
		m.s.vec[o.Reg] = b.Extend(512)
	case goasm.Mem:
		m.store(m.address(o), b)
	default:
		m.fail("a result in %s", o)
	}
}

// putWord writes a general operand of 64 bits.
func (m *Machine) putWord(o goasm.Operand, w word) {
	if _, ok := w.asBits(); !ok && o.Kind == goasm.Mem {
		if r, _, ok := m.address(o).split(); ok && r.Kind == Output && m.counts {
			w.bits, _ = m.Word(w.num)
			m.put(o, w.bits)
			return
		}
		m.storeNum(m.address(o), w.num)
		return
	}
	if o.Kind == goasm.GPR {
		m.s.gpr[o.Reg] = w
		return
	}
	b, _ := w.asBits()
	m.put(o, b)
}

func (m *Machine) undefinedFlags() {
	v := m.G.Vars(4)
	m.s.flags = flags{zero: v[0], carry: v[1], sign: v[2], overflow: v[3]}
}

// setFlags sets the flags of a logical result.
func (m *Machine) setFlags(r aig.Bits, carry, overflow aig.Lit) {
	m.s.flags = flags{zero: m.G.Any(r).Not(), sign: r[len(r)-1], carry: carry, overflow: overflow}
}

// condition returns whether a jump, a move or a SET with this condition is executed.
func (m *Machine) condition(cc string) aig.Lit {
	f, g := &m.s.flags, m.G
	if f.diff != nil {
		m.fail("a condition on a count")
	}
	less := g.Xor(f.sign, f.overflow)
	switch cc {
	case "EQ":
		return f.zero
	case "NE":
		return f.zero.Not()
	case "LT":
		return less
	case "GE":
		return less.Not()
	case "LE":
		return g.Or(less, f.zero)
	case "GT":
		return g.Or(less, f.zero).Not()
	case "CS":
		return f.carry
	case "CC":
		return f.carry.Not()
	case "LS":
		return g.Or(f.carry, f.zero)
	case "HI":
		return g.Or(f.carry, f.zero).Not()
	case "MI":
		return f.sign
	case "PL":
		return f.sign.Not()
	}
	m.fail("the condition %s is unknown", cc)
	return 0
}

// sizes contains the number of bits for the last letter of an instruction's name.
var sizes = map[byte]int{'B': 8, 'W': 16, 'L': 32, 'D': 32, 'Q': 64}

// find returns how to follow an instruction without suffixes, and the bits of its operands if its name
// contains their size, or nil if it is unknown.
func find(op string) (f func(x *inst), size int) {
	if f, ok := vectorOps[op]; ok {
		return f, 0
	}
	size = sizes[op[len(op)-1]]
	if f, ok := scalarOps[op]; ok {
		return f, size
	}
	if f, ok := scalarOps[op[:len(op)-1]]; ok && size > 0 && (op[len(op)-1] != 'D' || op[0] == 'K') { // MOVD is MOVQ
		return f, size
	}
	for prefix, f := range conditionOps {
		if cc, ok := strings.CutPrefix(op, prefix); ok {
			return func(x *inst) { f(x, cc) }, 0
		}
	}
	return nil, 0
}

// exec follows one instruction.
func (m *Machine) exec(in *goasm.Instr) {
	x := &inst{Machine: m, op: in.Op, args: in.Args, mask: -1}
	x.op, x.zero = strings.CutSuffix(x.op, ".Z")
	x.op, x.broadcast = strings.CutSuffix(x.op, ".BCST")
	f, size := find(x.op)
	if m.Blind && (f == nil && x.op[0] == 'V' || !m.Exact[in.Line] && (slices.Contains(blind, x.op) || m.Plain && whole(x))) {
		m.garbage(in)
		return
	}
	if f == nil {
		panic(unknown)
	}
	x.n = size
	if x.op[0] == 'V' {
		if n := len(x.args); n >= 3 && x.args[n-2].Kind == goasm.K {
			x.mask = x.args[n-2].Reg
			x.args = append(append([]goasm.Operand{}, x.args[:n-2]...), x.args[n-1])
		}
		for _, a := range x.args {
			x.n = max(x.n, a.Kind.Width())
		}
	}
	f(x)
}
