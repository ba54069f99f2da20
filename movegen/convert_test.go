package movegen

import (
	"fmt"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// An engine's bitboards become the position that ParseFEN makes, whatever target the
// engine stores.
func TestFromBitboards(t *testing.T) {
	dropped := 0
	randomGames(t, 20, func(t *testing.T, s step) {
		want := s.after
		want.HalfMoves, want.FullMoves = 0, 1
		bb := want.Board.Bitboards()
		if s.move.IsDoublePush() && bb.EnPassant == 0 {
			bb.EnPassant = 1 << ((s.move.From() + s.move.To()) / 2)
			dropped++
		}
		if got := FromBitboards(&bb, want.Side); got != want {
			t.Fatalf("%s: got %s", want.FEN(), got.FEN())
		}
	})
	if dropped < count(100) {
		t.Errorf("%d targets dropped", dropped)
	}
}

// A target behind a pawn of the side to move is dropped, although the other side could capture there.
func TestFromBitboardsWrongSide(t *testing.T) {
	for _, c := range []struct {
		fen    string
		target int
	}{
		{"4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1", 19}, // d3, after d2d4
		{"4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1", 43}, // d6, after d7d5
	} {
		want := parse(t, c.fen)
		bb := want.Board.Bitboards()
		bb.EnPassant = 1 << c.target
		if got := FromBitboards(&bb, want.Side); got != want {
			t.Errorf("%s with a target on %s: got %s", c.fen, quad.SquareName(c.target), got.FEN())
		}
		other := Position{Board: want.Board, Side: want.Side.Other(), FullMoves: 1}
		other.Board.Set(c.target, quad.EnPassantTarget)
		if got := FromBitboards(&bb, other.Side); got != other {
			t.Errorf("%s: got %s, want %s", c.fen, got.FEN(), other.FEN())
		}
	}
}

func TestRepetitionsByKeys(t *testing.T) {
	p := Start()
	var positions []Position
	var keys []uint64
	for i, text := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5", "e1e2", "e8e7", "e2e1", "e7e8"} {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		positions, keys = append(positions, p), append(keys, p.Key())
		p.PlayInto(&p, m)
		got, want := Repetitions(p.Key(), keys, int(p.HalfMoves)), repetitions(&p, positions)
		if got != want || i == 7 && got != 2 {
			t.Errorf("after %s: %d by keys, %d by positions", text, got, want)
		}
	}
}

// Moves in the 16 bits of other programs, a line each way.
func ExamplePosition_ParseMove_otherPrograms() {
	p, _ := ParseFEN("4k2r/P7/8/2pP4/8/8/8/R3K2R w KQk c6 0 1")
	index := map[quad.Kind]uint16{quad.Knight: 1, quad.Bishop: 2, quad.Rook: 3, quad.Queen: 4}
	move := func(from, to uint16, promotion string) Move {
		m, _ := p.ParseMove(quad.SquareName(int(from)) + quad.SquareName(int(to)) + promotion)
		return m
	}
	for _, text := range []string{"e1g1", "d5c6", "a7a8n", "h1h8", "e1d2"} {
		m, err := p.ParseMove(text)
		if err != nil {
			continue
		}
		from, to := uint16(m.From()), uint16(m.To())
		if m.IsCastling() {
			to = uint16(m.RookFrom())
		}

		// Stockfish: to, from, promotion less knight, and 1 promotion, 2 en passant, 3
		// castling as king takes rook.
		stockfish := to | from<<6
		switch {
		case m.IsPromotion():
			stockfish |= (index[m.Promotion()]-1)<<12 | 1<<14
		case m.IsEnPassant():
			stockfish |= 2 << 14
		case m.IsCastling():
			stockfish |= 3 << 14
		}
		promotion := ""
		if stockfish>>14 == 1 {
			promotion = "nbrq"[stockfish>>12&3:][:1]
		}
		same := move(stockfish>>6&63, stockfish&63, promotion)

		// Polyglot's books: to, from, and 1 to 4 for knight, bishop, rook and queen. Castling
		// is king takes rook.
		polyglot := to | from<<6 | index[m.Promotion()]<<12
		alike := move(polyglot>>6&63, polyglot&63, []string{"", "n", "b", "r", "q"}[polyglot>>12])
		fmt.Printf("%v %#04x %v %#04x %v\n", m, stockfish, same == m, polyglot, alike == m)
	}
	// Output:
	// e1g1 0xc107 true 0x0107 true
	// d5c6 0x88ea true 0x08ea true
	// a7a8n 0x4c38 true 0x1c38 true
	// h1h8 0x01ff true 0x01ff true
	// e1d2 0x010b true 0x010b true
}

// findMove finds each legal move by its squares and promotion, and nothing else.
func TestFindMove(t *testing.T) {
	n := 0
	randomGames(t, 3, func(t *testing.T, s step) {
		if n++; n%10 != 0 {
			return
		}
		p := s.before
		legal := map[[3]int]Move{}
		for _, m := range p.AppendLegalMoves(nil) {
			legal[[3]int{m.From(), m.square(), int(m.Promotion())}] = m
			if m.usualCastling() {
				legal[[3]int{m.From(), m.To(), 0}] = m
			}
		}
		for from := range 64 {
			for to := range 64 {
				for promotion := range quad.Queen + 1 {
					m, ok := p.findMove(from, to, promotion)
					want, wanted := legal[[3]int{from, to, int(promotion)}]
					if ok != wanted || m != want {
						t.Fatalf("%s: %s%s %v: %v, %v, expected %v, %v", p.FEN(), quad.SquareName(from), quad.SquareName(to), promotion, m, ok, want, wanted)
					}
				}
			}
		}
	})
}

// After two null moves in a row a position returns two plies later, unless the search sets
// HalfMoves to 0.
func TestRepetitionsAfterNullMoves(t *testing.T) {
	p := Start()
	var positions []Position
	var keys []uint64
	for range 2 {
		positions, keys = append(positions, p), append(keys, p.Key())
		p.PlayNull(&p)
	}
	if got, want := Repetitions(p.Key(), keys, int(p.HalfMoves)), repetitions(&p, positions); got != 1 || want != 1 {
		t.Errorf("%d repetitions by keys, %d by positions, expected 1", got, want)
	}
	p, keys = Start(), nil
	for range 2 {
		keys = append(keys, p.Key())
		p.PlayNull(&p)
		p.HalfMoves = 0
	}
	if got := Repetitions(p.Key(), keys, int(p.HalfMoves)); got != 0 {
		t.Errorf("%d repetitions across null moves that set HalfMoves to 0, expected 0", got)
	}
}

// repetitions counts the positions in earlier that are the same as p, within its half-moves.
func repetitions(p *Position, earlier []Position) (n int) {
	for i := 2; i <= len(earlier) && i <= int(p.HalfMoves); i += 2 {
		if p.Same(earlier[len(earlier)-i]) {
			n++
		}
	}
	return n
}
