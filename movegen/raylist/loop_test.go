package raylist

import (
	"slices"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// TestMasks compares the masks with the values in the package's documentation.
func TestMasks(t *testing.T) {
	for _, tt := range []struct{ mask, white, black uint8 }{
		{pawnPush, 0xb0, 0xb0},
		{pawnCapture, 0xd0, 0xe0},
		{fullMove, 0x90, 0xa0},
		{fullMove | slides, 0x91, 0xa1},
	} {
		if w, b := exchanged(tt.mask, quad.White), exchanged(tt.mask, quad.Black); w != tt.white || b != tt.black {
			t.Errorf("mask %02x: white %02x, black %02x, want %02x, %02x", tt.mask, w, b, tt.white, tt.black)
		}
	}
}

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
			u := p.Do(m)
			us, them := p.opponents()
			generate(us, &p.board, &replies)
			want := slices.ContainsFunc(replies.Moves(), func(m Move) bool { return m.to() == them.king() })
			if got := p.leftInCheck(); got != want {
				t.Fatalf("%v: %v: king left to be captured: %v, want %v", q.FEN(), m, got, want)
			}
			p.Undo(m, u)
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
