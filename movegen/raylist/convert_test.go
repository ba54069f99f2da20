package raylist

import (
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// TestRefusals checks the errors of New, and that Set leaves its receiver unchanged.
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
		p, _ := parse(t, movegen.Start().FEN())
		before := *p
		if err := p.Set(tt.q); err == nil || *p != before {
			t.Errorf("%v: error %v, receiver changed: %v", tt.q, err, *p != before)
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
		if got := p.Position(); got != q {
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

// TestCompareTells checks that Compare names the moves that only one generator finds,
// by comparing two different positions.
func TestCompareTells(t *testing.T) {
	p, _ := parse(t, "4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
	_, q := parse(t, "4k3/8/8/8/8/8/8/4K1NR w K - 0 1")
	want := "raylist: 4k3/8/8/8/8/8/8/4K1NR w K - 0 1: only the ray list has " +
		"[a7a8b a7a8n a7a8q a7a8r e1h1 h1f1 h1g1], only movegen has [g1e2 g1f3 g1h3]"
	if err := p.compare(q); err == nil || err.Error() != want {
		t.Errorf("error %v, want %v", err, want)
	}
	_, q = parse(t, "4k3/1P6/8/8/8/8/8/4K2R w K - 0 1")
	want = "raylist: 4k3/1P6/8/8/8/8/8/4K2R w K - 0 1: only the ray list has " +
		"[a7a8b a7a8n a7a8q a7a8r], only movegen has [b7b8b b7b8n b7b8q b7b8r]"
	if err := p.compare(q); err == nil || err.Error() != want {
		t.Errorf("error %v, want %v", err, want)
	}
}

// TestSameSet checks that a duplicate move in either list does not replace a missing
// one.
func TestSameSet(t *testing.T) {
	p, q := parse(t, "4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
	var l List
	p.GenerateLegal(&l)
	theirs := q.AppendLegalMoves(nil)
	if !sameSet(l.Moves(), theirs) {
		t.Error("the same moves differ")
	}
	for i := range theirs[1:] {
		twice := slices.Clone(theirs)
		twice[i+1] = twice[i]
		if sameSet(l.Moves(), twice) {
			t.Errorf("%v twice passes", twice[i])
		}
		own := slices.Clone(l.Moves())
		own[i+1] = own[i]
		if sameSet(own, theirs) {
			t.Errorf("%v twice passes", own[i])
		}
	}
}

// TestNoAllocations generates, makes moves and compares without allocating.
func TestNoAllocations(t *testing.T) {
	p, q := parse(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	var l List
	if n := testing.AllocsPerRun(10, func() {
		p.GenerateLegal(&l)
		if p.Perft(2) != 2039 || l.Len() != 48 || p.Set(q) != nil || Compare(q) != nil {
			t.Fatal("wrong moves")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
