package movegen

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

func TestMoveString(t *testing.T) {
	for _, c := range []struct{ fen, text, written string }{
		{startFEN, "e2e4", "e2e4"},
		{kiwipete, "e1g1", "e1g1"},
		{kiwipete, "e1h1", "e1g1"},
		{kiwipete, "e1c1", "e1c1"},
		{kiwipete, "e1a1", "e1c1"},
		{strings.Replace(kiwipete, " w ", " b ", 1), "e8h8", "e8g8"},
		{"4k3/8/8/8/8/8/8/4K1R1 w K -", "e1g1", "e1g1"}, // king takes rook
		{"5k2/8/8/8/8/8/8/5K1R w K -", "f1h1", "f1h1"},
		{"5k2/8/8/8/8/8/8/5K1R w K -", "f1g1", "f1g1"},
		{"8/P6k/8/8/8/8/8/K7 w - -", "a7a8n", "a7a8n"},
	} {
		p := parse(t, c.fen)
		if m, err := p.ParseMove(c.text); err != nil || m.String() != c.written {
			t.Errorf("%s: %s is %v, %v, expected %s", c.fen, c.text, m, err, c.written)
		}
	}
	if got := Move(0).String(); got != "0000" {
		t.Errorf("the zero Move is %q, expected 0000", got)
	}
	if m, _ := parse(t, "5k2/8/8/8/8/8/8/5K1R w K -").ParseMove("f1g1"); m.IsCastling() {
		t.Error("f1g1 castles")
	}
}

func TestMoveErrors(t *testing.T) {
	for _, c := range []struct{ fen, text, expected string }{
		{startFEN, "", "two squares"},
		{startFEN, "e2", "two squares"},
		{startFEN, "e2e9", "two squares"},
		{startFEN, "e2e4qq", "two squares"},
		{startFEN, "e2e5", "a legal move"},
		{startFEN, "e2e4q", "a legal move"},
		{startFEN, "e2e4Q", "q, r, b or n"},
		{startFEN, "0000", "two squares"},
		{"8/P6k/8/8/8/8/8/K7 w - -", "a7a8", "a legal move"},
		{"8/P6k/8/8/8/8/8/K7 w - -", "a7a8k", "q, r, b or n"},
		{"4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1g1", "a legal move"}, // in Chess960 b1h1
		{"4k3/8/8/8/8/8/8/R4K2 w A - 0 1", "f1c1", "a legal move"},
	} {
		m, err := parse(t, c.fen).ParseMove(c.text)
		if err == nil || !strings.Contains(err.Error(), "expected "+c.expected) || m != 0 {
			t.Errorf("%s: %q is %v, %v, expected an error with %q", c.fen, c.text, m, err, c.expected)
		}
	}
}

