package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// threatsAVX2 emits the threats of one position. In most positions the side to move is not in
// check and has no pinned piece. Then a branch skips what follows from checks and pins.
func threatsAVX2() {
	emit.Kernel("threatsAVX2", fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.ThreatSets))
	Doc("threatsAVX2 sets dst[k] to set k of Threats for side us, which is 0 or 1.", "It works like threatsGeneric.")
	t := &threatsOfLanes{v: emit.AVX2}
	for _, m := range []*Mem{&t.them, &t.own, &t.occ, &t.leaps, &t.leapingCheckers} {
		*m = AllocLocal(32)
	}
	t.dst = emit.Pointer("dst")
	t.look()
	JNE(LabelRef("checkorpin"))
	t.storeCommon(t.sums())
	t.storeNone(t.at(checkers))
	emit.Finish()
	Label("checkorpin")
	t.checkOrPin()
	emit.Finish()
}

// threatsOfLanes emits the threats of one position.
type threatsOfLanes struct {
	v   *emit.ISA
	dst Mem

	kingLines
	// Sets in the frame. leaps is what their king, pawns and knights attack, in lanes 1 to 3.
	leaps, leapingCheckers Mem

	// Unions over both bundles.
	other, queen, their, discoverers emit.Vec
}

func (t *threatsOfLanes) at(k int) Mem { return t.dst.Offset(8 * k) }

// look emits the fills up to the test for checks and pins.
func (t *threatsOfLanes) look() {
	v := t.v
	g := v.PlanesParam(emit.Pointer("board"))
	foe := v.Xor(g[3], blackParam("us"))
	heavy := v.And(g[1], g[2]) // queens and kings
	kings := v.NotAnd(g[0], heavy)
	// Bishops and queens are g0 & g1, rooks and queens g0 & (g2 | ^g1).
	movers := v.And(v.Or(v.Xor(g[1], oddLanes()), heavy), g[0])
	them := v.And(movers, foe)
	v.Store(them, t.them)
	mark := v.Or(v.NotAnd(foe, movers), v.And(heavy, foe)) // see sight
	occ := v.Or(v.Or(g[0], g[1]), g[2])
	v.Store(occ, t.occ)
	v.Store(v.NotAnd(foe, occ), t.own)
	t.leapers(g, foe)

	up, down := compass()
	u, d := chainsTogether(up, down, occ)
	x := attackTogether(laneFill{up, u, them}, laneFill{down, d, them}, laneFill{up, u, kings}, laneFill{down, d, kings})
	y := attackTogether(laneFill{up, u, mark}, laneFill{down, d, mark})
	s := [2]sight{{v, x[0], y[0], x[2]}, {v, x[1], y[1], x[3]}}

	their := [2]emit.Vec{s[0].theirKing(), s[1].theirKing()}
	for i := range s {
		t.our[i] = s[i].ourKing()
		t.line[i] = v.And(t.our[i], s[1-i].them)
	}
	t.discoverers = v.And(v.AccAnd(v.And(their[0], s[1].ours()), their[1], s[0].ours()), t.own)
	t.their = v.Or(their[0], their[1])
	t.other = v.Or(s[0].other(), s[1].other())
	t.queen = v.Or(s[0].queen(), s[1].queen())
	t.check = v.Or(v.And(v.Or(t.our[0], t.our[1]), t.them), t.leapingCheckers)
	t.rare()
}

// leapers emits the sets of kings, pawns and knights, and stores two of them in dst. Lanes are
// our king, their king, their pawns, and their knights.
func (t *threatsOfLanes) leapers(g [4]emit.Vec, foe emit.Vec) {
	v := t.v
	us := emit.Argument("us")
	pawns := sideRows("threatsPawns", us, [2][2][4]uint64{
		{{8, 64, 64, 0}, {64, 8, 8, 0}}, // white pawns go up
		{{64, 8, 8, 0}, {8, 64, 64, 0}},
	})
	// Codes 110, 110, 010, 100 of g2, g1, g0.
	x := v.And(v.Xor(g[1], emit.Table("lane3", []uint64{0, 0, 0, all})), v.Xor(g[2], emit.Table("lane2", []uint64{0, 0, all, 0})))
	x = v.And(v.NotAnd(g[0], x), v.Xor(foe, emit.Table("lane0", []uint64{all, 0, 0, 0})))
	one := sideways(v, x, v.Broadcast(squares.NotFileA), v.Broadcast(squares.NotFileH))
	two := sideways2(v, x)
	knights := v.Or(v.Or(v.Shift(one, +16), v.Shift(one, -16)), v.Or(v.Shift(two, +8), v.Shift(two, -8)))
	pawn := v.Or(shiftLeft(one, pawns(0)), shiftRight(one, pawns(1)))
	row := v.Or(one, x)
	king := v.Or(v.Or(v.Shift(row, +8), v.Shift(row, -8)), one)

	byBoth := blend(pawn, knights, 0b1000)
	VEXTRACTI128(U8(1), byBoth, t.at(byPawn)) // and byKnight
	king = v.And(king, emit.Table("lane1", []uint64{0, all, 0, 0}))
	v.Store(blend(king, byBoth, 0b1100), t.leaps)
	checks, from := YMM(), YMM()
	VPUNPCKHQDQ(knights.AsX(), pawn.AsX(), checks.AsX())
	VMOVDQU(checks.AsX(), t.at(pawnChecks)) // and knightChecks
	VPUNPCKLQDQ(knights.AsX(), pawn.AsX(), from.AsX())
	VPAND(from.AsX(), upperHalf(x).AsX(), from.AsX())
	v.Store(from, t.leapingCheckers)
}

// sums returns the lanes of all attacks.
func (t *threatsOfLanes) sums() emit.Vec {
	v := t.v
	return v.Or(v.Or(t.other, t.queen), t.leaps)
}

// storeCommon stores the sets that do not depend on checks and pins, and attacked as danger.
func (t *threatsOfLanes) storeCommon(attacks emit.Vec) {
	v := t.v
	VMOVDQU(foldHalf(t.other).AsX(), t.at(byBishop))
	VMOVDQU(foldHalf(t.their).AsX(), t.at(bishopChecks))
	VMOVQ(foldWords(foldHalf(t.discoverers)).AsX(), t.at(discoverers))
	v.Store(blend(foldWords(foldHalves(t.queen, attacks)), t.leaps, 0b0010), t.at(byQueen)) // and byKing, attacked, danger
}

// foldWords returns the unions of the two words of each half, in both of them.
func foldWords(a emit.Vec) emit.Vec {
	r := YMM()
	VPSHUFD(U8(0x4e), a, r)
	return emit.AVX2.Or(a, r)
}

// checkOrPin emits the sets of positions with a check or a pin.
func (t *threatsOfLanes) checkOrPin() {
	v := t.v
	attacks := t.sums()
	t.storeCommon(attacks)
	none := v.Broadcast(0)
	for i := range t.our {
		// The rays of our king in the directions of checks.
		quiet := YMM()
		VPCMPEQQ(none, v.And(t.our[1-i], t.them), quiet)
		attacks = v.Or(v.NotAnd(quiet, t.our[i]), attacks)
	}
	VMOVQ(foldWords(foldHalf(attacks)).AsX(), t.at(danger))

	t.kingLines.store(t.at(checkers), t.occ)
}
