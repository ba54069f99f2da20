package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quadPackage writes the kernels of package quad.
func quadPackage() {
	for _, v := range []*isa{avx2, avx512} {
		v.vision()
		v.threats()

		v.visionBatch()
		v.threatsBatch()
		v.slidersBatch()
		v.leapsBatch()
	}
}

// A codeBoard is the four planes of a board, in every lane or of one board a
// lane, and emits the sets that follow from them.
type codeBoard struct {
	v          *isa
	g0, g1, g2 reg.VecVirtual
	gb         reg.VecVirtual
	occ        reg.VecVirtual
}

func (v *isa) codeBoard(g [4]reg.VecVirtual) *codeBoard {
	b := &codeBoard{v: v, g0: g[0], g1: g[1], g2: g[2], gb: g[3]}
	b.occ = v.formula(ta|tb|tc, b.g0, b.g1, b.g2, func() reg.VecVirtual {
		return v.or(v.or(b.g0, b.g1), b.g2)
	})
	return b
}

// formula returns a function of three registers, which are kept: one ternary
// operation on AVX-512, what two() emits on AVX2.
func (v *isa) formula(table int, a, b, c Op, two func() reg.VecVirtual) reg.VecVirtual {
	if !v.wide() {
		return two()
	}
	r := v.copyOf(a)
	tern(table, r, b, c)
	return r
}

func (v *isa) copyOf(x Op) reg.VecVirtual {
	if m, ok := x.(Mem); ok {
		return v.load(m)
	}
	r := v.vec()
	if v.wide() {
		VMOVDQA64(x, r)
	} else {
		VMOVDQA(x, r)
	}
	return r
}

func (v *isa) ones() reg.VecVirtual { return v.broadcast(^uint64(0)) }

// empty returns the squares without a piece.
func (b *codeBoard) empty() reg.VecVirtual {
	v := b.v
	if v.wide() {
		r := v.copyOf(b.g0)
		tern(^(ta | tb | tc), r, b.g1, b.g2)
		return r
	}
	return v.notAnd(b.occ, v.ones())
}

// black returns gB without the en-passant square.
func (b *codeBoard) black() reg.VecVirtual { return b.v.and(b.gb, b.occ) }

// The sets of kinds within a set of squares in, such as a side's pieces.
func (b *codeBoard) diagonal(in Op) reg.VecVirtual {
	v := b.v
	return v.formula(ta&tb&tc, b.g0, b.g1, in, func() reg.VecVirtual { return v.and(v.and(b.g0, b.g1), in) })
}

// orthogonal is g0 & (g2 | ^g1) & in.
func (b *codeBoard) orthogonal(in Op) reg.VecVirtual {
	v := b.v
	x := v.formula(ta&(tc|^tb), b.g0, b.g1, b.g2, func() reg.VecVirtual {
		return v.and(b.g0, v.or(b.g2, v.notAnd(b.g1, b.g0)))
	})
	return v.and(x, in)
}

func (b *codeBoard) queens(in Op) reg.VecVirtual {
	v := b.v
	x := v.formula(ta&tb&tc, b.g0, b.g1, b.g2, func() reg.VecVirtual { return v.and(v.and(b.g0, b.g1), b.g2) })
	return v.and(x, in)
}

func (b *codeBoard) kings(in Op) reg.VecVirtual {
	v := b.v
	x := v.formula(^ta&tb&tc, b.g0, b.g1, b.g2, func() reg.VecVirtual { return v.notAnd(b.g0, v.and(b.g1, b.g2)) })
	return v.and(x, in)
}

func (b *codeBoard) pawns(in Op) reg.VecVirtual {
	v := b.v
	x := v.formula(^ta&tb&^tc, b.g0, b.g1, b.g2, func() reg.VecVirtual { return v.notAnd(b.g0, v.notAnd(b.g2, b.g1)) })
	return v.and(x, in)
}

func (b *codeBoard) knights(in Op) reg.VecVirtual {
	v := b.v
	x := v.formula(^ta&^tb&tc, b.g0, b.g1, b.g2, func() reg.VecVirtual { return v.notAnd(b.g0, v.notAnd(b.g1, b.g2)) })
	return v.and(x, in)
}

