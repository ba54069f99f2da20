package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/machine"
)

// want returns the word that the definition puts at a byte of an output.
type want func(output string, offset machine.Num) aig.Bits

// proveWrites makes m prove, for all that it writes in words of 8 bytes, that want is there.
func (c *Case) proveWrites(m *machine.Machine, want want) {
	m.Block = func(writes []machine.Write) error {
		groups := map[string][]cec.Claim{}
		var order []string
		for len(writes) > 0 {
			r, offset := writes[0].Region, writes[0].Offset
			var got aig.Bits
			for i := range 8 {
				if i >= len(writes) || writes[i].Region != r || !writes[i].Offset.Equal(offset.Plus(int64(i))) {
					return fmt.Errorf("%s: not a whole word is written", at(r.Name, offset))
				}
				got = append(got, writes[i].Value...)
			}
			writes = writes[8:]
			key := offset.String()
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], cec.Claim{Name: at(r.Name, offset), Got: got, Want: want(r.Name, offset)})
		}
		for _, key := range order {
			if err := c.Prove(groups[key]...); err != nil {
				return err
			}
		}
		return nil
	}
}

// A batch is the arguments of a kernel that treats the elements of slices alike.
type batch struct {
	m       *machine.Machine
	n, from machine.Num
	regions map[string]*machine.Region
}

// batch sets the arguments of a kernel by their names and types: n elements, the first of which
// is number from. Slices have just the length that the kernel may use. Slices in tables are
// named dst[0] and so on, scratch is what follows n, and align is where it starts modulo 64.
func (c *Case) batch(m *machine.Machine, n machine.Num, align int64, outputs ...string) *batch {
	b := &batch{m: m, n: n, regions: map[string]*machine.Region{}}
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
		r := m.NewRegion(name, b.from.Mul(first).Add(n).Mul(size), k, 0)
		if k == machine.Output {
			r.From = b.from.Mul(first * size)
		}
		b.regions[name] = r
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
			r := m.NewRegion(p.Name, machine.Int(int64(8*scratch)), machine.Scratch, align)
			m.SetArg(p.Name, r.Pointer(machine.Int(0)))
		case p.Type == "*[8][4][]uint64":
			count = 32
		default:
			scan(p.Type, "*[%d][]uint64", &count)
		}
		if count > 0 {
			table := m.NewRegion(p.Name, machine.Int(int64(24*count)), machine.Input, 0)
			for i := range count {
				m.SetPointer(table, int64(24*i), slice(fmt.Sprintf("%s[%d]", p.Name, i), p.Name, 1, 8).Pointer(machine.Int(0)))
			}
			m.SetArg(p.Name, table.Pointer(machine.Int(0)))
		}
	}
	return b
}

// chunked reports whether arrays that are not in tables start with element number from.
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

// in returns the word of an input at a byte, as it was before the kernel ran.
func (b *batch) in(name string, offset machine.Num) aig.Bits {
	return b.m.Initial(b.regions[name], offset, 8)
}

// eachLength calls f for all numbers of elements: width·q plus each rest below rests, with any q.
// Kernels with scratch are followed for each place of it that Go may choose.
func (c *Case) eachLength(width, rests int, setup func(m *machine.Machine), f func(m *machine.Machine, n machine.Num, align int64) want) error {
	aligns := int64(8)
	for _, p := range c.Func.Params {
		var size int
		if scan(p.Type, "*[%d]uint64", &size) {
			aligns = 64
		}
	}
	for rest := range rests {
		for align := int64(0); align < aligns; align += 8 {
			m := c.Machine()
			if setup != nil {
				setup(m)
			}
			n := m.NewSym("q").Times(int64(width)).Plus(int64(rest))
			c.proveWrites(m, f(m, n, align))
			if err := c.Run(m); err != nil {
				return fmt.Errorf("n = %v, scratch at %d: %w", n, align, err)
			}
		}
	}
	return nil
}

func claim(name string, got, want aig.Bits) cec.Claim {
	return cec.Claim{Name: name, Got: got, Want: want}
}
