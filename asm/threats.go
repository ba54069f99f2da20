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
const frameSlots = 22

// The words in the frame: the sets of pieces that the threats start from, made
// in general registers, whose ports the vector work leaves free. A broadcast from
// memory costs no vector port either.
const (
	wordEmpty = iota
	wordOwn
	wordKing
	wordFoeKing
	wordKings
	wordDiagonal // of the foe's sliders
	wordOrthogonal
	wordMarkDiagonal // see sight
	wordMarkOrthogonal
	wordFoePawns
	wordFoeKnights
	words
)

// scalarSides sets the words for a board of four planes.
func scalarSides(board Mem, us reg.GPVirtual, word func(int) Mem) {
	op := func(f func(a, b Op), a, b Op) reg.GPVirtual {
		r := GP64()
		MOVQ(a, r)
		f(b, r)
		return r
	}
	and := func(a, b Op) reg.GPVirtual { return op(ANDQ, a, b) }
	or := func(a, b Op) reg.GPVirtual { return op(ORQ, a, b) }
	without := func(a, b Op) reg.GPVirtual { // a &^ b
		r := GP64()
		ANDNQ(a, b, r)
		return r
	}
	var g [4]reg.GPVirtual
	for i := range g {
		g[i] = GP64()
		MOVQ(board.Offset(8*i), g[i])
	}
	occ := or(or(g[0], g[1]), g[2])
	own, foe := GP64(), GP64()
	MOVQ(us, own)
	DECQ(own) // all for white, nothing for black
	ANDQ(occ, own)
	XORQ(and(g[3], occ), own)
	MOVQ(own, foe)
	XORQ(occ, foe)
	MOVQ(own, word(wordOwn))
	NOTQ(occ)
	MOVQ(occ, word(wordEmpty))

	kings := without(and(g[1], g[2]), g[0])
	foeKing := and(kings, foe)
	MOVQ(foeKing, word(wordFoeKing))
	MOVQ(kings, word(wordKings))
	ANDQ(own, kings)
	MOVQ(kings, word(wordKing))
	MOVQ(without(and(g[2], foe), or(g[0], g[1])), word(wordFoeKnights))

	low := without(g[1], g[2]) // pawns and bishops
	MOVQ(and(without(low, g[0]), foe), word(wordFoePawns))
	diagonal, orthogonal := and(g[0], g[1]), without(g[0], low)
	heavy := and(and(diagonal, g[2]), foe)
	ORQ(foeKing, heavy)
	MOVQ(and(diagonal, foe), word(wordDiagonal))
	MOVQ(and(orthogonal, foe), word(wordOrthogonal))
	ANDQ(own, diagonal)
	ORQ(heavy, diagonal)
	MOVQ(diagonal, word(wordMarkDiagonal))
	ANDQ(own, orthogonal)
	ORQ(heavy, orthogonal)
	MOVQ(orthogonal, word(wordMarkOrthogonal))
}

