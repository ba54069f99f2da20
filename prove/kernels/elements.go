package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/machine"
)

// want returns the word that the definition expects at a byte of an output.
type want func(output string, offset machine.Num) aig.Bits

// proveWrites makes m check its output: every word of 8 bytes that the kernel writes must equal
// want.
func (c *Case) proveWrites(m *machine.Machine, want want) {
	done := map[string]bool{}
	m.Block = func(writes []machine.Write) error {
		groups, offsets := map[string][]cec.Claim{}, map[string]machine.Num{}
		var order []string
		for len(writes) > 0 {
			r, offset := writes[0].Region, writes[0].Offset
			var got aig.Bits
			for i := range 8 {
				if i >= len(writes) || writes[i].Region != r || !writes[i].Offset.Equal(offset.Plus(int64(i))) {
					return fmt.Errorf("%s at byte %v: not a whole word is written", r.Name, offset)
				}
				got = append(got, writes[i].Value...)
			}
			writes = writes[8:]
			key := offset.String()
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], cec.Claim{Name: r.Name, Got: got})
			offsets[key] = offset
		}
		for _, key := range order {
			id := key
			for _, x := range groups[key] {
				id += fmt.Sprint(x.Got)
			}
			if done[id] { // by an earlier run
				continue
			}
			done[id] = true
			for i, x := range groups[key] {
				groups[key][i].Want = want(x.Name, offsets[key])
			}
			prove := c.Prove
			if c.split != nil {
				prove = func(claims ...cec.Claim) error { return c.ProveBy(c.split(key), claims...) }
			}
			if err := prove(groups[key]...); err != nil {
				return fmt.Errorf("at byte %s: %w", key, err)
			}
		}
		return nil
	}
}

// A batch contains the arguments of a kernel that handles all elements of slices alike.
type batch struct {
	m       *machine.Machine
	n, from machine.Num
	regions map[string]*machine.Region
	sizes   map[string]int64 // bytes of an element
}

// batch sets a kernel's arguments by name and type, for n elements starting at element from.
// Slices have exactly the length that the kernel may use. Slices in tables are named dst[0] and
// so on, and arrays are scratch memory.
func (c *Case) batch(m *machine.Machine, n machine.Num, outputs ...string) *batch {
	b := &batch{m: m, n: n, regions: map[string]*machine.Region{}, sizes: map[string]int64{}}
	if c.Func.Param("from") != nil {
		b.from = m.NewSym("from").Times(1)
		m.SetArg("from", b.from)
	}
	slice := func(name, kind string, first, size int64) *machine.Region {
		k := machine.Input
		for _, o := range outputs {
			if o == kind {
				k = machine.Output
			}
		}
		r := m.NewRegion(name, b.from.Mul(first).Add(n).Mul(size), k, -1)
		if k == machine.Output {
			r.From = b.from.Mul(first * size)
		}
		b.regions[name], b.sizes[name] = r, size
		return r
	}
	for _, p := range c.Func.Params {
		count, scratch := 0, 0
		switch {
		case p.Name == "n":
			m.SetArg("n", n)
		case p.Type == "*uint64":
			m.SetArg(p.Name, slice(p.Name, p.Name, b2i(!c.chunked()), 8).Pointer(machine.Int(0)))
		case p.Type == "*uint8":
			m.SetArg(p.Name, slice(p.Name, p.Name, 1, 1).Pointer(machine.Int(0)))
		case scan(p.Type, "*[%d]uint64", &scratch):
			r := m.NewRegion(p.Name, machine.Int(int64(8*scratch)), machine.Scratch, -1)
			m.SetArg(p.Name, r.Pointer(machine.Int(0)))
		case p.Type == "*[8][4][]uint64":
			count = 32
		default:
			scan(p.Type, "*[%d][]uint64", &count)
		}
		if count > 0 {
			table := m.NewRegion(p.Name, machine.Int(int64(24*count)), machine.Input, -1)
			for i := range count {
				m.SetPointer(table, int64(24*i), slice(fmt.Sprintf("%s[%d]", p.Name, i), p.Name, 1, 8).Pointer(machine.Int(0)))
			}
			m.SetArg(p.Name, table.Pointer(machine.Int(0)))
		}
	}
	return b
}

// setLength changes the number of elements.
func (b *batch) setLength(n machine.Num) {
	for name, r := range b.regions {
		r.Size = r.Size.Add(n.Sub(b.n).Mul(b.sizes[name]))
	}
	b.n = n
	b.m.SetArg("n", n)
}

// chunked reports whether arrays outside tables start with element number from.
func (c *Case) chunked() bool { return c.Name == "slidersBatch" || c.Name == "leapsBatch" }

func scan(s, format string, v *int) bool {
	n, err := fmt.Sscanf(s, format, v)
	return n == 1 && err == nil
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// in returns the word at a byte of an input, as it was before the kernel ran.
func (b *batch) in(name string, offset machine.Num) aig.Bits {
	return b.m.Initial(b.regions[name], offset, 8)
}

// eachLength proves a kernel for all numbers of elements: width·q plus a remainder below
// rests, where q can be any number.
func (c *Case) eachLength(setup func(m *machine.Machine), f func(b *batch) want, outputs ...string) error {
	m := c.Machine()
	if setup != nil {
		setup(m)
	}
	width, rests := c.widths()
	blocks := m.NewSym("q").Times(width)
	b := c.batch(m, blocks, outputs...)
	c.proveWrites(m, f(b))
	for rest := range rests {
		b.setLength(blocks.Plus(rest))
		if err := c.Run(m); err != nil {
			return fmt.Errorf("n = %v: %w", b.n, err)
		}
	}
	return nil
}

func claim(name string, got, want aig.Bits) cec.Claim {
	return cec.Claim{Name: name, Got: got, Want: want}
}