func TestSAN(t *testing.T) {
	for _, c := range []struct{ fen, uci, san string }{
		{startFEN, "e2e4", "e4"},
		{startFEN, "g1f3", "Nf3"},
		{kiwipete, "e1h1", "O-O"},
		{kiwipete, "e1a1", "O-O-O"},
		{kiwipete, "e2a6", "Bxa6"},
		{kiwipete, "d5e6", "dxe6"},
		{kiwipete, "f3f6", "Qxf6"},
		{"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "d4e3", "dxe3"},
		{"6k1/P7/8/8/8/8/8/K7 w - -", "a7a8q", "a8=Q+"},
		{"1n4k1/P7/8/8/8/8/8/K7 w - -", "a7b8n", "axb8=N"},
		{"6k1/5ppp/8/8/8/8/8/K3R3 w - -", "e1e8", "Re8#"},
		{"6k1/8/8/8/8/8/8/KN3N2 w - -", "b1d2", "Nbd2"},
		{"6k1/8/8/5N2/8/5N2/8/K7 w - -", "f5d4", "N5d4"},
		{"6k1/8/8/8/4Q2Q/8/8/K6Q w - -", "h4e1", "Qh4e1"},
		{"6k1/8/8/8/4Q2Q/8/8/K6Q w - -", "e4e1", "Qee1"},
		{"6k1/8/8/8/4Q2Q/8/8/K6Q w - -", "h1e1", "Q1e1"},
		// The other knight is pinned and needs no telling apart.
		{"4r1k1/8/8/8/8/4N3/8/4K1N1 w - -", "g1e2", "Ne2"},
	} {
		p := parse(t, c.fen)
		m, err := p.ParseMove(c.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.SAN(m); got != c.san {
			t.Errorf("%s: %s is %s, expected %s", c.fen, c.uci, got, c.san)
		}
	}
}

func TestParseSAN(t *testing.T) {
	const (
		start     = startFEN
		exchange  = "rnbqkbnr/ppp2ppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1" // e4xd5
		passing   = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
		promotion = "1n4k1/P7/8/8/8/8/8/K7 w - -"
		three     = "6k1/8/8/8/4Q2Q/8/8/K6Q w - -"
		chess960  = "4k3/8/8/8/8/8/8/1R3KR1 w GB -" // to g1 and f1, to c1 and d1
	)
	for _, c := range []struct{ fen, san, uci string }{
		{start, "", ""},
		{start, "e5", ""},
		{start, "Nd2", ""},
		{start, "O-O", ""},
		{start, "Kx", ""},
		{start, "=", ""},
		{start, "+", ""},
		{start, "--", ""},
		{start, "0000", ""},

		// More of the departure than is needed.
		{start, "Ng1f3", "g1f3"},
		{start, "Ngf3", "g1f3"},
		{start, "N1f3", "g1f3"},
		{start, "Nb1f3", ""},
		{start, "N2f3", ""},
		{start, "e2e4", "e2e4"},
		{start, "ee4", "e2e4"},
		{start, "2e4", ""},
		{start, "e2-e4", ""},
		{start, "Ng1-f3", ""},
		{start, "N1gf3", ""},
		{start, "Ng1g1f3", ""},
		{three, "Q1", ""},
		{three, "Qe1", ""},  // which one
		{three, "Qhe1", ""}, // which of two
		{three, "Q4e1", ""},
		{three, "Qh4e1", "h4e1"},

		// Marks are not checked.
		{start, "e2e4!?", "e2e4"},
		{start, "e4+", "e2e4"},
		{start, "e4#??", "e2e4"},
		{start, "+e4", ""},
		{start, "e4 ", ""},
		{start, " e4", ""},

		// Letters.
		{start, "E4", ""},
		{start, "Pe4", ""},
		{start, "nf3", ""},
		{start, "e4=Q", ""},
		{start, "Nf3=Q", ""},

		// A pawn's capture names its file.
		{exchange, "exd5", "e4d5"},
		{exchange, "ed5", "e4d5"},
		{exchange, "e4xd5", "e4d5"},
		{exchange, "e4d5", "e4d5"},
		{exchange, "d5", ""},
		{exchange, "xd5", ""},
		{exchange, "4d5", ""},
		{exchange, "4xd5", ""},
		{exchange, "cxd5", ""},
		{exchange, "dxd5", ""},
		{exchange, "e5", "e4e5"},
		{passing, "exd6", "e5d6"},
		{passing, "e5xd6", "e5d6"},
		{passing, "ed6", "e5d6"},
		{passing, "d6", ""},
		{passing, "xd6", ""},
		{passing, "5d6", ""},
		{passing, "exd6ep", ""},
		{passing, "exd6e.p.", ""},
		{passing, "exf6", ""}, // no target there
		{promotion, "axb8=Q", "a7b8q"},
		{promotion, "ab8R", "a7b8r"},
		{promotion, "b8=Q", ""},
		{promotion, "xb8=Q", ""},
		{promotion, "7b8=Q", ""},

		// An x is a capture, and need not be written.
		{kiwipete, "Ba6", "e2a6"},
		{kiwipete, "Bxa6", "e2a6"},
		{kiwipete, "Be2xa6", "e2a6"},
		{kiwipete, "Bxe2a6", ""},
		{kiwipete, "Bxxa6", ""},
		{kiwipete, "b3", "b2b3"},
		{kiwipete, "bxb3", ""},
		{kiwipete, "Bxd3", ""},
		{kiwipete, "Kxf1", ""},

		// Castling has one form, with letters or zeros.
		{kiwipete, "O-O", "e1g1"},
		{kiwipete, "0-0-0", "e1c1"},
		{kiwipete, "O-O-O+", "e1c1"},
		{kiwipete, "Kg1", ""},
		{kiwipete, "Kc1", ""},
		{kiwipete, "Kxh1", ""},
		{kiwipete, "Ke1g1", ""},
		{kiwipete, "o-o", ""},
		{kiwipete, "OO", ""},
		{kiwipete, "O-0", ""},
		{kiwipete, "O-O-O-O", ""},
		{kiwipete, "KO-O", ""},
		{chess960, "O-O", "f1g1"},
		{chess960, "O-O-O", "f1b1"},
		{chess960, "Kg1", ""},
		{chess960, "Kxg1", ""},

		// Promotions.
		{promotion, "a8=Q", "a7a8q"},
		{promotion, "a8Q", "a7a8q"},
		{promotion, "aa8=N", "a7a8n"},
		{promotion, "a7a8=B+", "a7a8b"},
		{promotion, "a8", ""},
		{promotion, "a8=", ""},
		{promotion, "a8=K", ""},
		{promotion, "a8=P", ""},
		{promotion, "a8=q", ""},
		{promotion, "a8==Q", ""},
		{promotion, "a8(Q)", ""},
		{promotion, "a8/Q", ""},
		{promotion, "a=Q8", ""},
		{promotion, "a8=QQ", ""},
		{promotion, "a8+=Q", ""},
	} {
		m, err := parse(t, c.fen).ParseSAN(c.san)
		switch {
		case c.uci == "" && (err == nil || m != 0 || !strings.Contains(err.Error(), "expected")):
			t.Errorf("%s: %q is %v, %v, expected an error", c.fen, c.san, m, err)
		case c.uci != "" && (err != nil || m.String() != c.uci):
			t.Errorf("%s: %q is %v, %v, expected %s", c.fen, c.san, m, err, c.uci)
		}
	}
}

// Errors quote the whole text, say what is wrong, and name the move that was probably meant.
func TestSANErrors(t *testing.T) {
	const (
		castling  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
		capture   = "rnbqkbnr/ppp2ppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
		mean      = "expected a legal move; did you mean "
		target    = "expected a target square such as e4 at the end"
		pawn      = "expected =Q, =R, =B or =N after a pawn's move to a8; did you mean a8=Q?"
	)
	for _, c := range []struct{ fen, san, want string }{
		{startFEN, "", "expected a target square"},
		{startFEN, "nf3", `expected a capital letter for the piece, "N", not "n"; did you mean Nf3?`},
		{startFEN, "kxe2", `expected a capital letter for the piece, "K", not "k"`},
		{startFEN, "Pe4", `expected no letter for a pawn, not "P"`},
		{startFEN, "4d5", "expected the pawn's file before x or the target, as in exd5"},
		{startFEN, "Nj3", target},
		{startFEN, "pawn", target},
		{startFEN, "O–O", target},
		{startFEN, "Nxyf3", `expected a file, a rank, x or a square before the target, not "xy"`},
		{startFEN, "e8", "expected =Q, =R, =B or =N after a pawn's move to e8"},
		{startFEN, "e1", "expected =Q, =R, =B or =N after a pawn's move to e1"},
		{startFEN, "dxe1", "expected =Q, =R, =B or =N after a pawn's move to e1"},
		{startFEN, "e2", "expected a legal move in " + startFEN},
		{startFEN, "e7", "expected a legal move in " + startFEN},
		{startFEN, "Ne0", target},
		{startFEN, "Ne9", target},
		{startFEN, "N0f3", `expected a file, a rank, x or a square before the target, not "0"`},
		{startFEN, "N9f3", `expected a file, a rank, x or a square before the target, not "9"`},
		{startFEN, "Nif3", `expected a file, a rank, x or a square before the target, not "i"`},
		{startFEN, "e8=K", "expected Q, R, B or N to promote to"},
		{startFEN, "Nf6", "expected a legal move in " + startFEN},
		{startFEN, "Sf3", "did you mean Nf3?"},
		{startFEN, "Cc3", "did you mean Nc3?"},
		{startFEN, "e4e5", mean + "e4 e5?"},
		{startFEN, "Nf3Nc6", "did you mean Nf3 Nc6?"},
		{castling, "O-OO-O-O", "did you mean O-O O-O-O?"},
		{capture, "e4:d5", "did you mean exd5?"},
		{startFEN, "E4", "did you mean e4?"},
		{startFEN, "NF3", target + "; did you mean Nf3?"},
		{capture, "bb5", mean + "Bb5+?"},
		{capture, "xd5", "did you mean exd5?"},
		{capture, "d5", mean + "exd5?"},
		{castling, "o-o", target + "; did you mean O-O?"},
		{castling, "OO", target + "; did you mean O-O?"},
		{castling, "O–O–O+", target + "; did you mean O-O-O?"},
		{castling, "000", target + "; did you mean O-O-O?"},
		{castling, "Kg1", mean + "O-O?"},
		{castling, "Ke1c1", mean + "O-O-O?"},
		{promotion, "a8", pawn},
		{promotion, "a8+", pawn},
		{promotion, "a8=q", target + "; did you mean a8=Q?"},
		{promotion, "a8=n", target + "; did you mean a8=N?"},
		{promotion, "a8(R)", target + "; did you mean a8=R?"},
		{promotion, "a8/Q", "did you mean a8=Q?"},
		{promotion, "a8=K", "expected Q, R, B or N to promote to; did you mean a8=Q?"},
	} {
		p := parse(t, c.fen)
		m, err := p.ParseSAN(c.san)
		if m != 0 || err == nil || !strings.Contains(err.Error(), "SAN "+quote.Short(c.san)+": ") || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "did you") != strings.Contains(c.want, "did you") || strings.Contains(c.want, "did you") && !strings.HasSuffix(err.Error(), "? In "+c.fen) {
			t.Errorf("%q: %v, %v, want %s", c.san, m, err, c.want)
		}
	}
}

// Errors quote the start of a long text.
func TestErrorsAreShort(t *testing.T) {
	p := Start()
	for _, c := range []string{"N", "e4", "x", "\xff", "\x00", "Nf3 "} {
		text := strings.Repeat(c, 60000/len(c))
		_, move := p.ParseMove(text)
		_, san := p.ParseSAN(text)
		errs := []error{move, san}
		for _, fen := range []string{
			"", "4k3/8/8/8/8/8/8/4K3 ", "4k3/8/8/8/8/8/8/4K3 w ", "4k3/8/8/8/8/8/8/4K3 w - ",
			"4k3/8/8/8/8/8/8/4K3 w - - ", "4k3/8/8/8/8/8/8/4K3 w - - 0 ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ",
		} {
			_, err := ParseFEN(fen + text)
			errs = append(errs, err)
		}
		for _, err := range errs {
			if err == nil || len(err.Error()) > 500 {
				t.Errorf("%s...: got %.600q", c, err)
			}
		}
	}
}

// ParseMove takes all legal moves, and no other text of two squares.
func TestParseMoveIsComplete(t *testing.T) {
	every := 31
	if testing.Short() {
		every = 61
	}
	n := 0
	randomGames(t, 4, func(t *testing.T, s step) {
		if n++; n%every != 0 {
			return
		}
		p := s.before
		want := map[string]Move{}
		for _, m := range p.AppendLegalMoves(nil) {
			want[m.String()] = m
			if m.IsCastling() {
				want[quad.SquareName(m.From())+quad.SquareName(m.RookFrom())] = m
			}
		}
		for from := range 64 {
			for to := range 64 {
				for _, promotion := range []string{"", "q", "n"} {
					text := quad.SquareName(from) + quad.SquareName(to) + promotion
					if m, err := p.ParseMove(text); m != want[text] || (err == nil) != (m != 0) {
						t.Fatalf("%s: %s is %v, %v, expected %v", p.FEN(), text, m, err, want[text])
					}
				}
			}
		}
	})
}

// Every legal move has a SAN of its own that reads back.
func TestSANRoundTrip(t *testing.T) {
	var n Node
	randomGames(t, 8, func(t *testing.T, s step) {
		p := s.before
		n.Set(&p)
		for _, m := range p.AppendLegalMoves(nil) {
			san := p.SAN(m)
			if got, err := p.ParseSAN(san); err != nil || got != m {
				t.Errorf("%s: %v is %s, which reads as %v, %v", p.FEN(), m, san, got, err)
			}
			if got, ok := n.FindSAN(san); !ok || got != m {
				t.Errorf("%s: %v is %s, which is found as %v, %v", p.FEN(), m, san, got, ok)
			}
			child := p.Play(m)
			if mate, check := strings.HasSuffix(san, "#"), strings.HasSuffix(san, "+"); mate != child.IsCheckmate() ||
				(mate || check) != p.GivesCheck(m) {
				t.Errorf("%s: %v is %s", p.FEN(), m, san)
			}
		}
	})
}

// FuzzParseSAN takes texts of moves in any position. What is accepted is a legal
// move, and says no more than the move does.
func FuzzParseSAN(f *testing.F) {
	facts(sanFacts, func(c []string) {
		san, _, _ := strings.Cut(c[2], ":")
		f.Add(c[0], san)
	})
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		m, err := p.ParseSAN(text)
		var n Node
		n.Set(&p)
		if found, ok := n.FindSAN(text); found != m || ok != (err == nil) {
			t.Fatalf("%q: %q is %v, %v, but found as %v, %v", fen, text, m, err, found, ok)
		}
		if err != nil {
			if len(err.Error()) > 500 || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: bad error %q", text, err)
			}
			return
		}
		san := p.SAN(m)
		if again, err := p.ParseSAN(san); !p.IsLegal(m) || err != nil || again != m {
			t.Fatalf("%q: %q is %v, written %q, which reads as %v, %v", fen, text, m, san, again, err)
		}
		body := strings.TrimRight(text, "+#!?")
		for _, c := range body {
			if !strings.ContainsRune(quad.SquareName(m.From())+strings.TrimRight(san, "+#")+"0", c) && c != 'x' {
				t.Fatalf("%q: %q is %s, which has no %q", fen, text, san, c)
			}
		}
		pawn := p.Board.Pawns()>>m.From()&1 != 0
		if (strings.Contains(body, "x") || pawn && body[:1] != quad.SquareName(m.To())[:1]) && !p.IsCapture(m) || pawn && p.IsCapture(m) && body[:1] != san[:1] {
			t.Fatalf("%q: %q is %s", fen, text, san)
		}
	})
}
