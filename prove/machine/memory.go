package machine

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
)

// A Region is a slice, an array, the stack frame or a constant. Addresses in different regions
// differ, and an access outside is an error.
type Region struct {
	Name string
	Size Num // in bytes
	Kind Kind

	From   Num  // the first byte of an output that the kernel may write
	Sparse bool // the kernel need not write all bytes of an output
	Shared bool // an output that may be the same memory as an input

	With *Region // the input that a shared output may be, nil for any

	// Derive, if not nil, computes a byte of an input from other inputs' bytes at the same offset.
	Derive func(same func(r *Region) aig.Bits) aig.Bits

	Table   bool // may be read at an index that depends on the input
	Garbage bool // everything that is read is new, whatever was written

	// Lookup, if not nil, returns what is at an offset plus scale times an index that depends on the input.
	Lookup func(offset, scale int64, index aig.Bits, n int) aig.Bits

	// Content, if not nil, returns the number or the bits at an offset, or nil if nothing is known.
	Content func(offset Num) any

	base    *Sym
	align   int64 // the address is this much above a multiple of 64, or unknown if negative
	first   *Num  // the offset of the first multiple of 64, if it is not known
	initial map[place]aig.Bits
}

// A Kind says what a kernel may do with a region.
type Kind int

// The kinds of regions.
const (
	Input   Kind = iota // may be read
	Output              // may be written: each byte is compared with a definition
	Scratch             // may be written and read back; not compared with anything
)

// A place is a byte of a region, at a constant offset from a number.
type place struct {
	region  *Region
	symbols string
	offset  int64
}

// A Pointer is the address of a byte in a region.
type access struct {
	region *Region
	offset Num
}

// NewRegion returns a region with an address that is a multiple of 64 plus align. If align
// is negative, it can be any address.
func (m *Machine) NewRegion(name string, size Num, kind Kind, align int64) *Region {
	r := &Region{Name: name, Size: size, Kind: kind, align: align, initial: map[place]aig.Bits{}}
	m.syms++
	r.base = &Sym{name: "&" + name, id: m.syms, region: r}
	if kind == Output {
		m.outputs = append(m.outputs, r)
	}
	return r
}

// Pointer returns the address of the byte at offset.
func (r *Region) Pointer(offset Num) Num { return r.base.Times(1).Add(offset) }

// NewSym returns a symbol for a number that is at least 0.
func (m *Machine) NewSym(name string) *Sym {
	m.syms++
	return &Sym{name: fmt.Sprintf("%s%d", name, m.syms), id: m.syms, max: unlimited}
}

// First returns the offset of the first byte of a region whose address is a multiple of 64: a symbol from 0 to 63.
// It must be called before the machine runs.
func (m *Machine) First(r *Region) Num {
	if r.first == nil {
		s := m.NewSym("first")
		s.max, s.rounds = 63, r
		x := s.Times(1)
		r.first = &x
	}
	return *r.first
}

// Initial returns n bytes of a region as they are before the kernel runs: variables, or the
// constants from SetInitial.
func (m *Machine) Initial(r *Region, offset Num, n int) aig.Bits {
	var b aig.Bits
	for i := range n {
		b = append(b, m.initialByte(place{r, offset.symbols(), offset.c + int64(i)})...)
	}
	return b
}

func (m *Machine) initialByte(p place) aig.Bits {
	b, ok := p.region.initial[p]
	if !ok {
		if p.region.Derive != nil {
			b = p.region.Derive(func(r *Region) aig.Bits { return m.initialByte(place{r, p.symbols, p.offset}) })
		} else {
			b = m.G.Vars(8)
		}
		p.region.initial[p] = b
	}
	return b
}

// SetInitial sets bytes of a region before the kernel runs.
func (m *Machine) SetInitial(r *Region, offset Num, b aig.Bits) {
	for i := 0; 8*i < len(b); i++ {
		r.initial[place{r, offset.symbols(), offset.c + int64(i)}] = b[8*i : 8*i+8]
	}
}

