package quad

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
)

// The AVX2 kernels of one position. Lanes are directions: four that go up in one register,
// their opposites in the same lanes of another. The pieces seen in both directions of a
// line are then in the same lane. Even lanes are diagonals, odd lanes ranks and files.
var (
	upDirections   = []koggestone.Direction{koggestone.NorthEast, koggestone.East, koggestone.NorthWest, koggestone.North}
	downDirections = []koggestone.Direction{koggestone.SouthWest, koggestone.West, koggestone.SouthEast, koggestone.South}
)

// compass returns the two bundles. Their wrap masks are operands in memory.
func compass() (up, down *emit.Bundle) {
	v := emit.AVX2
	up = &emit.Bundle{V: v, Dirs: upDirections, Left: true, Name: "up"}
	down = &emit.Bundle{V: v, Dirs: downDirections, Name: "down"}
	for _, b := range []*emit.Bundle{up, down} {
		var wraps []uint64
		for _, d := range b.Dirs {
			wraps = append(wraps, emit.Directions[d].Wrap())
		}
		b.Wrap = emit.Table(b.Name+"lanes", wraps)
	}
	var amounts []uint64
	for _, d := range upDirections { // the opposites shift as far
		amounts = append(amounts, uint64(emit.Directions[d].Shift()))
	}
	shifts := v.Load(emit.Table("laneshifts", amounts))
	for i := range 3 {
		if i > 0 {
			shifts = v.Pick(VPADDQ, VPADDQ, shifts, shifts)
		}
		up.Amounts[i], down.Amounts[i] = shifts, shifts
	}
	return up, down
}

// all is a word with all bits set, in tables of lanes.
const all = ^uint64(0)

func foldHalves(a, b emit.Vec) emit.Vec {
	crossed := YMM()
	VPERM2I128(U8(0x21), b, a, crossed)
	return emit.AVX2.Or(blend(a, b, 0b1100), crossed)
}

// foldHalf returns the union of the halves of a in the lower half.
func foldHalf(a emit.Vec) emit.Vec {
	r := upperHalf(a)
	VPOR(a.AsX(), r.AsX(), r.AsX())
	return r
}

// upperHalf returns the upper half of a as the lower half.
func upperHalf(a emit.Vec) emit.Vec {
	r := YMM()
	VEXTRACTI128(U8(1), a, r.AsX())
	return r
}

// A laneFill is one fill of several that share their time.
type laneFill struct {
	b     *emit.Bundle
	chain emit.Chain
	gen   emit.Vec
}

// shiftLeft and shiftRight shift each lane by its own amount.
func shiftLeft(x emit.Vec, by Op) emit.Vec { return emit.AVX2.Pick(VPSLLVQ, nil, x, by) }

func shiftRight(x emit.Vec, by Op) emit.Vec { return emit.AVX2.Pick(VPSRLVQ, nil, x, by) }

// sideRows returns the rows of a side in a table of registers.
func sideRows(name string, us reg.GPVirtual, sides [2][2][4]uint64) func(row int) Mem {
	var words []uint64
	for r := range sides[0] {
		for _, side := range sides {
			words = append(words, side[r][:]...)
		}
	}
	base := emit.Address(emit.Table(name, words))
	SHLQ(U8(5), us)
	return func(row int) Mem { return Mem{Base: base, Index: us, Scale: 1, Disp: 64 * row} }
}

// blackParam returns all bits if the parameter is 1, none if it is 0.
func blackParam(name string) emit.Vec {
	r := emit.AVX2.BroadcastParam(name)
	VPCMPEQQ(emit.Table("onelanes", []uint64{1, 1, 1, 1}), r, r)
	return r
}

// oddLanes is all bits in the lanes of ranks and files.
func oddLanes() Mem { return emit.Table("oddlanes", []uint64{0, all, 0, all}) }

// blend returns the lanes of b where a bit of lanes is set, otherwise the lanes of a.
func blend(a emit.Vec, b Op, lanes uint8) emit.Vec {
	var dwords uint8
	for i := range 4 {
		dwords |= (lanes >> i & 1) * 3 << (2 * i)
	}
	r := YMM()
	VPBLENDD(U8(dwords), b, a, r)
	return r
}