// planesParam loads a board of four words into every lane.
func (v *isa) planesParam(board Mem) (g [4]reg.VecVirtual) {
	for i := range g {
		g[i] = v.vec()
		VPBROADCASTQ(board.Offset(8*i), g[i])
	}
	return g
}

// vision emits MultiAttacks of a board's planes.
func (v *isa) vision() {
	kernel("vision"+v.name, "func(dst *[8][4]uint64, board *[4]uint64)")
	Doc("vision"+v.name+" sets dst[d][p] to plane p of what is seen along direction d.", "It works like visionGeneric.")
	dst, planes := pointer("dst"), pointer("board")
	b := v.codeBoard(v.planesParam(planes))
	gens := []Op{b.g0, b.g1, b.g2, b.black()}
	v.multiOf(dst, gens, b.empty(), true)
	finish()
}

// visionBatch emits the batch of vision.
func (v *isa) visionBatch() {
	name := "visionBatch"
	kernel(name+v.name, "func(dst *[8][4][]uint64, planes *[4][]uint64, from, n int)")
	v.batchComment(name, "dst[d][p][from+i] to plane p of what is seen along d on board from+i, for every direction d, plane p and")
	headers, inputs := pointer("dst"), pointer("planes")
	v.multiLoops(headers, inputs, func(load loader, planes [4]reg.GPVirtual) ([]Op, Op) {
		b := v.loadBoard(load, planes)
		return []Op{b.g0, b.g1, b.g2, b.black()}, b.empty()
	})
	finish()
}

// The sets of quad.Threats, in the order of the struct.
const (
	byPawn = iota
	byKnight
	byBishop
	byRook
	byQueen
	byKing
	attacked
	danger
	checkers
	checkMask
	pinned
	pinners
	pawnChecks
	knightChecks
	bishopChecks
	rookChecks
	discoverers
	threatSets
)

// A sight is what the fills of three planes tell of a direction, or of several
// directions in lanes:
//
//	          them  mark  king
//	our king    0     0     1
//	their king  0     1     1
//	our slider  0     1     0      of the kinds that move along the direction
//	their queen 1     1     0
//	their other 1     0     0      bishop or rook, whichever moves that way
type sight struct {
	v                *isa
	them, mark, king reg.VecVirtual
}

func (s sight) other() reg.VecVirtual     { return s.v.notAnd(s.mark, s.them) }
func (s sight) queen() reg.VecVirtual     { return s.v.and(s.them, s.mark) }
func (s sight) ourKing() reg.VecVirtual   { return s.v.notAnd(s.mark, s.king) }
func (s sight) theirKing() reg.VecVirtual { return s.v.and(s.king, s.mark) }
func (s sight) ours() reg.VecVirtual {
	v := s.v
	return v.formula(ta&^(tb|tc), s.mark, s.them, s.king, func() reg.VecVirtual {
		return v.notAnd(s.them, v.notAnd(s.king, s.mark))
	})
}

// sides are the sets of pieces that the threats of a board start from.
type sides struct {
	empty, own, foe, king, foeKing, kings Op
	them, mark                            [2]reg.VecVirtual // by diagonal (0) and orthogonal (1)
	foePawns, foeKnights                  reg.VecVirtual
}

// sides emits them. us has all bits set in lanes with black to move, else none.
func (b *codeBoard) sides(us Op) *sides {
	v := b.v
	s := &sides{empty: b.empty()}
	own := b.side(us)
	foe := v.xor(own, b.occ)
	s.own, s.foe = own, foe
	king, foeKing := b.kings(own), b.kings(foe)
	s.king, s.foeKing, s.kings = king, foeKing, v.or(king, foeKing)
	heavy := v.or(b.queens(foe), foeKing)
	s.them = [2]reg.VecVirtual{b.diagonal(foe), b.orthogonal(foe)}
	s.mark = [2]reg.VecVirtual{v.or(heavy, b.diagonal(own)), v.or(heavy, b.orthogonal(own))}
	s.foePawns, s.foeKnights = b.pawns(foe), b.knights(foe)
	return s
}

