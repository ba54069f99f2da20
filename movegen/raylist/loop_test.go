package raylist

import (
	"slices"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// TestLoop compares the loop with the two nested loops, including the order of moves.
func TestLoop(t *testing.T) {
	for _, q := range starts(t) {
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		for c := range p.sides {
			var l, plain List
			generate(&p.sides[c], &p.board, &l)
			generateBranchy(&p.sides[c], &p.board, &plain)
			if !slices.Equal(l.Moves(), plain.Moves()) {
				t.Fatalf("%v: %v: %v, by plain loops %v", q.FEN(), quad.Color(c), l.Moves(), plain.Moves())
			}
		}
	}
}

// generateBranchy sets l to the moves that generate finds, in the same order, with
// ordinary branches: two nested loops, the inner one left where a ray ends.
func generateBranchy(s *side, board *mailbox, l *List) {
	l.n = 0
	for slot := s.rays[head].next(); slot != head; {
		r := s.rays[slot]
		from := s.at[r.piece()]
		mask, step := r.mask(), square(r.step())
		for y := from + step; ; y += step {
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
}
