package quad

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// Attackers returns the pieces of colour c that attack at least one of targets. It
// costs what the attacks of a set of bishops and of one of rooks cost.
func (b Board) Attackers(c Color, targets uint64) uint64 {
	empty := b.Empty()
	return b.ByColor(c) & (koggestone.BishopAttacks(targets, empty)&b.Diagonal() |
		koggestone.RookAttacks(targets, empty)&b.Orthogonal() |
		squares.KnightAttacks(targets)&b.Knights() |
		squares.KingAttacks(targets)&b.Kings() |
		pawnAttacks(targets, c.Other())&b.Pawns())
}

// AttackFrom returns the squares from which a piece of colour c and kind k would
// attack at least one of targets, all pieces staying where they stand; occupied
// squares are among them. The colour matters for pawns alone. For None there are
// none. It panics if k is not a kind.
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

// Reach returns the squares that pieces of colour c and kind k reach in one move,
// if pins and checks are ignored: the squares that they attack and that no piece of
// their own side occupies. For pawns they are the pushes and captures, en passant
// included if the target is on the sixth rank for White, on the third for Black.
// Castling is left out. For None there are none. It panics if k is not a kind.
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

// AttackingMoves returns the squares that pieces of colour c and kind mover reach
// in one move and from which a piece of kind k would attack one of targets. With
// mover = k = Bishop and the opponent's rooks and knights as targets these are
// Isenberg's "target squares for attacking rooks or knights by bishop"; a pawn as
// mover and another k is a promotion on the last rank.
//
// The mover still stands where it comes from: a slider that goes back along a
// line hides the squares behind it from its target.
func (v *Vision) AttackingMoves(c Color, mover, k Kind, targets uint64) uint64 {
	return v.Reach(c, mover) & v.Board.AttackFrom(c, k, targets)
}
