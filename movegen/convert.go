package movegen

import (
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// FromBitboards returns the position of an engine's own bitboards with side to move, and
// the clocks of the start of a game. It drops an en-passant target if side cannot legally
// capture there. It does not check bb: see [quad.Bitboards.Validate] and
// [Position.Validate].
func FromBitboards(bb *quad.Bitboards, side quad.Color) Position {
	// The board stays in registers. As part of a Position it would go through memory instead.
	b := bb.Board()
	if target := b.EnPassant(); target != 0 {
		rank := squares.Rank6 >> (24 & blackMask(side))
		if b.EnPassantCapturers(target&rank) == 0 {
			b.GB &^= target
		}
	}
	return Position{Board: b, Side: side & 1, FullMoves: 1}
}
