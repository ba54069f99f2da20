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

// TestKingCapture compares leftInCheck, which searches from the king, with the
// definition: the other side's loop finds a move that captures the king.
func TestKingCapture(t *testing.T) {
	captures := 0
	for _, q := range starts(t) {
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		var l, replies List
		p.Generate(&l)
		for _, m := range l.Moves() {
			child := *p
			child.Do(m)
			us, them := child.opponents()
			generate(us, &child.board, &replies)
			want := slices.ContainsFunc(replies.Moves(), func(m Move) bool { return m.to() == them.at[0] })
			if got := child.leftInCheck(); got != want {
				t.Fatalf("%v: %v: king left to be captured: %v, want %v", q.FEN(), m, got, want)
			}
			if want {
				captures++
			}
		}
	}
	if captures == 0 {
		t.Error("no move leaves a king to be captured")
	}
}

// TestMostMoves generates the moves of the reachable position with the most moves
// (Petrović 1964).
func TestMostMoves(t *testing.T) {
	p, _ := parse(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	var l List
	if p.GenerateLegal(&l); l.Len() != 218 {
		t.Errorf("%d moves, want 218", l.Len())
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
