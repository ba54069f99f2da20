package movegen

import (
	"strings"
	"testing"
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
	for _, c := range []struct{ fen, san, uci string }{
		{startFEN, "Ng1f3", "g1f3"},
		{startFEN, "e2e4!?", "e2e4"},
		{startFEN, "e2-e4", ""},
		{startFEN, "e5", ""},
		{startFEN, "Nd2", ""},
		{startFEN, "", ""},
		{startFEN, "O-O", ""},
		{startFEN, "Kx", ""},
		{startFEN, "e4=Q", ""},
		{startFEN, "=", ""},
		{kiwipete, "0-0-0", "e1c1"},
		{kiwipete, "Ba6", "e2a6"},
		{kiwipete, "b3", "b2b3"},
		{kiwipete, "Kc1", ""},
		{"6k1/P7/8/8/8/8/8/K7 w - -", "a8Q", "a7a8q"},
		{"6k1/P7/8/8/8/8/8/K7 w - -", "a8=K", ""},
		{"6k1/P7/8/8/8/8/8/K7 w - -", "a8", ""},
		{"6k1/8/8/8/8/8/8/KN3N2 w - -", "Nd2", ""}, // which one
	} {
		m, err := parse(t, c.fen).ParseSAN(c.san)
		switch {
		case c.uci == "" && (err == nil || !strings.Contains(err.Error(), "expected")):
			t.Errorf("%s: %q is %v, %v, expected an error", c.fen, c.san, m, err)
		case c.uci != "" && (err != nil || m.String() != c.uci):
			t.Errorf("%s: %q is %v, %v, expected %s", c.fen, c.san, m, err, c.uci)
		}
	}
}

// Every legal move has a SAN of its own that reads back.
func TestSANRoundTrip(t *testing.T) {
	randomGames(t, 8, func(t *testing.T, s step) {
		p := s.before
		for _, m := range p.AppendLegalMoves(nil) {
			san := p.SAN(m)
			if got, err := p.ParseSAN(san); err != nil || got != m {
				t.Errorf("%s: %v is %s, which reads as %v, %v", p.FEN(), m, san, got, err)
			}
			if mate, check := strings.HasSuffix(san, "#"), strings.HasSuffix(san, "+"); mate != p.Play(m).IsCheckmate() ||
				(mate || check) != p.GivesCheck(m) {
				t.Errorf("%s: %v is %s", p.FEN(), m, san)
			}
		}
	})
}
