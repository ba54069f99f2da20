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

// knightShifts is the eight jumps of a knight in the lanes of the directions: left shifts
// are in lanes of left shifts.
var knightShifts = [8]int{+17, +10, -6, -15, -17, -10, +6, +15}

// knightWrap returns the squares where a jump can end.
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
// direction d, else the empty set.
func pawnWrap(d, forward koggestone.Direction) uint64 {
	if d == (forward+1)&7 || d == (forward-1)&7 {
		return emit.Directions[d].Wrap()
	}
	return 0
}

// leapers is the constants of a bundle for knights and pawns.
type leapers struct {
	shifts, wrap, pawns Mem // pawns: captures to the south, then to the north
}

func leapersOf(b *emit.Bundle) leapers {
	var shifts, wraps, south, north []uint64
	for _, d := range b.Dirs {
		s := knightShifts[d]
		wraps = append(wraps, knightWrap(s))
		shifts = append(shifts, uint64(s))
		south = append(south, pawnWrap(d, koggestone.South))
		north = append(north, pawnWrap(d, koggestone.North))
	}
	return leapers{emit.Table(b.Name+"knightshifts", shifts), emit.Table(b.Name+"knightwraps", wraps),
		emit.Table(b.Name+"pawnwraps", append(south, north...))}
}

// jump returns the squares that knights reach.
func jump(b *emit.Bundle, knights Op, l leapers) emit.Vec {
	return b.V.And(b.Moved(knights, b.V.Load(l.shifts)), l.wrap)
}

// row returns the address of row i of a table of ZMM.
func row(m Mem, i reg.GPVirtual) Mem {
	p, off := emit.Address(m), emit.Register(i)
	SHLQ(U8(6), off)
	ADDQ(off, p)
	return Mem{Base: p}
}

// The words in the frame: the sets of pieces that the threats start from, computed in
// general registers (see scalarBoard).
const (
	wordEmpty = iota
	wordOwn
	wordKing
	wordFoeKing
	wordKings
	wordDiagonal // rays rays of the foe's sliders
	wordOrthogonal
	wordMarkDiagonal // see sight
	wordMarkOrthogonal
	wordFoePawns
	wordFoeKnights
	words
)

// scalarSides sets the words for a board of four planes.
func scalarSides(board Mem, us reg.GPVirtual, word func(int) Mem) {
	var g [4]reg.GPVirtual
	for i := range g {
		g[i] = emit.Register(board.Offset(8 * i))
	}
	occ := scalarOr(scalarOr(g[0], g[1]), g[2])
	own, foe := GP64(), GP64()
	MOVQ(us, own)
	DECQ(own) // all for white, nothing for black
	ANDQ(occ, own)
	XORQ(scalarAnd(g[3], occ), own)
	MOVQ(own, foe)
	XORQ(occ, foe)
	MOVQ(own, word(wordOwn))
	NOTQ(occ)
	MOVQ(occ, word(wordEmpty))

	kings := scalarWithout(scalarAnd(g[1], g[2]), g[0])
	foeKing := scalarAnd(kings, foe)
	MOVQ(foeKing, word(wordFoeKing))
	MOVQ(kings, word(wordKings))
	ANDQ(own, kings)
	MOVQ(kings, word(wordKing))
	MOVQ(scalarWithout(scalarAnd(g[2], foe), scalarOr(g[0], g[1])), word(wordFoeKnights))

	low := scalarWithout(g[1], g[2]) // pawns and bishops
	MOVQ(scalarAnd(scalarWithout(low, g[0]), foe), word(wordFoePawns))
	diagonal, orthogonal := scalarAnd(g[0], g[1]), scalarWithout(g[0], low)
	heavy := scalarAnd(scalarAnd(diagonal, g[2]), foe)
	ORQ(foeKing, heavy)
	MOVQ(scalarAnd(diagonal, foe), word(wordDiagonal))
	MOVQ(scalarAnd(orthogonal, foe), word(wordOrthogonal))
	ANDQ(own, diagonal)
	ORQ(heavy, diagonal)
	MOVQ(diagonal, word(wordMarkDiagonal))
	ANDQ(own, orthogonal)
	ORQ(heavy, orthogonal)
	MOVQ(orthogonal, word(wordMarkOrthogonal))
}

// threatsAVX512 emits the threats of one position: lanes are directions.
func threatsAVX512() {
	emit.Kernel("threatsAVX512", fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.ThreatSets))
	Doc("threatsAVX512 sets dst[k] to set k of Threats for side us, which is 0 or 1.", "It works like threatsGeneric.")
	t := &threatLanes{wordFrame: newWordFrame(emit.AVX512, AllocLocal(8*words))}
	t.us = emit.Argument("us")
	scalarSides(emit.Pointer("board"), t.us, t.at)
	t.sliders = t.alternate(wordDiagonal, wordOrthogonal)
	for b := range t.v.Bundles {
		t.add(b)
	}
	t.store(emit.Pointer("dst"))
	emit.Finish()
}

// threatLanes emits the threats of one position. A quantity is the contribution of the
// directions to a set of Threats. At the end its lanes are combined, eight quantities
// together.
type threatLanes struct {
	wordFrame
	us      reg.GPVirtual
	sliders emit.Vec                    // theirs, diagonal and orthogonal alternating: also a generator
	sets    [layout.ThreatSets]emit.Vec // the quantities
}

