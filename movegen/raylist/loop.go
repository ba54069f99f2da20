package raylist

// generate sets l to the moves of the pieces of s along their rays: all
// pseudo-legal moves except double steps, en passant and castling. A pawn's step
// onto the last rank is stored as an ordinary move. The ray list of s must not be
// empty (it holds at least the rays of the king).
//
// Each turn of the loop is one step along one ray, as the package comment describes. The
// only branch is the loop's own.
func generate(s *side, board *mailbox, l *List) {
	_ = *board // the nil check, outside the loop
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
		k := b/emptySq&runs - 1 // 0 if the ray continues, all ones if it ends
		end = r & k & (head << nextShift)
		r ^= (r ^ next) & k
		x = y ^ (y^start)&k
	}
	l.n = n
}
