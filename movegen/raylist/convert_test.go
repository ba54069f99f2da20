package raylist

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// TestRefusals checks the errors of New and Compare.
func TestRefusals(t *testing.T) {
	crowd, err := movegen.ParseFEN("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	var none movegen.Position
	pawn := movegen.Start()
	pawn.Board.Set(0, quad.WhitePawn)
	check, err := movegen.ParseFEN("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	check.Side = quad.White
	for _, tt := range []struct {
		q    movegen.Position
		want string
	}{
		{crowd, "raylist: 28 white pieces, expected at most 16"},
		{movegen.Position{Board: crowd.Board.FlipColors()}, "raylist: 28 black pieces, expected at most 16"},
		{none, "raylist: quad: no white king"},
		{pawn, "raylist: quad: a1: pawn on an end rank"},
		{check, "raylist: quad: e4: white rook gives check with white to move"},
	} {
		if p, err := New(tt.q); err == nil || p != nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%v: %v, %v, want error %q", tt.q, p, err, tt.want)
		}
		if err := Compare(tt.q); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Compare: %v, want error %q", err, tt.want)
		}
	}
}

// TestConversion converts the positions of all files to this package and back.
func TestConversion(t *testing.T) {
	for _, q := range starts(t) {
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Position(); got != withoutClocks(q) {
			t.Errorf("%v comes back as %v", q.FEN(), got.FEN())
		}
		if err := p.check(); err != nil {
			t.Errorf("%v: %v", q.FEN(), err)
		}
		if err := Compare(q); err != nil {
			t.Error(err)
		}
	}
}

// TestCompareTells checks the error for two different positions.
func TestCompareTells(t *testing.T) {
	p, _ := parse(t, "8/8/8/8/8/8/6k1/K7 w - - 0 1")
	_, q := parse(t, "8/8/8/8/8/7p/7k/K7 w - - 0 1")
	if err := p.compare(q); err != nil {
		t.Error(err)
	}
	_, q = parse(t, "8/8/8/8/8/8/6k1/1K6 w - - 0 1")
	want := "raylist: 8/8/8/8/8/8/6k1/1K6 w - - 0 1: the ray list has [a1a2 a1b1 a1b2], movegen has [b1a1 b1a2 b1b2 b1c1 b1c2]"
	if err := p.compare(q); err == nil || err.Error() != want {
		t.Errorf("error %v, want %v", err, want)
	}
}

// withoutClocks returns q as a Position of this package returns it.
func withoutClocks(q movegen.Position) movegen.Position {
	return movegen.Position{Board: q.Board, Side: q.Side}
}
