package rivals

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// Threats computes t like the method Set of quad.Threats, for a position with one king on
// each side, in the way that engines do: by a loop over the pieces of each kind, with fancy
// magics for sliders and tables for the others. Pinners are the sliders that would attack
// the king if the nearest pieces around it were not there.
func Threats(t *quad.Threats, bb *quad.Bitboards, us quad.Color) {
	own, foe := bb.White, bb.Black
	if us == quad.Black {
		own, foe = foe, own
	}
	them := us.Other()
	occupied := own | foe
	king := bits.TrailingZeros64(bb.Kings&own) & 63
	foeKing := bits.TrailingZeros64(bb.Kings&foe) & 63

	*t = quad.Threats{}
	t.ByPawn = pawnsAttack(bb.Pawns&foe, them)
	t.ByKnight = knightsAttack(bb.Knights & foe)
	t.ByBishop = bishops(bb.Bishops&foe, occupied)
	t.ByRook = rooks(bb.Rooks&foe, occupied)
	queens := bb.Queens & foe
	t.ByQueen = bishops(queens, occupied) | rooks(queens, occupied)
	t.ByKing = squares.KingFrom[foeKing]
	t.Attacked = t.ByPawn | t.ByKnight | t.ByBishop | t.ByRook | t.ByQueen | t.ByKing

	diagonal, orthogonal := bb.Bishops|bb.Queens, bb.Rooks|bb.Queens
	bishopRays, rookRays := magicBishop(king, occupied), magicRook(king, occupied)
	onDiagonal, onLine := bishopRays&diagonal&foe, rookRays&orthogonal&foe
	t.Checkers = onDiagonal | onLine | (squares.KnightFrom[king]&bb.Knights|pawn[us&1][king]&bb.Pawns)&foe
	without := occupied &^ (1 << king)
	t.Danger = t.Attacked | bishops(onDiagonal, without) | rooks(onLine, without)
	t.CheckMask = checkMask(king, t.Checkers)
	t.Pinned, t.Pinners = blockers(king, occupied, own, diagonal&foe, orthogonal&foe, bishopRays, rookRays)

	t.PawnChecks, t.KnightChecks = pawn[them&1][foeKing], squares.KnightFrom[foeKing]
	t.BishopChecks, t.RookChecks = magicBishop(foeKing, occupied), magicRook(foeKing, occupied)
	t.Discoverers, _ = blockers(foeKing, occupied, own, diagonal&own, orthogonal&own, t.BishopChecks, t.RookChecks)
}

// blockers returns the sliders that attack the king through exactly one piece in own, and these
// pieces.
func blockers(king int, occupied, own, diagonal, orthogonal, bishopRays, rookRays uint64) (blockers, sliders uint64) {
	sliders = magicBishop(king, occupied&^(bishopRays&own))&^bishopRays&diagonal |
		magicRook(king, occupied&^(rookRays&own))&^rookRays&orthogonal
	for s := sliders; s != 0; s &= s - 1 {
		blockers |= slider.Between[king&63][bits.TrailingZeros64(s)&63] & occupied
	}
	return blockers, sliders
}

// Legality computes l like the method Set of quad.Legality, for a position with one king on
// each side, in the way that engines do: by look-ups from the king with fancy magics, and a
// loop over the opponent's pieces for danger.
func Legality(l *quad.Legality, bb *quad.Bitboards, us quad.Color) {
	own, foe := bb.White, bb.Black
	if us == quad.Black {
		own, foe = foe, own
	}
	occupied := own | foe
	king := bits.TrailingZeros64(bb.Kings&own) & 63
	diagonal, orthogonal := (bb.Bishops|bb.Queens)&foe, (bb.Rooks|bb.Queens)&foe
	bishopRays, rookRays := magicBishop(king, occupied), magicRook(king, occupied)
	l.Checkers = bishopRays&diagonal | rookRays&orthogonal |
		(squares.KnightFrom[king]&bb.Knights|pawn[us&1][king]&bb.Pawns)&foe
	l.CheckMask = checkMask(king, l.Checkers)
	l.Pinned, l.Pinners = blockers(king, occupied, own, diagonal, orthogonal, bishopRays, rookRays)
	without := occupied &^ (1 << king)
	l.Danger = pawnsAttack(bb.Pawns&foe, us.Other()) | knightsAttack(bb.Knights&foe) |
		bishops(diagonal, without) | rooks(orthogonal, without) | squares.KingFrom[bits.TrailingZeros64(bb.Kings&foe)&63]
}

// pawnsAttack returns the squares that a side's pawns attack, all at once by two
// shifts, as in any engine.
func pawnsAttack(pawns uint64, c quad.Color) uint64 {
	if c == quad.White {
		return pawns<<7&squares.NotFileH | pawns<<9&squares.NotFileA
	}
	return pawns>>9&squares.NotFileH | pawns>>7&squares.NotFileA
}

func knightsAttack(knights uint64) (attacks uint64) {
	for ; knights != 0; knights &= knights - 1 {
		attacks |= squares.KnightFrom[bits.TrailingZeros64(knights)&63]
	}
	return attacks
}

// checkMask returns the squares where a move ends the check by these checkers.
func checkMask(king int, checkers uint64) uint64 {
	switch {
	case checkers == 0:
		return ^uint64(0)
	case checkers&(checkers-1) == 0:
		return checkers | slider.Between[king][bits.TrailingZeros64(checkers)&63]
	}
	return 0
}
