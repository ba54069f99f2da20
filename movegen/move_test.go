package movegen

import (
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// Castling moves the king to To and the rook from RookFrom to RookTo. Other moves take the
// piece from From to To.
func TestMoveSquares(t *testing.T) {
	castlings := 0
	randomGames(t, 12, func(t *testing.T, s step) {
		side := s.before.Side
		for _, m := range s.before.AppendLegalMoves(nil) {
			b, child := s.before.Board, s.before.Play(m).Board
			moved := child.ByColor(side) &^ b.ByColor(side)
			if !m.IsCastling() {
				if moved != 1<<m.To() || b.ByColor(side)&^child.ByColor(side) != 1<<m.From() {
					t.Fatalf("%s: %v goes from %d to %d", s.before.FEN(), m, m.From(), m.To())
				}
				continue
			}
			castlings++
			king, rook := quad.MakePiece(side, quad.King), quad.MakePiece(side, quad.Rook)
			if b.At(m.From()) != king || b.At(m.RookFrom()).Plain() != rook || child.At(m.To()) != king || child.At(m.RookTo()) != rook {
				t.Fatalf("%s: %v: king from %d to %d, rook from %d to %d", s.before.FEN(), m, m.From(), m.To(), m.RookFrom(), m.RookTo())
			}
		}
	})
	if castlings < count(100) {
		t.Errorf("%d castlings", castlings)
	}
}

// The 16 bits of a move are fixed, as other programs read them.
func TestMoveBits(t *testing.T) {
	p, err := ParseFEN("4k3/P7/8/2pP4/8/8/4P3/R3K2R w KQ c6 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Move{
		"e1d1": 4 | 3<<6, "e2e4": 12 | 28<<6 | 1<<12, "d5c6": 35 | 42<<6 | 2<<12,
		"e1g1": 4 | 7<<6 | 3<<12, "e1c1": 4 | 0<<6 | 3<<12,
		"a7a8r": 48 | 56<<6 | 13<<12, "a7a8b": 48 | 56<<6 | 11<<12, "a7a8n": 48 | 56<<6 | 12<<12, "a7a8q": 48 | 56<<6 | 15<<12,
	} {
		if m, err := p.ParseMove(text); m != want || err != nil {
			t.Errorf("%s: %#x, %v, expected %#x", text, uint16(m), err, uint16(want))
		}
	}
}

// Moved and Captured are the kinds of the pieces in the Change of the move.
func TestMovedCaptured(t *testing.T) {
	seen := map[quad.Kind]int{}
	randomGames(t, 4, func(t *testing.T, s step) {
		p := s.before
		for _, m := range p.AppendLegalMoves(nil) {
			var c Change
			var child Position
			p.PlayChange(&child, m, &c)
			moved, captured := p.Moved(m), p.Captured(m)
			if moved != c.Piece.Kind() || captured != c.Captured.Kind() {
				t.Fatalf("%s: %v moves a %v and captures %v, but %+v", p.FEN(), m, moved, captured, c)
			}
			if captured != quad.None != p.IsCapture(m) {
				t.Fatalf("%s: %v captures %v", p.FEN(), m, captured)
			}
			seen[captured]++
		}
	})
	if len(seen) != 6 {
		t.Errorf("captures by kind: %v", seen)
	}
}
