package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// threatsBatch emits the threats of boards in lanes. Sets and sums are in memory, because
// the fills need the registers.
func threatsBatch(v *emit.ISA) {
	name := "threatsBatch"
	emit.Kernel(name+v.Name, fmt.Sprintf("func(dst *[%d][]uint64, planes *[4][]uint64, us *uint8, from, n int, room *[%d]uint64)", layout.ThreatSets, len(layout.ThreatsRoom{})))
	v.BatchComment(name, "dst[k][from+i] to set k of the threats of board from+i for side us[from+i], the lowest bit, for every k and")
	dst := emit.Pointer("dst")
	us := emit.Argument("us")
	t := newThreatSum(v)
	planes, from, n := boardsParams()
	v.StreamBytes("", from, n, func(load emit.Loader, store emit.Storer, bytes emit.Loader) {
		black := v.Negated(v.And(bytes(us), v.Broadcast(1)))
		t.load(loadBoard(v, load, planes), black)
		t.lines()
		t.leapers()
		t.restrict()
		for k, m := range t.sets {
			p := emit.Register(dst.Offset(24 * k))
			store(v.Load(m), p)
		}
	})
	emit.Finish()
}

// A threatSum contains the sets of Threats in memory, which the steps add to. The methods
// are the steps, in the order of threatsBatch.
type threatSum struct {
	v     *emit.ISA
	sets  [layout.ThreatSets]Mem
	begun [layout.ThreatSets]bool // the sets that already contain something
	line  Mem                     // between the own king and opposing sliders, including pinned pieces
	masks map[uint64]Op
	notA  Op
	notH  Op

	// The pieces that the threats start from, by load.
	black                Mem // all bits if Black is to move, otherwise none
	empty, own           Mem
	king, kings, foeKing Mem
	them, mark           [2]Mem // by kind of slider, see sight
	foePawns, foeKnights Mem
}

func newThreatSum(v *emit.ISA) *threatSum {
	t := &threatSum{v: v}
	room := v.NewRoom(len(layout.ThreatsRoom{}))
	for k := range t.sets {
		t.sets[k] = room.Slot()
	}
	for _, m := range []*Mem{&t.black, &t.empty, &t.own, &t.king, &t.kings, &t.foeKing,
		&t.them[0], &t.mark[0], &t.them[1], &t.mark[1], &t.foePawns, &t.foeKnights, &t.line} {
		*m = room.Slot()
	}
	return t
}

// or joins x to set k.
func (t *threatSum) or(k int, x emit.Vec) {
	if t.begun[k] {
		x = t.v.Or(x, t.sets[k])
	}
	t.begun[k] = true
	t.v.Store(x, t.sets[k])
}

// load computes the pieces and starts new sums.
func (t *threatSum) load(b *emit.Board, black emit.Vec) {
	v := t.v
	clear(t.begun[:])
	v.Store(black, t.black)
	v.Store(b.Empty(), t.empty)
	own := b.Side(black)
	foe := v.Xor(own, b.Occupied)
	v.Store(own, t.own)
	king, foeKing := b.Kings(own), b.Kings(foe)
	v.Store(king, t.king)
	v.Store(foeKing, t.foeKing)
	v.Store(v.Or(king, foeKing), t.kings)
	heavy := v.Or(b.Queens(foe), foeKing)
	v.Store(b.Diagonal(foe), t.them[0])
	v.Store(b.Orthogonal(foe), t.them[1])
	v.Store(v.Or(heavy, b.Diagonal(own)), t.mark[0])
	v.Store(v.Or(heavy, b.Orthogonal(own)), t.mark[1])
	v.Store(b.Pawns(foe), t.foePawns)
	v.Store(b.Knights(foe), t.foeKnights)
	t.notA, t.notH = v.Broadcast(squares.NotFileA), v.Broadcast(squares.NotFileH)
	t.masks = map[uint64]Op{squares.NotFileA: t.notA, squares.NotFileH: t.notH}
}

func (t *threatSum) attacks(d emit.Direction, sets ...Op) []emit.Vec {
	return t.v.NewPropagator(t.v.Load(t.empty), t.masks).Attacks(d, sets...)
}

