package rivals

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/magics"
	"github.com/koggestone/koggestone/quad"
)

// Legality sets l as the method Set of quad.Legality does, for a position with a king on each
// side, as engines do: lookups from the king by fancy magics, and a loop over the opponent's
// pieces for danger.
func Legality(l *quad.Legality, bb *quad.Bitboards, us quad.Color) {
	t := &leapers
	own, foe := bb.White, bb.Black
	if us == quad.Black {
		own, foe = foe, own
	}
	occupied := own | foe
	king := bits.TrailingZeros64(bb.Kings&own) & 63
	diagonal, orthogonal := (bb.Bishops|bb.Queens)&foe, (bb.Rooks|bb.Queens)&foe
	bishopRays, rookRays := magics.Bishop(king, occupied), magics.Rook(king, occupied)
	l.Checkers = bishopRays&diagonal | rookRays&orthogonal |
		(t.knight[king]&bb.Knights|t.pawn[us&1][king]&bb.Pawns)&foe
	l.CheckMask = checkMask(king, l.Checkers)
	l.Pinned, l.Pinners = blockers(king, occupied, own, diagonal, orthogonal, bishopRays, rookRays)
	without := occupied &^ (1 << king)
	l.Danger = pawnsAttack(bb.Pawns&foe, us.Other()) | knightsAttack(bb.Knights&foe) |
		bishops(diagonal, without) | rooks(orthogonal, without) | t.king[bits.TrailingZeros64(bb.Kings&foe)&63]
}

// pawnsAttack returns what a side's pawns attack: all at once in two shifts, as in any
// engine.
func pawnsAttack(pawns uint64, c quad.Color) uint64 {
	if c == quad.White {
		return pawns<<7&notH | pawns<<9&notA
	}
	return pawns>>9&notH | pawns>>7&notA
}

func knightsAttack(knights uint64) (attacks uint64) {
	for ; knights != 0; knights &= knights - 1 {
		attacks |= leapers.knight[bits.TrailingZeros64(knights)&63]
	}
	return attacks
}

// checkMask returns where a move ends the check of these checkers.
func checkMask(king int, checkers uint64) uint64 {
	switch {
	case checkers == 0:
		return ^uint64(0)
	case checkers&(checkers-1) == 0:
		return checkers | leapers.between[king][bits.TrailingZeros64(checkers)&63]
	}
	return 0
}