// threats emits the kernel. On AVX2 what outlives a bundle goes to the frame.
func (v *isa) threats() {
	signature := fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", threatSets)
	size := 8 * words
	if v.wide() {
		kernel("threats"+v.name, signature)
	} else {
		// The frame is too large for NOSPLIT: let the assembler check the stack.
		TEXT("threats"+v.name, 0, signature)
		Pragma("noescape")
		size += 32 * frameSlots
	}
	Doc("threats"+v.name+" sets dst[k] to set k of Threats for side us, which is 0 or 1.", "It works like threatsGeneric.")
	frame := AllocLocal(size)
	slot := 0
	// keep puts x where it does not take a register on AVX2.
	keep := func(x reg.VecVirtual) Op {
		if v.wide() {
			return x
		}
		m := frame.Offset(8*words + 32*slot)
		if slot++; slot > frameSlots {
			panic("threats: the frame is too small")
		}
		v.store(x, m)
		return m
	}

	us := Load(Param("us"), GP64()).(reg.GPVirtual)
	word := func(i int) Mem { return frame.Offset(8 * i) }
	scalarSides(pointer("board"), us, word)
	broadcast := map[int]reg.VecVirtual{}
	// all returns a word in every lane; on AVX2 it is loaded where it is used.
	all := func(i int) reg.VecVirtual {
		if r, ok := broadcast[i]; ok && v.wide() {
			return r
		}
		r := v.vec()
		VPBROADCASTQ(word(i), r)
		broadcast[i] = r
		return r
	}
	// alternate returns the words i and i+1 in even and odd lanes.
	alternate := func(i int) reg.VecVirtual {
		r := v.vec()
		VPBROADCASTQ(word(i), r)
		if v.wide() {
			bits, odd := GP32(), K()
			MOVL(U32(0xaa), bits)
			KMOVB(bits, odd)
			VPBROADCASTQ(word(i+1), odd, r)
			return r
		}
		odd := v.vec()
		VPBROADCASTQ(word(i+1), odd)
		VPBLENDD(U8(0xcc), odd, r, r)
		return r
	}
	S := keep(alternate(wordDiagonal)) // the generator of them, too

	// A part of the board as the directions of a bundle see it.
	type sighting struct {
		b                *bundle
		p                [3]reg.VecVirtual
		them, mark, king Op
	}
	var seen []sighting
	for b := range v.bundles {
		p := b.chain(all(wordEmpty))
		onto := func(gen reg.VecVirtual) Op { return keep(b.onto(b.fill(gen, p))) }
		seen = append(seen, sighting{b, p,
			onto(v.inRegister(S)), onto(alternate(wordMarkDiagonal)), onto(all(wordKings))})
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

	// The quantities by set; on AVX2 they add up in the frame.
	var q [threatSets]Op
	add := func(k int, x reg.VecVirtual) {
		if q[k] != nil {
			x = v.or(x, q[k])
			v.store(x, q[k].(Mem))
			return
		}
		q[k] = keep(x)
	}
	part := func(i int, b *bundle, p [3]reg.VecVirtual) {
		s := seen[i]
		x := sight{v, v.inRegister(s.them), v.inRegister(s.mark), v.inRegister(s.king)}
		add(byBishop, x.other()) // and byRook in the odd lanes
		add(byQueen, x.queen())
		their := x.theirKing()
		add(bishopChecks, their) // and rookChecks
		opp := sight{v,
			opposite(func(s sighting) Op { return s.them }, i),
			opposite(func(s sighting) Op { return s.mark }, i),
			opposite(func(s sighting) Op { return s.king }, i)}
		add(discoverers, v.and(v.and(their, opp.ours()), all(wordOwn)))
		our := x.ourKing()
		line := v.and(our, opp.them)
		add(pinned, line) // with the empty squares of the line
		// The one further fill, from pinned pieces to what pins them.
		add(pinners, v.and(b.onto(b.fill(v.and(line, all(wordOwn)), p)), S))

		l := b.leapers()
		kingStep := b.onto(all(wordFoeKing))
		add(byKing, kingStep)
		knights := b.jump(all(wordFoeKnights), l)
		add(byKnight, knights)
		add(knightChecks, b.jump(all(wordFoeKing), l))
		// Their pawns capture to the south where we are white.
		ours := GP64()
		MOVQ(us, ours)
		XORQ(I32(1), ours)
		theirWrap := v.load(v.row(l.pawns, us))
		pawns := v.and(b.step(all(wordFoePawns), 0), theirWrap)
		add(byPawn, pawns)
		add(pawnChecks, v.and(kingStep, theirWrap))
		reached := v.or(v.or(x.them, kingStep), v.or(knights, pawns))
		add(attacked, reached)
		add(danger, v.or(reached, v.whereHit(our, x.them, all(wordKing))))
		check := v.and(our, S)
		check = v.accAnd(check, b.jump(all(wordKing), l), all(wordFoeKnights))
		pawnCheck := v.and(b.step(all(wordKing), 0), v.row(l.pawns, ours))
		add(checkers, v.accAnd(check, pawnCheck, all(wordFoePawns)))
	}
	if v.wide() {
		part(0, seen[0].b, seen[0].p)
	} else {
		i := 0
		for b := range v.bundles {
			part(i, b, b.chain(all(wordEmpty)))
			i++
		}
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
	MOVQ(word(wordOwn), y)
	ANDQ(x, y)
	MOVQ(y, dst.Offset(8*pinned))
	MOVQ(word(wordEmpty), mask)
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
