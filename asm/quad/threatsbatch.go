package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// threatsBatch emits the threats of boards in lanes. Sets and sums live in
// memory; the fills take the registers.
func threatsBatch(v *emit.ISA) {
	name := "threatsBatch"
	emit.Kernel(name+v.Name, fmt.Sprintf("func(dst *[%d][]uint64, planes *[4][]uint64, us *uint8, from, n int, room *[%d]uint64)", layout.ThreatSets, len(layout.ThreatsRoom{})))
	v.BatchComment(name, "dst[k][from+i] to set k of the threats of board from+i for side us[from+i], the lowest bit, for every k and")
	dst := emit.Pointer("dst")
	us := Load(Param("us"), GP64())
	room := emit.AlignedPointer("room", 64)
	planes, from, n := boardsParams(v)
	at := func(i int) Mem { return room.Offset(64 * i) }
	v.StreamBytes("", from, n, func(load emit.Loader, store emit.Storer, bytes emit.Loader) {
		black := v.Negated(v.And(bytes(us), v.Broadcast(1)))
		t := &threatSum{v: v, at: at}
		t.sums(sidesOf(loadBoard(v, load, planes), black), black)
		for k := range layout.ThreatSets {
			p := GP64()
			MOVQ(dst.Offset(24*k), p)
			store(v.Load(at(k)), p)
		}
	})
	emit.Finish()
}

// sides are the sets of pieces that the threats of a board start from.
type sides struct {
	empty, own, foe, king, foeKing, kings Op
	them, mark                            [2]emit.Vec // by diagonal (0) and orthogonal (1)
	foePawns, foeKnights                  emit.Vec
}

// sides emits them. us has all bits set in lanes with black to move, else none.
func sidesOf(b *emit.Board, us Op) *sides {
	v := b.V
	s := &sides{empty: b.Empty()}
	own := b.Side(us)
	foe := v.Xor(own, b.Occupied)
	s.own, s.foe = own, foe
	king, foeKing := b.Kings(own), b.Kings(foe)
	s.king, s.foeKing, s.kings = king, foeKing, v.Or(king, foeKing)
	heavy := v.Or(b.Queens(foe), foeKing)
	s.them = [2]emit.Vec{b.Diagonal(foe), b.Orthogonal(foe)}
	s.mark = [2]emit.Vec{v.Or(heavy, b.Diagonal(own)), v.Or(heavy, b.Orthogonal(own))}
	s.foePawns, s.foeKnights = b.Pawns(foe), b.Knights(foe)
	return s
}

// A threatSum adds up the sets of Threats in memory, a slot of a register each.
type threatSum struct {
	v    *emit.ISA
	at   func(int) Mem
	full [layout.ThreatSets]bool
}

// keep stores x in a slot behind the sets and returns the slot.
func (t *threatSum) keep(i int, x Op) Mem {
	m := t.other(i)
	t.v.Store(x, m)
	return m
}

// other returns the slot behind the sets.
func (t *threatSum) other(i int) Mem {
	if i >= layout.ThreatsKept {
		panic("threatsBatch: the room is too small")
	}
	return t.at(layout.ThreatSets + i)
}

// or joins x to set k.
func (t *threatSum) or(k int, x emit.Vec) {
	if t.full[k] {
		x = t.v.Or(x, t.at(k))
	}
	t.full[k] = true
	t.v.Store(x, t.at(k))
}

