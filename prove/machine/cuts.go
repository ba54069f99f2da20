package machine

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// Loops over lists and over the squares of a set run as often as the input says, and write where the input says. Such
// kernels are proved by induction between cuts, which are labels, at least one in each loop. Numbers that depend on the
// input then become symbols.

// A Cut describes the states in which a kernel may arrive at a label: whatever State sets is as State says, and everything
// else is as it was at the first arrival, or has any value if a later arrival differs.
type Cut struct {
	Cases int                    // how many cases State distinguishes, at least one
	State func(i int)            // sets registers, memory and the sizes of regions to any state of case i
	Check func(first bool) error // checks that the current state is one of the cases

	base     *state
	any, set map[any]bool // what has any value, and what State sets
	again    bool
}

// Induct runs a kernel from each cut to the next cuts and to RET. The cut with an empty label is the start, if there are cases of
// it. Block is called with the bytes written since the last
// cut, before Check and Returned.
func (m *Machine) Induct(cuts map[string]*Cut) (err error) {
	defer m.recovered(&err)
	m.counts, m.cuts, m.known, m.products, m.ranges = true, map[int]*Cut{}, map[string]*Sym{}, map[string]*Sym{}, map[string]span2{}
	if m.limits == nil {
		m.limits = map[string]int64{}
	}
	start := &Cut{Cases: 1, State: func(int) {}}
	for label, c := range cuts {
		if label == "" {
			start = c
			continue
		}
		at, ok := m.fn.Labels[label]
		if !ok {
			return fmt.Errorf("%s has no label %s", m.fn.Name, label)
		}
		c.base, c.any, c.set = nil, map[any]bool{}, map[any]bool{}
		m.cuts[at] = c
	}
	m.join = joins(m.fn)
	m.depth, m.Steps = 0, 0
	for i := range start.Cases {
		m.s = m.start.clone()
		start.State(i)
		if err := m.follow(0); err != nil {
			return err
		}
	}
	for more := true; more; {
		more = false
		for pc, c := range m.cuts {
			if !c.again {
				continue
			}
			c.again, more = false, true
			for i := range c.Cases {
				m.s = c.base.clone()
				for at := range c.any {
					m.s.set(at, word{bits: m.G.Vars(sizeOf(at))})
				}
				m.undefinedFlags()
				before := m.s.clone()
				c.State(i)
				for _, at := range m.s.places(before) {
					if !m.s.get(at).equal(before.get(at), 0) {
						c.set[at] = true
					}
				}
				if err := m.follow(pc); err != nil {
					return err
				}
			}
		}
	}
	for pc, c := range m.cuts {
		if c.base == nil {
			return fmt.Errorf("%s never arrives at line %d", m.fn.Name, m.fn.Code[pc].Line)
		}
	}
	return nil
}

// arrive compares the state at a cut with earlier states there.
func (m *Machine) arrive(c *Cut) error {
	if err := m.block(); err != nil {
		return err
	}
	if err := c.Check(c.base == nil); err != nil {
		return err
	}
	if c.base == nil {
		m.s.path, m.s.assumed, m.s.facts, m.s.covered, m.s.stores = nil, 0, nil, nil, nil
		for p := range m.s.mem { // nothing may read what was written before the cut
			if p.region.Kind == Output {
				delete(m.s.mem, p)
			}
		}
		c.base, c.again = m.s, true
		return nil
	}
	for _, at := range m.s.places(c.base) {
		if !c.set[at] && !c.any[at] && !m.s.get(at).equal(c.base.get(at), 0) {
			c.any[at], c.again = true, true
		}
	}
	for r, list := range m.s.touched {
		for _, symbols := range list {
			c.again = c.base.touch(place{r, symbols, 0}) && !(m.Blind && r.Kind == Output) || c.again // nothing reads it back
		}
	}
	return nil
}

