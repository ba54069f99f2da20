package raylist

import (
	"cmp"
	"fmt"
	"slices"
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
		{crowd, "raylist: expected at most 16 white pieces"},
		{movegen.Position{Board: crowd.Board.FlipColors()}, "raylist: expected at most 16 black pieces"},
		{none, "raylist: quad: expected one white king, found none"},
		{pawn, "raylist: quad: a1: expected no pawn on rank 1 or 8, found 1"},
		{check, "raylist: quad: e4: expected black not in check with white to move, found a check by the white rook on e4"},
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

// TestCastlingThroughAttacks: castling crosses and reaches no attacked square, which Generate alone ensures.
func TestCastlingThroughAttacks(t *testing.T) {
	for fen, want := range map[string]int{
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1":   2,
		"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1":   0, // the king's target
		"4kr2/8/8/8/8/8/8/4K2R w K - 0 1":    0,
		"4k2r/8/8/8/8/8/8/4K2R w K - 0 1":    1, // the rook may be attacked
		"2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1":   0,
		"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1":    0,
		"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1":   1, // only the rook passes b1
		"4r3/8/6k1/8/8/8/8/R3K2R w KQ - 0 1": 0, // check
	} {
		p, _ := parse(t, fen)
		var l List
		p.Generate(&l)
		n := 0
		for _, m := range l.Moves() {
			if m.what() == castling {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d castlings, want %d", fen, n, want)
		}
	}
}

// withoutClocks returns q as a Position of this package returns it.
func withoutClocks(q movegen.Position) movegen.Position {
	return movegen.Position{Board: q.Board, Side: q.Side}
}

// check returns an error unless the redundant parts of p agree: the mailbox, the piece lists
// and the linked rays. It compares them with a position that was converted, not played.
func (p *Position) check() error {
	fresh := convert(p.Position())
	for i, n := range p.board {
		y := square(i)
		if n == emptySq || n == offBoard {
			if n != fresh.board[y] {
				return fmt.Errorf("%02x holds %02x", y, n)
			}
			continue
		}
		if at := p.sides[n>>5&1].at[n&indexMask]; at != y {
			return fmt.Errorf("piece %02x is on %02x, the piece list says %02x", n, y, at)
		}
	}
	for c := range p.sides {
		got, err := p.sides[c].linked()
		want, _ := fresh.sides[c].linked()
		if err != nil || !slices.Equal(got, want) {
			return fmt.Errorf("%v: rays %v, %v, want %v", p.sides[c].color, got, err, want)
		}
	}
	return nil
}

// A start is where a ray starts, with its step and mask.
type start struct {
	from square
	step ray
	mask uint8
}

// linked returns the rays in the list, sorted. It returns an error if the list does not end
// or if the links back differ from those forward.
func (s *side) linked() (all []start, err error) {
	prev := uint8(head)
	for slot := s.rays[head].next(); ; slot = s.rays[slot].next() {
		if len(all) > head {
			return nil, fmt.Errorf("the list does not end")
		}
		if slot%slotsPerPiece == 0 && s.before[slot/slotsPerPiece] != prev {
			return nil, fmt.Errorf("slot %d is linked after %d, not %d", slot, prev, s.before[slot/slotsPerPiece])
		}
		if slot == head {
			break
		}
		r := s.rays[slot]
		all = append(all, start{s.at[r.piece()], r.step(), r.mask()})
		prev = slot
	}
	slices.SortFunc(all, func(a, b start) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.step, b.step), cmp.Compare(a.mask, b.mask))
	})
	return all, nil
}
