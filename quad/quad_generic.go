package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// The pure-Go twins of the kernels are compiled on every system, and run where there is no
// assembly.

// threatsGeneric sets t to the threats of b. us is White or Black. Boards without exactly one king on
// each side are rare, so the documented formulas are fast enough for them.
//
//asm:dispatch dst=t.sets() board=b.planes() us=uint64(us)
func threatsGeneric(t *Threats, b *Board, us Color) {
	if oneKingEach(b.Kings(), b.GB) {
		threatsLookups(t, b, us)
		return
	}
	v, them := b.Vision(), us.Other()
	*t = Threats{
		ByPawn: v.AttacksBy(them, Pawn), ByKnight: v.AttacksBy(them, Knight), ByBishop: v.AttacksBy(them, Bishop),
		ByRook: v.AttacksBy(them, Rook), ByQueen: v.AttacksBy(them, Queen), ByKing: v.AttacksBy(them, King),
		Attacked: v.Attacks(them), Danger: v.Danger(us),
		Checkers: v.Checkers(us), CheckMask: v.CheckMask(us), Pinned: v.Pinned(us), Pinners: v.Pinners(us),
		PawnChecks: v.CheckSquares(us, Pawn), KnightChecks: v.CheckSquares(us, Knight),
		BishopChecks: v.CheckSquares(us, Bishop), RookChecks: v.CheckSquares(us, Rook),
		Discoverers: v.Discoverers(us),
	}
}

// bothThreatsGeneric computes the threats for both sides: see threatsGeneric.
//
//asm:dispatch dst=t.sets() board=b.planes()
func bothThreatsGeneric(t *BothThreats, b *Board) {
	if oneKingEach(b.Kings(), b.GB) {
		t[Black].Discoverers = sideLookups(&t[White], b, White)
		t[White].Discoverers = sideLookups(&t[Black], b, Black)
		return
	}
	v := b.Vision()
	for c := range Color(2) {
		t[c] = SideThreats{
			ByPawn: v.AttacksBy(c, Pawn), ByKnight: v.AttacksBy(c, Knight), ByBishop: v.AttacksBy(c, Bishop),
			ByRook: v.AttacksBy(c, Rook), ByQueen: v.AttacksBy(c, Queen), ByKing: v.AttacksBy(c, King),
			Attacked: v.Attacks(c), AttackedTwice: v.AttackedTwice(c),
			Checkers: v.Checkers(c), Pinned: v.Pinned(c), Pinners: v.Pinners(c), Discoverers: v.Discoverers(c),
		}
	}
}

// legalityGeneric sets l to the legality of b. us is White or Black. If we have several kings,
// ours is the one on the lowest square.
//
//asm:dispatch dst=l.sets() board=b.planes() us=uint64(us)
func legalityGeneric(l *Legality, b *Board, us Color) {
	occupied := b.Occupied()
	own := b.ByColor(us)
	foe := occupied ^ own
	king := b.Kings() & own
	king &= -king
	square := bits.TrailingZeros64(king)
	knights, pawns := b.Knights()&foe, b.Pawns()&foe
	bishop, rook, queen := slidersAttack(b.Bishops()&foe, b.Rooks()&foe, b.Queens()&foe, occupied^king)
	danger := bishop | rook | queen | pawnAttacks(pawns, us.Other()) | knightsAttack(knights) | squares.KingAttacks(b.Kings()&foe)
	var checkers, between, blockers, pinners uint64
	if king != 0 {
		checkers, between, blockers, pinners = lines(square, b.Diagonal()&foe, b.Orthogonal()&foe, occupied, own)
		checkers |= squares.KnightFrom[square]&knights | pawnAttacks(king, us)&pawns
	}
	l.Checkers, l.CheckMask, l.Pinned, l.Pinners, l.Danger = checkers, checkMask(checkers, between), blockers&own, pinners, danger
}

// threatsBatchGeneric sets dst[k][i] to set k in the threats for side us[i] on board i, for
// lo <= i < hi.
//
//asm:dispatch us=(*uint8)(&us[{lo}])
func threatsBatchGeneric(dst *[threatSets][]uint64, planes *[4][]uint64, us []Color, lo, hi int) {
	for i := lo; i < hi; i++ {
		var t Threats
		threatsGeneric(&t, &Board{planes[PlaneG0][i], planes[PlaneG1][i], planes[PlaneG2][i], planes[PlaneGB][i]}, us[i]&1)
		for k, set := range t.sets() {
			dst[k][i] = set
		}
	}
}

//asm:dispatch board=b.planes()
func visionGeneric(dst *[8][4]uint64, b *Board) {
	gens := b.Generators()
	koggestone.MultiAttacks(dst, &gens, b.Empty())
}

// visionBatchGeneric sets dst[d][p][i] to plane p of the vision of board i in direction d,
// for lo <= i < hi.
//
//asm:dispatch
func visionBatchGeneric(dst *[8][4][]uint64, planes *[4][]uint64, lo, hi int) {
	for i := lo; i < hi; i++ {
		var rays [8][4]uint64
		visionGeneric(&rays, &Board{planes[PlaneG0][i], planes[PlaneG1][i], planes[PlaneG2][i], planes[PlaneGB][i]})
		for d := range dst {
			for p := range dst[d] {
				dst[d][p][i] = rays[d][p]
			}
		}
	}
}

// slidersBatchGeneric sets diagonal[i], orthogonal[i] and empty[i] to c's sliders and the
// empty squares on board lo+i.
//
//asm:dispatch local=diagonal,orthogonal,empty black=c.mask()
func slidersBatchGeneric(diagonal, orthogonal, empty []uint64, planes *[4][]uint64, c Color, lo, hi int) {
	for i := lo; i < hi; i++ {
		b := Board{planes[PlaneG0][i], planes[PlaneG1][i], planes[PlaneG2][i], planes[PlaneGB][i]}
		own := b.ByColor(c)
		diagonal[i-lo], orthogonal[i-lo], empty[i-lo] = b.Diagonal()&own, b.Orthogonal()&own, b.Empty()
	}
}

// leapsBatchGeneric adds the squares that c's pawns, knights and kings attack on board lo+i to
// dst[i].
//
//asm:dispatch local=dst black=c.mask()
func leapsBatchGeneric(dst []uint64, planes *[4][]uint64, c Color, lo, hi int) {
	for i := lo; i < hi; i++ {
		b := Board{planes[PlaneG0][i], planes[PlaneG1][i], planes[PlaneG2][i], planes[PlaneGB][i]}
		dst[i-lo] |= b.leaps(b.ByColor(c), c)
	}
}