// SetPointer stores an 8-byte number in a region before the kernel runs, such as the
// address in a slice header.
func (m *Machine) SetPointer(r *Region, offset int64, x Num) { m.start.nums[place{r, "", offset}] = x }

// check returns the region for an access to n bytes, and panics if the access is outside of it.
func (m *Machine) check(address Num, n int, write bool) access {
	r, offset, ok := address.split()
	if !ok {
		m.fail("%v is not an address", address)
	}
	low, size := Int(0), m.s.now(r.Size)
	if write {
		low = m.s.now(r.From)
	}
	if !m.atLeast(offset.Sub(low), 0) || !m.atLeast(size.Sub(offset), int64(n)) {
		m.fail("%d bytes at offset %v are outside of %s, which has %v bytes", n, offset, r.Name, size)
	}
	if write && r.Kind == Input {
		m.fail("%s is written", r.Name)
	}
	if m.counts {
		m.ranges[offset.symbols()] = offset.span()
	}
	return access{r, offset}
}

// span2 is the lowest and the highest value of a number.
type span2 [2]int64

// span returns the lowest and highest value of the part of x that is not constant. Large values stand for no limit.
func (x Num) span() (s span2) {
	for _, t := range x.terms {
		most := min(t.sym.max, 1<<40) * max(t.factor, -t.factor)
		if t.factor < 0 {
			s[0] -= most
		} else {
			s[1] += most
		}
	}
	return s
}

// apart reports whether what was written to a region at symbolic offsets is outside of n bytes elsewhere.
func (m *Machine) apart(a access, n int, symbols string) bool {
	if !m.counts {
		return false
	}
	here, there := a.offset.span(), m.ranges[symbols]
	outside := func(p place) bool {
		return p.region != a.region || p.symbols != symbols || p.offset+there[1]+8 <= a.offset.c+here[0] || p.offset+there[0] >= a.offset.c+here[1]+int64(n)
	}
	for p := range m.s.mem {
		if !outside(p) {
			return false
		}
	}
	for p := range m.s.nums {
		if !outside(p) {
			return false
		}
	}
	return true
}

// aligned reports whether an address is a multiple of n, a power of two up to 64, for all values of the symbols.
func (m *Machine) aligned(address Num, n int64) bool {
	r, offset, ok := address.split()
	if !ok {
		return false
	}
	known, rest := r.align >= 0, offset.c+r.align
	for _, t := range offset.terms {
		switch {
		case t.factor%n == 0:
		case !known && t.factor == 1 && t.sym.rounds == r && (t.sym.max+1)%n == 0:
			known, rest = true, offset.c+t.sym.rest
		default:
			return false
		}
	}
	return known && rest%n == 0
}

func (a access) place(i int) place {
	return place{a.region, a.offset.symbols(), a.offset.c + int64(i)}
}

// load returns n bytes.
func (m *Machine) load(address Num, n int) aig.Bits {
	a := m.check(address, n, false)
	if a.region.Garbage {
		return m.G.Vars(8 * n)
	}
	if f := a.region.Content; f != nil {
		if b, ok := f(a.offset).(aig.Bits); ok && len(b) == 8*n {
			return b
		}
	}
	if a.region.Kind == Input && a.region != m.args && m.data[a.region.Name] != a.region {
		m.intact(a, n)
	}
	m.untouched(a, n)
	if t := a.offset.terms; len(t) == 1 && t[0].sym.bits != nil && m.data[a.region.Name] == a.region && !m.Blind {
		if b, ok := m.table(a.region, a.offset.c, t[0].factor, t[0].sym.bits, 8*n, t[0].sym.max); ok {
			return b
		}
	}
	b := make(aig.Bits, 0, 8*n)
	for p, i := a.place(0), 0; i < n; p.offset, i = p.offset+1, i+1 {
		c, ok := m.s.mem[p]
		if !ok {
			if _, ok := m.s.nums[place{p.region, p.symbols, p.offset &^ 7}]; ok {
				m.fail("the address or count at %s%+d is read as bits", a.region.Name, p.offset)
			}
			c = m.initialByte(p)
			if a.region.Kind == Output {
				m.s.read[p] = true
			}
		}
		b = append(b, c...)
	}
	return b
}

