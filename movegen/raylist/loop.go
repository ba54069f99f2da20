package raylist

// generate sets l to what the pieces of s can do along their rays: all
// pseudo-legal moves except double steps, en passant and castling; a pawn's step
// onto the last rank comes as an ordinary move. The list of s must not be empty
// (it holds a king's rays).
//
// It is one loop, a turn of it one step along one ray. A turn stores its move
// whether it is one or not, and moves the end of the list past it or leaves it;
// it goes on along the ray or to the start of the next one by masks, not by a
// choice between two ways. The one branch is the loop's own.
func generate(s *side, board *mailbox, l *List) {
	_ = *board // a nil check that need not be in the loop
	n := uint(0)
	r := s.rays[s.rays[head].next()%head]
	x := ray(s.at[r.piece()%places])
	for end := ray(0); end == 0; {
		next := s.rays[r.next()%head] // some ray, not used, if the head is next
		start := ray(s.at[r.next()/slotsPerPiece])
		runs := r & slides

		y := x + r.step()
		b := ray(board[uint8(y)])
		l.moves[n%listSize] = Move(s.at[r.piece()%places]) | Move(uint8(y))<<8
		if b&r&landing == 0 { // SETcc, and an addition
			n++
		}
		k := b/emptySq&runs - 1 // no bits to go on along the ray, all to stop
		end = r & k & (head << nextShift)
		r ^= (r ^ next) & k
		x = y ^ (y^start)&k
	}
	l.n = n
}
