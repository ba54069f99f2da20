package movegen

import (
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// FromBitboards returns the position of an engine's own bitboards with side to move,
// its clocks as at the start of a game. It keeps the rule of the en-passant target: one
// on which side cannot legally capture is dropped. It does not check bb: see
// [quad.Bitboards.Validate] and [Position.Validate].
func FromBitboards(bb *quad.Bitboards, side quad.Color) Position {
	p := Position{Board: bb.Board(), Side: side & 1, FullMoves: 1}
	rank := squares.Rank6
	if p.Side == quad.Black {
		rank = squares.Rank3
	}
	if target := p.Board.EnPassant(); target != 0 && p.Board.EnPassantCapturers(target&rank) == 0 {
		p.Board.GB &^= target
	}
	return p
}
