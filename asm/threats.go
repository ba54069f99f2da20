package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
)

// The threats of one position: lanes are directions. A quantity is what the
// directions contribute to a set of Threats; at the end its lanes are ORed, eight
// quantities side by side.

// knightShifts are the eight jumps of a knight in the lanes of the directions:
// left shifts share lanes with left shifts.
var knightShifts = [8]int{+17, +10, -6, -15, -17, -10, +6, +15}

// knightWrap returns the squares on which a jump can end.
func knightWrap(shift int) (squares uint64) {
	for from := range 64 {
		to := from + shift
		if files := to%8 - from%8; to >= 0 && to < 64 && files >= -2 && files <= 2 {
			squares |= 1 << to
		}
	}
	return squares
}

// pawnWrap returns the wrap mask of d if pawns that move forward capture in
// direction d, else nothing.
func pawnWrap(d, forward koggestone.Direction) uint64 {
	if d == (forward+1)&7 || d == (forward-1)&7 {
		return directions[d].wrap
	}
	return 0
}

// leapers holds a bundle's constants of knights and pawns.
type leapers struct {
	shifts, wrap, pawns Mem // pawns: captures to the south, then to the north
}

func (b *bundle) leapers() leapers {
	var shifts, wraps, south, north []uint64
	for _, d := range b.dirs {
		s := knightShifts[d]
		wraps = append(wraps, knightWrap(s))
		if !b.v.wide() && s < 0 {
			s = -s
		}
		shifts = append(shifts, uint64(s))
		south = append(south, pawnWrap(d, koggestone.South))
		north = append(north, pawnWrap(d, koggestone.North))
	}
	return leapers{table(b.name+"knightshifts", shifts), table(b.name+"knightwraps", wraps),
		table(b.name+"pawnwraps", append(south, north...))}
}

// jump returns where knights arrive.
func (b *bundle) jump(knights Op, l leapers) reg.VecVirtual {
	return b.v.and(b.moved(knights, b.v.load(l.shifts)), l.wrap)
}

// row returns the address of row i of a table of registers.
func (v *isa) row(m Mem, i reg.GPVirtual) Mem {
	p, off := GP64(), GP64()
	LEAQ(m, p)
	MOVQ(i, off)
	SHLQ(U8(map[bool]uint8{false: 5, true: 6}[v.wide()]), off)
	ADDQ(off, p)
	return Mem{Base: p}
}

// frameSlots is the number of registers that threats keeps in its frame on AVX2.
const frameSlots = 30