// threatsBatch emits the threats of boards in lanes. Sets and sums live in
// memory; the fills take the registers.
func (v *isa) threatsBatch() {
	name := "threatsBatch"
	kernel(name+v.name, fmt.Sprintf("func(dst *[%d][]uint64, planes *[4][]uint64, us *uint8, from, n int, room *[%d]uint64)", threatSets, roomWords))
	v.batchComment(name, "dst[k][from+i] to set k of the threats of board from+i for side us[from+i], the lowest bit, for every k and")
	dst := pointer("dst")
	us := Load(Param("us"), GP64())
	base := GP64()
	Load(Param("room"), base)
	ADDQ(I32(63), base)
	ANDQ(I32(-64), base)
	planes, from, n := v.boardsParams()
	at := func(i int) Mem { return Mem{Base: base, Disp: 64 * i} }
	v.streamBytes("", from, n, func(load loader, store storer, bytes loader) {
		black := v.negated(v.and(bytes(us), v.broadcast(1)))
		t := &threatSum{v: v, at: at}
		t.sums(v.loadBoard(load, planes).sides(black), black)
		for k := range threatSets {
			p := GP64()
			MOVQ(dst.Offset(24*k), p)
			store(v.load(at(k)), p)
		}
	})
	finish()
}

// roomWords is the size of the memory of threatsBatch: a slot of 64 bytes for
// every set and for what sides holds, and what alignment takes.
const roomWords = 8*(threatSets+14) + 8

// A threatSum adds up the sets of Threats in memory, a slot of a register each.
type threatSum struct {
	v    *isa
	at   func(int) Mem
	full [threatSets + 14]bool
}

// keep stores x in a slot behind the sets and returns the slot.
func (t *threatSum) keep(i int, x Op) Mem {
	m := t.at(threatSets + i)
	t.v.store(x, m)
	return m
}

// or joins x to set k.
func (t *threatSum) or(k int, x reg.VecVirtual) {
	if t.full[k] {
		x = t.v.or(x, t.at(k))
	}
	t.full[k] = true
	t.v.store(x, t.at(k))
}

// sums emits everything. Directions are taken in opposite pairs, as lines need
// both.
func (t *threatSum) sums(s *sides, black reg.VecVirtual) {
	v := t.v
	blackAt := t.keep(0, black)
	empty, own := t.keep(1, s.empty), t.keep(2, s.own)
	king, kings, foeKing := t.keep(3, s.king), t.keep(4, s.kings), t.keep(5, s.foeKing)
	var them, mark [2]Mem
	for i := range them {
		them[i], mark[i] = t.keep(6+2*i, s.them[i]), t.keep(7+2*i, s.mark[i])
	}
	foePawns, foeKnights := t.keep(10, s.foePawns), t.keep(11, s.foeKnights)
	line := t.at(threatSets + 12)
	lined := false

	notA, notH := v.broadcast(notAFile), v.broadcast(notHFile)
	masks := map[uint64]Op{notAFile: notA, notHFile: notH}
	for i := range 4 {
		kind := i % 2 // diagonal or orthogonal
		pair := [2]direction{directions[i], directions[i+4]}
		var sights [2]sight
		for k, d := range pair {
			x := v.propagator(v.load(empty), masks).attacks(d, v.load(them[kind]), v.load(mark[kind]), v.load(kings))
			sights[k] = sight{v, x[0], x[1], x[2]}
		}
		a, b := sights[0], sights[1]
		t.or(byBishop+kind, v.or(a.other(), b.other()))
		t.or(byQueen, v.or(a.queen(), b.queen()))
		theirA, theirB := a.theirKing(), b.theirKing()
		t.or(bishopChecks+kind, v.or(theirA, theirB))
		t.or(discoverers, v.or(v.and(theirA, b.ours()), v.and(theirB, a.ours())))
		ourA, ourB := a.ourKing(), b.ourKing()
		t.or(checkers, v.and(v.or(ourA, ourB), them[kind]))
		lineA, lineB := v.and(ourA, b.them), v.and(ourB, a.them)
		t.or(danger, v.or(v.whereHit(ourA, a.them, king), v.whereHit(ourB, b.them, king)))
		x := v.or(lineA, lineB)
		if lined {
			x = v.or(x, line)
		}
		lined = true
		v.store(x, line)
		// The one further fill, from the pinned piece to the pinner.
		for k, l := range [2]reg.VecVirtual{lineA, lineB} {
			y := v.propagator(v.load(empty), masks).attacks(pair[k], v.and(l, own))
			t.or(pinners, v.and(y[0], them[kind]))
		}
	}
	t.or(pinned, v.and(v.load(line), own))
	d := v.and(v.load(t.at(discoverers)), own)
	v.store(d, t.at(discoverers))

	// Leapers.
	t.or(byKing, v.kingSteps(v.load(foeKing), notA, notH))
	t.or(byKnight, v.knightSteps(v.load(foeKnights), notA, notH))
	t.or(knightChecks, v.knightSteps(v.load(foeKing), notA, notH))
	k := v.load(king)
	t.or(checkers, v.and(v.knightSteps(k, notA, notH), foeKnights))
	// Their pawns go up where we are black.
	t.or(byPawn, v.pawnSteps(v.load(foePawns), notA, notH, blackAt, true))
	t.or(pawnChecks, v.pawnSteps(v.load(foeKing), notA, notH, blackAt, true))
	t.or(checkers, v.and(v.pawnSteps(k, notA, notH, blackAt, false), foePawns))

	all := v.load(t.at(byPawn))
	for k := byKnight; k <= byKing; k++ {
		all = v.or(all, t.at(k))
	}
	t.or(attacked, all)
	t.or(danger, all)

	// The check mask: everything without a checker, nothing with several. c & c-1
	// is what is left without the lowest.
	c := v.load(t.at(checkers))
	one, zero := v.ones(), v.vec()
	v.clear(zero)
	less := v.pick(VPADDQ, VPADDQ, c, one)
	mask := v.accAnd(v.copyOf(c), v.load(line), empty)
	v.store(v.ifZero(c, one, v.ifZero(v.and(less, c), mask, zero)), t.at(checkMask))
}

