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
// If it is in check this costs [Position.CountLegal], as [Position.IsStalemate]
// does if it is not.
func (p *Position) IsCheckmate() bool { return p.InCheck() && p.CountLegal() == 0 }

// IsStalemate reports whether the side to move is not in check and has no legal
// move.
func (p *Position) IsStalemate() bool { return !p.InCheck() && p.CountLegal() == 0 }

// IsLegal reports whether m is a legal move of p. Any Move may be asked about. To ask
// about several moves of a position use a [Node].
func (p *Position) IsLegal(m Move) bool {
	var v view
	v.look(&p.Board, p.Side)
	return v.isLegal(m)
}

// GivesCheck reports whether the legal move m leaves the opponent in check. To ask
// about several moves of a position use a [Node].
func (p *Position) GivesCheck(m Move) bool {
	var child quad.Board
	play(&child, &p.Board, m, p.Side)
	return inCheck(&child, p.Side.Other())
}

func inCheck(b *quad.Board, side quad.Color) bool { return checkers(b, side) != 0 }

// checkers returns the pieces that attack the king of side. The other king is one
// only on boards that are not legal.
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
