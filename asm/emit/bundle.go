package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
)

// One position: lanes are directions. Every lane shifts by its own amount.
//
// On AVX-512 all eight directions fill one register, in the order of
// koggestone.Direction, and rotate by signed amounts (the generalised ray).
//
// On AVX2 there are two registers of four: the left shifts (NorthEast, East,
// NorthWest, North) and the right shifts (SouthEast, South, SouthWest, West).
// In this order the halves of a register are adjacent in the results.
//
// A Bundle is some directions as lanes of one register, with the constants of the kernels:
// the shift amounts of the three steps, and the wrap masks.
type Bundle struct {
	V       *ISA
	Name    string
	Dirs    []koggestone.Direction
	Left    bool
	Amounts [3]Op // amounts of s, 2s, 4s
	Wrap    Op
}

// BundleDirs returns the directions of the lanes of each bundle of a path.
func (v *ISA) BundleDirs() [][]koggestone.Direction {
	if v.Wide() {
		return [][]koggestone.Direction{{0, 1, 2, 3, 4, 5, 6, 7}}
	}
	return [][]koggestone.Direction{
		{koggestone.NorthEast, koggestone.East, koggestone.NorthWest, koggestone.North},
		{koggestone.SouthEast, koggestone.South, koggestone.SouthWest, koggestone.West},
	}
}

// Bundles yields the bundles of a path one after the other, so that the constants of a
// bundle are dead before the next one.
func (v *ISA) Bundles(yield func(*Bundle) bool) {
	dirs := v.BundleDirs()
	if v.Wide() {
		yield(newBundle(v, "all", false, dirs[0]))
		return
	}
	_ = yield(newBundle(v, "left", true, dirs[0])) && yield(newBundle(v, "right", false, dirs[1]))
}

func newBundle(v *ISA, name string, left bool, dirs []koggestone.Direction) *Bundle {
	b := &Bundle{V: v, Name: name, Left: left, Dirs: dirs}
	shifts := v.Load(b.amounts())
	b.Amounts[0] = shifts
	for i := 1; i < 3; i++ {
		twice := v.Vec()
		VPADDQ(shifts, shifts, twice)
		b.Amounts[i], shifts = twice, twice
	}
	b.Wrap = v.Load(b.wraps())
	return b
}

// amounts returns the shifts of a step.
func (b *Bundle) amounts() Mem {
	var amounts []uint64
	for _, d := range b.Dirs {
		s := Directions[d].Shift()
		if !b.V.Wide() && s < 0 {
			s = -s
		}
		amounts = append(amounts, uint64(s))
	}
	return Table(b.Name+"shifts", amounts)
}

func (b *Bundle) wraps() Mem {
	var wraps []uint64
	for _, d := range b.Dirs {
		wraps = append(wraps, Directions[d].Wrap())
	}
	return Table(b.Name+"wraps", wraps)
}

// Step returns x moved 1, 2 or 4 squares (i is 0, 1 or 2), before any mask.
func (b *Bundle) Step(x Op, i int) Vec { return b.Moved(x, b.Amounts[i]) }

// Moved returns x shifted by an amount of its own in each lane.
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

// A Chain holds the propagators of the three steps of a fill.
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

// Onto returns a fill shifted one step further: the attacks.
func (b *Bundle) Onto(fill Op) Vec {
	return b.V.And(b.Step(fill, 0), b.Wrap)
}

// StoreRays stores the lane of each direction d of the bundle to word d at base.
func (b *Bundle) StoreRays(x Vec, base Mem) {
	switch {
	case b.V.Wide():
		// In halves: stores that cross the end of a cache line, and loads after them, are
		// slow, and a caller's array may have any alignment.
		VMOVDQU(x.AsY(), base)
		VEXTRACTI64X4(U8(1), x, base.Offset(4*8))
	case b.Left: // words 0, 1 and 6, 7
		VMOVDQU(x.AsX(), base)
		VEXTRACTI128(U8(1), x, base.Offset(6*8))
	default: // words 2 to 5
		VMOVDQU(x, base.Offset(2*8))
	}
}

// MultiOf emits the fills or attacks of four generators over pro, each in every lane, and
// stores the attacks of generator i in direction d to word 4*d + i of dst.
func (v *ISA) MultiOf(dst Mem, gens []Op, pro Op, attacks bool) {
	for b := range v.Bundles {
		chain := b.Chain(pro)
		var x [4]Vec
		for i, g := range gens {
			x[i] = b.Fill(g, chain)
			if attacks {
				x[i] = b.Onto(x[i])
			}
		}
		// Pairs of generators: even lanes (directions) in lo, odd ones in hi.
		var lo, hi [2]Vec
		for i := range lo {
			lo[i] = v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x[2*i], x[2*i+1])
			hi[i] = v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x[2*i], x[2*i+1])
		}
		v.storeMulti(b, lo, hi, dst)
	}
}

// storeMulti stores four generators' results, the pairs of generators 0, 1 and 2, 3 in 128-bit
// lanes, with even directions in lo and odd directions in hi.
func (v *ISA) storeMulti(b *Bundle, lo, hi [2]Vec, dst Mem) {
	for lane := range len(b.Dirs) / 2 {
		for i := range 2 {
			for parity, x := range [2]Vec{lo[i], hi[i]} {
				d := int(b.Dirs[2*lane+parity])
				m := dst.Offset(32*d + 16*i)
				switch {
				case lane == 0:
					VMOVDQU(x.AsX(), m)
				case v.Wide():
					VEXTRACTI64X2(U8(lane), x, m)
				default:
					VEXTRACTI128(U8(lane), x, m)
				}
			}
		}
	}
}
