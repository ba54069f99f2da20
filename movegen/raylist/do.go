package raylist

import "github.com/koggestone/koggestone/quad"

// An Undo holds the state that [Position.Undo] cannot restore from the move alone.
type Undo struct {
	castle              [2][2]square
	captured            uint8 // piece number, 0 for none
	passed              square
	halfMoves, fullMove uint16
}

// Do makes move m, which must be a pseudo-legal move of p, and returns the Undo
// for [Position.Undo]. It unlinks the rays of a captured piece and replaces those
// of a promoted pawn.
func (p *Position) Do(m Move) Undo {
	us, them := p.opponents()
	from, to := m.from(), m.to()
	u := Undo{
		castle: [2][2]square{p.sides[0].castle, p.sides[1].castle},
		passed: p.passed, halfMoves: p.halfMoves, fullMove: p.fullMove,
	}
	piece := p.board[from]
	p.passed = noSquare

	if m.what() == castling {
		kingTo, rookTo := castled(from, to)
		p.swapIn(us, from, to, kingTo, rookTo)
	} else {
		victim := to
		if m.what() == enPassant {
			victim = to - forward(p.turn)
		}
		if n := p.board[victim]; n != emptySq {
			u.captured = n
			them.unlink(n & indexMask)
			them.loseRook(victim)
			p.board[victim] = emptySq
		}
		p.board[from] = emptySq
		p.board[to] = piece
		us.at[piece&indexMask] = to
		switch m.what() {
		case doubleStep:
			p.passed = (from + to) / 2
		case promotion:
			us.become(piece&indexMask, m.promotesTo())
		}
	}

	us.loseRook(from)
	if piece&indexMask == 0 {
		us.castle = [2]square{noSquare, noSquare}
	}
	p.count(u.captured != 0 || m.what() == promotion || us.kind[piece&indexMask] == quad.Pawn)
	p.turn ^= 1
	return u
}

// Undo takes back move m, the latest move not yet undone. u is the result of its Do.
func (p *Position) Undo(m Move, u Undo) {
	p.turn ^= 1
	us, them := p.opponents()
	from, to := m.from(), m.to()
	if m.what() == castling {
		kingTo, rookTo := castled(from, to)
		p.swapIn(us, kingTo, rookTo, from, to)
	} else {
		piece := p.board[to]
		if m.what() == promotion {
			us.become(piece&indexMask, quad.Pawn)
		}
		us.at[piece&indexMask] = from
		p.board[to] = emptySq
		p.board[from] = piece
		if u.captured != 0 {
			i := u.captured & indexMask
			p.board[them.at[i]] = u.captured
			them.relink(i)
		}
	}
	p.sides[0].castle, p.sides[1].castle = u.castle[0], u.castle[1]
	p.passed, p.halfMoves, p.fullMove = u.passed, u.halfMoves, u.fullMove
}

// swapIn moves king and rook of s together, since the target square of one may be
// the square of the other.
func (p *Position) swapIn(s *side, king, rook, kingTo, rookTo square) {
	k, r := p.board[king], p.board[rook]
	p.board[king], p.board[rook] = emptySq, emptySq
	p.board[kingTo], p.board[rookTo] = k, r
	s.at[k&indexMask], s.at[r&indexMask] = kingTo, rookTo
}

// loseRook takes the right to castle with the rook on y, if there is one.
func (s *side) loseRook(y square) {
	for i := range s.castle {
		if s.castle[i] == y {
			s.castle[i] = noSquare
		}
	}
}

// count advances the clocks for a move of the side to move. They stop at 65535.
func (p *Position) count(resets bool) {
	switch {
	case resets:
		p.halfMoves = 0
	case p.halfMoves < 1<<16-1:
		p.halfMoves++
	}
	if p.turn == quad.Black && p.fullMove < 1<<16-1 {
		p.fullMove++
	}
}
