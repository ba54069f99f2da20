package kernels

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/machine"
)

const rootFile = "koggestone_amd64.s"

// A sight describes a function of the root package: its arguments and its definition.
type sight struct {
	args []string // the last is the empty squares or the propagator
	set  func(g *aig.Graph, in []aig.Bits) aig.Bits
}

// sights contains the functions with one result, by kernel.
func sights() map[string]sight {
	rays := func(directions []int) func(g *aig.Graph, in []aig.Bits) aig.Bits {
		return func(g *aig.Graph, in []aig.Bits) aig.Bits { return chess.Rays(g, in[0], in[1], directions...) }
	}
	list := map[string]sight{
		"rookAttacks":   {[]string{"rooks", "empty"}, rays(chess.Straight)},
		"bishopAttacks": {[]string{"bishops", "empty"}, rays(chess.Diagonal)},
		"queenAttacks":  {[]string{"queens", "empty"}, rays(chess.All)},
		"sliderAttacks": {[]string{"diagonal", "orthogonal", "empty"}, func(g *aig.Graph, in []aig.Bits) aig.Bits {
			return g.Ors(chess.Rays(g, in[0], in[2], chess.Diagonal...), chess.Rays(g, in[1], in[2], chess.Straight...))
		}},
	}
	for name, d := range map[string]int{"east": 1, "south": 3, "west": 5, "north": 7} {
		list[name+"Attacks"] = direction(true, d)
		list[name+"Occluded"] = direction(false, d)
	}
	return list
}

// direction describes the attacks or the occluded fill in one direction.
func direction(attacks bool, d int) sight {
	if attacks {
		return sight{[]string{"sliders", "empty"}, func(g *aig.Graph, in []aig.Bits) aig.Bits { return chess.Ray(g, in[0], in[1], d) }}
	}
	return sight{[]string{"gen", "pro"}, func(g *aig.Graph, in []aig.Bits) aig.Bits { return chess.Occluded(g, in[0], in[1], d) }}
}

func init() {
	for name, s := range sights() {
		register(rootFile, func(c *Case) error { return c.single(s) }, name)
		register(rootFile, func(c *Case) error { return c.elements(s, nil) }, name+"Batch", name+"Blocks")
	}
	for _, kind := range []string{"attacks", "occluded"} {
		register(rootFile, func(c *Case) error { return c.anyDirection(kind == "attacks") },
			kind+"Batch", kind+"LeftBatch", kind+"RightBatch")
	}
	register(rootFile, (*Case).directions, "rayAttacks", "occludedFills", "multiAttacks", "multiOccluded")
	register(rootFile, (*Case).directionBatch, "rayAttacksBatch", "multiAttacksBatch")
}

// single proves a kernel for one position that returns its result.
func (c *Case) single(s sight) error {
	a := arguments{}
	in := c.sets(a, s.args...)
	got, err := c.call(a)
	if err != nil {
		return err
	}
	return c.proveWords(got["ret"], []aig.Bits{s.set(c.G, in)})
}

// elements proves a kernel that sets dst[i] to a function of element i of the other slices.
func (c *Case) elements(s sight, setup func(m *machine.Machine)) error {
	return c.eachLength(setup, each(func(b *batch, _ string, i machine.Num) aig.Bits {
		var in []aig.Bits
		for _, name := range s.args {
			in = append(in, b.in(name, i))
		}
		return s.set(c.G, in)
	}), "dst")
}

// widths returns how many elements an iteration of the loop handles, and how many remainders
// are possible. Kernels without masks have only one, because their callers pass multiples of
// the width.
func (c *Case) widths() (width, rests int64) {
	switch blocks := strings.HasSuffix(c.Name, "Blocks"); {
	case blocks:
		return c.block(), 1
	case c.AVX512:
		return 8, 8
	}
	return 4, 1
}

// anyDirection proves a kernel that receives the shift and the wrap mask of a direction.
func (c *Case) anyDirection(attacks bool) error {
	for d, s := range chess.Directions {
		shift := int64(8*s.Rank + s.File)
		if strings.Contains(c.Name, "Left") && shift < 0 || strings.Contains(c.Name, "Right") && shift > 0 {
			continue
		}
		amount := shift // rotations use a signed amount
		if strings.Contains(c.Name, "Right") {
			amount = -shift
		}
		err := c.elements(direction(attacks, d), func(m *machine.Machine) {
			m.SetArg("shift", machine.Int(amount))
			m.SetArg("wrap", machine.Int(int64(chess.Inside(d))))
		})
		if err != nil {
			return fmt.Errorf("direction %d: %w", d, err)
		}
	}
	return nil
}

// directions proves a kernel for one position that returns the results in all directions, for
// one set, for two one after the other, or for four side by side.
func (c *Case) directions() error {
	a, attacks := arguments{}, strings.HasSuffix(c.Name, "Attacks")
	s := direction(attacks, 0)
	in := c.sets(a, s.args...)
	gens := in[:1]
	switch c.Name {
	case "multiAttacks", "multiOccluded":
		gens = c.sets(a, "0", "1", "2", "3")
	case "inlineMultiAttacks":
		gens = c.sets(a, "0", "1")
	}
	a["gens"], a["dst"] = gens, output(8*len(gens))
	got, err := c.call(a)
	if err != nil {
		return err
	}
	var want []aig.Bits
	for i := range got["dst"] {
		d, k := i/len(gens), i%len(gens)
		if c.Name == "inlineMultiAttacks" {
			d, k = i%8, i/8
		}
		want = append(want, direction(attacks, d).set(c.G, []aig.Bits{gens[k], in[1]}))
	}
	return c.proveWords(got["dst"], want)
}

// directionBatch proves the batches with results in all directions.
func (c *Case) directionBatch() error {
	return c.eachLength(nil, each(func(b *batch, output string, i machine.Num) aig.Bits {
		d := 0
		scan(output, "dst[%d]", &d)
		gen := "sliders"
		if strings.HasPrefix(c.Name, "multi") {
			gen, d = fmt.Sprintf("gens[%d]", d%4), d/4
		}
		return chess.Ray(c.G, b.in(gen, i), b.in("empty", i), d)
	}), "dst")
}