// follow runs the current state from pc on all ways to cuts and to RET.
func (m *Machine) follow(pc int) error {
	type way struct {
		pc int
		s  *state
	}
	ways := []way{{pc, m.s}}
	for start := true; len(ways) > 0; start = false {
		pc, m.s = ways[len(ways)-1].pc, ways[len(ways)-1].s
		ways = ways[:len(ways)-1]
		for first := start; ; first = false {
			m.pc = pc
			if c := m.cuts[pc]; c != nil && !first {
				if err := m.arrive(c); err != nil {
					return err
				}
				break
			}
			for label, lemma := range m.Lemmas {
				if m.fn.Labels[label] == pc {
					if err := lemma(); err != nil {
						return err
					}
				}
			}
			in := &m.fn.Code[pc]
			if m.Steps++; m.Steps > 1_000_000 {
				m.fail("too many instructions")
			}
			if in.Op == "RET" {
				m.returned()
				if err := m.block(); err != nil {
					return err
				}
				if m.Returned != nil {
					if err := m.Returned(); err != nil {
						return err
					}
				}
				break
			}
			cc, conditional := m.conditional(in)
			if !conditional {
				m.exec(in)
				pc++
				continue
			}
			if m.joined(pc) {
				pc = m.join[pc]
				continue
			}
			yes, other := m.choose(cc)
			if other != nil {
				ways = append(ways, way{pc, other})
			}
			switch {
			case in.Op[0] == 'J' && yes:
				pc = m.fn.Labels[in.Args[0].Symbol]
				continue
			case in.Op[0] == 'C' && yes:
				x := inst{Machine: m, n: 64}
				x.putWord(in.Args[1], x.word(in.Args[0], 64))
			case in.Op[0] == 'S':
				m.s.flags.carry = aig.Lit(b2i(yes))
				x := inst{Machine: m, n: 64}
				x.putWord(in.Args[1], word{num: x.word(in.Args[1], 64).num.Plus(-in.Args[0].Value - int64(b2i(yes))), isNum: true})
				m.undefinedFlags()
			}
			pc++
		}
	}
	return nil
}

// conditional returns the condition of a jump, and of an instruction that chooses between counts.
func (m *Machine) conditional(in *goasm.Instr) (cc string, ok bool) {
	count := func(i int) bool {
		a := in.Args[i]
		if a.Kind == goasm.Mem {
			n, ok := m.loadNum(m.address(a))
			_, constant := n.Const()
			return ok && !constant
		}
		w := m.s.gpr[a.Reg]
		_, bits := w.asBits()
		return a.Kind == goasm.GPR && w.isNum && !bits
	}
	switch {
	case in.Op[0] == 'J':
		return in.Op[1:], true
	case len(in.Op) > 5 && in.Op[:5] == "CMOVQ" && (m.s.flags.diff != nil || count(0) || count(1)):
		return in.Op[5:], true
	case in.Op == "SBBQ" && in.Args[0].Kind == goasm.Imm && count(1):
		return "CS", true
	}
	return "", false
}

// joined follows a jump that skips instructions, if that depends on bits, and reports whether both ways have been joined. They
// have not if an address or a count would depend on the jump.
func (m *Machine) joined(pc int) (ok bool) {
	in, meet := m.fn.Code[pc], m.join[pc]
	if in.Op[0] != 'J' || in.Op == "JMP" || m.s.flags.diff != nil || m.fn.Labels[in.Args[0].Symbol] != meet || meet <= pc {
		return false
	}
	for at := pc + 1; at < meet; at++ {
		if m.cuts[at] != nil || m.fn.Code[at].Op[0] == 'J' {
			return false
		}
	}
	l := m.condition(in.Op[1:])
	if l.IsConst() || slices.Contains(m.s.path, l) || slices.Contains(m.s.path, l.Not()) {
		return false
	}
	skipped := m.s.clone()
	defer func() {
		if r := recover(); r != nil {
			if _, failed := r.(failure); !failed {
				panic(r)
			}
			m.s, m.pc, ok = skipped, pc, false
		}
	}()
	for at := pc + 1; at < meet; at++ {
		m.pc = at
		m.exec(&m.fn.Code[at])
	}
	for i := range m.s.gpr {
		if a, b := m.s.gpr[i], skipped.gpr[i]; (a.isNum || b.isNum) && !a.equal(b, 0) {
			m.fail("a count depends on a jump")
		}
	}
	joined := m.s
	m.s = skipped.clone()
	m.merge(l, joined)
	return true
}

// choose returns whether a condition holds. If that depends on the input, m.s becomes the state in which it holds, and other
// is the state in which it does not.
func (m *Machine) choose(cc string) (yes bool, other *state) {
	if cc == "MP" {
		return true, nil
	}
	if d := m.s.flags.diff; d != nil {
		e, positive := m.excess(cc, *d)
		switch {
		case m.atLeast(e, 1):
			return positive, nil
		case m.atLeast(e.Mul(-1), 0):
			return !positive, nil
		}
		other = m.s.clone()
		if len(e.terms) == 1 && e.c == 0 && e.terms[0].factor > 0 {
			q := e.terms[0].sym
			more := Sym{name: q.name + "'", id: q.id, max: q.max}
			if q.max != unlimited {
				more.max--
			}
			m.syms++
			more.id = m.syms
			m.s.subst(q, more.Times(1).Plus(1))
			other.subst(q, Int(0))
		} else {
			m.s.facts = append(slices.Clone(m.s.facts), fact{e.Plus(-1)})
			other.facts = append(slices.Clone(other.facts), fact{e.Mul(-1)})
		}
		if !positive {
			m.s, other = other, m.s
		}
		return true, other
	}
	l := m.condition(cc)
	switch {
	case l == aig.True || slices.Contains(m.s.path, l):
		return true, nil
	case l == aig.False || slices.Contains(m.s.path, l.Not()):
		return false, nil
	}
	other = m.s.clone()
	m.s.path, other.path = append(slices.Clone(m.s.path), l), append(slices.Clone(other.path), l.Not())
	return true, other
}

