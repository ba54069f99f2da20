package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/machine"
)

// An output is an argument: memory that a kernel writes, with its size in words.
type output int

// arguments are the arguments of a kernel for one position, by name: a number (int), a set
// (aig.Bits), the words of an input in memory ([]aig.Bits), or an output.
type arguments map[string]any

// sets adds arguments that are new sets.
func (c *Case) sets(a arguments, names ...string) (sets []aig.Bits) {
	for _, name := range names {
		sets = append(sets, c.G.Vars(64))
		a[name] = sets[len(sets)-1]
	}
	return sets
}

// call runs a kernel and returns the words of its outputs, and of its result as ret.
func (c *Case) call(a arguments) (got map[string][]aig.Bits, err error) {
	m := c.Machine()
	m.Block = func([]machine.Write) error { return nil } // the caller compares what is there in the end
	regions := map[string]*machine.Region{}
	for _, p := range c.Func.Params {
		switch x := a[p.Name].(type) {
		case int:
			m.SetArg(p.Name, machine.Int(int64(x)))
		case aig.Bits:
			m.SetArgBits(p.Name, x)
		case []aig.Bits:
			r := m.Memory(p.Name, 8*len(x), machine.Input, -1)
			for i, w := range x {
				m.SetInitial(r, machine.Int(int64(8*i)), w)
			}
		case output:
			regions[p.Name] = m.Memory(p.Name, 8*int(x), machine.Output, -1)
			regions[p.Name].Sparse = true // words that are not written are garbage
		}
	}
	if err := c.Run(m); err != nil {
		return nil, err
	}
	got = map[string][]aig.Bits{}
	for name, r := range regions {
		for i := range int(a[name].(output)) {
			got[name] = append(got[name], m.Load(r, machine.Int(int64(8*i)), 8))
		}
	}
	if c.Func.Param("ret") != nil {
		got["ret"] = []aig.Bits{m.Result("ret")}
	}
	return got, nil
}

// proveWords proves words one after the other.
func (c *Case) proveWords(got, want []aig.Bits) error {
	for i, w := range want {
		if err := c.Prove(claim(fmt.Sprintf("word %d", i), got[i], w)); err != nil {
			return err
		}
	}
	return nil
}
