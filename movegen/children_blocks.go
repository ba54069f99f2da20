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

// playUsualCastling appends the board after castling of a king on e1 with the rook
// on a1 or h1, in terms of the view.
func (e *expander) playUsualCastling(rook uint64) {
	kingTo, rookTo := uint64(g1), uint64(f1)
	if rook == a1 {
		kingTo, rookTo = c1, d1
	}
	gone := e.back(e1 | rook)
	kingTo, rookTo = e.back(kingTo), e.back(rookTo)
	child0, child1, child2, childB := e.room()
	g := &e.g
	rights := g.G0 &^ (g.G1 | g.G2) & (g.GB ^ ^e.black)
	child0[0] = g.G0&^gone | rookTo
	child1[0] = g.G1&^gone | kingTo
	child2[0] = (g.G2|rights)&^gone | kingTo | rookTo
	childB[0] = g.GB&^gone | (kingTo|rookTo)&e.black
	e.n++
}