// Path returns what is true on the way from the last cut to the current state: what its jumps depend on, and that together with
// what was assumed.
func (m *Machine) Path() (jumps, all aig.Lit) {
	return m.G.All(m.s.path[m.s.assumed:]), m.G.All(m.s.path)
}

// Stores returns what instructions stored to outputs since the last cut, in their order.
func (m *Machine) Stores() []Write { return m.s.stores }

// Holds reports whether a jump or an assumption since the last cut says that l is true.
func (m *Machine) Holds(l aig.Lit) bool { return l == aig.True || slices.Contains(m.s.path, l) }

// Assume restricts a case of a cut to inputs for which l is true.
func (m *Machine) Assume(l aig.Lit) {
	m.s.path = append(slices.Clone(m.s.path), l)
	m.s.assumed = len(m.s.path)
}

// Limit says that a number of bits is not above a limit.
func (m *Machine) Limit(b aig.Bits, most int64) {
	if m.limits == nil {
		m.limits = map[string]int64{}
	}
	m.limits[fmt.Sprint(b.Extend(64))] = most
}

// AtMost says that a set has at most n bits.
func (m *Machine) AtMost(set aig.Bits, n int64) {
	if m.members == nil {
		m.members = map[string]int64{}
	}
	m.members[fmt.Sprint(set)] = n
}

// AssumeAtLeast restricts a case of a cut to numbers that are at least 0, and AtLeast reports whether a number is at least 0.
func (m *Machine) AssumeAtLeast(x Num) { m.s.facts = append(slices.Clone(m.s.facts), fact{x}) }
func (m *Machine) AtLeast(x Num) bool  { return m.atLeast(x, 0) }

// blind are instructions that make large circuits.
var blind = []string{"VPCOMPRESSB", "VPCOMPRESSW", "VPCOMPRESSD", "VPCOMPRESSQ", "VPSHUFB", "VPERMB", "VPERMD", "VPERMI2B", "PDEPQ", "SHLXQ", "SHRXQ"}

// whole reports whether an instruction on vectors is no move and writes a register, and reads no memory or as many bytes as it writes.
func whole(x *inst) bool {
	if x.op[0] != 'V' || x.op[:4] == "VMOV" || x.op == "VPTEST" || x.op == "VZEROUPPER" || x.dst().Kind == goasm.Mem {
		return false
	}
	for _, a := range x.args {
		if a.Kind == goasm.Mem && (x.broadcast || !slices.Contains([]string{"VPAND", "VPOR", "VPXOR", "VPANDN", "VPADD", "VPSUB", "VPTER", "VGF2P"}, x.op[:min(len(x.op), 5)])) {
			return false
		}
	}
	return true
}

// garbage follows an instruction that reads all bytes of its memory operands and writes any value to a register.
func (m *Machine) garbage(in *goasm.Instr) {
	n := 64
	for _, a := range in.Args {
		n = max(n, a.Kind.Width())
	}
	dst := in.Args[len(in.Args)-1]
	for _, a := range in.Args[:len(in.Args)-1] {
		if a.Kind == goasm.Mem {
			m.check(m.address(a), n/8, false)
		}
	}
	if dst.Kind == goasm.Mem {
		panic(unknown)
	}
	m.put(dst, m.G.Vars(max(dst.Kind.Width(), 64)))
}

// NewNumber returns a number from 0 to most.
func (m *Machine) NewNumber(name string, most int64) Num {
	s := m.NewSym(name)
	s.max = most
	return s.Times(1)
}

// Set sets a general register to a number or to bits.
func (m *Machine) Set(register string, x any) {
	w, ok := x.(Num)
	m.s.gpr[goasm.Register(register)] = word{num: w, isNum: true}
	if !ok {
		m.s.gpr[goasm.Register(register)] = m.asWord(x.(aig.Bits))
	}
}

// noNumber stands for a register with other contents: it equals no number, and has no bounds.
var noNumber = &Sym{name: "no number", region: &Region{Name: "no number"}}

// Get returns a general register as a number, and as bits if it is none.
func (m *Machine) Get(register string) (Num, aig.Bits) {
	w := m.register(register)
	if !w.isNum {
		return noNumber.Times(1), w.bits
	}
	return w.num, w.bits
}

// Put stores a number of 8 bytes in a region.
func (m *Machine) Put(r *Region, offset, x Num) {
	p := place{r, offset.symbols(), offset.c}
	for range 8 {
		delete(m.s.mem, p)
		p.offset++
	}
	m.s.nums[place{r, offset.symbols(), offset.c}] = x
}