// whereHit returns x in lanes where a & b is not empty, else nothing.
func (v *isa) whereHit(x, a reg.VecVirtual, b Op) reg.VecVirtual {
	if v.wide() {
		k := K()
		VPTESTMQ(b, a, k)
		r := v.vec()
		VMOVDQA64_Z(x, k, r)
		return r
	}
	hit, zero := v.and(a, b), v.vec()
	v.clear(zero)
	none := v.vec()
	VPCMPEQQ(zero, hit, none)
	return v.notAnd(none, x)
}

// ifZero returns yes in lanes where test is nothing, else no.
func (v *isa) ifZero(test, yes, no reg.VecVirtual) reg.VecVirtual {
	if v.wide() {
		k := K()
		VPTESTNMQ(test, test, k)
		r := v.copyOf(no)
		VMOVDQA64(yes, k, r)
		return r
	}
	r := v.vec()
	zero, mask := v.vec(), v.vec()
	v.clear(zero)
	VPCMPEQQ(zero, test, mask)
	VPBLENDVB(mask, yes, no, r)
	return r
}

// sideways returns x one file to the east and to the west.
func (v *isa) sideways(x, notA, notH Op) reg.VecVirtual {
	return v.accAnd(v.and(v.shift(x, +1), notA), v.shift(x, -1), notH)
}

// kingSteps returns the neighbours of kings.
func (v *isa) kingSteps(kings, notA, notH Op) reg.VecVirtual {
	sides := v.sideways(kings, notA, notH)
	row := v.or(sides, kings)
	return v.or3(sides, v.shift(row, +8), v.shift(row, -8))
}

// knightSteps returns the jumps of knights: one file and two ranks, or two files
// and one rank.
func (v *isa) knightSteps(knights, notA, notH Op) reg.VecVirtual {
	one := v.sideways(knights, notA, notH)
	two := v.sideways2(knights)
	return v.or(v.or(v.shift(one, +16), v.shift(one, -16)), v.or(v.shift(two, +8), v.shift(two, -8)))
}

// sideways2 returns x two files to the east and to the west.
func (v *isa) sideways2(x Op) reg.VecVirtual {
	const notAB, notGH = 0xfcfcfcfcfcfcfcfc, 0x3f3f3f3f3f3f3f3f
	return v.accAnd(v.and(v.shift(x, +2), v.broadcast(notAB)), v.shift(x, -2), v.broadcast(notGH))
}

