package raylist

// generateBranchy sets l to the moves that generate finds, in the same order, with
// ordinary branches: two nested loops, the inner one left where a ray ends. It
// returns the number of turns, that is, of steps.
func generateBranchy(s *side, board *mailbox, l *List) (turns int) {
	l.n = 0
	for slot := s.rays[head].next(); slot != head; {
		r := s.rays[slot]
		from := s.at[r.piece()]
		mask, step := r.mask(), square(r.step())
		for y := from + step; ; y += step {
			turns++
			b := board[y]
			if b&mask&landing != 0 {
				break
			}
			l.moves[l.n%listSize] = makeMove(from, y, ordinary)
			l.n++
			if b != emptySq || mask&slides == 0 {
				break
			}
		}
		slot = r.next()
	}
	return turns
}
