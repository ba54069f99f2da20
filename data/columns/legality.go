package columns

import (
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A Validity is a value of the column legality: [Valid] if one can play on the position,
// and otherwise the first reason why not.
type Validity uint8

// The reasons.
const (
	Valid           Validity = iota
	WhiteKings               // White has no king or several
	BlackKings               // Black has no king or several
	PawnOnEndRank            // a pawn is on rank 1 or 8
	BadCastling              // a right to castle, but not with king and rook on the first rank
	BadEnPassant             // an en-passant target on the wrong rank or without a legal capture
	OpponentInCheck          // the side not to move is in check
)

var legalityNames = []string{"legal", "white kings", "black kings", "pawn on end rank", "castling", "en passant", "opponent in check"}

// String returns the validity in words: "legal", "white kings", "opponent in check".
func (l Validity) String() string { return legalityNames[l] }

// ValidityOf returns the validity of p. It checks the same conditions as
// [movegen.Position.Validate], in the same order.
func ValidityOf(p *movegen.Position) Validity {
	if p.Validate() == nil {
		return Valid
	}
	b := p.Board
	white, black := b.Kings()&^b.GB, b.Kings()&b.GB
	plain := b
	plain.GB &= b.Occupied()
	switch {
	case white == 0 || white&(white-1) != 0:
		return WhiteKings
	case black == 0 || black&(black-1) != 0:
		return BlackKings
	case b.Pawns()&(squares.Rank1|squares.Rank8) != 0:
		return PawnOnEndRank
	case plain.Validate() != nil:
		return BadCastling
	case b.Validate() != nil || b.EnPassant()&^(squares.Rank6>>(24*(p.Side&1))) != 0:
		return BadEnPassant
	}
	return OpponentInCheck
}

// Phase returns the game phase: 24 with all pieces of the start position, and 0 with only
// kings and pawns. Knights and bishops count 1, rooks 2 and queens 4, but the total is
// never above 24.
func Phase(b *quad.Board) int {
	return min(24, count(b.Knights())+count(b.Bishops())+2*count(b.Rooks())+4*count(b.Queens()))
}