// pawnSteps returns the captures of pawns that go up in lanes where black is
// set, or where it is not if up is false, and down in the others.
func (v *isa) pawnSteps(pawns, notA, notH, black Op, up bool) reg.VecVirtual {
	x := v.sideways(pawns, notA, notH)
	above, below := v.shift(x, +8), v.shift(x, -8)
	if !up {
		above, below = below, above
	}
	// below ^ (above ^ below) & black
	return v.xor(v.and(v.xor(above, below), black), below)
}

// slidersBatch and leapsBatch are the two halves of AttacksBatch around the root
// package's SliderAttacksBatch: the sets that it takes, and what it lacks.
func (v *isa) slidersBatch() {
	name := "slidersBatch"
	kernel(name+v.name, "func(diagonal, orthogonal, empty *uint64, planes *[4][]uint64, black uint64, from, n int)")
	v.batchComment(name, "diagonal[i], orthogonal[i] and empty[i] to the sliders of a side and the empty squares of board from+i, black being ^0 or 0,")
	diagonal, orthogonal, empty := Load(Param("diagonal"), GP64()), Load(Param("orthogonal"), GP64()), Load(Param("empty"), GP64())
	planes, from, n := v.boardsParams()
	// The outputs begin at 0, so their addresses are moved back.
	for _, p := range []reg.Register{diagonal, orthogonal, empty} {
		NEGQ(from)
		LEAQ(Mem{Base: p, Index: from, Scale: 8}, p)
		NEGQ(from)
	}
	black := v.broadcastParam("black")
	v.streamFrom("", from, n, func(load loader, store storer) {
		b := v.loadBoard(load, planes)
		own := b.side(black)
		store(b.diagonal(own), diagonal)
		store(b.orthogonal(own), orthogonal)
		store(b.empty(), empty)
	})
	finish()
}

func (v *isa) leapsBatch() {
	name := "leapsBatch"
	kernel(name+v.name, "func(dst *uint64, planes *[4][]uint64, black uint64, from, n int)")
	v.batchComment(name, "dst[i] to dst[i] and the attacks of a side's pawns, knights and kings on board from+i, black being ^0 or 0,")
	dst := Load(Param("dst"), GP64())
	planes, from, n := v.boardsParams()
	NEGQ(from)
	LEAQ(Mem{Base: dst, Index: from, Scale: 8}, dst)
	NEGQ(from)
	black := v.broadcastParam("black")
	notA, notH := v.broadcast(notAFile), v.broadcast(notHFile)
	v.streamFrom("", from, n, func(load loader, store storer) {
		b := v.loadBoard(load, planes)
		own := b.side(black)
		x := v.or(load(dst), v.kingSteps(b.kings(own), notA, notH))
		x = v.or(x, v.knightSteps(b.knights(own), notA, notH))
		store(v.or(x, v.pawnSteps(b.pawns(own), notA, notH, black, false)), dst)
	})
	finish()
}

// side returns the pieces of one side, black being all bits or none.
func (b *codeBoard) side(black Op) reg.VecVirtual {
	v := b.v
	return v.xor(v.notAnd(b.black(), b.occ), v.and(b.occ, black))
}

func (v *isa) boardsParams() (planes [4]reg.GPVirtual, from, n reg.GPVirtual) {
	inputs := pointer("planes")
	for p := range planes {
		planes[p] = GP64()
		MOVQ(inputs.Offset(24*p), planes[p])
	}
	from, n = GP64(), GP64()
	Load(Param("from"), from)
	Load(Param("n"), n)
	return planes, from, n
}

func (v *isa) loadBoard(load loader, planes [4]reg.GPVirtual) *codeBoard {
	var g [4]reg.VecVirtual
	for p := range g {
		g[p] = load(planes[p])
	}
	return v.codeBoard(g)
}

// clear zeroes a register. avo takes the xor of a register with itself for a use
// of what it held, which would keep it alive from the start; so zeros are loaded.
func (v *isa) clear(r reg.VecVirtual) { VPBROADCASTQ(constant(0), r) }

// negated returns all bits in lanes that hold 1, none in those that hold 0.
func (v *isa) negated(x Op) reg.VecVirtual {
	r := v.vec()
	v.clear(r)
	VPSUBQ(x, r, r)
	return r
}
