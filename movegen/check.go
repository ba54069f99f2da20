package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// InCheck reports whether the king of the side to move is attacked.
func (p *Position) InCheck() bool { return inCheck(&p.Board, p.Side) }

// Checkers returns the pieces that attack the king of the side to move.
func (p *Position) Checkers() uint64 { return checkers(&p.Board, p.Side) }

// IsCheckmate reports whether the side to move is in check and has no legal move.
// It calls [Position.CountLegal] only in check, and [Position.IsStalemate] only when not
// in check.
func (p *Position) IsCheckmate() bool { return p.InCheck() && p.CountLegal() == 0 }

// IsStalemate reports whether the side to move is not in check and has no legal
// move.
func (p *Position) IsStalemate() bool { return !p.InCheck() && p.CountLegal() == 0 }

// IsLegal reports whether m is a legal move of p. m may be any value. For several moves of
// a position use a [Node].
func (p *Position) IsLegal(m Move) bool {
	var v view
	v.look(&p.Board, p.Side)
	return v.isLegal(m)
}

// GivesCheck reports whether the legal move m leaves the opponent in check. For several
// moves of a position use a [Node].
func (p *Position) GivesCheck(m Move) bool {
	var child quad.Board
	play(&child, &p.Board, m, p.Side)
	return inCheck(&child, p.Side.Other())
}

func inCheck(b *quad.Board, side quad.Color) bool { return checkers(b, side) != 0 }

// checkers returns the pieces that attack the king of side. They include the other king
// only on boards that are not valid.
func checkers(b *quad.Board, side quad.Color) uint64 {
	them := b.ByColor(side.Other())
	king := b.Kings() &^ them
	sq := bits.TrailingZeros64(king) & 63
	occ := b.Occupied()
	return (squares.KnightFrom[sq]&b.Knights() | squares.KingFrom[sq]&b.Kings() |
		koggestone.PawnAttacks(king, side.Forward())&b.Pawns() |
		rookAttacks(sq, occ)&b.Orthogonal() |
		bishopAttacks(sq, occ)&b.Diagonal()) & them
}
