package movegen

import (
	"reflect"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/quad"
)

// twoPlyRules are the rules of TWOPLY.md, each with its squares and with a position and a move that is
// counted wrongly without the rule.
var twoPlyRules = []struct {
	name, fen, move string
	squares         func(r *simpleRules) any
}{
	{"1: the move uncovers a check", "2Q5/8/8/1k1B3R/8/8/7K/8 w - - 0 1", "d5a8", func(r *simpleRules) any { return &r.discovered }},
	{"2: the piece is on the line of a pin", "8/8/8/8/2k1pQ2/8/5K2/8 w - - 0 1", "f4h2", func(r *simpleRules) any { return &r.segment }},
	{"3: the piece and one of theirs shield their king together", "1k6/2p5/3K4/4B3/8/8/8/8 w - - 0 1", "d6e7", func(r *simpleRules) any { return &r.shield }},
	{"4: the piece is between a slider and a square that their king may go to", "8/8/8/8/8/8/3k4/6KR w - - 0 1", "g1h2", func(r *simpleRules) any { return &r.guardLine }},
	{"5: the piece is in the way of their castling", "rB2k2B/3N4/3R3r/1N3p2/1B2r3/5b2/4p1R1/2K1Bn2 w q - 0 1", "b8a7", func(r *simpleRules) any { return &r.path }},
	{"6: the slider guards a square beside their king alone", "8/1k6/8/8/8/8/4K3/7q b - - 0 1", "h1a1", func(r *simpleRules) any { return &r.losesSlider }},
	{"6: the knight guards a square beside their king alone", "3k4/8/5n2/8/7K/8/8/8 b - - 0 1", "f6d5", func(r *simpleRules) any { return &r.losesKnight }},
	{"6: the pawn guards a square beside their king alone", "8/8/8/8/P1k2K2/8/8/8 w - - 0 1", "a4a5", func(r *simpleRules) any { return &r.losesPawn }},
	{"6: the king guards a square beside their king alone", "8/2k5/8/4K3/8/8/8/8 b - - 0 1", "c7b6", func(r *simpleRules) any { return &r.losesKing }},
	{"7: the slider takes a square from their king", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h7", func(r *simpleRules) any { return &r.gainsSlider }},
	{"7: the knight takes a square from their king", "8/8/1k6/8/5n2/8/1K6/8 b - - 0 1", "f4e2", func(r *simpleRules) any { return &r.gainsKnight }},
	{"7: the pawn takes a square from their king", "8/2k5/8/8/3P4/8/1K6/8 w - - 0 1", "d4d5", func(r *simpleRules) any { return &r.gainsPawn }},
	{"7: the king takes a square from their king", "4k2K/8/8/8/8/8/8/8 b - - 0 1", "e8f7", func(r *simpleRules) any { return &r.gainsKing }},
	{"8: the slider gives check, or pins", "8/8/8/8/8/5k2/8/4K2R w K - 0 1", "h1f1", func(r *simpleRules) any { return &r.checksSlider }},
	{"8: the knight gives check", "5kr1/8/8/2N5/8/8/2K5/8 w - - 0 1", "c5d7", func(r *simpleRules) any { return &r.checksKnight }},
	{"8: the pawn gives check", "8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", "e2e4", func(r *simpleRules) any { return &r.checksPawn }},
	{"9: the piece goes to the line of a pin", "5r2/4k3/5B2/8/8/8/1P3K2/8 b - - 0 1", "e7f7", func(r *simpleRules) any { return &r.segmentTo }},
	{"9: the piece goes in the way of their castling", "r3k1b1/8/n7/2n5/5B2/b7/8/6K1 w q - 0 1", "f4b8", func(r *simpleRules) any { return &r.pathTo }},
	{"9: the piece goes between a slider and a guarded square beside their king", "8/8/3k4/8/8/5K2/4R3/8 w - - 0 1", "f3e3", func(r *simpleRules) any { return &r.attackedLine }},
	{"9: the piece goes to a square beside their king that nothing else guards", "8/8/8/8/4b3/8/4k3/2K5 b - - 0 1", "e4b1", func(r *simpleRules) any { return &r.besideKing }},
	{"10: the move takes a rook that may castle", "b6k/8/5b2/8/8/8/3P3p/R3K3 b Q - 0 1", "f6a1", func(r *simpleRules) any { return &r.castler }},
	{"10: the move takes a piece beside their king that is not guarded twice", "8/8/8/8/8/8/3B4/1n1K3k b - - 0 1", "b1d2", func(r *simpleRules) any { return &r.nearKing }},
	{"10: the move takes a pawn one step from promotion", "8/2kP4/8/8/8/8/8/3K4 b - - 0 1", "c7d7", func(r *simpleRules) any { return &r.promoters }},
	{"9, 10: the piece goes where a pinned pawn could take it", "7k/8/6b1/7p/3R3Q/8/1R4K1/2N5 w - - 0 1", "h4g4", func(r *simpleRules) any { return &r.dead }},
	{"the move goes along the file, or is the king's, in front of an unmoved pawn", "8/2p5/2K3k1/8/8/8/8/8 w - - 0 1", "c6c5", func(r *simpleRules) any { return &r.unmoved }},
	{"the move takes the pawn straight in front of it", "5k2/8/8/8/5N2/4p3/4K3/8 w - - 0 1", "e2e3", func(r *simpleRules) any { return &r.front }},
	{"the king takes what checks it", "8/4k3/8/8/8/5r2/5K2/8 w - - 0 1", "f2f3", func(r *simpleRules) any { return &r.kingTakes }},
	{"a slider attacks the pawn along the file", "4k3/5R2/5p2/1K6/8/8/8/8 b - - 0 1", "f6f5", func(r *simpleRules) any { return &r.pushAxis }},
	{"a slider attacks the pawn along the diagonal of its capture", "7k/8/5K2/8/8/1p6/B7/8 b - - 0 1", "b3a2", func(r *simpleRules) any { return &r.takeAxis }},
	{"king or rook stand on a line that matters to their king", "3N4/8/8/2b5/8/1B6/8/R3K1nk w Q - 0 1", "e1c1", func(r *simpleRules) any { return &r.castleFrom }},
	{"the king guards a square beside their king alone", "8/4N3/8/8/8/6k1/7n/R3K3 w Q - 0 1", "e1c1", func(r *simpleRules) any { return &r.castleKing[0] }},
	{"the king takes a square from their king", "3R4/8/8/8/8/2k5/8/R3K3 w Q - 0 1", "e1c1", func(r *simpleRules) any { return &r.castleKing[1] }},
	{"the rook guards a square beside their king alone", "8/6p1/1k6/7R/8/8/8/R3K3 w Q - 0 1", "e1c1", func(r *simpleRules) any { return &r.castleRook[0] }},
	{"the rook gives check, or takes a square from their king", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", func(r *simpleRules) any { return &r.castleRook[1] }},
}

// Each rule has a position with a move that is counted wrongly without it.
func TestTwoPlyRules(t *testing.T) {
	var p twoPlyBoard
	for _, test := range twoPlyRules {
		pos := parse(t, test.fen)
		flip := Move(0) // from the view of the side to move
		if pos.Side == quad.Black {
			flip = 56 | 56<<6
		}
		p.set(&pos.Board, pos.Side)
		with := p.simple
		reflect.ValueOf(test.squares(&p.rules)).Elem().SetZero()
		p.choose()
		without := p.simple.without(&with)
		seen := false
		without.each(p.occ, p.king, func(m Move) {
			if m ^= flip; m.String() != test.move {
				return
			}
			seen = true
			child := pos.Play(m)
			if n := p.replies(m ^ flip); n == child.CountLegal() {
				t.Errorf("%s: %s: %v is counted right without the rule", test.name, test.fen, m)
			}
		})
		if !seen {
			t.Errorf("%s: %s: %s is simple with the rule, or not without", test.name, test.fen, test.move)
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
