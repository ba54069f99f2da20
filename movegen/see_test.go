package movegen

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/quad"
)

// An exchanger plays exchanges on a mailbox: each side captures with its first attacker that is
// not held, or stops.
type exchanger struct {
	values [8]int // by kind
	held   func(later *mailbox.Position, at int) bool
}

// exchange returns the gain of a move and the best exchange after it.
func (e exchanger) exchange(o *mailbox.Position, m mailbox.Move) int {
	if o.Castles(m) {
		return 0
	}
	gain := e.values[o.Kind(m.To)]
	if o.EnPassant(m) {
		gain = e.values[mailbox.Pawn]
	}
	if m.Promote != mailbox.Empty {
		gain += e.values[m.Promote] - e.values[mailbox.Pawn]
	}
	child := o.After(m)
	return gain - e.best(&child, m.To)
}

// best returns the gain of the side to move by captures on sq, 0 if it should not start.
func (e exchanger) best(o *mailbox.Position, sq int) int {
	attackers := o.Attackers(o.Side, 1<<sq)
	for _, kind := range []int{mailbox.Pawn, mailbox.Knight, mailbox.Bishop, mailbox.Rook, mailbox.Queen, mailbox.King} {
		for from := range 64 {
			if attackers>>from&1 == 0 || o.Kind(from) != kind || e.held(o, from) {
				continue
			}
			child := *o
			child.Board[sq], child.Board[from], child.Side = o.Board[from], mailbox.Empty, 1-o.Side
			if kind == mailbox.King && child.Attackers(child.Side, 1<<sq) != 0 {
				return 0
			}
			return max(0, e.values[o.Kind(sq)]-e.best(&child, sq))
		}
	}
	return 0
}

// pinsFor returns a function that reports whether the piece on a square of a later board must not
// capture on sq: because it is pinned on o, not along a line through sq, by a slider that is
// still on its square.
func pinsFor(o *mailbox.Position, sq int) func(later *mailbox.Position, at int) bool {
	pinner := map[int]int{}
	for color := range 2 {
		king := slices.Index(o.Board[:], uint8(mailbox.King+mailbox.Black*color))
		if king < 0 {
			continue
		}
		before := o.Attackers(1-color, 1<<king)
		for at := range o.Board {
			if at == king || !o.Is(at, color) {
				continue
			}
			without := *o
			without.Board[at] = mailbox.Empty
			seen := without.Attackers(1-color, 1<<king) &^ before
			for from := range o.Board {
				if seen>>from&1 != 0 && (Line(king, from)>>sq&1 == 0 || sq < min(king, from) || sq > max(king, from)) {
					pinner[at] = from
				}
			}
		}
	}
	return func(later *mailbox.Position, at int) bool {
		from, ok := pinner[at]
		return ok && later.Board[at] == o.Board[at] && later.Board[from] == o.Board[from]
	}
}

func TestSEE(t *testing.T) {
	byValue := map[bool]int{}
	differ := 0
	free := func(*mailbox.Position, int) bool { return false }
	standard := [8]int{quad.Pawn: 100, quad.Knight: 300, quad.Bishop: 300, quad.Rook: 500, quad.Queen: 900}
	rules := ExchangeRules{Values: [8]int{quad.Pawn: 97, quad.Knight: 450, quad.Bishop: 431, quad.Rook: 381, quad.Queen: 1300}, Pins: true}
	randomGames(t, 6, func(t *testing.T, s step) {
		p := s.before
		var n Node
		n.Set(&p)
		o := oracle(t, p)
		for _, om := range o.Legal() {
			m, err := p.ParseMove(o.UCI(om))
			if err != nil {
				t.Fatal(err)
			}
			want := exchanger{standard, free}.exchange(o, om)
			byValue[want < 0]++
			if got := p.SEE(m, nil); got != want || n.SEE(p.PieceMove(m), nil) != want {
				t.Errorf("%s %v: SEE is %d, the exchange wins %d", p.FEN(), m, got, want)
			}
			for _, threshold := range []int{-1000, -300, -100, -1, 0, 1, 100, 200, 500, 900, want, want + 1} {
				if got := n.SEEAtLeast(p.PieceMove(m), threshold, nil); got != (want >= threshold) {
					t.Errorf("%s %v: SEEAtLeast(%d) is %v, the exchange wins %d", p.FEN(), m, threshold, got, want)
				}
			}
			want = exchanger{rules.Values, pinsFor(o, om.To)}.exchange(o, om)
			if got := p.SEE(m, &rules); got != want || n.SEE(p.PieceMove(m), &rules) != want {
				t.Errorf("%s %v: SEE with pins is %d, the exchange wins %d", p.FEN(), m, got, want)
			}
			if pm := p.PieceMove(m); !n.SEEAtLeast(pm, want, &rules) || n.SEEAtLeast(pm, want+1, &rules) {
				t.Errorf("%s %v: SEEAtLeast with pins is not %d", p.FEN(), m, want)
			}
			if want != (exchanger{rules.Values, free}).exchange(o, om) {
				differ++
			}
		}
	})
	if differ < count(100) {
		t.Errorf("pins mattered to %d exchanges, expected over %d", differ, count(100))
	}
	if byValue[true] < 500 || byValue[false] < 500 {
		t.Errorf("%v moves that lose, expected over 500 of either sort", byValue)
	}
}