// add emits the fills and the quantities.
func (t *threatLanes) add(b *emit.Bundle) {
	v := t.v
	chain := b.Chain(t.all(wordEmpty))
	attacks := func(gen emit.Vec) emit.Vec { return b.Onto(b.Fill(gen, chain)) }
	x := sight{v, attacks(t.sliders), attacks(t.alternate(wordMarkDiagonal, wordMarkOrthogonal)), attacks(t.all(wordKings))}
	t.sets[byBishop] = x.other() // and byRook in the odd lanes
	t.sets[byQueen] = x.queen()
	their := x.theirKing()
	t.sets[bishopChecks] = their // and rookChecks
	opposite := sight{v, swapped(x.them), swapped(x.mark), swapped(x.king)}
	t.sets[discoverers] = v.And(v.And(their, opposite.ours()), t.all(wordOwn))
	our := x.ourKing()
	line := v.And(our, opposite.them)
	t.sets[pinned] = line // with the empty squares of the line
	// The one further fill, from pinned pieces to what pins them.
	t.sets[pinners] = v.And(b.Onto(b.Fill(v.And(line, t.all(wordOwn)), chain)), t.sliders)
	t.leapers(b, x.them, our)
}

// leapers adds the attacks and checks of kings, knights and pawns. them is the attacks of
// their sliders, our the rays of our king.
func (t *threatLanes) leapers(b *emit.Bundle, them, our emit.Vec) {
	v := t.v
	l := leapersOf(b)
	kingStep := b.Onto(t.all(wordFoeKing))
	t.sets[byKing] = kingStep
	knights := jump(b, t.all(wordFoeKnights), l)
	t.sets[byKnight] = knights
	t.sets[knightChecks] = jump(b, t.all(wordFoeKing), l)
	// Their pawns capture to the south where we are white.
	ours := emit.Register(t.us)
	XORQ(I32(1), ours)
	theirWrap := v.Load(row(l.pawns, t.us))
	pawns := v.And(b.Step(t.all(wordFoePawns), 0), theirWrap)
	t.sets[byPawn] = pawns
	t.sets[pawnChecks] = v.And(kingStep, theirWrap)
	reached := v.Or(v.Or(them, kingStep), v.Or(knights, pawns))
	t.sets[attacked] = reached
	t.sets[danger] = v.Or(reached, whereHit(v, our, them, t.all(wordKing)))
	check := v.And(our, t.sliders)
	check = v.AccAnd(check, jump(b, t.all(wordKing), l), t.all(wordFoeKnights))
	pawnCheck := v.And(b.Step(t.all(wordKing), 0), row(l.pawns, ours))
	t.sets[checkers] = v.AccAnd(check, pawnCheck, t.all(wordFoePawns))
}

// store combines the lanes of the quantities into the sets at dst, and computes the check
// mask.
func (t *threatLanes) store(dst Mem) {
	v := t.v
	// Two quantities share a register, in even and odd lanes.
	two := func(a, b int) func() emit.Vec {
		return func() emit.Vec {
			return twoLanes(v, t.sets[a], t.sets[b])
		}
	}
	one := func(a int) func() emit.Vec { return func() emit.Vec { return t.sets[a] } }
	orHalves(v, dst,
		[4]func() emit.Vec{two(byPawn, byKnight), one(byBishop), two(byQueen, byKing), two(attacked, danger)},
		byPawn, byBishop, byQueen, attacked)
	orHalves(v, dst,
		[4]func() emit.Vec{two(checkers, discoverers), two(pinned, pinners), two(pawnChecks, knightChecks), one(bishopChecks)},
		checkers, pinned, pawnChecks, bishopChecks)

	// Discoverers are after the checkers, and pinned still contains empty squares.
	x, y, z, mask := GP64(), GP64(), GP64(), GP64()
	MOVQ(dst.Offset(8*checkMask), x)
	MOVQ(x, dst.Offset(8*discoverers))
	MOVQ(dst.Offset(8*pinned), x)
	MOVQ(t.at(wordOwn), y)
	ANDQ(x, y)
	MOVQ(y, dst.Offset(8*pinned))
	MOVQ(t.at(wordEmpty), mask)
	ANDQ(x, mask)
	c := emit.Register(dst.Offset(8 * checkers))
	ORQ(c, mask)
	XORQ(z, z)
	BLSRQ(c, y) // sets zero if there was at most one checker, carry if none
	CMOVQNE(z, mask)
	MOVQ(I32(-1), z)
	TESTQ(c, c)
	CMOVQEQ(z, mask)
	MOVQ(mask, dst.Offset(8*checkMask))
}

// orHalves combines the pairs of words of four ZMM each and stores the four pairs at the
// given words of dst.
func orHalves(v *emit.ISA, dst Mem, x [4]func() emit.Vec, at ...int) {
	fold := func(a, b emit.Vec, lo, hi uint8) emit.Vec {
		l, h := ZMM(), ZMM()
		VSHUFI64X2(U8(lo), b, a, l)
		VSHUFI64X2(U8(hi), b, a, h)
		return v.Or(l, h)
	}
	t := fold(fold(x[0](), x[1](), 0x44, 0xee), fold(x[2](), x[3](), 0x44, 0xee), 0x88, 0xdd)
	VMOVDQU(t.AsX(), dst.Offset(8*at[0]))
	for i := 1; i < 4; i++ {
		VEXTRACTI64X2(U8(i), t, dst.Offset(8*at[i]))
	}
}
