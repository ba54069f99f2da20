package machine

import (
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
)

// A kernel may read numbers of 32 bits from a region and use them in addresses, for example the rows of a table. Such a
// number is a symbol. It has any value up to 2^32-1, until a branch compares it with a limit: if it is too large, the
// kernel must return without a write, and otherwise the machine knows from then on that it is small enough.

// A fact is a number that is at least 0.
type fact struct {
	num Num
	sym *Sym // the number from memory
}

// number returns the symbol of a number in memory.
func (m *Machine) number(p place) *Sym {
	s, ok := m.numbers[p]
	if !ok {
		s = m.NewSym("number")
		s.max, s.place = 1<<32-1, &p
		m.numbers[p] = s
	}
	// A loop has compared all numbers of the region, starting at an offset.
	if f, ok := m.s.checked[p.region]; ok && p.offset >= f.sym.place.offset && !strings.Contains(p.symbols, "-") && !m.s.knows(s) {
		m.s.facts = append(m.s.facts[:len(m.s.facts):len(m.s.facts)], fact{f.num.subst(f.sym, s.Times(1)), s})
	}
	return s
}

func (s *state) knows(sym *Sym) bool {
	for _, f := range s.facts {
		if f.sym == sym {
			return true
		}
	}
	return false
}

// Number returns the number at an offset of a region.
func (m *Machine) Number(r *Region, offset Num) Num {
	return m.number(place{r, offset.symbols(), offset.c}).Times(1)
}

// loadNumber returns a number of 32 bits as a symbol, if the region contains such numbers.
func (m *Machine) loadNumber(address Num) (Num, bool) {
	r, offset, ok := address.split()
	if !ok || !r.Numbers || offset.c%4 != 0 {
		return Num{}, false
	}
	for _, t := range offset.terms {
		if t.factor%4 != 0 {
			return Num{}, false
		}
	}
	a := m.check(address, 4, false)
	m.s.loaded = append(m.s.loaded[:len(m.s.loaded):len(m.s.loaded)], m.number(a.place(0)))
	return m.number(a.place(0)).Times(1), true
}

// atLeast reports whether x >= c, as far as the facts show it.
func (m *Machine) atLeast(x Num, c int64) bool {
	if x.atLeast(c) {
		return true
	}
	for _, f := range m.s.facts {
		for _, t := range x.terms {
			for _, u := range f.num.terms {
				if t.sym == u.sym && t.factor/u.factor > 0 && t.factor%u.factor == 0 && x.Sub(f.num.Mul(t.factor/u.factor)).atLeast(c) {
					return true
				}
			}
		}
	}
	return false
}

// limit follows a jump that is taken if e > 0, where e depends on a number from memory: the jump to the end, and then
// what follows it. It reports whether e is such a number.
func (m *Machine) limit(e Num, positive bool, pc, to, stop int) (bool, error) {
	var number *Sym
	for _, t := range e.terms {
		if t.sym.place != nil {
			number = t.sym
		}
	}
	if number == nil || m.atLeast(e, 1) || m.atLeast(e.Mul(-1), 0) {
		return false, nil
	}
	if !positive || m.depth > 0 {
		m.fail("a case of %v", e)
	}
	s := m.s
	m.s = s.clone()
	m.s.outside = true
	if err := m.run(to, len(m.fn.Code)); err != nil {
		return true, err
	}
	m.s = s
	m.s.facts = append(m.s.facts[:len(m.s.facts):len(m.s.facts)], fact{e.Mul(-1), number})
	return true, m.run(pc+1, stop)
}

// compared records after a loop that it has compared all numbers of a region, except for those before the first.
func (s *state) compared(numbers []*Sym, k *Sym) {
	for _, n := range numbers {
		at := Num{n.place.offset, k.Times(4).terms}
		if at.symbols() != n.place.symbols || !s.now(n.place.region.Size).Equal(at.Plus(4)) {
			continue
		}
		for _, f := range s.facts {
			if f.sym == n {
				s.checked[n.place.region] = f
			}
		}
	}
}

// A Sum describes a vector register that a loop over numbers changes: its value before the loop, before an iteration and
// after it, and the offset in a region of the only number that the iteration reads.
type Sum struct {
	Start, Before, After aig.Bits
	Region               *Region
	Number               Num
}
