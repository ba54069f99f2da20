package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

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

// A bundle is some directions as lanes of one register, and what the kernels
// keep of them: shift amounts of the three steps, and wrap masks.
type bundle struct {
	v    *isa
	name string
	dirs []koggestone.Direction
	left bool
	s    [3]reg.VecVirtual // amounts of s, 2s, 4s
	wrap reg.VecVirtual
}

// bundles yields the bundles of a path one after the other, so that the
// constants of one are dead when the next begins.
func (v *isa) bundles(yield func(*bundle) bool) {
	if v.wide() {
		yield(newBundle(v, "all", false, []koggestone.Direction{0, 1, 2, 3, 4, 5, 6, 7}))
		return
	}
	left := []koggestone.Direction{koggestone.NorthEast, koggestone.East, koggestone.NorthWest, koggestone.North}
	right := []koggestone.Direction{koggestone.SouthEast, koggestone.South, koggestone.SouthWest, koggestone.West}
	_ = yield(newBundle(v, "left", true, left)) && yield(newBundle(v, "right", false, right))
}

func newBundle(v *isa, name string, left bool, dirs []koggestone.Direction) *bundle {
	b := &bundle{v: v, name: name, dirs: dirs, left: left}
	var amounts, wraps []uint64
	for _, d := range dirs {
		s := directions[d].shift
		if !v.wide() && s < 0 {
			s = -s
		}
		amounts = append(amounts, uint64(s))
		wraps = append(wraps, directions[d].wrap)
	}
	b.s[0] = v.load(table(name+"shifts", amounts))
	for i := 1; i < 3; i++ {
		b.s[i] = v.vec()
		VPADDQ(b.s[i-1], b.s[i-1], b.s[i])
	}
	b.wrap = v.load(table(name+"wraps", wraps))
	return b
}

// tables holds the vector constants by name; all kernels share them.
var tables = map[string]Mem{}

func table(name string, xs []uint64) Mem {
	if m, ok := tables[name]; ok {
		return m
	}
	tables[name] = words64(name, xs)
	return tables[name]
}

// step returns x moved 1, 2 or 4 squares (i is 0, 1 or 2), before any mask.
func (b *bundle) step(x Op, i int) reg.VecVirtual { return b.moved(x, b.s[i]) }

// moved returns x shifted by an amount of its own in each lane.
func (b *bundle) moved(x Op, by reg.VecVirtual) reg.VecVirtual {
	r := b.v.vec()
	switch {
	case b.v.wide():
		VPROLVQ(by, x, r)
	case b.left:
		VPSLLVQ(by, x, r)
	default:
		VPSRLVQ(by, x, r)
	}
	return r
}

// chain returns the propagators of the three steps (see propagator.occluded).
func (b *bundle) chain(pro Op) (p [3]reg.VecVirtual) {
	p[0] = b.v.and(pro, b.wrap)
	p[1] = b.v.and(b.step(p[0], 0), p[0])
	p[2] = b.v.and(b.step(p[1], 1), p[1])
	return p
}

// fill returns the occluded fills of gen over a chain.
func (b *bundle) fill(gen Op, p [3]reg.VecVirtual) reg.VecVirtual {
	var g reg.VecVirtual
	for i := range p {
		x := b.step(gen, i)
		g = b.v.orAndInto(x, p[i], gen)
		gen = g
	}
	return g
}

// onto returns a fill shifted one step further: the attacks.
func (b *bundle) onto(fill Op) reg.VecVirtual {
	return b.v.and(b.step(fill, 0), b.wrap)
}

// storeRays stores the lane of each direction d of the bundle to word d at base.
func (b *bundle) storeRays(x reg.VecVirtual, base Mem) {
	switch {
	case b.v.wide():
		VMOVDQU64(x, base)
	case b.left: // words 0, 1 and 6, 7
		VMOVDQU(x.AsX(), base)
		VEXTRACTI128(U8(1), x, base.Offset(6*8))
	default: // words 2 to 5
		VMOVDQU(x, base.Offset(2*8))
	}
}

// broadcastParam returns a parameter in every lane.
func (v *isa) broadcastParam(name string) reg.VecVirtual {
	r := v.vec()
	VPBROADCASTQ(param(name), r)
	return r
}

// param returns the memory of a one-word parameter.
func param(name string) Mem {
	c, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return c.Addr
}

func pointer(name string) Mem { return Mem{Base: Load(Param(name), GP64())} }

// finish ends a kernel.
func finish() {
	VZEROUPPER()
	RET()
}

// rays emits RayAttacks or OccludedFills for one position.
func (v *isa) rays(name, gen, pro, doc string, attacks bool) {
	kernel(name+v.name, "func(dst *[8]uint64, "+gen+", "+pro+" uint64)")
	Doc(name+v.name+" "+doc, "It works like "+name+"Generic.")
	dst := pointer("dst")
	g, p := v.broadcastParam(gen), v.broadcastParam(pro)
	for b := range v.bundles {
		x := b.fill(g, b.chain(p))
		if attacks {
			x = b.onto(x)
		}
		b.storeRays(x, dst)
	}
	finish()
}

