package machine

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
)

// A Form is a sum of bits: the factor of each literal. Adders of many bits are hard to compare
// as circuits, so the machine remembers of which bits a byte or word is the sum.
type Form map[aig.Lit]int

func formOfBits(b aig.Bits) Form {
	f := Form{}
	for _, l := range b {
		f[l]++
	}
	delete(f, aig.False)
	return f
}

// FormOf returns the sum of bits that b is, if the machine knows one.
func (m *Machine) FormOf(b aig.Bits) (Form, bool) {
	if v, ok := b.Const(); ok && v == 0 {
		return Form{}, true
	}
	f, ok := m.forms[fmt.Sprint(b)]
	return f, ok
}

func (m *Machine) setForm(b aig.Bits, f Form) { m.forms[fmt.Sprint(b)] = f }

func (m *Machine) sameForm(wide, narrow aig.Bits) {
	if f, ok := m.FormOf(narrow); ok {
		m.setForm(wide, f)
	}
}

// addForms notes that sum is a + b, unless it might overflow.
func (m *Machine) addForms(sum, a, b aig.Bits) {
	f, ok := m.FormOf(a)
	h, ok2 := m.FormOf(b)
	if !ok || !ok2 || len(f)+len(h) == 0 {
		return
	}
	r, total := Form{}, 0
	for _, part := range []Form{f, h} {
		for l, c := range part {
			r[l] += c
			total += c
		}
	}
	if total < 1<<len(sum) {
		m.setForm(sum, r)
	}
}

// tableForm notes that a look-up of four bits in a table of their popcounts is their sum.
func (m *Machine) tableForm(out aig.Bits, table []aig.Bits, index aig.Bits) {
	for i, e := range table {
		if v, ok := e.Const(); !ok || v != uint64(i&1+i>>1&1+i>>2&1+i>>3) {
			return
		}
	}
	if index[7] == aig.False {
		m.setForm(out, formOfBits(index[:4]))
	}
}
