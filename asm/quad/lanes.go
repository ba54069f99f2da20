package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// A compass emits kernels for one position.
type compass struct{ *emit.Compass }

func newCompass(v *emit.ISA) *compass { return &compass{emit.NewCompass(v)} }

// keep stores x in the frame on AVX2, because AVX2 has few registers.
func (c *compass) keep(x emit.Vec) Op {
	if c.V.Wide() {
		return x
	}
	m := AllocLocal(32)
	c.V.Store(x, m)
	return m
}

// union returns four lanes; each is the union of a direction and its opposite.
func (c *compass) union(x emit.Rays) emit.Vec { return c.V.Or(x[0], x[1]) }

// chains returns the chains around the occupied squares.
func (c *compass) chains(occupied Op) [2]emit.Chain {
	return c.Chains(func(wrap Op) emit.Vec { return c.V.NotAnd(c.V.InRegister(occupied), wrap) })
}

// attacks returns the attacks of generators.
func (c *compass) attacks(chains [2]emit.Chain, gens ...emit.Rays) []emit.Rays {
	x := c.Fills(chains, gens...)
	for i := range x {
		x[i] = c.Attacks(x[i])
	}
	return x
}

// back returns the union of x after a move against the directions, by the given amounts.
func (c *compass) back(x emit.Rays, by Op) emit.Vec {
	return c.V.Or(c.Bundles[1].Moved(x[0], by), c.Bundles[0].Moved(x[1], by))
}

// all is a word with all bits set, in tables of lanes.
const all = ^uint64(0)

// lane returns a mask with all bits set in lane i of four.
func lane(i int) Mem {
	var words [4]uint64
	words[i] = all
	return emit.Table(fmt.Sprint("lane", i), words[:])
}

// oddLanes is all bits in the lanes of ranks and files.
func oddLanes() Mem { return emit.Table("oddlanes", []uint64{0, all, 0, all}) }

// foldHalves joins the two halves of a in the lower half, and the halves of b in the upper half.
func (c *compass) foldHalves(a, b emit.Vec) emit.Vec {
	lo, hi := YMM(), YMM()
	if c.V.Wide() {
		VSHUFI64X2(U8(0), b, a, lo)
		VSHUFI64X2(U8(3), b, a, hi)
	} else {
		lo = c.blend(a, b, 0b1100)
		VPERM2I128(U8(0x21), b, a, hi)
	}
	return c.V.Or(lo, hi)
}

// foldHalf joins the two halves of a, in the lower half.
func (c *compass) foldHalf(a emit.Vec) emit.Vec { return c.V.Or(a, c.upperHalf(a)) }

// upperHalf returns the upper half of a as the lower half.
func (c *compass) upperHalf(a emit.Vec) emit.Vec {
	r := YMM()
	if c.V.Wide() {
		VEXTRACTI64X2(U8(1), a, r.AsX())
	} else {
		VEXTRACTI128(U8(1), a, r.AsX())
	}
	return r
}

// storeLower stores the lower half of x.
func (c *compass) storeLower(x emit.Vec, m Mem) {
	if c.V.Wide() {
		VMOVDQU64(x.AsX(), m)
	} else {
		VMOVDQU(x.AsX(), m)
	}
}

// storeUpper stores the upper half of x.
func (c *compass) storeUpper(x emit.Vec, m Mem) {
	if c.V.Wide() {
		VEXTRACTI64X2(U8(1), x, m)
	} else {
		VEXTRACTI128(U8(1), x, m)
	}
}

// foldWords joins the two words in each half; both words become the union.
func (c *compass) foldWords(a emit.Vec) emit.Vec {
	r := YMM()
	VPSHUFD(U8(0x4e), a, r)
	return c.V.Or(a, r)
}