// intact checks that n bytes of an input were not written as bytes of an output that may be the same memory.
func (m *Machine) intact(a access, n int) {
	for _, r := range m.outputs {
		written := false
		for i := range n {
			p := a.place(i)
			p.region = r
			_, ok := m.s.written[p]
			written = written || ok
		}
		for _, c := range m.s.covered {
			written = written || c.region == r && !m.atLeast(a.offset.Sub(c.to), 0) && !m.atLeast(c.from.Sub(a.offset), int64(n))
		}
		if r.Shared && written && (r.With == nil || r.With == a.region) {
			m.fail("%s is read after %s was written there, and may be the same", a.region.Name, r.Name)
		}
	}
}

// untouched stops if bytes that are read may have been written at another symbolic offset.
func (m *Machine) untouched(a access, n int) {
	if a.region.Kind == Input {
		return
	}
	for _, symbols := range m.s.touched[a.region] {
		if symbols != a.offset.symbols() && !m.apart(a, n, symbols) {
			m.fail("%s is read at %v and written at another symbolic offset", a.region.Name, a.offset)
		}
	}
}

// store writes whole bytes.
func (m *Machine) store(address Num, b aig.Bits) {
	a := m.check(address, len(b)/8, true)
	if a.region.Garbage {
		s := a.offset.span()
		for p := range m.s.nums {
			at := m.ranges[p.symbols]
			if p.region == a.region && p.offset+at[1]+8 > a.offset.c+s[0] && p.offset+at[0] < a.offset.c+s[1]+int64(len(b)/8) {
				m.fail("a number in %s is overwritten", a.region.Name)
			}
		}
		return
	}
	p := a.place(0)
	m.s.touch(p)
	if a.region.Kind == Output && m.counts {
		m.s.stores = append(slices.Clip(m.s.stores), Write{a.region, a.offset, b})
	}
	for i := 0; 8*i < len(b); i++ {
		n := place{p.region, p.symbols, p.offset &^ 7}
		if _, ok := m.s.nums[n]; ok { // a store may change a part of it
			m.s.set(numAt(n), word{bits: m.G.Vars(64)})
		}
		m.s.mem[p] = b[8*i : 8*i+8]
		if a.region.Kind == Output {
			m.s.written[p] = a.offset.Plus(int64(i))
		}
		p.offset++
	}
}

// touch records a store and reports whether there was none at this symbolic offset.
func (s *state) touch(p place) bool {
	t := s.touched[p.region]
	if slices.Contains(t, p.symbols) {
		return false
	}
	s.touched[p.region] = append(slices.Clone(t), p.symbols)
	return true
}

// loadNum returns 8 bytes as a number if a number was stored there.
func (m *Machine) loadNum(address Num) (Num, bool) {
	a := m.check(address, 8, false)
	if f := a.region.Content; f != nil {
		if x, ok := f(a.offset).(Num); ok {
			return x, true
		}
	}
	x, ok := m.s.nums[a.place(0)]
	if ok {
		m.untouched(a, 8)
	}
	return x, ok
}

// storeNum stores a number of 8 bytes.
func (m *Machine) storeNum(address Num, x Num) {
	a := m.check(address, 8, true)
	p := a.place(0)
	if p.offset%8 != 0 || a.region.Kind == Output {
		m.fail("the address or count %v is stored in %s%+d", x, a.region.Name, p.offset)
	}
	m.s.touch(p)
	for i := range 8 {
		delete(m.s.mem, a.place(i))
	}
	m.s.nums[p] = x
}
