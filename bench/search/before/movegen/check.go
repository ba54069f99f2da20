package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/quad"
)

// InCheck reports whether the king of the side to move is attacked.
func (p Position) InCheck() bool { return inCheck(&p.Board, p.Side) }

// IsCheckmate reports whether the side to move is in check and has no legal move.
func (p Position) IsCheckmate() bool { return p.InCheck() && len(p.AppendLegalMoves(nil)) == 0 }

// IsLegal reports whether m is a legal move of p. Any Move may be asked about.
func (p Position) IsLegal(m Move) bool {
	var buf [32]Move // a piece has at most 28 moves: 27, and as king 8 and 2 by castling
	for _, legal := range appendMoves(buf[:0], &p.Board, p.Side, captures|quiets, 1<<m.From()) {
		if legal == m {
			return true
		}
	}
	return false
}

// GivesCheck reports whether the legal move m leaves the opponent in check.
func (p Position) GivesCheck(m Move) bool {
	var child Board
	play(&child, &p.Board, m, p.Side)
	return inCheck(&child, p.Side.Other())
}

func inCheck(b *Board, side quad.Color) bool { return checkers(b, side) != 0 }

// checkers returns the pieces that attack the king of side. The other king is one
// only on boards that are not legal.
func checkers(b *Board, side quad.Color) uint64 {
	them := b.ByColor(side.Other())
	king := b.Kings() &^ them
	sq := bits.TrailingZeros64(king) & 63
	occ := b.Occupied()
	return (knightTable[sq]&b.Knights() | kingTable[sq]&b.Kings() |
		koggestone.PawnAttacks(king, side.Forward())&b.Pawns() |
		rookAttacks(sq, occ)&b.Orthogonal() |
		bishopAttacks(sq, occ)&b.Diagonal()) & them
}
