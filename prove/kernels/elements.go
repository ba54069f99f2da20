package kernels

import (
	"fmt"
	"maps"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

// A batch is the arguments of a kernel that treats positions alike: elements of slices.
type batch struct {
	c       *Case
	m       *machine.Machine
	n, from machine.Num
	arrays  map[string]*array
}

// An array has an element for each position.
type array struct {
	*machine.Region
	first machine.Num // the element of position 0
	bits  int64       // in an element
}

// batch sets the arguments of a kernel by their names and types, for n positions. Slices have just the
// length that the kernel may use. Slices in tables are named dst[0] and so on, and other arrays are
// scratch.
func (c *Case) batch(m *machine.Machine, n machine.Num, outputs ...string) *batch {
	b := &batch{c: c, m: m, n: n, arrays: map[string]*array{}}
	if c.Func.Param("from") != nil {
		b.from = m.NewSym("from").Times(1)
		m.SetArg("from", b.from)
	}
	// Only some kernels count from the start of slices that are not in tables.
	first := b.from
	if slices.Contains([]string{"slidersBatch", "leapsBatch", "legalTargets"}, c.Name) {
		first = machine.Int(0)
	}
	add := func(name string, first machine.Num, bits int64, output bool) machine.Num {
		kind := machine.Input
		if output {
			kind = machine.Output
		}
		return b.add(name, first, bits, kind, -1).Pointer(machine.Int(0))
	}
	for _, p := range c.Func.Params {
		count, scratch, bits, output := 0, 0, 0, slices.Contains(outputs, p.Name)
		switch {
		case p.Name == "n":
			m.SetArg("n", n)
		case p.Name == "rare" || p.Name == "light" || p.Name == "others": // a bit for each position
			m.SetArg(p.Name, add(p.Name, first, 1, output))
		case scan(p.Type, "*uint%d", &bits):
			m.SetArg(p.Name, add(p.Name, first, int64(bits), output))
		case scan(p.Type, "*[%d]uint64", &scratch):
			m.Memory(p.Name, 8*scratch, machine.Scratch, -1)
		case p.Type == "*[8][4][]uint64":
			count = 32
		default:
			scan(p.Type, "*[%d][]uint64", &count)
		}
		if count > 0 {
			table := m.Memory(p.Name, 24*count, machine.Input, -1)
			for i := range count {
				m.SetPointer(table, int64(24*i), add(fmt.Sprintf("%s[%d]", p.Name, i), b.from, 64, output))
			}
		}
	}
	return b
}

// add adds an array.
func (b *batch) add(name string, first machine.Num, bits int64, kind machine.Kind, align int64) *array {
	a := &array{first: first, bits: bits}
	a.Region = b.m.NewRegion(name, first.Add(b.n).Mul(bits).Div(8), kind, align)
	if kind == machine.Output {
		a.From = first.Mul(bits).Div(8)
	}
	b.arrays[name] = a
	return a
}

// setLength changes the number of positions.
func (b *batch) setLength(n machine.Num) {
	b.n = n
	for _, a := range b.arrays {
		a.Size = a.first.Add(n).Mul(a.bits).Div(8)
	}
	b.m.SetArg("n", n)
}

func scan(s, format string, v *int) bool {
	n, err := fmt.Sscanf(s, format, v)
	return n == 1 && err == nil
}

// in returns the element of position i in an input, as it was before the kernel ran.
func (b *batch) in(name string, i machine.Num) aig.Bits {
	a := b.arrays[name]
	return b.m.Initial(a.Region, a.first.Add(i).Mul(a.bits/8), int(a.bits/8))
}

// planes returns the planes of position i in a table.
func (b *batch) planes(i machine.Num) (p [4]chess.Set) {
	for k := range p {
		p[k] = b.in(fmt.Sprintf("planes[%d]", k), i)
	}
	return p
}

// A proof proves the elements of position i that a kernel wrote, by the names of the outputs.
type proof func(b *batch, i machine.Num, got map[string]aig.Bits) error

// each returns the proof for a kernel that must write what the function want returns.
func each(want func(b *batch, output string, i machine.Num) aig.Bits) proof {
	return func(b *batch, i machine.Num, got map[string]aig.Bits) error {
		var claims []cec.Claim
		for _, name := range slices.Sorted(maps.Keys(got)) {
			claims = append(claims, claim(name, got[name], want(b, name, i)))
		}
		return b.c.Prove(claims...)
	}
}

// prove makes the machine call p for each position that the kernel writes.
func (b *batch) prove(p proof) {
	done := map[string]bool{}
	b.m.Block = func(writes []machine.Write) error {
		results := map[string]map[string]aig.Bits{}
		var order []machine.Num
		add := func(i machine.Num, name string, v aig.Bits) {
			key := i.String()
			if results[key] == nil {
				results[key] = map[string]aig.Bits{}
				order = append(order, i)
			}
			results[key][name] = append(results[key][name], v...)
		}
		for _, w := range writes {
			a := b.arrays[w.Region.Name]
			if a.bits == 1 {
				for k, l := range w.Value {
					add(w.Offset.Mul(8).Plus(int64(k)).Sub(a.first), a.Name, aig.Bits{l})
				}
				continue
			}
			size := a.bits / 8
			add(w.Offset.Plus(-w.Offset.Modulo(size)).Div(size).Sub(a.first), a.Name, w.Value)
		}
		for _, i := range order {
			got := results[i.String()]
			id := fmt.Sprint(i, got)
			if done[id] { // by an earlier run
				continue
			}
			done[id] = true
			if err := p(b, i, got); err != nil {
				return fmt.Errorf("position %v: %w", i, err)
			}
		}
		return nil
	}
}

// eachLength proves a kernel for all numbers of positions: width·q plus each rest below rests,
// with any q.
func (c *Case) eachLength(setup func(m *machine.Machine), p proof, outputs ...string) error {
	m := c.Machine()
	if setup != nil {
		setup(m)
	}
	width, rests := c.widths()
	blocks := m.NewSym("q").Times(width)
	b := c.batch(m, blocks, outputs...)
	if dst := b.arrays["dst"]; dst != nil { // the only output
		dst.Shared = true
	}
	if rests < width {
		c.bound("n is %s", b.n.Values())
	}
	b.prove(p)
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

// packed returns the words that a mask selects, one after the other, with zeros after them, and which there are.
func (c *Case) packed(mask aig.Bits, words []aig.Bits, n int) (list []aig.Bits, there aig.Bits) {
	list, there = make([]aig.Bits, n), make(aig.Bits, n)
	for k := range list {
		list[k] = make(aig.Bits, len(words[0]))
	}
	for i := len(words) - 1; i >= 0; i-- { // the words from i
		next, more := append([]aig.Bits{words[i]}, list...), append(aig.Bits{aig.True}, there...)
		for k := range list {
			list[k] = c.G.Muxes(mask[i], next[k], list[k])
		}
		there = c.G.Muxes(mask[i], more[:n], there)
	}
	return list, there
}
