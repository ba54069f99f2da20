package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
)

// AttacksByKind contains the squares that a side attacks, by kind of piece. The attacks pass
// through the opponent's kings: the squares behind such a king are attacked too, so it cannot
// move there.
//
//	· r · · K ·  ->  ByRook: 1 · 1 1 1 1
//
// You can use it for mobility and king safety in an evaluation, and for the king's moves in a
// move generator. [Threats] has more sets, but its attacks end at kings.
type AttacksByKind struct {
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen, ByKing uint64

	// Attacked is the union of these six. If the other side has one king, this is the
	// Danger in its [Legality].
	Attacked uint64
}

// AttacksByKind returns what c's pieces attack, by kind. [AttacksByKind.Set] computes the
// same in place, without a copy.
func (b Board) AttacksByKind(c Color) (a AttacksByKind) {
	a.Set(b, c)
	return a
}

// Set computes the squares that c's pieces attack. It accepts any board and allocates nothing.
// It looks up each piece, because kernels with fills were not faster.
func (a *AttacksByKind) Set(b Board, c Color) {
	us := c.Other() & 1
	g0, g1, g2, foe := b.G0, b.G1, b.G2, b.GB^us.mask()
	heavy := g1 & g2 // kings and queens
	kings := heavy &^ g0
	occupied := g0 | (g1 ^ g2) | heavy&foe
	sliders := g0 & foe
	queens := sliders & heavy
	bishops, rooks := sliders&g1&^g2, sliders&^g1
	pawn := pawnAttacks(g1&^(g0|g2)&foe, us.Other())
	knight := knightsAttack(g2 &^ (g0 | g1) & foe)
	kings &= foe
	king := squares.KingFrom[bits.TrailingZeros64(kings)]
	if kings &= kings - 1; kings != 0 {
		king |= squares.KingAttacks(kings)
	}
	bishop, rook, queen := slidersAttack(bishops, rooks, queens, occupied)
	a.ByPawn, a.ByKnight, a.ByBishop, a.ByRook, a.ByQueen, a.ByKing = pawn, knight, bishop, rook, queen, king
	a.Attacked = pawn | knight | bishop | rook | queen | king
}
