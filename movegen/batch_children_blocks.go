//go:build (amd64 || arm64) && gc && !purego

package movegen

import "github.com/koggestone/koggestone/quad"

// set sets e to a board of side.
func (e *expander) set(board quad.Board, side quad.Color) {
	e.parent, e.side = board, side
	e.black = blackMask(e.side)
	e.flip = Move(e.black) & (56 | 56<<6)
	e.g = e.parent
	e.g.GB &= e.parent.Occupied()
}

// playLegalEnPassant appends the boards after captures en passant.
func (e *expander) playLegalEnPassant() {
	var v view
	v.place(&e.parent, e.side)
	e.playEnPassant(v.capturers(), v.target)
}
