package movegen

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

const (
	startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)

// parse returns the position of a FEN that must be one.
func parse(tb testing.TB, fen string) Position {
	tb.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestStart(t *testing.T) {
	if p := parse(t, startFEN); p != Start() || p.FEN() != startFEN {
		t.Errorf("got %v, expected the start position", p)
	}
	want := "r n b q k b n r\np p p p p p p p\n" + strings.Repeat(". . . . . . . .\n", 4) +
		"P P P P P P P P\nR N B Q K B N R\ncastling rooks: a1, h1, a8, h8\n" + startFEN
	if got := Start().String(); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

func TestParseFEN(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{" 4k3/8/8/8/8/8/8/4K3  b - -\t7 \n", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 65535 65535", "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 00 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 0"},
		{"4k12/8/8/8/8/8/8/4K111 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"4k3/8/8/1111p111/4P3/8/8/4K3 w - -", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1"},
		// Shredder-FEN, and X-FEN where the outermost rook is not meant.
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w qKkQ -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"4k3/8/8/8/8/8/8/RR2K1RR w GB -", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"},
		{"4k3/8/8/8/8/8/8/RR2K1RR w HQ -", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"},
		{"r1r1k3/8/8/8/8/8/8/4K3 w c -", "r1r1k3/8/8/8/8/8/8/4K3 w c - 0 1"},
		{"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
			"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w KQkq - 0 9"},
		// En-passant targets stay where there is a legal capture.
		{"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
			"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"}, // both leave the rank
		{"8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1", "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - a6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
	} {
		p, err := ParseFEN(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		} else if p.FEN() != c.want {
			t.Errorf("%q: got %q, expected %q", c.text, p.FEN(), c.want)
		}
	}
}

func TestFENErrors(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/4K3"
	for _, c := range []struct {
		text, field string
		offset      int
		expected    string
	}{
		{"", "piece placement", 0, "expected eight ranks"},
		{"  ", "piece placement", 2, "expected eight ranks"},
		{"4k3/8", "piece placement", 5, "expected / after the eighth square of rank 7"},
		{"4k2/8/8/8/8/8/8/4K3 w - -", "piece placement", 3, `expected one of PNBRQKpnbrqk or 1 (rank 8), found "/"`},
		{"4k4/8/8/8/8/8/8/4K3 w - -", "piece placement", 2, `expected one of PNBRQKpnbrqk or a digit up to 3 (rank 8), found "4"`},
		{"9/8/8/8/8/8/8/8 w - -", "piece placement", 0, `digit up to 8 (rank 8), found "9"`},
		{"4k3p/8/8/8/8/8/8/4K3 w - -", "piece placement", 3, `/ after the eighth square of rank 8, found "p"`},
		{"4k3/8/8/8/8/8/8/4K3/ w - -", "piece placement", 19, `expected a space after the eighth rank, found "/"`},
		{"4k3/8/8/8/8/8/8/4K2\xff w - -", "piece placement", 19, `found "\xff"`},
		{"8/8/8/8/8/8/8/4K3 w - -", "piece placement", 0, "expected one black king, found none"},
		{" \t8/8/8/8/8/8/8/4K3 w - -", "piece placement", 2, "expected one black king, found none"},
		{"\n4k3/8/8/3p4/8/8/p7/Kp6 w - -", "piece placement", 21, "expected no pawn on rank 1 or 8, found 1"},
		{"4k3/8/8/8/8/8/8/3KK3 w - -", "piece placement", 18, "expected one white king, found 2"},
		{"4k2p/8/8/8/8/8/8/4K3 w - -", "piece placement", 3, "expected no pawn on rank 1 or 8, found 1"},
		{bare, "side to move", 19, "expected w or b"},
		{bare + " W - -", "side to move", 20, `expected w or b, found "W"`},
		{"4k3/8/8/8/8/8/8/4R1K1 w - -", "side to move", 22, "expected black not in check with white to move, found a check by the white rook on e1"},
		{"4k3/8/8/8/8/8/8/4r1K1 b - -", "side to move", 22, "expected white not in check with black to move, found a check by the black rook on e1"},
		{"8/8/8/4k3/4K3/8/8/8 b - -", "side to move", 20, "found a check by the black king on e5"},
		{bare + " w", "castling", 21, "expected - or some of KQkq"},
		{bare + " w K -", "castling", 22, `expected a right with king and rook of white on their first rank, found "K"`},
		{"4k3/8/8/8/8/8/8/4K2R w Kx -", "castling", 24, `white and a to h for black, found "x"`},
		{"4k3/8/8/8/8/8/8/4K2R w KH -", "castling", 24, `expected each right once, found "H"`},
		{"4k3/8/8/8/8/8/8/4K1RR w HG -", "castling", 25, `expected one right on each side of the king, found "G"`},
		{"4k3/8/8/8/8/8/4K3/7R w H -", "castling", 23, `expected a right with king and rook of white on their first rank, found "H"`},
		{"4k3/8/8/8/8/8/4K3/7R w K -", "castling", 23, `expected a right with king and rook of white on their first rank, found "K"`},
		{bare + " w é -", "castling", 22, `a to h for black, found "\u00e9"`},
		{bare + " w -- -", "castling", 22, `a to h for black, found "-"`},
		{bare + " w -", "en passant", 23, "expected - or a square on rank 6 with white to move"},
		{bare + " w - e3", "en passant", 24, `expected - or a square on rank 6 with white to move, found "e3"`},
		{bare + " b - e6", "en passant", 24, `expected - or a square on rank 3 with black to move, found "e6"`},
		{bare + " b - i3", "en passant", 24, `found "i3"`},
		{bare + " w - - x", "half-move clock", 26, `expected a number from 0 to 65535, found "x"`},
		{bare + " w - - 0 -1", "full-move number", 28, `a number from 0 to 65535, found "-"`},
		{bare + " w - - 0 65536", "full-move number", 28, `expected a number from 0 to 65535, found "65536"`},
		{bare + " w - - 0 1 bm", "end of the text", 30, `expected nothing after six fields, found "bm"`},
	} {
		p, err := ParseFEN(c.text)
		var bad *quad.FENError
		if !errors.As(err, &bad) {
			t.Errorf("%q: error %v, expected a *quad.FENError", c.text, err)
			continue
		}
		if bad.Field != c.field || bad.Offset != c.offset || !strings.Contains(bad.Problem, c.expected) {
			t.Errorf("%q: got %v, expected %s, offset %d: %s", c.text, err, c.field, c.offset, c.expected)
		}
		if p != (Position{}) {
			t.Errorf("%q: got %v beside the error", c.text, p)
		}
		q := Start()
		if err := q.UnmarshalText([]byte(c.text)); err == nil || q != Start() {
			t.Errorf("%q: UnmarshalText: %v, position %v", c.text, err, q)
		}
	}
	want := "FEN: side to move, offset 20: expected w or b, found \"W\""
	if _, err := ParseFEN(bare + " W - -"); err.Error() != want {
		t.Errorf("got %q, expected %q", err, want)
	}
}

// Many queens are no error.
func TestManyQueens(t *testing.T) {
	p := parse(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	if n := p.CountLegal(); n != 218 {
		t.Errorf("%d moves, expected 218", n)
	}
	p = parse(t, "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5pp/QQQQK1Bk w - - 0 1")
	if got, want := p.CountLegal(), len(oracle(t, p).Legal()); got != want {
		t.Errorf("%d moves, expected %d", got, want)
	}
}

func FuzzParseFEN(f *testing.F) {
	for _, text := range []string{
		startFEN, kiwipete, "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1", "x", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
		if err != nil {
			var bad *quad.FENError
			if !errors.As(err, &bad) || bad.Offset < 0 || bad.Offset > len(text) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: bad error %q", text, err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if q, err := ParseFEN(p.FEN()); err != nil || q != p {
			t.Fatalf("%q: %q gives %q, %v", text, p.FEN(), q.FEN(), err)
		}
		moves := p.AppendLegalMoves(nil)
		if len(moves) != p.CountLegal() {
			t.Fatalf("%q: %d moves, CountLegal %d", text, len(moves), p.CountLegal())
		}
		for _, m := range moves {
			if child := p.Play(m); child.Validate() != nil {
				t.Fatalf("%q: %v leads to %q", text, m, child.FEN())
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	p, err := ParseFEN(kiwipete)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"e1g1", "e1h1", "e2a6", "0000", "e7e8q"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := p.ParseMove(text); err == nil && !p.IsLegal(m) {
			t.Fatalf("ParseMove(%q) is %v, which is not legal", text, m)
		}
	})
}

// The castling field of any board, sense or nonsense, is what a plain reading of it says.
func TestAppendRightsOfAnyBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 17))
	for range 20000 {
		// Few pieces, so that there are boards with one king and with none.
		word := func() uint64 { return r.Uint64() & r.Uint64() & (r.Uint64() | 0xff000000000000ff) }
		b := quad.Board{G0: word(), G1: word(), G2: word(), GB: r.Uint64()}
		want := ""
		for _, side := range []quad.Color{quad.White, quad.Black} {
			for wing, letter := range "KQ" {
				for x := b.Pieces(side, quad.CastlingRook) & beside(&b, side, wing); x != 0; x &= x - 1 {
					c := letter
					if x&-x != outermostRook(&b, side, wing) {
						c = 'A' + rune(bits.TrailingZeros64(x)&7)
					}
					want += string(c | rune(side)*('a'-'A'))
				}
			}
		}
		if want == "" {
			want = "-"
		}
		if got := string(appendRights(nil, &b)); got != want {
			t.Fatalf("%x: got %s, want %s", b, got, want)
		}
	}
}
