package quad

import "github.com/koggestone/koggestone/internal/squares"

// EnPassantCapturers returns the pawns that may legally capture en passant on
// the square of target, whether b stores it or not: on the sixth rank white
// pawns, on the third black ones. Captures that would leave the capturer's king
// attacked are left out. There are none if target is not one empty square of those
// ranks, if the pawn that would be captured is not in front of it, or if the square
// that it came from is not empty.
//
//	. . . . . . . .
//	. . x . . . . .   came from here
//	. . * . . . . .   target
//	. P p . . . . .   P captures p
//
// A board should have a target only where this set is not empty, and
// [Board.Validate] asks for it. Then two positions with the same legal moves are
// not kept apart by a target that nobody can capture on.
func (b Board) EnPassantCapturers(target uint64) uint64 {
	var us Color
	var victim, origin uint64
	switch {
	case target == 0 || target&(target-1) != 0 || target&b.Occupied() != 0:
		return 0
	case target&squares.Rank6 != 0:
		us, victim, origin = White, target>>8, target<<8
	case target&squares.Rank3 != 0:
		us, victim, origin = Black, target<<8, target>>8
	default:
		return 0
	}
	if victim&b.Pieces(us.Other(), Pawn) == 0 || origin&b.Occupied() != 0 {
		return 0
	}
	var legal uint64
	near := pawnAttacks(target, us.Other()) & b.Pieces(us, Pawn)
	for ; near != 0; near &= near - 1 {
		from := near & -near
		if !b.attackedAfter(from, target, victim, us) {
			legal |= from
		}
	}
	return legal
}

// attackedAfter reports whether a king of us is attacked once the pawn of us on
// from has gone to the empty square to and the piece on victim is off the board.
func (b Board) attackedAfter(from, to, victim uint64, us Color) bool {
	gone := from | to | victim
	b = Board{b.G0 &^ gone, b.G1&^gone | to, b.G2 &^ gone, b.GB&^gone | to&us.mask()}
	return b.Attacks(us.Other())&b.Pieces(us, King) != 0
}