// lines adds what sliders and rays from the kings contribute. Opposite directions are
// computed together, because lines need both.
func (t *threatSum) lines() {
	v := t.v
	for i := range 4 {
		kind := i % 2 // diagonal or orthogonal
		pair := [2]emit.Direction{emit.Directions[i], emit.Directions[i+4]}
		var sights [2]sight
		for k, d := range pair {
			x := t.attacks(d, v.Load(t.them[kind]), v.Load(t.mark[kind]), v.Load(t.kings))
			sights[k] = sight{v, x[0], x[1], x[2]}
		}
		a, b := sights[0], sights[1]
		t.or(byBishop+kind, v.Or(a.other(), b.other()))
		t.or(byQueen, v.Or(a.queen(), b.queen()))
		theirA, theirB := a.theirKing(), b.theirKing()
		t.or(bishopChecks+kind, v.Or(theirA, theirB))
		t.or(discoverers, v.Or(v.And(theirA, b.ours()), v.And(theirB, a.ours())))
		ourA, ourB := a.ourKing(), b.ourKing()
		t.or(checkers, v.And(v.Or(ourA, ourB), t.them[kind]))
		lineA, lineB := v.And(ourA, b.them), v.And(ourB, a.them)
		t.or(danger, v.Or(whereHit(v, ourA, a.them, t.king), whereHit(v, ourB, b.them, t.king)))
		line := v.Or(lineA, lineB)
		if i > 0 {
			line = v.Or(line, t.line)
		}
		v.Store(line, t.line)
		// One more fill goes from the pinned piece to the pinner.
		for k, l := range [2]emit.Vec{lineA, lineB} {
			x := t.attacks(pair[k], v.And(l, t.own))
			t.or(pinners, v.And(x[0], t.them[kind]))
		}
	}
	t.or(pinned, v.And(v.Load(t.line), t.own))
	v.Store(v.And(v.Load(t.sets[discoverers]), t.own), t.sets[discoverers])
}

// leapers adds what kings, knights and pawns contribute.
func (t *threatSum) leapers() {
	v := t.v
	knights := func(x emit.Vec) emit.Vec { return knightSteps(v, x, t.notA, t.notH) }
	// Their pawns go up if we are Black.
	theirPawns := func(x emit.Vec) emit.Vec { return pawnSteps(v, x, t.notA, t.notH, t.black, true) }
	ourPawns := func(x emit.Vec) emit.Vec { return pawnSteps(v, x, t.notA, t.notH, t.black, false) }
	t.or(byKing, kingSteps(v, v.Load(t.foeKing), t.notA, t.notH))
	t.or(byKnight, knights(v.Load(t.foeKnights)))
	t.or(knightChecks, knights(v.Load(t.foeKing)))
	king := v.Load(t.king)
	t.or(checkers, v.And(knights(king), t.foeKnights))
	t.or(byPawn, theirPawns(v.Load(t.foePawns)))
	t.or(pawnChecks, theirPawns(v.Load(t.foeKing)))
	t.or(checkers, v.And(ourPawns(king), t.foePawns))

	all := v.Load(t.sets[byPawn])
	for k := byKnight; k <= byKing; k++ {
		all = v.Or(all, t.sets[k])
	}
	t.or(attacked, all)
	t.or(danger, all)
}

// restrict sets the check mask: all squares if there is no checker, and none if there are
// several. c & c-1 is c without the lowest square.
func (t *threatSum) restrict() {
	v := t.v
	c := v.Load(t.sets[checkers])
	one, zero := v.Ones(), v.Vec()
	v.Clear(zero)
	less := v.Pick(VPADDQ, VPADDQ, c, one)
	mask := v.AccAnd(v.CopyOf(c), v.Load(t.line), t.empty)
	v.Store(ifZero(v, c, one, ifZero(v, v.And(less, c), mask, zero)), t.sets[checkMask])
}

// whereHit returns x in lanes where a & b is not empty, and otherwise the empty set.
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

// ifZero returns yes in lanes where test is empty, and otherwise no.
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