func TestSEEByHand(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		value     int
	}{
		{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", 100},
		{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", -200},
		{"6k1/8/8/8/3pP3/8/8/6K1 b - e3", "d4e3", 100},
		{"4k3/8/8/3pP3/8/8/3r4/6K1 w - d6", "e5d6", 0}, // the rook behind the captured pawn
		{"1n4k1/P7/8/8/8/8/8/6K1 w - -", "a7b8q", 1100},
		{"3r2k1/P7/8/8/8/8/8/6K1 w - -", "a7a8q", -100},
	} {
		p := parse(t, c.fen)
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.SEE(m, nil); got != c.value {
			t.Errorf("%s %s: %d, expected %d", c.fen, c.move, got, c.value)
		}
		var n Node
		n.Set(&p)
		for _, threshold := range []int{c.value, c.value + 1} {
			if got, want := n.SEEAtLeast(p.PieceMove(m), threshold, nil), c.value >= threshold; got != want {
				t.Errorf("%s %s: SEEAtLeast(%d) of a Node is %v, want %v", c.fen, c.move, threshold, got, want)
			}
		}
	}
}

// Pins say which pieces may recapture.
func TestSEEWithPins(t *testing.T) {
	rules := standardExchange
	rules.Pins = true
	for _, c := range []struct {
		fen, move     string
		value, pinned int
	}{
		{"7k/3p3r/8/4N3/8/8/8/K6R w - -", "e5d7", -200, 100},    // the rook that could recapture is pinned
		{"4k3/8/4n3/8/3pQ3/8/8/4K3 w - -", "e4d4", -800, -800},  // the pinning piece itself moves
		{"7k/6b1/8/R7/8/2Q5/8/K7 w - -", "a5e5", -200, -200},    // the bishop captures along its pin
		{"3r3k/3p3r/8/4N3/8/8/8/K6R w - -", "e5d7", -200, -200}, // another rook recaptures
		{"r2r2k1/8/8/6B1/3R4/8/8/3K4 w - -", "g5d8", 500, 500},  // the pinned rook recaptures where its pinner was
	} {
		p := parse(t, c.fen)
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got, pinned := p.SEE(m, nil), p.SEE(m, &rules); got != c.value || pinned != c.pinned {
			t.Errorf("%s %s: %d, with pins %d, expected %d, %d", c.fen, c.move, got, pinned, c.value, c.pinned)
		}
		var n Node
		n.Set(&p)
		if pm := p.PieceMove(m); !n.SEEAtLeast(pm, c.pinned, &rules) || n.SEEAtLeast(pm, c.pinned+1, &rules) {
			t.Errorf("%s %s: SEEAtLeast with pins differs from %d", c.fen, c.move, c.pinned)
		}
	}
}

func TestInsufficientMaterial(t *testing.T) {
	for pieces, want := range map[string]bool{
		"": true, "N": true, "b": true, "B": true, "NN": false, "Nn": false, "Nb": false, "P": false, "r": false, "Q": false,
		"B.B": true, "BB": false, "B.b.b": true, "Bb": false, "B.n": false,
		".B": true, ".B...B": true, ".B...b": true, ".b.b.B.B": true, ".B..B": false, ".b..B": false, // from the b-file they are dark
	} {
		row := strings.ReplaceAll(pieces, ".", "1")
		if len(row) < 8 {
			row += string(rune('0' + 8 - len(row)))
		}
		p := parse(t, "7k/8/8/8/"+row+"/8/8/K7 w - -")
		if got := p.HasInsufficientMaterial(); got != want {
			t.Errorf("%s: got %v, expected %v", p.FEN(), got, want)
		}
	}
}

func TestRepetitions(t *testing.T) {
	var game []Position
	p := Start()
	play := func(moves string) {
		for _, text := range strings.Fields(moves) {
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			game = append(game, p)
			p = p.Play(m)
		}
	}
	expect := func(want int) {
		t.Helper()
		if got := repetitions(&p, game); got != want {
			t.Errorf("after %d moves: %d repetitions, expected %d", len(game), got, want)
		}
	}
	expect(0)
	play("g1f3 g8f6 f3g1 f6g8")
	expect(1)
	if p == Start() || !p.Same(Start()) {
		t.Error("clocks are compared by Same, or not by ==")
	}
	play("g1f3 g8f6 f3g1 f6g8")
	expect(2)
	play("e2e4 e7e5 e1e2 e8e7 e2e1 e7e8") // the rights are gone: not the same
	expect(0)
	play("e1e2 e8e7 e2e1 e7e8")
	expect(1)
}

// Thresholds may be any numbers.
func TestSEEAtLeastExtremes(t *testing.T) {
	p := parse(t, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
	var n Node
	n.Set(&p)
	for _, m := range p.AppendLegalMoves(nil) {
		for _, threshold := range []int{math.MinInt, math.MinInt + 1, math.MinInt + 900, math.MaxInt - 900, math.MaxInt} {
			if got, want := n.SEEAtLeast(p.PieceMove(m), threshold, nil), p.SEE(m, nil) >= threshold; got != want {
				t.Errorf("%v: SEEAtLeast(%d) is %v, want %v", m, threshold, got, want)
			}
		}
	}
}
