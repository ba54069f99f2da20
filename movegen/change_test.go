package movegen

import (
	"maps"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A change replayed onto a mailbox gives the position after the move, and its keys are
// those from scratch.
func TestPlayChange(t *testing.T) {
	plain := func(p *Position) (cells [64]quad.Piece) {
		cells = p.Board.Squares()
		for sq, piece := range cells {
			if piece.Kind() == quad.CastlingRook {
				cells[sq] = quad.MakePiece(piece.Color(), quad.Rook)
			} else if piece == quad.EnPassantTarget {
				cells[sq] = quad.NoPiece
			}
		}
		return cells
	}
	randomGames(t, 40, func(t *testing.T, s step) {
		for _, m := range s.before.AppendLegalMoves(nil) {
			want := s.before.Play(m)
			var child Position
			var c Change
			s.before.PlayChange(&child, m, &c)
			if child != want {
				t.Fatalf("%s %v: %s", s.before.FEN(), m, child.FEN())
			}
			if got := s.before.Key() ^ c.Key; got != child.Key() {
				t.Fatalf("%s %v: key %x, want %x", s.before.FEN(), m, got, child.Key())
			}
			if got := s.before.PawnKey() ^ c.PawnKey; got != child.PawnKey() {
				t.Fatalf("%s %v: pawn key %x, want %x", s.before.FEN(), m, got, child.PawnKey())
			}
			if got := s.before.Material() + c.Material(); got != child.Material() {
				t.Fatalf("%s %v: material %x, want %x", s.before.FEN(), m, got, child.Material())
			}
			own, other := c.NonPawnKeys()
			us, them := s.before.Side, s.before.Side.Other()
			if own ^= s.before.NonPawnKey(us); own != child.NonPawnKey(us) || other^s.before.NonPawnKey(them) != child.NonPawnKey(them) {
				t.Fatalf("%s %v: keys of pieces without pawns %x, %x", s.before.FEN(), m, own, other)
			}
			cells := plain(&s.before)
			take := func(sq uint8, piece quad.Piece) {
				if cells[sq] != piece {
					t.Fatalf("%s %v: %v leaves %s, where %v stands", s.before.FEN(), m, piece, quad.SquareName(int(sq)), cells[sq])
				}
				cells[sq] = quad.NoPiece
			}
			take(c.From, c.Piece)
			if c.Captured != quad.NoPiece {
				take(c.CapturedOn, c.Captured)
			}
			if (c.Captured != quad.NoPiece) != s.before.IsCapture(m) || c.Castles != m.IsCastling() {
				t.Fatalf("%s %v: %+v", s.before.FEN(), m, c)
			}
			rook := quad.MakePiece(c.Piece.Color(), quad.Rook)
			if c.Castles {
				take(c.RookFrom, rook)
				cells[c.RookTo] = rook
			}
			cells[c.To] = c.Placed
			if want := plain(&child); cells != want {
				t.Fatalf("%s %v: %+v leads to %v, want %v", s.before.FEN(), m, c, cells, want)
			}
			child = s.before
			child.PlayChange(&child, m, &c)
			if child != want {
				t.Fatalf("%s %v in place: %s", s.before.FEN(), m, child.FEN())
			}
		}
	})
}

// A Change that is used again contains nothing of the move before, whatever the kinds of both moves are.
func TestPlayChangeAgain(t *testing.T) {
	p := parse(t, "r3k3/6P1/8/3pP3/8/1p6/P7/R3K2R w KQq d6 0 1")
	// Castling, en passant, promotion, capture, double step, king, rook.
	texts := []string{"e1g1", "e1c1", "e5d6", "g7g8q", "a2b3", "a2a4", "e1e2", "h1h5"}
	for _, first := range texts {
		for _, second := range texts {
			var again, fresh Change
			var child Position
			a, err := p.ParseMove(first)
			b, err2 := p.ParseMove(second)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			p.PlayChange(&child, a, &again)
			p.PlayChange(&child, b, &again)
			p.PlayChange(&child, b, &fresh)
			if again != fresh {
				t.Errorf("%s after %s: %+v, want %+v", second, first, again, fresh)
			}
		}
	}
}

func TestPlayNull(t *testing.T) {
	randomGames(t, 10, func(t *testing.T, s step) {
		p := s.after
		var child Position
		key := p.PlayNull(&child)
		if got := p.Key() ^ key; got != child.Key() {
			t.Fatalf("%s: key %x, want %x", p.FEN(), got, child.Key())
		}
		want := p
		want.Board.GB &= want.Board.Occupied()
		want.Side = p.Side.Other()
		want.HalfMoves++
		if p.Side == quad.Black {
			want.FullMoves++
		}
		if child != want {
			t.Fatalf("%s: %s, want %s", p.FEN(), child.FEN(), want.FEN())
		}
	})
}

// The deltas of a change lead from the pairs before a move to those after it.
func TestChangePairs(t *testing.T) {
	rules, err := pairs.NewRules(pairs.QuadCodes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	cells := func(p *Position) (codes [64]uint8) { // rooks plain, no target
		for sq, piece := range p.Board.Squares() {
			if piece == quad.EnPassantTarget {
				piece = quad.NoPiece
			}
			codes[sq] = rules.Code(plainRooks[piece])
		}
		return codes
	}
	all := func(p *Position) map[pairs.Pair]bool {
		var list pairs.List
		board := cells(p)
		rules.Refresh(&list, &board)
		set := map[pairs.Pair]bool{}
		for _, pair := range list.Pairs() {
			set[pair] = true
		}
		return set
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		randomGames(t, 4, func(t *testing.T, s step) {
			before, board := all(&s.before), cells(&s.before)
			for _, m := range s.before.AppendLegalMoves(nil) {
				var child Position
				var c Change
				var deltas pairs.Deltas
				s.before.PlayChange(&child, m, &c)
				rules.Deltas(&deltas, &board, c.Pairs(rules))
				got := maps.Clone(before)
				for _, pair := range deltas.Removed() {
					if !got[pair] {
						t.Fatalf("%s %v: %x goes and was not there", s.before.FEN(), m, pair)
					}
					delete(got, pair)
				}
				for _, pair := range deltas.Added() {
					if before[pair] {
						t.Fatalf("%s %v: %x comes and was there", s.before.FEN(), m, pair)
					}
					got[pair] = true
				}
				if want := all(&child); !maps.Equal(got, want) {
					t.Fatalf("%s %v: %d pairs, want %d", s.before.FEN(), m, len(got), len(want))
				}
			}
		})
	})
}

// The numbers of pieces add up to all keys and to the material.
func TestPieceKey(t *testing.T) {
	randomGames(t, 10, func(t *testing.T, s step) {
		p := &s.after
		var key, pawns uint64
		var pieces [2]uint64
		var counts [16]int
		for sq, code := range p.Board.Squares() {
			key ^= PieceKey(code, sq)
			if code == quad.NoPiece || code == quad.EnPassantTarget {
				continue
			}
			plain := quad.MakePiece(code.Color(), code.Kind().Plain())
			counts[plain]++
			if plain.Kind() == quad.Pawn {
				pawns ^= PieceKey(plain, sq)
			} else {
				pieces[code.Color()] ^= PieceKey(plain, sq)
			}
		}
		if p.Side == quad.Black {
			key ^= SideKey()
		}
		if key != p.Key() || pawns != p.PawnKey() || pieces[0] != p.NonPawnKey(quad.White) || pieces[1] != p.NonPawnKey(quad.Black) {
			t.Fatalf("%s: keys %x, %x, %x", p.FEN(), key, pawns, pieces)
		}
		for code, n := range counts {
			if slices.Max(counts[:]) > 15 {
				break // beyond what Material counts
			}
			if got := p.Material().Count(quad.Piece(code)); got != n {
				t.Fatalf("%s: %d of %v, want %d", p.FEN(), got, quad.Piece(code), n)
			}
		}
	})
	start := Start()
	if start.Material().Key() == 0 || start.Material().Key() == (start.Material()-units[quad.WhitePawn]).Key() {
		t.Error("different materials have one key")
	}
}
