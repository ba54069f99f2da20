package movegen

import (
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone"
)

// twoPlyRuleTests holds, for each of twoPlyRules, a position and a move that is counted
// wrongly without this rule.
var twoPlyRuleTests = [len(twoPlyRules)]struct{ fen, move string }{
	{"2Q5/8/8/1k1B3R/8/8/7K/8 w - - 0 1", "d5a8"},
	{"8/8/8/8/2k1pQ2/8/5K2/8 w - - 0 1", "f4h2"},
	{"1k6/2p5/3K4/4B3/8/8/8/8 w - - 0 1", "d6e7"},
	{"8/8/8/8/8/8/3k4/6KR w - - 0 1", "g1h2"},
	{"rB2k2B/3N4/3R3r/1N3p2/1B2r3/5b2/4p1R1/2K1Bn2 w q - 0 1", "b8a7"},
	{"8/1k6/8/8/8/8/4K3/7q b - - 0 1", "h1a1"},
	{"3k4/8/5n2/8/7K/8/8/8 b - - 0 1", "f6d5"},
	{"8/8/8/8/P1k2K2/8/8/8 w - - 0 1", "a4a5"},
	{"8/2k5/8/4K3/8/8/8/8 b - - 0 1", "c7b6"},
	{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h7"},
	{"8/8/1k6/8/5n2/8/1K6/8 b - - 0 1", "f4e2"},
	{"8/2k5/8/8/3P4/8/1K6/8 w - - 0 1", "d4d5"},
	{"4k2K/8/8/8/8/8/8/8 b - - 0 1", "e8f7"},
	{"8/8/8/8/8/5k2/8/4K2R w K - 0 1", "h1f1"},
	{"5kr1/8/8/2N5/8/8/2K5/8 w - - 0 1", "c5d7"},
	{"8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", "e2e4"},
	{"5r2/4k3/5B2/8/8/8/1P3K2/8 b - - 0 1", "e7f7"},
	{"r3k1b1/8/n7/2n5/5B2/b7/8/6K1 w q - 0 1", "f4b8"},
	{"8/8/3k4/8/8/5K2/4R3/8 w - - 0 1", "f3e3"},
	{"8/8/8/8/4b3/8/4k3/2K5 b - - 0 1", "e4b1"},
	{"b6k/8/5b2/8/8/8/3P3p/R3K3 b Q - 0 1", "f6a1"},
	{"8/8/8/8/8/8/3B4/1n1K3k b - - 0 1", "b1d2"},
	{"8/2kP4/8/8/8/8/8/3K4 b - - 0 1", "c7d7"},
	{"7k/8/6b1/7p/3R3Q/8/1R4K1/2N5 w - - 0 1", "h4g4"},
	{"8/2p5/2K3k1/8/8/8/8/8 w - - 0 1", "c6c5"},
	{"5k2/8/8/8/5N2/4p3/4K3/8 w - - 0 1", "e2e3"},
	{"8/4k3/8/8/8/5r2/5K2/8 w - - 0 1", "f2f3"},
	{"4k3/5R2/5p2/1K6/8/8/8/8 b - - 0 1", "f6f5"},
	{"7k/8/5K2/8/8/1p6/B7/8 b - - 0 1", "b3a2"},
	{"3N4/8/8/2b5/8/1B6/8/R3K1nk w Q - 0 1", "e1c1"},
	{"8/4N3/8/8/8/6k1/7n/R3K3 w Q - 0 1", "e1c1"},
	{"3R4/8/8/8/8/2k5/8/R3K3 w Q - 0 1", "e1c1"},
	{"8/6p1/1k6/7R/8/8/8/R3K3 w Q - 0 1", "e1c1"},
	{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"},
}

// Each rule has a position with a move that is counted wrongly without it.
func TestTwoPlyRules(t *testing.T) {
	var p twoPlyBoard
	for i, rule := range twoPlyRules {
		test := twoPlyRuleTests[i]
		pos := parse(t, test.fen)
		p.set(&pos.Board, pos.Side)
		with := p.simple
		rule.copy(&p.rules, new(simpleRules))
		p.choose()
		without := p.simple.without(&with)
		seen := false
		without.each(p.occ, p.king, func(m Move) {
			if m ^= viewFlip(pos.Side); m.String() != test.move {
				return
			}
			seen = true
			child := pos.Play(m)
			if n := p.replies(m ^ viewFlip(pos.Side)); n == child.CountLegal() {
				t.Errorf("%s: %s: %v is counted right without the rule", rule.name, test.fen, m)
			}
		})
		if !seen {
			t.Errorf("%s: %s: %s is simple with the rule, or not without", rule.name, test.fen, test.move)
		}
	}
}

// Moves that stricter rules would forbid are simple. TestTwoPlyMoves checks that they are
// counted correctly.
func TestTwoPlyRelaxations(t *testing.T) {
	seen := map[string]int{}
	var p twoPlyBoard
	gameBatches(t, func(b *Batch) {
		for i := range b.Len() {
			pos := b.At(i)
			if p.look(&pos.Board, pos.Side); p.isOdd() {
				continue
			}
			p.set(&pos.Board, pos.Side)
			// Lines to pinned pieces, dead pawns or not, and of their king by kind.
			var pins uint64
			var lines [2]uint64
			for d := range koggestone.Direction(8) {
				ray := koggestone.Attacks(p.kings&p.them, p.empty, d)
				lines[d&1] |= ray
				if first := ray & p.occ & p.ours[d^4]; first&p.them != 0 {
					pins |= ray | koggestone.Attacks(first, p.empty, d)
				}
			}
			var ways uint64
			if rooks := p.rights & p.them; rooks&h8 != 0 {
				ways |= f8 | g8
			}
			if rooks := p.rights & p.them; rooks&a8 != 0 {
				ways |= b8 | c8 | d8
			}
			p.simple.each(p.occ, p.king, func(m Move) {
				from, to := uint64(1)<<m.From(), uint64(1)<<m.square()
				add := func(what string, is bool) {
					if is {
						seen[what]++
					}
				}
				add("dead pawn", from&pins != 0)
				add("bishop on a rank or file", p.kinds[0]&^p.kinds[1]&from != 0 && lines[1]&to != 0)
				add("rook on a diagonal", p.kinds[1]&^p.kinds[0]&from != 0 && lines[0]&to != 0)
				add("castling that is not alive", (from|to)&ways != 0)
				add("capture", p.them&to != 0)
				add("castling", m.IsCastling())
			})
		}
	})
	t.Log(seen)
	for _, what := range []string{"dead pawn", "bishop on a rank or file", "rook on a diagonal", "castling that is not alive", "capture", "castling"} {
		if seen[what] == 0 {
			t.Errorf("no simple move: %s", what)
		}
	}
}

// Every move that is not simple has a rule, and the rules of each tested move include its
// own.
func TestExplainTwoPly(t *testing.T) {
	for i, test := range twoPlyRuleTests {
		pos := parse(t, test.fen)
		explained := pos.ExplainTwoPly()
		if len(explained) != pos.CountLegal() {
			t.Errorf("%s: %d moves, expected %d", test.fen, len(explained), pos.CountLegal())
		}
		var p twoPlyBoard
		p.set(&pos.Board, pos.Side)
		simple := 0
		p.simple.each(p.occ, p.king, func(Move) { simple++ })
		for _, m := range explained {
			if len(m.Rules) == 0 {
				simple--
			}
			if m.Move.String() == test.move && !slices.Contains(m.Rules, twoPlyRules[i].name) {
				t.Errorf("%s: %v by %v, expected %q", test.fen, m.Move, m.Rules, twoPlyRules[i].name)
			}
		}
		if simple != 0 {
			t.Errorf("%s: %d moves too many have a rule", test.fen, simple)
		}
	}
	odd := parse(t, "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1")
	for _, m := range odd.ExplainTwoPly() {
		if len(m.Rules) != 1 || !strings.Contains(m.Rules[0], "usual") {
			t.Errorf("%v by %v, expected castling from unusual squares", m.Move, m.Rules)
		}
	}
}
