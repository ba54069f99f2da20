package search

import (
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A state is a position with its key and the sums of its evaluation, which each move
// updates.
type state struct {
	pos         movegen.Position
	key         uint64
	middle, end int // values of the pieces on their squares, for White: middle game and endgame
	phase       int // material other than pawns and kings: 24 at the start of a game
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
	child.key, child.middle, child.end, child.phase = s.key^c.Key, s.middle, s.end, s.phase
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
	child.key, child.middle, child.end, child.phase = s.key^key, s.middle, s.end, s.phase
}

// add adds n times the values of a piece on a square.
func (s *state) add(p quad.Piece, sq uint8, n int) {
	v := &squareValues[p&15][sq&63]
	s.middle += n * v.middle
	s.end += n * v.end
	s.phase += n * phaseOf[p.Kind()]
}

// phaseOf holds what a piece adds to the phase.
var phaseOf = [8]int{quad.Knight: 1, quad.Bishop: 1, quad.Rook: 2, quad.CastlingRook: 2, quad.Queen: 4}

// exchanges holds the values of the pieces for static exchange evaluation.
var exchanges = movegen.ExchangeRules{Values: [8]int{
	quad.Pawn: 100, quad.Knight: 320, quad.Bishop: 330, quad.Rook: 500, quad.Queen: 950,
}}

// squareValues holds the value for White of each piece on each square, in centipawns.
// Three simple ideas make the tables: pieces belong in the centre, pawns should advance,
// and the king stays in a corner until the endgame.
var squareValues = func() (t [16][64]struct{ middle, end int }) {
	for sq := range 64 {
		file, rank := sq&7, sq>>3
		centre := 12 - max(2*file-7, 7-2*file) - max(2*rank-7, 7-2*rank) // -2 in a corner, 10 in the middle
		advanced := 3 * max(0, rank-5)
		for kind, v := range map[quad.Kind][2]int{
			quad.Pawn:         {82 + 5*(rank-1) + 2*centre, 105 + 12*(rank-1)},
			quad.Knight:       {300 + 5*centre, 290 + 4*centre},
			quad.Bishop:       {320 + 2*centre, 310 + 2*centre},
			quad.Rook:         {490 + advanced + centre/2, 530 + advanced},
			quad.CastlingRook: {490 + advanced + centre/2, 530 + advanced},
			quad.Queen:        {945 + centre, 960 + 4*centre},
			quad.King:         {-6 * centre * min(rank+1, 3), 8 * centre},
		} {
			white, black := &t[quad.MakePiece(quad.White, kind)][sq], &t[quad.MakePiece(quad.Black, kind)][sq^56]
			white.middle, white.end = v[0], v[1]
			black.middle, black.end = -v[0], -v[1]
		}
	}
	return
}()

// evaluate returns the value of the position for the side to move, in centipawns: the
// values of the pieces on their squares, and their mobility.
func (s *state) evaluate() int {
	b := &s.pos.Board
	var t quad.BothThreats
	t.Set(*b)
	phase := min(s.phase, 24)
	value := (s.middle*phase+s.end*(24-phase))/24 + mobility(b, &t, quad.White) - mobility(b, &t, quad.Black)
	if s.pos.Side == quad.Black {
		value = -value
	}
	return value + 10 // the right to move
}

// mobility returns the value of the squares that side's pieces attack, except those of its
// own pawns and king.
func mobility(b *quad.Board, both *quad.BothThreats, side quad.Color) int {
	t := &both[side&1]
	free := ^(b.Pieces(side, quad.Pawn) | b.Pieces(side, quad.King))
	return 4*bits.OnesCount64(t.ByKnight&free) + 4*bits.OnesCount64(t.ByBishop&free) +
		3*bits.OnesCount64(t.ByRook&free) + 2*bits.OnesCount64(t.ByQueen&free)
}
