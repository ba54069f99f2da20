package raylist

// A Tally counts the moves at the last ply of a tree, by kind. A move may be of
// several kinds.
type Tally struct {
	Nodes      uint64 // all of them
	Captures   uint64 // en passant included
	EnPassant  uint64
	Castles    uint64
	Promotions uint64 // one for each kind of new piece
	Checks     uint64 // checks of all kinds
	// DiscoveredChecks counts the checks that no piece that has moved gives. When
	// castling both king and rook have moved.
	DiscoveredChecks uint64
	DoubleChecks     uint64 // two pieces give check, whether they moved or not
	Checkmates       uint64
}

// Tally returns the counts of all legal move sequences of depth plies from p by
// the kind of their last move. Below depth 1 there is no last move: one node.
func (p *Position) Tally(depth int) (t Tally) {
	if depth <= 0 {
		return Tally{Nodes: 1}
	}
	p.tally(depth, &t)
	return t
}

func (p *Position) tally(depth int, t *Tally) {
	var l List
	p.GenerateLegal(&l)
	for _, m := range l.Moves() {
		u := p.Do(m)
		if depth > 1 {
			p.tally(depth-1, t)
		} else {
			p.tallyMove(m, u, t)
		}
		p.Undo(m, u)
	}
}

// tallyMove counts m, which has just been done.
func (p *Position) tallyMove(m Move, u Undo, t *Tally) {
	t.Nodes++
	if u.captured != 0 {
		t.Captures++
	}
	moved := [2]square{m.to(), noSquare}
	switch m.what() {
	case enPassant:
		t.EnPassant++
	case promotion:
		t.Promotions++
	case castling:
		t.Castles++
		moved[0], moved[1] = castled(m.from(), m.to())
	}
	checkers, byMoved := p.checkers(moved)
	if checkers == 0 {
		return
	}
	t.Checks++
	if !byMoved {
		t.DiscoveredChecks++
	}
	if checkers > 1 {
		t.DoubleChecks++
	}
	var replies List
	if p.GenerateLegal(&replies); replies.Len() == 0 {
		t.Checkmates++
	}
}

// checkers returns how many pieces give check to the side to move, and whether
// one of those on the squares in moved does: the loop is asked for the captures
// of the king.
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
