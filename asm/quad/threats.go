package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

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
		return emit.Directions[d].Wrap()
	}
	return 0
}

// leapers holds a bundle's constants of knights and pawns.
type leapers struct {
	shifts, wrap, pawns Mem // pawns: captures to the south, then to the north
}

func leapersOf(b *emit.Bundle) leapers {
	var shifts, wraps, south, north []uint64
	for _, d := range b.Dirs {
		s := knightShifts[d]
		wraps = append(wraps, knightWrap(s))
		if !b.V.Wide() && s < 0 {
			s = -s
		}
		shifts = append(shifts, uint64(s))
		south = append(south, pawnWrap(d, koggestone.South))
		north = append(north, pawnWrap(d, koggestone.North))
	}
	return leapers{emit.Table(b.Name+"knightshifts", shifts), emit.Table(b.Name+"knightwraps", wraps),
		emit.Table(b.Name+"pawnwraps", append(south, north...))}
}

// jump returns where knights arrive.
func jump(b *emit.Bundle, knights Op, l leapers) emit.Vec {
	return b.V.And(b.Moved(knights, b.V.Load(l.shifts)), l.wrap)
}

// row returns the address of row i of a table of registers.
func row(v *emit.ISA, m Mem, i reg.GPVirtual) Mem {
	p, off := GP64(), GP64()
	LEAQ(m, p)
	MOVQ(i, off)
	SHLQ(U8(map[bool]uint8{false: 5, true: 6}[v.Wide()]), off)
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

// threats emits the threats of one position: lanes are directions. A quantity is what
// the directions contribute to a set of Threats; at the end its lanes are ORed, eight
// quantities side by side. On AVX2 what outlives a bundle goes to the frame.
func threats(v *emit.ISA) {
	signature := fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.ThreatSets)
	size := 8 * words
	if v.Wide() {
		emit.Kernel("threats"+v.Name, signature)
	} else {
		// The frame is too large for NOSPLIT: let the assembler check the stack.
		TEXT("threats"+v.Name, 0, signature)
		Pragma("noescape")
		size += 32 * frameSlots
	}
	Doc("threats"+v.Name+" sets dst[k] to set k of Threats for side us, which is 0 or 1.", "It works like threatsGeneric.")
	frame := AllocLocal(size)
	slot := 0
	// keep puts x where it does not take a register on AVX2.
	keep := func(x emit.Vec) Op {
		if v.Wide() {
			return x
		}
		m := frame.Offset(8*words + 32*slot)
		if slot++; slot > frameSlots {
			panic("threats: the frame is too small")
		}
		v.Store(x, m)
		return m
	}

	us := Load(Param("us"), GP64()).(reg.GPVirtual)
	word := func(i int) Mem { return frame.Offset(8 * i) }
	scalarSides(emit.Pointer("board"), us, word)
	broadcast := map[int]emit.Vec{}
	// all returns a word in every lane; on AVX2 it is loaded where it is used.
	all := func(i int) emit.Vec {
		if r, ok := broadcast[i]; ok && v.Wide() {
			return r
		}
		r := v.Vec()
		VPBROADCASTQ(word(i), r)
		broadcast[i] = r
		return r
	}
	// alternate returns the words i and i+1 in even and odd lanes.
	alternate := func(i int) emit.Vec {
		r := v.Vec()
		VPBROADCASTQ(word(i), r)
		if v.Wide() {
			bits, odd := GP32(), K()
			MOVL(U32(0xaa), bits)
			KMOVB(bits, odd)
			VPBROADCASTQ(word(i+1), odd, r)
			return r
		}
		odd := v.Vec()
		VPBROADCASTQ(word(i+1), odd)
		VPBLENDD(U8(0xcc), odd, r, r)
		return r
	}
	S := keep(alternate(wordDiagonal)) // the generator of them, too

	// A part of the board as the directions of a bundle see it.
	type sighting struct {
		b                *emit.Bundle
		p                [3]emit.Vec
		them, mark, king Op
	}
	var seen []sighting
	for b := range v.Bundles {
		p := b.Chain(all(wordEmpty))
		onto := func(gen emit.Vec) Op { return keep(b.Onto(b.Fill(gen, p))) }
		seen = append(seen, sighting{b, p,
			onto(v.InRegister(S)), onto(alternate(wordMarkDiagonal)), onto(all(wordKings))})
	}
	// opposite returns the lanes of the opposite directions.
	opposite := func(of func(sighting) Op, i int) emit.Vec {
		r := v.Vec()
		if v.Wide() {
			x := of(seen[0])
			VSHUFI64X2(U8(0x4e), x, x, r)
		} else {
			VPERMQ(U8(0x4e), of(seen[1-i]), r)
		}
		return r
	}

	// The quantities by set; on AVX2 they add up in the frame.
	var q [layout.ThreatSets]Op
	add := func(k int, x emit.Vec) {
		if q[k] != nil {
			x = v.Or(x, q[k])
			v.Store(x, q[k].(Mem))
			return
		}
		q[k] = keep(x)
	}
	part := func(i int, b *emit.Bundle, p [3]emit.Vec) {
		s := seen[i]
		x := sight{v, v.InRegister(s.them), v.InRegister(s.mark), v.InRegister(s.king)}
		add(byBishop, x.other()) // and byRook in the odd lanes
		add(byQueen, x.queen())
		their := x.theirKing()
		add(bishopChecks, their) // and rookChecks
		opp := sight{v,
			opposite(func(s sighting) Op { return s.them }, i),
			opposite(func(s sighting) Op { return s.mark }, i),
			opposite(func(s sighting) Op { return s.king }, i)}
		add(discoverers, v.And(v.And(their, opp.ours()), all(wordOwn)))
		our := x.ourKing()
		line := v.And(our, opp.them)
		add(pinned, line) // with the empty squares of the line
		// The one further fill, from pinned pieces to what pins them.
		add(pinners, v.And(b.Onto(b.Fill(v.And(line, all(wordOwn)), p)), S))

		l := leapersOf(b)
		kingStep := b.Onto(all(wordFoeKing))
		add(byKing, kingStep)
		knights := jump(b, all(wordFoeKnights), l)
		add(byKnight, knights)
		add(knightChecks, jump(b, all(wordFoeKing), l))
		// Their pawns capture to the south where we are white.
		ours := GP64()
		MOVQ(us, ours)
		XORQ(I32(1), ours)
		theirWrap := v.Load(row(v, l.pawns, us))
		pawns := v.And(b.Step(all(wordFoePawns), 0), theirWrap)
		add(byPawn, pawns)
		add(pawnChecks, v.And(kingStep, theirWrap))
		reached := v.Or(v.Or(x.them, kingStep), v.Or(knights, pawns))
		add(attacked, reached)
		add(danger, v.Or(reached, whereHit(v, our, x.them, all(wordKing))))
		check := v.And(our, S)
		check = v.AccAnd(check, jump(b, all(wordKing), l), all(wordFoeKnights))
		pawnCheck := v.And(b.Step(all(wordKing), 0), row(v, l.pawns, ours))
		add(checkers, v.AccAnd(check, pawnCheck, all(wordFoePawns)))
	}
	if v.Wide() {
		part(0, seen[0].b, seen[0].p)
	} else {
		i := 0
		for b := range v.Bundles {
			part(i, b, b.Chain(all(wordEmpty)))
			i++
		}
	}

	// Two quantities share a register, in even and odd lanes.
	two := func(a, b int) emit.Vec {
		x, y := v.InRegister(q[a]), v.InRegister(q[b])
		return v.Or(v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x, y), v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x, y))
	}
	one := func(a int) emit.Vec { return v.InRegister(q[a]) }
	dst := emit.Pointer("dst")
	orHalves(v, dst, [4]func() emit.Vec{
		func() emit.Vec { return two(byPawn, byKnight) },
		func() emit.Vec { return one(byBishop) },
		func() emit.Vec { return two(byQueen, byKing) },
		func() emit.Vec { return two(attacked, danger) },
	}, byPawn, byBishop, byQueen, attacked)
	orHalves(v, dst, [4]func() emit.Vec{
		func() emit.Vec { return two(checkers, discoverers) },
		func() emit.Vec { return two(pinned, pinners) },
		func() emit.Vec { return two(pawnChecks, knightChecks) },
		func() emit.Vec { return one(bishopChecks) },
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
	emit.Finish()
}

// orHalves ORs the pairs of words of four registers each and stores the four
// pairs at the given words of dst.
func orHalves(v *emit.ISA, dst Mem, x [4]func() emit.Vec, at ...int) {
	if v.Wide() {
		fold := func(a, b emit.Vec, lo, hi uint8) emit.Vec {
			l, h := ZMM(), ZMM()
			VSHUFI64X2(U8(lo), b, a, l)
			VSHUFI64X2(U8(hi), b, a, h)
			return v.Or(l, h)
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
		t := v.Or(l, h)
		VMOVDQU(t.AsX(), dst.Offset(8*at[i]))
		VEXTRACTI128(U8(1), t, dst.Offset(8*at[i+1]))
	}
}