// threats emits the kernel. On AVX2 what outlives a bundle goes to the frame.
func (v *isa) threats() {
	signature := fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", threatSets)
	if v.wide() {
		kernel("threats"+v.name, signature)
	} else {
		// The frame is too large for NOSPLIT: let the assembler check the stack.
		TEXT("threats"+v.name, 0, signature)
		Pragma("noescape")
	}
	Doc("threats"+v.name+" sets dst[k] to set k of Threats for side us, which is 0 or 1.", "It works like threatsGeneric.")
	slot := 0
	frame := Mem{}
	if !v.wide() {
		frame = AllocLocal(32 * frameSlots)
	}
	// keep puts x where it does not take a register on AVX2.
	keep := func(x reg.VecVirtual) Op {
		if v.wide() {
			return x
		}
		m := frame.Offset(32 * slot)
		if slot++; slot > frameSlots {
			panic("threats: the frame is too small")
		}
		v.store(x, m)
		return m
	}

	us := Load(Param("us"), GP64()).(reg.GPVirtual)
	s := v.codeBoard(v.planesParam(pointer("board"))).sides(v.negated(v.broadcastParam("us")))
	// Lanes alternate: diagonal, orthogonal. S is the generator of them, too.
	alternate := func(x [2]reg.VecVirtual) reg.VecVirtual {
		r := v.vec()
		if v.wide() {
			bits, odd := GP32(), K()
			MOVL(U32(0xaa), bits)
			KMOVB(bits, odd)
			VPBLENDMQ(x[1], x[0], odd, r)
		} else {
			VPBLENDD(U8(0xcc), x[1], x[0], r)
		}
		return r
	}
	S, mark := keep(alternate(s.them)), keep(alternate(s.mark))
	empty, own, king, foeKing := keep(s.empty.(reg.VecVirtual)), keep(s.own.(reg.VecVirtual)), keep(s.king.(reg.VecVirtual)), keep(s.foeKing.(reg.VecVirtual))
	kings, foePawns, foeKnights := keep(s.kings.(reg.VecVirtual)), keep(s.foePawns), keep(s.foeKnights)

	// quantities by set; on AVX2 those of the first bundle wait in the frame.
	var q [threatSets]Op
	add := func(k int, x reg.VecVirtual) {
		if q[k] != nil {
			x = v.or(x, q[k])
		}
		if m, ok := q[k].(Mem); ok {
			v.store(x, m)
			return
		}
		q[k] = keep(x)
	}

	type sighting struct{ them, mark, king Op }
	var seen []sighting
	for b := range v.bundles {
		p := b.chain(v.inRegister(empty))
		onto := func(gen Op) reg.VecVirtual { return b.onto(b.fill(gen, p)) }
		seen = append(seen, sighting{keep(onto(v.inRegister(S))), keep(onto(v.inRegister(mark))), keep(onto(v.inRegister(kings)))})
	}
	// opposite returns the lanes of the opposite directions.
	opposite := func(of func(sighting) Op, i int) reg.VecVirtual {
		r := v.vec()
		if v.wide() {
			x := of(seen[0])
			VSHUFI64X2(U8(0x4e), x, x, r)
		} else {
			VPERMQ(U8(0x4e), of(seen[1-i]), r)
		}
		return r
	}

	i := 0
	for b := range v.bundles {
		x := sight{v, v.inRegister(seen[i].them), v.inRegister(seen[i].mark), v.inRegister(seen[i].king)}
		add(byBishop, x.other()) // and byRook in the odd lanes
		add(byQueen, x.queen())
		their := x.theirKing()
		add(bishopChecks, their) // and rookChecks
		opp := sight{v,
			opposite(func(s sighting) Op { return s.them }, i),
			opposite(func(s sighting) Op { return s.mark }, i),
			opposite(func(s sighting) Op { return s.king }, i)}
		add(discoverers, v.and(v.and(their, opp.ours()), own))
		our := x.ourKing()
		line := v.and(our, opp.them)
		add(pinned, line) // with the empty squares of the line

		l := b.leapers()
		kingStep := b.onto(v.inRegister(foeKing))
		add(byKing, kingStep)
		knights := b.jump(v.inRegister(foeKnights), l)
		add(byKnight, knights)
		add(knightChecks, b.jump(v.inRegister(foeKing), l))
		// Their pawns capture to the south where we are white.
		theirs, ours := us, GP64()
		MOVQ(us, ours)
		XORQ(I32(1), ours)
		theirWrap := v.load(v.row(l.pawns, theirs))
		pawns := v.and(b.step(v.inRegister(foePawns), 0), theirWrap)
		add(byPawn, pawns)
		add(pawnChecks, v.and(kingStep, theirWrap))
		all := v.or(v.or(x.them, kingStep), v.or(knights, pawns))
		add(attacked, all)
		add(danger, v.or(all, v.whereHit(our, x.them, king)))
		check := v.and(our, S)
		check = v.or(check, v.and(b.jump(v.inRegister(king), l), foeKnights))
		ourWrap := v.and(b.step(v.inRegister(king), 0), v.row(l.pawns, ours))
		add(checkers, v.or(check, v.and(ourWrap, foePawns)))

		// The one further fill, from pinned pieces to what pins them.
		p := b.chain(v.inRegister(empty))
		add(pinners, v.and(b.onto(b.fill(v.and(line, own), p)), S))
		i++
	}

	// Two quantities share a register, in even and odd lanes.
	two := func(a, b int) reg.VecVirtual {
		x, y := v.inRegister(q[a]), v.inRegister(q[b])
		return v.or(v.pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x, y), v.pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x, y))
	}
	one := func(a int) reg.VecVirtual { return v.inRegister(q[a]) }
	dst := pointer("dst")
	v.orHalves(dst, [4]func() reg.VecVirtual{
		func() reg.VecVirtual { return two(byPawn, byKnight) },
		func() reg.VecVirtual { return one(byBishop) },
		func() reg.VecVirtual { return two(byQueen, byKing) },
		func() reg.VecVirtual { return two(attacked, danger) },
	}, byPawn, byBishop, byQueen, attacked)
	v.orHalves(dst, [4]func() reg.VecVirtual{
		func() reg.VecVirtual { return two(checkers, discoverers) },
		func() reg.VecVirtual { return two(pinned, pinners) },
		func() reg.VecVirtual { return two(pawnChecks, knightChecks) },
		func() reg.VecVirtual { return one(bishopChecks) },
	}, checkers, pinned, pawnChecks, bishopChecks)

	// Discoverers landed behind checkers, and pinned still has empty squares.
	x, y, z, mask := GP64(), GP64(), GP64(), GP64()
	MOVQ(dst.Offset(8*checkMask), x)
	MOVQ(x, dst.Offset(8*discoverers))
	MOVQ(dst.Offset(8*pinned), x)
	v.firstWord(own, y)
	ANDQ(x, y)
	MOVQ(y, dst.Offset(8*pinned))
	v.firstWord(empty, mask)
	ANDQ(x, mask)
	c := GP64()
	MOVQ(dst.Offset(8*checkers), c)
	ORQ(c, mask)
	XORQ(z, z)
	BLSRQ(c, y) // sets zero if there was at most one checker, carry if none
	CMOVQNE(z, mask)
	MOVQ(I32(-1), z)
	TESTQ(c, c)
	CMOVQEQ(z, mask)
	MOVQ(mask, dst.Offset(8*checkMask))
	finish()
}

