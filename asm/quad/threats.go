package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// threats emits the threats of one position.
func threats(v *emit.ISA) {
	emit.Kernel("threats"+v.Name, fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.ThreatSets))
	Doc("threats"+v.Name+" sets dst[k] to set k of Threats for side us, which is 0 or 1.", "It works like threatsGeneric.")
	t := &threatLanes{kingLines: kingLines{compass: newCompass(v)}, dst: emit.Pointer("dst")}
	t.extraAt = t.at(discoverers)
	t.look()
	t.unlessRare(t.at(checkers), t.storeCommon)
	t.storeCommon()
	// The rays of our king in the directions of checks.
	behind := t.union(t.Each(func(i int) emit.Vec { return whereHit(v, t.our[i], t.our[1-i], t.them) }))
	VMOVQ(t.foldWords(t.foldHalf(t.V.Or(behind, t.reached))).AsX(), t.at(danger))
	t.kingLines.store(t.at(checkers), t.occ)
	emit.Finish()
}

// threatLanes emits the threats of one position.
type threatLanes struct {
	kingLines
	dst Mem

	leaps, leapingCheckers Op // leaps is what their king, pawns and knights attack, in lanes 1 to 3

	// Unions of opposite directions.
	other, queen, their, reached emit.Vec
}

func (t *threatLanes) at(k int) Mem { return t.dst.Offset(8 * k) }

// look emits the fills and most sets that follow from them.
func (t *threatLanes) look() {
	v, set := t.V, emit.Set
	us, g := emit.Argument("us"), v.PlanesParam(emit.Pointer("board"))
	side := sideRows("threatsSides", us, [2][][4]uint64{
		{{8, 64, 64, 0}, {64, 8, 8, 0}, notBlack}, // white pawns go up
		{{64, 8, 8, 0}, {8, 64, 64, 0}, isBlack},
	})
	foe := v.Xor(g[3], side(2))
	heavy := v.And(g[1], g[2]) // queens and kings
	kings := v.NotAnd(g[0], heavy)
	// Bishops and queens are g0 & g1, rooks and queens g0 & (g2 | ^g1).
	movers := v.Eval(emit.Spent(v.Xor(g[1], oddLanes())).Or(set(heavy)).And(set(g[0])))
	them := v.And(movers, foe)
	t.them = t.keep(them)
	mark := v.Eval(set(foe).Choose(set(heavy), emit.Spent(movers))) // see sight
	occ := v.Eval(emit.Union(set(g[0]), set(g[1]), set(g[2])))
	t.occ, t.own = t.keep(occ), t.keep(v.NotAnd(foe, occ))
	if !v.Wide() { // if the planes stay in registers, start with the fills, because they take longer
		t.leapers(g, foe, side)
	}
	t.chain = t.chains(occ)
	x := t.attacks(t.chain, emit.Rays{them, them}, emit.Rays{kings, kings})
	m := t.attacks(t.chain, emit.Rays{mark, mark})[0]
	if v.Wide() {
		t.leapers(g, foe, side)
	}
	var s [2]sight
	for i := range s {
		s[i] = sight{v, x[0][i], m[i], x[1][i]}
	}
	their := t.Each(func(i int) emit.Vec { return s[i].theirKing() })
	t.our = t.Each(func(i int) emit.Vec { return s[i].ourKing() })
	t.line = t.Each(func(i int) emit.Vec { return v.And(t.our[i], x[0][1-i]) })
	ours := t.Each(func(i int) emit.Vec { return s[i].ours() })
	t.extra = v.And(t.union(t.Each(func(i int) emit.Vec { return v.And(their[i], ours[1-i]) })), t.own)
	t.their = t.union(their)
	t.other = t.union(t.Each(func(i int) emit.Vec { return s[i].other() }))
	t.queen = t.union(t.Each(func(i int) emit.Vec { return s[i].queen() }))
	t.check = v.Eval(emit.Spent(t.union(t.our)).And(set(t.them)).Or(set(t.leapingCheckers)))
}

// storeCommon stores the sets that do not depend on checks and pins. It stores attacked as
// danger.
func (t *threatLanes) storeCommon() {
	t.storeLower(t.foldHalf(t.their), t.at(bishopChecks))
	t.storeLower(t.foldHalf(t.other), t.at(byBishop))
	t.reached = t.V.Eval(emit.Union(emit.Spent(t.V.Or(t.other, t.queen)), emit.Set(t.leaps)))
	x := t.foldWords(t.foldHalves(t.queen, t.reached))
	t.V.Store(t.blend(x, t.leaps, 0b0010), t.at(byQueen)) // and byKing, attacked, danger
}

// leapers emits the sets of kings, pawns and knights, and stores two of them in dst. The lanes
// are our king, their king, their pawns, and their knights.
func (t *threatLanes) leapers(g [4]emit.Vec, foe emit.Vec, side func(row int) Mem) {
	v, set := t.V, emit.Set
	// Codes 110, 110, 010, 100 of g2, g1, g0.
	x := v.Eval(set(g[1]).Xor(set(lane(3))).And(set(g[2]).Xor(set(lane(2))), set(foe).Xor(set(lane(0))), set(g[0]).Not()))
	one := v.Or(v.Sideways(x, 1), v.Sideways(x, -1))
	two := v.Or(v.Sideways(x, 2), v.Sideways(x, -2))
	shifted := func(x emit.Vec, n int) *emit.Expr { return emit.Spent(v.Shift(x, n)) }
	knights := v.Eval(emit.Union(shifted(one, +16), shifted(one, -16), shifted(two, +8), shifted(two, -8)))
	pawn := v.Or(shiftLeft(one, side(0)), shiftRight(one, side(1)))
	row := v.Or(one, x)
	king := v.Eval(emit.Union(shifted(row, +8), shifted(row, -8), set(one)).And(set(lane(1))))

	byBoth := t.blend(pawn, knights, 0b1000)
	t.storeUpper(byBoth, t.at(byPawn)) // and byKnight
	t.leaps = t.keep(t.blend(king, byBoth, 0b1100))
	checks, from := YMM(), YMM()
	VPUNPCKHQDQ(knights.AsX(), byBoth.AsX(), checks.AsX())
	t.storeLower(checks, t.at(pawnChecks)) // and knightChecks
	VPUNPCKLQDQ(knights.AsX(), byBoth.AsX(), from.AsX())
	t.leapingCheckers = t.keep(v.And(from, t.upperHalf(x)))
}

// knightShifts contains the eight jumps of a knight by direction: jumps that shift to the left
// are at directions that shift to the left.
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

// pawnWrap returns the wrap mask of d if pawns that move forward capture in direction
// d, and otherwise the empty set.
func pawnWrap(d, forward koggestone.Direction) uint64 {
	if d == (forward+1)&7 || d == (forward-1)&7 {
		return emit.Directions[d].Wrap()
	}
	return 0
}