// sideRows returns the rows of side us in a table of registers. It shifts us.
func sideRows(name string, us reg.GPVirtual, sides [2][][4]uint64) func(row int) Mem {
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

// The rows of White and of Black in a mask of whether a side is Black.
var notBlack, isBlack = [4]uint64{}, [4]uint64{all, all, all, all}

// blend returns b in the lanes that a bit selects, otherwise a. It can overwrite a.
func (c *compass) blend(a emit.Vec, b Op, lanes uint8) emit.Vec {
	var words [4]uint64
	var dwords uint8
	for i := range words {
		words[i] = -uint64(lanes >> i & 1)
		dwords |= (lanes >> i & 1) * 3 << (2 * i)
	}
	if c.V.Wide() {
		emit.Tern(emit.TA&^emit.TC|emit.TB&emit.TC, a, b, emit.Table(fmt.Sprint("lanes", lanes), words[:]))
		return a
	}
	r := YMM()
	VPBLENDD(U8(dwords), b, a, r)
	return r
}

// shiftLeft and shiftRight shift each lane by its own amount.
func shiftLeft(x emit.Vec, by Op) emit.Vec { return emit.AVX2.Pick(VPSLLVQ, nil, x, by) }

func shiftRight(x emit.Vec, by Op) emit.Vec { return emit.AVX2.Pick(VPSRLVQ, nil, x, by) }

// kingLines emits the sets for checks and pins.
type kingLines struct {
	*compass
	them, own, occ Op // opposing sliders that move along the lane, our pieces, and all pieces
	chain          [2]emit.Chain
	extra          emit.Vec // lanes of one more set, whose union is stored too
	extraAt        Mem      // where to store it

	our, line emit.Rays // the rays of our king, and the parts of them that opposing sliders see
	check     emit.Vec  // checkers
}

// unlessRare emits a branch on AVX2, because most positions have neither a check nor a pin. For
// these the kernel stores the sets of checks and pins without computing them, calls rest for
// the other sets, and returns. On AVX-512 a misprediction takes longer than the branch saves.
func (l *kingLines) unlessRare(dst Mem, rest func()) {
	v := l.V
	if v.Wide() {
		return
	}
	x := v.AccAnd(l.check, l.union(l.line), l.own)
	VPTEST(x, x)
	JNE(LabelRef("checkorpin"))
	rest()
	v.Store(v.Load(emit.Table("nocheck", []uint64{0, all, 0, 0})), dst)
	VMOVQ(l.foldWords(l.foldHalf(l.extra)).AsX(), l.extraAt)
	emit.Finish()
	Label("checkorpin")
}

// store stores checkers, check mask, pinned pieces and pinners, and the extra set. occupied
// contains the squares where a fill ends.
func (l *kingLines) store(dst Mem, occupied Op) {
	v := l.V
	if !v.Wide() { // the registers were needed in between
		l.compass = newCompass(v)
		l.chain = l.chains(occupied)
	}
	// One more fill goes from the pinned pieces to the pinners.
	pinned := l.Each(func(i int) emit.Vec { return v.And(l.line[i], l.own) })
	pins := v.And(l.union(l.attacks(l.chain, pinned)[0]), l.them)
	sets := l.foldHalves(twoLanes(v, l.union(l.line), l.check), twoLanes(v, pins, l.extra))
	occ, own := v.InRegister(l.occ), v.InRegister(l.own)

	line, check, mask, rest, none, restricted := XMM(), XMM(), XMM(), XMM(), XMM(), XMM()
	VMOVDQA(sets.AsX(), line) // the checkers are in the second word
	VPSHUFD(U8(0x4e), line, check)
	VPADDQ(emit.Table("oneslanes", []uint64{all, all}), check, rest)
	VPAND(check, rest, rest)
	v.Clear(none)
	VPCMPEQQ(none, rest, rest) // at most one checker
	VPCMPEQQ(none, check, none)
	VPANDN(line, occ.AsX(), mask)
	VPOR(check, mask, mask)
	VPAND(rest, mask, mask)
	VPOR(none, mask, mask)
	VPUNPCKLQDQ(mask, check, check)
	VMOVDQU(check, dst)
	VPAND(own.AsX(), line, restricted)
	upper := l.upperHalf(sets)
	VMOVHPS(upper.AsX(), l.extraAt)
	VPUNPCKLQDQ(upper.AsX(), restricted, restricted)
	VMOVDQU(restricted, dst.Offset(16))
}

// twoLanes joins the lanes of a and b: a's go to the even words and b's to the odd words.
func twoLanes(v *emit.ISA, a, b emit.Vec) emit.Vec {
	return v.Or(v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, a, b), v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, a, b))
}
