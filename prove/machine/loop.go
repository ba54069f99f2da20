package machine

import (
	"cmp"
	"maps"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// decide follows a branch that depends on a comparison of numbers with symbols. d is the
// difference that was compared. If d decides the branch for all values, there is only one way
// to follow. Otherwise the symbol is 0 or at least 1, and each case is followed to the end. A
// jump backwards is a loop.
func (m *Machine) decide(in *goasm.Instr, d Num, pc, to, stop int) error {
	e, positive := m.excess(in.Op[1:], d)
	if m.depth > 0 || stop != len(m.fn.Code) {
		more := m.atLeast(e, 1)
		decided := more || m.atLeast(e.Mul(-1), 0)
		if decided && more == positive && to > pc {
			return m.run(to, stop)
		}
		if decided && more != positive {
			return m.run(pc+1, stop)
		}
		m.fail("a loop or a case of counts in a loop")
	}
	if to <= pc {
		if !positive {
			m.fail("a loop that ends with a count")
		}
		return m.loop(in, e, pc, to)
	}
	if !positive {
		pc, to = to-1, pc+1
	}
	switch {
	case m.atLeast(e, 1):
		return m.run(to, stop)
	case m.atLeast(e.Mul(-1), 0):
		return m.run(pc+1, stop)
	case len(e.terms) != 1 || e.c != 0:
		m.fail("a case of %v", e)
	}
	q := e.terms[0].sym
	other := m.s.clone()
	other.subst(q, m.NewSym("q").Times(1).Plus(1))
	m.s.subst(q, Int(0))
	if err := m.run(pc+1, stop); err != nil {
		return err
	}
	m.s = other
	return m.run(to, stop)
}

// excess returns e so that a jump after a comparison is taken if e > 0 or, if positive is
// false, if e <= 0.
func (m *Machine) excess(cond string, d Num) (e Num, positive bool) {
	switch cond {
	case "LT":
		return d.Mul(-1), true
	case "GE":
		return d.Mul(-1), false
	case "GT":
		return d, true
	case "LE":
		return d, false
	case "HI", "LS":
		if m.s.flags.unsigned {
			return d, cond == "HI"
		}
	case "CS", "CC":
		if m.s.flags.unsigned {
			return d.Mul(-1), cond == "CS"
		}
	case "NE", "EQ":
		positive = cond[0] == 'N'
		if d.atLeast(0) {
			return d, positive
		}
		if d = d.Mul(-1); d.atLeast(0) {
			return d, positive
		}
	}
	m.fail("a jump on a comparison of %v", d)
	return
}

// loop proves by induction a loop that runs any number of times. It ends at the jump pc,
// which jumps back to the instruction to if e > 0.
//
// The loop runs q times if e is a multiple of q before it. The machine follows iteration k, with
// k iterations before it and left after it, from a state that holds before every iteration. In
// this state each register and each byte of memory has the value from before the loop (a
// constant), or that value plus k times a step (an index or a pointer), or is unknown. The
// iteration must lead to such a state again, with k+1 and left-1, and e must be the same multiple
// of left.
func (m *Machine) loop(in *goasm.Instr, e Num, pc, to int) error {
	if len(e.terms) != 1 || e.terms[0].factor <= 0 || e.c != 0 && e.c != e.terms[0].factor {
		m.fail("a loop with %v to go", e)
	}
	if err := m.block(); err != nil {
		return err
	}
	q, width := e.terms[0].sym, e.terms[0].factor
	base := m.s.clone()
	if e.c == 0 { // no iteration
		m.s.subst(q, Int(0))
		if err := m.run(pc+1, len(m.fn.Code)); err != nil {
			return err
		}
	}
	k, left := m.NewSym("k"), m.NewSym("left")
	base.subst(q, k.Times(1).Add(left.Times(1)).Plus(1-e.c/width))
	var before *state
	ways := map[any]way{} // how registers and memory change; constants are not listed
	for changed := true; changed; {
		m.s = base.clone()
		m.undefinedFlags()
		clear(m.s.read)
		for at, w := range ways {
			m.s.set(at, w.apply(m, base.get(at), sizeOf(at), k))
		}
		before = m.s.clone()
		if err := m.run(to, pc); err != nil {
			return err
		}
		changed = false
		for _, at := range m.s.places(base) {
			w, b, after := ways[at], base.get(at), m.s.get(at)
			if w.unknown || after.equal(before.get(at), w.step) {
				continue
			}
			changed = true
			if n := before.get(at).num; !w.moved && b.isNum && after.isNum && len(after.num.Sub(n).terms) == 0 {
				ways[at] = way{moved: true, step: after.num.Sub(n).c}
			} else {
				ways[at] = way{unknown: true}
			}
		}
		if changed {
			continue
		}
		for r, list := range m.s.touched { // earlier iterations wrote there, too
			for _, symbols := range list {
				changed = base.touch(place{r, symbols, 0}) || changed
			}
		}
	}
	m.pc = pc
	if d := m.s.flags.diff; d == nil {
		m.fail("a loop that ends with something else than a count")
	} else if e, _ := m.excess(in.Op[1:], *d); !e.Equal(left.Times(width)) {
		m.fail("an iteration leaves %v to go, not %v", e, left.Times(width))
	}
	spans := len(m.s.covered)
	if err := m.block(); err != nil {
		return err
	}
	for i := range m.s.covered[spans:] {
		s := &m.s.covered[spans+i]
		if step := s.from.subst(k, k.Times(1).Plus(1)).Sub(s.from); !step.Equal(s.to.Sub(s.from)) || !s.from.Equal(s.from.subst(left, Int(0))) {
			m.fail("an iteration writes bytes %v to %v of %s, which is not its share", s.from, s.to, s.region.Name)
		}
		s.from = s.from.subst(k, Int(0))
	}
	m.s.subst(left, Int(0))
	return m.run(pc+1, len(m.fn.Code))
}

// A way says how an iteration changes a register or a byte of memory.
type way struct {
	moved, unknown bool
	step           int64
}

func (w way) apply(m *Machine, v word, size int, k *Sym) word {
	if w.unknown {
		return word{bits: m.G.Vars(size)}
	}
	return word{num: v.num.Add(k.Times(w.step)), isNum: true}
}

// equal reports whether v is w plus step.
func (v word) equal(w word, step int64) bool {
	if v.isNum || w.isNum {
		return v.isNum && w.isNum && v.num.Equal(w.num.Plus(step))
	}
	return slices.Equal(v.bits, w.bits)
}

// The keys of a state are general registers (ints from 0), vector registers (from 100),
// mask registers (from 200), numbers in memory (numAt) and bytes in memory (place).
type numAt place

// sizeOf returns the bits at a key.
func sizeOf(at any) int {
	if _, ok := at.(place); ok {
		return 8
	}
	if n, ok := at.(int); ok && n >= 100 && n < 200 {
		return 512
	}
	return 64
}

func (s *state) get(at any) word {
	switch at := at.(type) {
	case place:
		return word{bits: s.mem[at]}
	case numAt:
		n, ok := s.nums[place(at)]
		return word{num: n, isNum: ok}
	case int:
		switch {
		case at >= 200:
			return word{bits: s.k[at-200]}
		case at >= 100:
			return word{bits: s.vec[at-100]}
		}
		return s.gpr[at]
	}
	panic("place")
}

func (s *state) set(at any, w word) {
	switch at := at.(type) {
	case place:
		s.mem[at] = w.bits
	case numAt:
		if w.isNum {
			s.nums[place(at)] = w.num
			return
		}
		delete(s.nums, place(at))
		for i := range 8 {
			p := place(at)
			p.offset += int64(i)
			s.mem[p] = w.bits[8*i : 8*i+8]
		}
	case int:
		switch {
		case at >= 200:
			s.k[at-200] = w.bits
		case at >= 100:
			s.vec[at-100] = w.bits
		default:
			s.gpr[at] = w
		}
	}
}

// places lists everything that may differ between s and base, except for outputs, because nothing
// reads them back.
func (s *state) places(base *state) (list []any) {
	for i := range s.gpr {
		list = append(list, i)
	}
	for i := range 32 {
		list = append(list, 100+i)
	}
	for i := range 8 {
		list = append(list, 200+i)
	}
	for _, mem := range []map[place]aig.Bits{s.mem, base.mem} {
		for p := range mem {
			if p.region.Kind != Output {
				list = append(list, p)
			}
		}
	}
	for _, nums := range []map[place]Num{s.nums, base.nums} {
		for p := range nums {
			list = append(list, numAt(p))
		}
	}
	return list
}

// subst replaces a symbol, also in the sizes of regions. Offsets of earlier stores keep the
// symbol's name, so that later loads there fail.
func (s *state) subst(q *Sym, x Num) {
	s.lets = append(slices.Clone(s.lets), let{q, x})
	for i := range s.gpr {
		s.gpr[i].num = s.gpr[i].num.subst(q, x)
	}
	for p, n := range s.nums {
		s.nums[p] = n.subst(q, x)
	}
	s.facts = slices.Clone(s.facts)
	for i := range s.facts {
		s.facts[i].num = s.facts[i].num.subst(q, x)
	}
	for i := range s.covered {
		c := &s.covered[i]
		c.from, c.to = c.from.subst(q, x), c.to.subst(q, x)
	}
	if d := s.flags.diff; d != nil {
		n := d.subst(q, x)
		s.flags.diff = &n
	}
}

// now returns a number x from before the run, with all later substitutions applied.
func (s *state) now(x Num) Num {
	for _, l := range s.lets {
		x = x.subst(l.sym, l.num)
	}
	return x
}

// finish is called at RET. It reports an error unless all bytes of the outputs have been written.
func (m *Machine) finish() error {
	if err := m.block(); err != nil {
		return err
	}
	if m.Returned != nil {
		if err := m.Returned(); err != nil {
			return err
		}
	}
	for _, r := range m.outputs {
		at, end := m.s.now(r.From), m.s.now(r.Size)
		for !at.Equal(end) && !r.Sparse {
			i := slices.IndexFunc(m.s.covered, func(c span) bool { return c.region == r && c.from.Equal(at) && !c.to.Equal(at) })
			if i < 0 {
				m.fail("byte %v of %s is not written", at, r.Name)
			}
			at = m.s.covered[i].to
		}
	}
	return nil
}

// block passes the bytes written since its last call to Block and marks them as covered. A byte of an output that was
// read before it was written must be among them: another iteration may have written any other byte.
func (m *Machine) block() error {
	for p := range m.s.read {
		if _, ok := m.s.written[p]; !ok {
			m.fail("%s is read at %s%+d and not written in the same iteration", p.region.Name, p.symbols, p.offset)
		}
	}
	clear(m.s.read)
	var writes []Write
	for p, offset := range m.s.written {
		writes = append(writes, Write{p.region, offset, m.s.mem[p]})
	}
	slices.SortFunc(writes, func(a, b Write) int {
		return cmp.Or(cmp.Compare(a.Region.base.id, b.Region.base.id), cmp.Compare(a.Offset.symbols(), b.Offset.symbols()), cmp.Compare(a.Offset.c, b.Offset.c))
	})
	for _, w := range writes {
		if i := len(m.s.covered) - 1; i >= 0 && m.s.covered[i].region == w.Region && m.s.covered[i].to.Equal(w.Offset) {
			m.s.covered[i].to = w.Offset.Plus(1)
		} else {
			m.s.covered = append(m.s.covered, span{w.Region, w.Offset, w.Offset.Plus(1)})
		}
	}
	clear(m.s.written)
	if m.Block == nil || len(writes) == 0 {
		return nil
	}
	return m.Block(writes)
}

// merge joins the two ways of a branch: m.s is the way that is taken if cond is true.
func (m *Machine) merge(cond aig.Lit, other *state) {
	g, s := m.G, m.s
	mux := func(a, b aig.Bits) aig.Bits { return g.Muxes(cond, a, b) }
	for i := range s.gpr {
		if a, b := s.gpr[i], other.gpr[i]; !a.equal(b, 0) {
			s.gpr[i] = m.asWord(g.Vars(64)) // different addresses: garbage
			x, ok := a.asBits()
			if y, ok2 := b.asBits(); ok && ok2 {
				s.gpr[i] = m.asWord(mux(x, y))
			}
		}
	}
	for i := range s.vec {
		s.vec[i] = mux(s.vec[i], other.vec[i])
	}
	for i := range s.k {
		s.k[i] = mux(s.k[i], other.k[i])
	}
	if f := &other.flags; f.diff != nil || s.flags.diff != nil {
		m.undefinedFlags()
	} else {
		s.flags = flags{g.Mux(cond, s.flags.zero, f.zero), g.Mux(cond, s.flags.carry, f.carry), g.Mux(cond, s.flags.sign, f.sign), g.Mux(cond, s.flags.overflow, f.overflow), nil, false}
	}
	for p, n := range s.nums {
		if o, ok := other.nums[p]; !ok || !o.Equal(n) {
			m.fail("an address in %s%+d depends on the input", p.region.Name, p.offset)
		}
	}
	for p := range other.nums {
		if _, ok := s.nums[p]; !ok {
			m.fail("an address in %s%+d depends on the input", p.region.Name, p.offset)
		}
	}
	for p, b := range other.mem {
		a, ok := s.mem[p]
		if !ok {
			a = m.initialByte(p)
		}
		s.mem[p] = mux(a, b)
	}
	for p, a := range s.mem {
		if _, ok := other.mem[p]; !ok {
			s.mem[p] = mux(a, m.initialByte(p))
		}
	}
	for p, n := range other.written {
		s.written[p] = n
	}
	maps.Copy(s.read, other.read)
	for r, list := range other.touched {
		for _, symbols := range list {
			m.s.touch(place{r, symbols, 0})
		}
	}
}

// joins returns the next instruction that every way from an instruction to a RET passes, or
// the number of instructions if that is the end.
func joins(fn *goasm.Func) []int {
	return aig.Joins(len(fn.Code), func(i int) []int {
		in := fn.Code[i]
		switch {
		case in.Op == "RET":
			return []int{len(fn.Code)}
		case in.Op == "JMP":
			return []int{fn.Labels[in.Args[0].Symbol]}
		case in.Op[0] == 'J':
			return []int{i + 1, fn.Labels[in.Args[0].Symbol]}
		}
		return []int{i + 1}
	})
}