// firstWord moves lane 0 of x to r.
func (v *isa) firstWord(x Op, r reg.GPVirtual) {
	if m, ok := x.(Mem); ok {
		MOVQ(m, r)
		return
	}
	VMOVQ(x.(reg.VecVirtual).AsX(), r)
}

// orHalves ORs the pairs of words of four registers each and stores the four
// pairs at the given words of dst.
func (v *isa) orHalves(dst Mem, x [4]func() reg.VecVirtual, at ...int) {
	if v.wide() {
		fold := func(a, b reg.VecVirtual, lo, hi uint8) reg.VecVirtual {
			l, h := ZMM(), ZMM()
			VSHUFI64X2(U8(lo), b, a, l)
			VSHUFI64X2(U8(hi), b, a, h)
			return v.or(l, h)
		}
		t := fold(fold(x[0](), x[1](), 0x44, 0xee), fold(x[2](), x[3](), 0x44, 0xee), 0x88, 0xdd)
		VMOVDQU(t.AsX(), dst.Offset(8*at[0]))
		VEXTRACTI64X2(U8(1), t, dst.Offset(8*at[1]))
		VEXTRACTI64X2(U8(2), t, dst.Offset(8*at[2]))
		VEXTRACTI64X2(U8(3), t, dst.Offset(8*at[3]))
		return
	}
	for i := 0; i < 4; i += 2 {
		a, b := x[i](), x[i+1]()
		l, h := YMM(), YMM()
		VPERM2I128(U8(0x20), b, a, l)
		VPERM2I128(U8(0x31), b, a, h)
		t := v.or(l, h)
		VMOVDQU(t.AsX(), dst.Offset(8*at[i]))
		VEXTRACTI128(U8(1), t, dst.Offset(8*at[i+1]))
	}
}
