package emit

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
)

// For one position, lanes are directions, and every lane shifts by its own amount. One register has
// the four directions that go up, and another has their opposites in the same lanes, also on
// AVX-512. With all directions in one ZMM, lanes would have to rotate, which takes two cycles on
// Zen 4 instead of one, and a union of all lanes would cross halves, which takes four. Even lanes
// are diagonals, odd lanes ranks and files.
var (
	upDirections   = []koggestone.Direction{koggestone.NorthEast, koggestone.East, koggestone.NorthWest, koggestone.North}
	downDirections = []koggestone.Direction{koggestone.SouthWest, koggestone.West, koggestone.SouthEast, koggestone.South}
)

// A Bundle holds the constants for some directions, which are the lanes of one
// register: the shift amounts for three steps, and the wrap masks. In a register of
// AVX-512 lanes rotate; in others all lanes shift to the same side.
type Bundle struct {
	V       *ISA
	Name    string
	Dirs    []koggestone.Direction
	Left    bool  // lanes shift left
	Amounts [3]Op // amounts of s, 2s, 4s
	Wrap    Op
}

// Rays contains a set for each of the eight directions: the first register is for the four
// directions that go up, and the second for their opposites.
type Rays [2]Vec

// A Compass emits operations on Rays.
type Compass struct {
	V       *ISA
	Bundles [2]*Bundle
}

// NewCompass loads the constants of all directions. v is AVX2 or Half.
func NewCompass(v *ISA) *Compass {
	c := &Compass{v, [2]*Bundle{{V: v, Dirs: upDirections, Left: true, Name: "up"}, {V: v, Dirs: downDirections, Name: "down"}}}
	var amounts []uint64
	for _, d := range upDirections { // the opposites shift as far
		amounts = append(amounts, uint64(Directions[d].Shift()))
	}
	shifts := v.Load(Table("upshifts", amounts))
	for i := range 3 {
		if i > 0 {
			shifts = v.Pick(VPADDQ, VPADDQ, shifts, shifts)
		}
		for _, b := range c.Bundles {
			b.Amounts[i] = shifts
		}
	}
	for i, wraps := range c.LaneTable("wraps", func(d Direction) uint64 { return d.Wrap() }) {
		c.Bundles[i].Wrap = wraps
	}
	return c
}

// LaneTable tabulates f by direction. There is one table for each register of Rays.
func (c *Compass) LaneTable(name string, f func(Direction) uint64) (tables [2]Mem) {
	for i, b := range c.Bundles {
		var words []uint64
		for _, d := range b.Dirs {
			words = append(words, f(Directions[d]))
		}
		tables[i] = Table(b.Name+name, words)
	}
	return tables
}

// Each calls f for each register of Rays and returns the results.
func (c *Compass) Each(f func(i int) Vec) (x Rays) {
	for i := range x {
		x[i] = f(i)
	}
	return x
}

// Chains returns the chains that start with the propagator first(wrap).
func (c *Compass) Chains(first func(wrap Op) Vec) (x [2]Chain) {
	for i := range 3 {
		for k, b := range c.Bundles {
			if i == 0 {
				x[k][0] = first(b.Wrap)
			} else {
				x[k][i] = c.V.And(b.Step(x[k][i-1], i-1), x[k][i-1])
			}
		}
	}
	return x
}

// Fills returns the occluded fills of generators. Each step is emitted for all fills before the
// next step, because a CPU finds the independent instructions only if they are close together.
func (c *Compass) Fills(chains [2]Chain, gens ...Rays) []Rays {
	x := slices.Clone(gens)
	for i := range 3 {
		for g := range x {
			for k, b := range c.Bundles {
				x[g][k] = c.V.OrAndInto(b.Step(x[g][k], i), chains[k][i], x[g][k])
			}
		}
	}
	return x
}

// Attacks returns the attacks: fills shifted one step further.
func (c *Compass) Attacks(fill Rays) Rays {
	return c.Each(func(i int) Vec { return c.Bundles[i].Attacks(fill[i]) })
}

// Step returns x moved 1, 2 or 4 squares (i is 0, 1 or 2), before any mask.
func (b *Bundle) Step(x Op, i int) Vec { return b.Moved(x, b.Amounts[i]) }

// Moved returns x, shifted in each lane by its own amount.
func (b *Bundle) Moved(x, by Op) Vec {
	r := b.V.Vec()
	switch {
	case b.V == AVX512:
		VPROLVQ(by, x, r)
	case b.Left:
		VPSLLVQ(by, x, r)
	default:
		VPSRLVQ(by, x, r)
	}
	return r
}

// A Chain contains the propagators for the three steps of a fill.
type Chain [3]Op

// Chain returns the chain over the squares of pro (see Propagator.Occluded).
func (b *Bundle) Chain(pro Op) Chain {
	first := b.V.And(pro, b.Wrap)
	second := b.V.And(b.Step(first, 0), first)
	return Chain{first, second, b.V.And(b.Step(second, 1), second)}
}

// Fill returns the occluded fills of gen over a chain.
func (b *Bundle) Fill(gen Op, p Chain) Vec {
	g := b.V.OrAndInto(b.Step(gen, 0), p[0], gen)
	for i := 1; i < 3; i++ {
		g = b.V.OrAndInto(b.Step(g, i), p[i], g)
	}
	return g
}

// Attacks returns the attacks: a fill shifted one step further.
func (b *Bundle) Attacks(fill Op) Vec {
	return b.V.And(b.Step(fill, 0), b.Wrap)
}

// StoreRays stores direction d of x to word d at base.
func (c *Compass) StoreRays(x Rays, base Mem) {
	for i, b := range c.Bundles {
		r := c.V.Vec()
		VPBLENDD(U8(0b11110000), x[1-i], x[i], r)
		VMOVDQU(r, base.Offset(8*int(b.Dirs[0])))
	}
}

// MultiOf emits the fills or attacks of four generators over pro. Each generator is in
// every lane, and the result for generator i in direction d is stored to word 4*d + i of
// dst.
func (v *ISA) MultiOf(dst Mem, gens []Op, pro Op, attacks bool) {
	for _, b := range NewCompass(v).Bundles {
		chain := b.Chain(pro)
		var x [4]Vec
		for i, g := range gens {
			x[i] = b.Fill(g, chain)
			if attacks {
				x[i] = b.Attacks(x[i])
			}
		}
		// Pairs of generators: even lanes (directions) in lo, odd ones in hi.
		var lo, hi [2]Vec
		for i := range lo {
			lo[i] = v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x[2*i], x[2*i+1])
			hi[i] = v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x[2*i], x[2*i+1])
		}
		for parity, x := range [2][2]Vec{lo, hi} {
			for half := range 2 {
				r := v.Vec()
				VPERM2I128(U8(0x20|half*0x11), x[1], x[0], r)
				VMOVDQU(r, dst.Offset(32*int(b.Dirs[2*half+parity])))
			}
		}
	}
}
