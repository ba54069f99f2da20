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
// In this order a register's halves are neighbours in the results.
//
// A Bundle is some directions as lanes of one register, and what the kernels
// keep of them: shift amounts of the three steps, and wrap masks.
type Bundle struct {
	V       *ISA
	Name    string
	Dirs    []koggestone.Direction
	Left    bool
	Amounts [3]Vec // amounts of s, 2s, 4s
	Wrap    Vec
}

// Bundles yields the bundles of a path one after the other, so that the
// constants of one are dead when the next begins.
func (v *ISA) Bundles(yield func(*Bundle) bool) {
	if v.Wide() {
		yield(newBundle(v, "all", false, []koggestone.Direction{0, 1, 2, 3, 4, 5, 6, 7}))
		return
	}
	left := []koggestone.Direction{koggestone.NorthEast, koggestone.East, koggestone.NorthWest, koggestone.North}
	right := []koggestone.Direction{koggestone.SouthEast, koggestone.South, koggestone.SouthWest, koggestone.West}
	_ = yield(newBundle(v, "left", true, left)) && yield(newBundle(v, "right", false, right))
}

func newBundle(v *ISA, name string, left bool, dirs []koggestone.Direction) *Bundle {
	b := &Bundle{V: v, Name: name, Dirs: dirs, Left: left}
	var amounts, wraps []uint64
	for _, d := range dirs {
		s := Directions[d].Shift()
		if !v.Wide() && s < 0 {
			s = -s
		}
		amounts = append(amounts, uint64(s))
		wraps = append(wraps, Directions[d].Wrap())
	}
	b.Amounts[0] = v.Load(Table(name+"shifts", amounts))
	for i := 1; i < 3; i++ {
		b.Amounts[i] = v.Vec()
		VPADDQ(b.Amounts[i-1], b.Amounts[i-1], b.Amounts[i])
	}
	b.Wrap = v.Load(Table(name+"wraps", wraps))
	return b
}

// Step returns x moved 1, 2 or 4 squares (i is 0, 1 or 2), before any mask.
func (b *Bundle) Step(x Op, i int) Vec { return b.Moved(x, b.Amounts[i]) }

// Moved returns x shifted by an amount of its own in each lane.
func (b *Bundle) Moved(x Op, by Vec) Vec {
	r := b.V.Vec()
	switch {
	case b.V.Wide():
		VPROLVQ(by, x, r)
	case b.Left:
		VPSLLVQ(by, x, r)
	default:
		VPSRLVQ(by, x, r)
	}
	return r
}

// Chain returns the propagators of the three steps (see Propagator.Occluded).
func (b *Bundle) Chain(pro Op) (p [3]Vec) {
	p[0] = b.V.And(pro, b.Wrap)
	p[1] = b.V.And(b.Step(p[0], 0), p[0])
	p[2] = b.V.And(b.Step(p[1], 1), p[1])
	return p
}

// Fill returns the occluded fills of gen over a chain.
func (b *Bundle) Fill(gen Op, p [3]Vec) Vec {
	var g Vec
	for i := range p {
		x := b.Step(gen, i)
		g = b.V.OrAndInto(x, p[i], gen)
		gen = g
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
		VMOVDQU64(x, base)
	case b.Left: // words 0, 1 and 6, 7
		VMOVDQU(x.AsX(), base)
		VEXTRACTI128(U8(1), x, base.Offset(6*8))
	default: // words 2 to 5
		VMOVDQU(x, base.Offset(2*8))
	}
}

// MultiOf emits the fills or attacks of four generators over pro, each in every lane, and
// stores those in direction d of generator i to word 4*d + i of dst.
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

// storeMulti stores four generators' results, the pairs of generators 0, 1 and
// 2, 3 in 128-bit lanes, those of even directions in lo, of odd ones in hi.
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