// Store stores bits in a region.
func (m *Machine) Store(r *Region, offset Num, b aig.Bits) { m.store(r.Pointer(offset), b) }

// At returns a number of 8 bytes in a region.
func (m *Machine) At(r *Region, offset Num) Num {
	x, ok := m.loadNum(r.Pointer(offset))
	if !ok {
		w := m.counted(m.asWord(m.load(r.Pointer(offset), 8)))
		if x = w.num; !w.isNum {
			m.fail("%s%+v is no number", r.Name, offset)
		}
	}
	return x
}

// Frame returns the stack frame, and Args the arguments and results.
func (m *Machine) Frame() *Region { return m.frame }
func (m *Machine) Args() *Region  { return m.args }

// count returns bits as a number of at most 40 bits. Equal bits are the same symbol.
func (m *Machine) count(b aig.Bits) (Num, bool) {
	if v, ok := b.Const(); ok {
		return Int(int64(v)), true
	}
	most := int64(0)
	for i, l := range b {
		if l != aig.False {
			if i >= 40 {
				return Num{}, false
			}
			most |= 1 << i
		}
	}
	if low := slices.IndexFunc(b, func(l aig.Lit) bool { return l != aig.False }); m.Blind && low > 0 && low <= 12 { // a multiple of a power of two
		x, ok := m.count(b.Extend(64).Shl(-low))
		return x.Mul(1 << low), ok
	}
	key := fmt.Sprint(b.Extend(64))
	if limit, ok := m.limits[key]; ok {
		most = min(most, limit)
	}
	if s, ok := m.G.SumOf(b); ok { // a number of set bits
		sum := int64(0)
		for _, f := range s.Terms {
			sum += int64(f)
		}
		most = min(most, sum)
	}
	if _, ok := m.known[key]; !ok {
		s := m.NewSym("count")
		s.max, s.bits = most, b.Extend(64)
		m.known[key] = s
	}
	return m.known[key].Times(1), true
}

// counted returns a word as a number if it can be one.
func (m *Machine) counted(w word) word {
	if !w.isNum && m.counts {
		w.num, w.isNum = m.count(w.bits)
	}
	return w
}

// Count returns bits as a number.
func (m *Machine) Count(b aig.Bits) Num {
	n, ok := m.count(b)
	if !ok {
		m.fail("a number that may be too large")
	}
	return n
}

// Product returns x·y, where one is below 2^32 and the other at most 2^16, or a constant below 2^24. Equal products are the
// same symbol.
func (m *Machine) Product(x, y Num) Num {
	if _, ok := x.Const(); ok {
		x, y = y, x
	}
	in := func(x Num, most int64) bool { return m.atLeast(x, 0) && m.atLeast(Int(most).Sub(x), 0) }
	if c, ok := y.Const(); ok && c >= 0 && c < 1<<24 {
		return x.Mul(c)
	}
	if !(in(x, 1<<32-1) && in(y, 1<<16) || in(y, 1<<32-1) && in(x, 1<<16)) {
		m.fail("a product that may be too large")
	}
	key := fmt.Sprint(min(x.String(), y.String()), " times ", max(x.String(), y.String()))
	if m.products[key] == nil {
		m.products[key] = m.NewSym("product")
	}
	return m.products[key].Times(1)
}

// Now returns a number from before the run as it is on the current way.
func (m *Machine) Now(x Num) Num { return m.s.now(x) }

// Vector returns a vector register, and SetVector sets one.
func (m *Machine) Vector(i int) aig.Bits       { return m.s.vec[i] }
func (m *Machine) SetVector(i int, b aig.Bits) { m.s.vec[i] = b.Extend(512) }

// Mask returns a mask register, and SetMask sets one.
func (m *Machine) Mask(i int) aig.Bits       { return m.s.k[i] }
func (m *Machine) SetMask(i int, b aig.Bits) { m.s.k[i] = b }

// Word returns a number as bits. Symbols are any bits.
func (m *Machine) Word(x Num) (b aig.Bits, ok bool) {
	if len(x.terms) == 1 && x.c == 0 && x.terms[0].factor == 1 && x.terms[0].sym.bits != nil {
		return x.terms[0].sym.bits, true
	}
	b = aig.Const(uint64(x.c), 64)
	for _, t := range x.terms {
		if t.sym.region != nil {
			return nil, false
		}
		if m.Blind {
			b = m.G.Vars(64)
			continue
		}
		if t.sym.bits == nil {
			t.sym.bits = m.G.Vars(64)
		}
		for k := range 64 { // not by Add, which would make new sums
			if t.factor>>k&1 != 0 {
				b, _ = m.G.AddCarry(b, t.sym.bits.Shl(k), aig.False)
			}
		}
	}
	return b, true
}
