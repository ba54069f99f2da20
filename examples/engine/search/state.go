package search

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A state is a position with its key and the sums of its evaluation, which each move
// updates.
type state struct {
	pos   movegen.Position
	key   uint64
	sum   value // of the pieces on their squares, for White
	phase int   // material other than pawns and kings: 24 at the start of a game
}

// newState returns the state of a position, from scratch.
func newState(p movegen.Position) state {
	s := state{pos: p, key: p.Key()}
	for sq, piece := range p.Board.Squares() {
		s.add(piece, uint8(sq), 1)
	}
	return s
}

// play sets child to s after the legal move m, and c to the pieces that the move adds and
// removes and the difference of the keys.
func (s *state) play(child *state, m movegen.Move, c *movegen.Change) {
	s.pos.PlayChange(&child.pos, m, c)
	child.key, child.sum, child.phase = s.key^c.Key, s.sum, s.phase
	child.add(c.Piece, c.From, -1)
	child.add(c.Captured, c.CapturedOn, -1) // adds 0 for NoPiece
	child.add(c.Placed, c.To, 1)
	if c.Castles {
		rook := quad.MakePiece(c.Piece.Color(), quad.Rook)
		child.add(rook, c.RookFrom, -1)
		child.add(rook, c.RookTo, 1)
	}
}

// pass sets child to s after a null move.
func (s *state) pass(child *state) {
	key := s.pos.PlayNull(&child.pos)
	child.key, child.sum, child.phase = s.key^key, s.sum, s.phase
}

// add adds n times the value of a piece on a square.
func (s *state) add(p quad.Piece, sq uint8, n int) {
	s.sum += value(n) * squareValues[p&15][sq&63]
	s.phase += n * phaseOf[p.Kind()]
}

// phaseOf holds what a piece adds to the phase.
var phaseOf = [8]int{quad.Knight: 1, quad.Bishop: 1, quad.Rook: 2, quad.CastlingRook: 2, quad.Queen: 4}