// attackTogether returns the attacks of generators. Each step is emitted for all fills before
// the next step, because a CPU finds more independent instructions among few than among many.
func attackTogether(fills ...laneFill) []emit.Vec {
	v := emit.AVX2
	x := make([]emit.Vec, len(fills))
	for i := range 4 {
		for k, f := range fills {
			switch i {
			case 0:
				x[k] = v.OrAndInto(f.b.Step(f.gen, 0), f.chain[0], f.gen)
			case 3:
				x[k] = f.b.Onto(x[k])
			default:
				x[k] = v.OrAndInto(f.b.Step(x[k], i), f.chain[i], x[k])
			}
		}
	}
	return x
}

// chainsTogether returns the chains of both bundles around the occupied squares.
func chainsTogether(up, down *emit.Bundle, occupied emit.Vec) (u, d emit.Chain) {
	v := emit.AVX2
	u[0], d[0] = v.NotAnd(occupied, up.Wrap), v.NotAnd(occupied, down.Wrap)
	for i := range 2 {
		u[i+1] = v.And(up.Step(u[i], i), u[i].(emit.Vec))
		d[i+1] = v.And(down.Step(d[i], i), d[i].(emit.Vec))
	}
	return u, d
}

// kingLines emits checks and pins.
type kingLines struct {
	them, own, occ Mem // sets in the frame: their sliders that move along the lane, our pieces, all pieces

	// By bundle, the rays of our king, and of those the parts that their sliders see.
	our, line [2]emit.Vec
	check     emit.Vec // checkers
}

// rare sets the zero flag if there is neither a check nor a pin.
func (l *kingLines) rare() {
	v := emit.AVX2
	x := v.AccAnd(l.check, v.Or(l.line[0], l.line[1]), l.own)
	VPTEST(x, x)
}

// store stores checkers, check mask, pinned pieces and pinners. occupied is the squares that
// end a fill.
func (l *kingLines) store(dst, occupied Mem) {
	v := emit.AVX2
	// The one further fill, from pinned pieces to what pins them.
	up, down := compass()
	u, d := chainsTogether(up, down, v.Load(occupied))
	x := attackTogether(laneFill{up, u, v.And(l.line[0], l.own)}, laneFill{down, d, v.And(l.line[1], l.own)})
	pins := v.And(v.Or(x[0], x[1]), l.them)
	sets := foldHalves(twoLanes(v, v.Or(l.line[0], l.line[1]), l.check), twoLanes(v, pins, pins))

	line, check, mask, rest, none, restricted := XMM(), XMM(), XMM(), XMM(), XMM(), XMM()
	VMOVDQA(sets.AsX(), line) // and the checkers after it
	VPSHUFD(U8(0x4e), line, check)
	VPADDQ(emit.Table("oneslanes", []uint64{all, all}), check, rest)
	VPAND(check, rest, rest)
	v.Clear(none)
	VPCMPEQQ(none, rest, rest) // at most one checker
	VPCMPEQQ(none, check, none)
	VMOVDQU(l.occ, mask)
	VPANDN(line, mask, mask)
	VPOR(check, mask, mask)
	VPAND(rest, mask, mask)
	VPOR(none, mask, mask)
	VPUNPCKLQDQ(mask, check, check)
	VMOVDQU(check, dst)
	VPAND(l.own, line, restricted)
	VPUNPCKLQDQ(upperHalf(sets).AsX(), restricted, restricted)
	VMOVDQU(restricted, dst.Offset(16))
}

// storeNone stores the four sets of a position without a check and a pin.
func (l *kingLines) storeNone(dst Mem) {
	VMOVDQU(emit.AVX2.Load(emit.Table("nocheck", []uint64{0, all, 0, 0})), dst)
}

// twoLanes returns a register with the union of the lanes of a in its even words and that
// of b in its odd words.
func twoLanes(v *emit.ISA, a, b emit.Vec) emit.Vec {
	return v.Or(v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, a, b), v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, a, b))
}
