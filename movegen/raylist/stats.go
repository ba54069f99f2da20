package raylist

// Stats counts the moves of the last ply of a tree by kind. A move may be of several
// kinds. The fields are those of perft.Stats, in the same order, so that one type
// converts to the other.
type Stats struct {
	Captures   uint64 // en passant included
	EnPassant  uint64
	Castles    uint64
	Promotions uint64 // each of the four choices is a move
	Checks     uint64 // of all kinds
	// DiscoveredChecks counts the checks given only by pieces that did not move. In
	// castling both king and rook move.
	DiscoveredChecks uint64
	DoubleChecks     uint64 // two pieces give check, whether they moved or not
	Mates            uint64
}

// Stats returns the number of legal move sequences of depth plies from p, and the
// counts of their last moves by kind. At depth 0 and below there is one sequence and
// no last move.
func (p *Position) Stats(depth int) (nodes uint64, s Stats) {
	if depth <= 0 {
		return 1, s
	}
	nodes = p.addStats(depth, &s)
	return nodes, s
}

// addStats adds the last moves of the sequences of depth plies, at least one, to s.
// It returns the number of sequences.
func (p *Position) addStats(depth int, s *Stats) (nodes uint64) {
	var l List
	p.GenerateLegal(&l)
	for _, m := range l.Moves() {
		u := p.Do(m)
		if depth > 1 {
			nodes += p.addStats(depth-1, s)
		} else {
			nodes++
			p.addMove(m, u, s)
		}
		p.Undo(m, u)
	}
	return nodes
}

// addMove adds m, which has just been done, to s.
func (p *Position) addMove(m Move, u Undo, s *Stats) {
	if u.captured != 0 {
		s.Captures++
	}
	moved := [2]square{m.to(), noSquare}
	switch m.what() {
	case enPassant:
		s.EnPassant++
	case promotion:
		s.Promotions++
	case castling:
		s.Castles++
		moved[0], moved[1] = castled(m.from(), m.to())
	}
	checkers, byMoved := p.checkers(moved)
	if checkers == 0 {
		return
	}
	s.Checks++
	if !byMoved {
		s.DiscoveredChecks++
	}
	if checkers > 1 {
		s.DoubleChecks++
	}
	var replies List
	if p.GenerateLegal(&replies); replies.Len() == 0 {
		s.Mates++
	}
}

// checkers returns the number of pieces that give check to the side to move, and
// whether one of them is on a square in moved. It counts the moves of the loop that
// capture the king.
func (p *Position) checkers(moved [2]square) (n int, byMoved bool) {
	us, them := p.opponents()
	var l List
	generate(them, &p.board, &l)
	for _, m := range l.Moves() {
		if m.to() == us.king() {
			n++
			byMoved = byMoved || m.from() == moved[0] || m.from() == moved[1]
		}
	}
	return n, byMoved
}
