package quad

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// Attackers returns the pieces of colour c that attack at least one of targets. It takes
// the time of BishopAttacks and RookAttacks.
func (b Board) Attackers(c Color, targets uint64) uint64 {
	empty := b.Empty()
	return b.ByColor(c) & (koggestone.BishopAttacks(targets, empty)&b.Diagonal() |
		koggestone.RookAttacks(targets, empty)&b.Orthogonal() |
		squares.KnightAttacks(targets)&b.Knights() |
		squares.KingAttacks(targets)&b.Kings() |
		pawnAttacks(targets, c.Other())&b.Pawns())
}

// AttackFrom returns the squares from which a piece of colour c and kind k would attack at
// least one of targets, with all other pieces in place. The squares may be occupied. The
// colour matters only for pawns. For None the set is empty. It panics if k is not a kind.
func (b Board) AttackFrom(c Color, k Kind, targets uint64) uint64 {
	k.check()
	empty := b.Empty()
	switch k {
	case Pawn:
		return pawnAttacks(targets, c.Other())
	case Knight:
		return squares.KnightAttacks(targets)
	case King:
		return squares.KingAttacks(targets)
	case Bishop:
		return koggestone.BishopAttacks(targets, empty)
	case Rook, CastlingRook:
		return koggestone.RookAttacks(targets, empty)
	case Queen:
		return koggestone.QueenAttacks(targets, empty)
	}
	return 0
}

// Reach returns the squares that pieces of colour c and kind k reach in one move if pins
// and checks are ignored: the attacked squares without own pieces. For pawns these are
// pushes and captures, with en passant if the target is on the sixth rank for White or the
// third for Black. Castling is not included. For None the set is empty. It panics if k is
// not a kind.
func (v *Vision) Reach(c Color, k Kind) uint64 {
	if k == Pawn {
		return v.Board.pawnReach(c)
	}
	return v.AttacksBy(c, k) &^ v.Board.ByColor(c)
}

func (b Board) pawnReach(c Color) uint64 {
	forward := c.Forward()
	pawns, empty := b.Pieces(c, Pawn), b.Empty()
	doubled, target := squares.Rank4, squares.Rank6
	if c&1 != 0 {
		doubled, target = squares.Rank5, squares.Rank3
	}
	once := koggestone.Step(pawns, forward) & empty
	twice := koggestone.Step(once, forward) & empty & doubled
	return once | twice | pawnAttacks(pawns, c)&(b.ByColor(c.Other())|b.EnPassant()&target)
}

// AttackingMoves returns the squares that pieces of colour c and kind mover reach in one
// move and from which a piece of kind k would attack one of targets. With mover and k =
// Bishop and the opponent's rooks and knights as targets, these are Isenberg's "target
// squares for attacking rooks or knights by bishop". If mover is Pawn and k another kind,
// the move is a promotion.
//
// The mover still counts as a blocker on its old square: it hides the squares behind it
// from a slider that moves back along a line.
func (v *Vision) AttackingMoves(c Color, mover, k Kind, targets uint64) uint64 {
	return v.Reach(c, mover) & v.Board.AttackFrom(c, k, targets)
}
