package quad

import "github.com/koggestone/koggestone/internal/squares"

// EnPassantCapturers returns the pawns that may legally capture en passant on target,
// whether or not b stores it as its target: white pawns if target is on the sixth rank, and
// black pawns if it is on the third. A capture that would leave the own king attacked is
// not legal. The result is empty if target is not a single empty square on these ranks, if
// there is no pawn to capture, or if the square that this pawn came from is not empty.
//
//	· · · · · · · ·
//	· · x · · · · ·   came from here
//	· · * · · · · ·   target
//	· P p · · · · ·   P captures p
//
// A board should store a target only if this set is not empty, which [Board.Validate]
// checks. Then positions with the same legal moves are equal.
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

// attackedAfter reports whether a king of us is attacked after the pawn on from has moved
// to the empty square to and the piece on victim is captured.
func (b Board) attackedAfter(from, to, victim uint64, us Color) bool {
	gone := from | to | victim
	b = Board{b.G0 &^ gone, b.G1&^gone | to, b.G2 &^ gone, b.GB&^gone | to&us.mask()}
	return b.Attacks(us.Other())&b.Pieces(us, King) != 0
}
