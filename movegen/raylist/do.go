package raylist

// Do makes move m, which must be a pseudo-legal move of p. It unlinks the rays of a
// captured piece and replaces the rays of a promoted pawn. A caller that still needs p makes
// the move on a copy:
//
//	child := *p
//	child.Do(m)
func (p *Position) Do(m Move) {
	us, them := p.opponents()
	from, to := m.from(), m.to()
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
	p.turn ^= 1
}

// swapIn moves king and rook of s together, because the target square of one may be the square
// of the other.
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