// sums emits everything. Directions are taken in opposite pairs, as lines need
// both.
func (t *threatSum) sums(s *sides, black emit.Vec) {
	v := t.v
	blackAt := t.keep(0, black)
	empty, own := t.keep(1, s.empty), t.keep(2, s.own)
	king, kings, foeKing := t.keep(3, s.king), t.keep(4, s.kings), t.keep(5, s.foeKing)
	var them, mark [2]Mem
	for i := range them {
		them[i], mark[i] = t.keep(6+2*i, s.them[i]), t.keep(7+2*i, s.mark[i])
	}
	foePawns, foeKnights := t.keep(10, s.foePawns), t.keep(11, s.foeKnights)
	line := t.other(12)
	lined := false

	notA, notH := v.Broadcast(emit.NotAFile), v.Broadcast(emit.NotHFile)
	masks := map[uint64]Op{emit.NotAFile: notA, emit.NotHFile: notH}
	for i := range 4 {
		kind := i % 2 // diagonal or orthogonal
		pair := [2]emit.Direction{emit.Directions[i], emit.Directions[i+4]}
		var sights [2]sight
		for k, d := range pair {
			x := v.NewPropagator(v.Load(empty), masks).Attacks(d, v.Load(them[kind]), v.Load(mark[kind]), v.Load(kings))
			sights[k] = sight{v, x[0], x[1], x[2]}
		}
		a, b := sights[0], sights[1]
		t.or(byBishop+kind, v.Or(a.other(), b.other()))
		t.or(byQueen, v.Or(a.queen(), b.queen()))
		theirA, theirB := a.theirKing(), b.theirKing()
		t.or(bishopChecks+kind, v.Or(theirA, theirB))
		t.or(discoverers, v.Or(v.And(theirA, b.ours()), v.And(theirB, a.ours())))
		ourA, ourB := a.ourKing(), b.ourKing()
		t.or(checkers, v.And(v.Or(ourA, ourB), them[kind]))
		lineA, lineB := v.And(ourA, b.them), v.And(ourB, a.them)
		t.or(danger, v.Or(whereHit(v, ourA, a.them, king), whereHit(v, ourB, b.them, king)))
		x := v.Or(lineA, lineB)
		if lined {
			x = v.Or(x, line)
		}
		lined = true
		v.Store(x, line)
		// The one further fill, from the pinned piece to the pinner.
		for k, l := range [2]emit.Vec{lineA, lineB} {
			y := v.NewPropagator(v.Load(empty), masks).Attacks(pair[k], v.And(l, own))
			t.or(pinners, v.And(y[0], them[kind]))
		}
	}
	t.or(pinned, v.And(v.Load(line), own))
	d := v.And(v.Load(t.at(discoverers)), own)
	v.Store(d, t.at(discoverers))

	// Leapers.
	t.or(byKing, kingSteps(v, v.Load(foeKing), notA, notH))
	t.or(byKnight, knightSteps(v, v.Load(foeKnights), notA, notH))
	t.or(knightChecks, knightSteps(v, v.Load(foeKing), notA, notH))
	k := v.Load(king)
	t.or(checkers, v.And(knightSteps(v, k, notA, notH), foeKnights))
	// Their pawns go up where we are black.
	t.or(byPawn, pawnSteps(v, v.Load(foePawns), notA, notH, blackAt, true))
	t.or(pawnChecks, pawnSteps(v, v.Load(foeKing), notA, notH, blackAt, true))
	t.or(checkers, v.And(pawnSteps(v, k, notA, notH, blackAt, false), foePawns))

	all := v.Load(t.at(byPawn))
	for k := byKnight; k <= byKing; k++ {
		all = v.Or(all, t.at(k))
	}
	t.or(attacked, all)
	t.or(danger, all)

	// The check mask: everything without a checker, nothing with several. c & c-1
	// is what is left without the lowest.
	c := v.Load(t.at(checkers))
	one, zero := v.Ones(), v.Vec()
	v.Clear(zero)
	less := v.Pick(VPADDQ, VPADDQ, c, one)
	mask := v.AccAnd(v.CopyOf(c), v.Load(line), empty)
	v.Store(ifZero(v, c, one, ifZero(v, v.And(less, c), mask, zero)), t.at(checkMask))
}

// whereHit returns x in lanes where a & b is not empty, else nothing.
func whereHit(v *emit.ISA, x, a emit.Vec, b Op) emit.Vec {
	if v.Wide() {
		k := K()
		VPTESTMQ(b, a, k)
		r := v.Vec()
		VMOVDQA64_Z(x, k, r)
		return r
	}
	hit, zero := v.And(a, b), v.Vec()
	v.Clear(zero)
	none := v.Vec()
	VPCMPEQQ(zero, hit, none)
	return v.NotAnd(none, x)
}

// ifZero returns yes in lanes where test is nothing, else no.
func ifZero(v *emit.ISA, test, yes, no emit.Vec) emit.Vec {
	if v.Wide() {
		k := K()
		VPTESTNMQ(test, test, k)
		r := v.CopyOf(no)
		VMOVDQA64(yes, k, r)
		return r
	}
	r := v.Vec()
	zero, mask := v.Vec(), v.Vec()
	v.Clear(zero)
	VPCMPEQQ(zero, test, mask)
	VPBLENDVB(mask, yes, no, r)
	return r
}