// union emits the attacks of one position as one set. The generators of lanes
// are the diagonal sliders in even and the orthogonal ones in odd directions; an
// empty name leaves those lanes out.
func (v *isa) union(name, diagonal, orthogonal string, doc string) {
	params := diagonal + ", " + orthogonal
	switch {
	case diagonal == "":
		params = orthogonal
	case orthogonal == "":
		params = diagonal
	}
	kernel(name+v.name, "func("+params+", empty uint64) uint64")
	Doc(name+v.name+" "+doc, "It works like "+name+"Generic.")
	pro := v.broadcastParam("empty")
	var gen reg.VecVirtual
	switch {
	case v.wide():
		// Merge-masked and zero-masked broadcasts: lanes 1, 3, 5, 7 are odd.
		odd, bits := K(), GP32()
		if orthogonal == "" {
			MOVL(U32(0x55), bits)
		} else {
			MOVL(U32(0xaa), bits)
		}
		KMOVB(bits, odd)
		gen = v.vec()
		switch {
		case diagonal == "":
			VPBROADCASTQ_Z(param(orthogonal), odd, gen)
		case orthogonal == "":
			VPBROADCASTQ_Z(param(diagonal), odd, gen)
		default:
			VPBROADCASTQ(param(diagonal), gen)
			VPBROADCASTQ(param(orthogonal), odd, gen)
		}
	default:
		// In both bundles lanes alternate: diagonal, orthogonal, ...
		x := XMM()
		switch {
		case diagonal == "":
			VMOVQ(param(orthogonal), x)
			VPSLLDQ(U8(8), x, x)
		case orthogonal == "":
			VMOVQ(param(diagonal), x)
		default:
			VMOVQ(param(diagonal), x)
			VPINSRQ(U8(1), param(orthogonal), x, x)
		}
		gen = YMM()
		VPERMQ(U8(0x44), x.AsY(), gen)
	}
	var sum reg.VecVirtual
	for b := range v.bundles {
		x := b.onto(b.fill(gen, b.chain(pro)))
		if sum == nil {
			sum = x
		} else {
			sum = v.or(sum, x)
		}
	}
	// OR the lanes together.
	y := sum
	if v.wide() {
		h := YMM()
		VEXTRACTI64X4(U8(1), sum, h)
		y = YMM()
		VPOR(sum.AsY(), h, y)
	}
	x, h := XMM(), XMM()
	VEXTRACTI128(U8(1), y.AsY(), h)
	VPOR(y.AsX(), h, x)
	VPSHUFD(U8(0xee), x, h)
	VPOR(x, h, x)
	VMOVQ(x, result())
	finish()
}

// result returns the memory of a one-word result.
func result() Mem {
	c, err := ReturnIndex(0).Resolve()
	if err != nil {
		panic(err)
	}
	return c.Addr
}

// multi emits MultiAttacks or MultiOccluded: four generators share each
// bundle's propagators, and 4x4 transpositions bring lanes from directions to
// the order dst[direction][generator].
func (v *isa) multi(name, pro, doc string, attacks bool) {
	kernel(name+v.name, "func(dst *[8][4]uint64, gens *[4]uint64, "+pro+" uint64)")
	Doc(name+v.name+" "+doc, "It works like "+name+"Generic.")
	dst, gens := pointer("dst"), pointer("gens")
	p := v.broadcastParam(pro)
	g := v.planesParam(gens)
	v.multiOf(dst, []Op{g[0], g[1], g[2], g[3]}, p, attacks)
	finish()
}

// multiOf emits the fills or attacks of four generators over pro, all in every
// lane.
func (v *isa) multiOf(dst Mem, gens []Op, pro Op, attacks bool) {
	for b := range v.bundles {
		chain := b.chain(pro)
		var x [4]reg.VecVirtual
		for i, g := range gens {
			x[i] = b.fill(g, chain)
			if attacks {
				x[i] = b.onto(x[i])
			}
		}
		// Pairs of generators: even lanes (directions) in lo, odd ones in hi.
		var lo, hi [2]reg.VecVirtual
		for i := range lo {
			lo[i] = v.pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x[2*i], x[2*i+1])
			hi[i] = v.pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x[2*i], x[2*i+1])
		}
		v.storeMulti(b, lo, hi, dst)
	}
}

// storeMulti stores four generators' results, the pairs of generators 0, 1 and
// 2, 3 in 128-bit lanes, those of even directions in lo, of odd ones in hi.
func (v *isa) storeMulti(b *bundle, lo, hi [2]reg.VecVirtual, dst Mem) {
	for lane := range len(b.dirs) / 2 {
		for i := range 2 {
			for parity, x := range [2]reg.VecVirtual{lo[i], hi[i]} {
				d := int(b.dirs[2*lane+parity])
				m := dst.Offset(32*d + 16*i)
				switch {
				case lane == 0:
					VMOVDQU(x.AsX(), m)
				case v.wide():
					VEXTRACTI64X2(U8(lane), x, m)
				default:
					VEXTRACTI128(U8(lane), x, m)
				}
			}
		}
	}
}
