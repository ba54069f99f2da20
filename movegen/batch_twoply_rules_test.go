package movegen

import (
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// twoPlyRules are the rules of TWOPLY.md, each with a position and a move. Without the rule the
// kernels would count the replies to this move wrongly.
var twoPlyRules = []struct {
	name, fen, move string
}{
	{"1: the move uncovers a check", "2Q5/8/8/1k1B3R/8/8/7K/8 w - - 0 1", "d5a8"},
	{"2: the piece is on the line of a pin", "8/8/8/8/2k1pQ2/8/5K2/8 w - - 0 1", "f4h2"},
	{"3: the piece and one of theirs shield their king together", "1k6/2p5/3K4/4B3/8/8/8/8 w - - 0 1", "d6e7"},
	{"4: the piece is between a slider and a square that their king may go to", "8/8/8/8/8/8/3k4/6KR w - - 0 1", "g1h2"},
	{"5: the piece is in the way of their castling", "rB2k2B/3N4/3R3r/1N3p2/1B2r3/5b2/4p1R1/2K1Bn2 w q - 0 1", "b8a7"},
	{"6: the slider guards a square beside their king alone", "8/1k6/8/8/8/8/4K3/7q b - - 0 1", "h1a1"},
	{"6: the knight guards a square beside their king alone", "3k4/8/5n2/8/7K/8/8/8 b - - 0 1", "f6d5"},
	{"6: the pawn guards a square beside their king alone", "8/8/8/8/P1k2K2/8/8/8 w - - 0 1", "a4a5"},
	{"6: the king guards a square beside their king alone", "8/2k5/8/4K3/8/8/8/8 b - - 0 1", "c7b6"},
	{"7: the slider takes a square from their king", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h7"},
	{"7: the knight takes a square from their king", "8/8/1k6/8/5n2/8/1K6/8 b - - 0 1", "f4e2"},
	{"7: the pawn takes a square from their king", "8/2k5/8/8/3P4/8/1K6/8 w - - 0 1", "d4d5"},
	{"7: the king takes a square from their king", "4k2K/8/8/8/8/8/8/8 b - - 0 1", "e8f7"},
	{"8: the slider gives check, or pins", "8/8/8/8/8/5k2/8/4K2R w K - 0 1", "h1f1"},
	{"8: the knight gives check", "5kr1/8/8/2N5/8/8/2K5/8 w - - 0 1", "c5d7"},
	{"8: the pawn gives check", "8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", "e2e4"},
	{"9: the piece goes to the line of a pin", "5r2/4k3/5B2/8/8/8/1P3K2/8 b - - 0 1", "e7f7"},
	{"9: the piece goes in the way of their castling", "r3k1b1/8/n7/2n5/5B2/b7/8/6K1 w q - 0 1", "f4b8"},
	{"9: the piece goes between a slider and a guarded square beside their king", "8/8/3k4/8/8/5K2/4R3/8 w - - 0 1", "f3e3"},
	{"9: the piece goes to a square beside their king that nothing else guards", "8/8/8/8/4b3/8/4k3/2K5 b - - 0 1", "e4b1"},
	{"10: the move takes a rook that may castle", "b6k/8/5b2/8/8/8/3P3p/R3K3 b Q - 0 1", "f6a1"},
	{"10: the move takes a piece beside their king that is not guarded twice", "8/8/8/8/8/8/3B4/1n1K3k b - - 0 1", "b1d2"},
	{"10: the move takes a pawn one step from promotion", "8/2kP4/8/8/8/8/8/3K4 b - - 0 1", "c7d7"},
	{"9, 10: the piece goes where a pinned pawn could take it", "7k/8/6b1/7p/3R3Q/8/1R4K1/2N5 w - - 0 1", "h4g4"},
	{"the move goes along the file, or is the king's, in front of an unmoved pawn", "8/2p5/2K3k1/8/8/8/8/8 w - - 0 1", "c6c5"},
	{"the move takes the pawn straight in front of it", "5k2/8/8/8/5N2/4p3/4K3/8 w - - 0 1", "e2e3"},
	{"the king takes what checks it", "8/4k3/8/8/8/5r2/5K2/8 w - - 0 1", "f2f3"},
	{"a slider attacks the pawn along the file", "4k3/5R2/5p2/1K6/8/8/8/8 b - - 0 1", "f6f5"},
	{"a slider attacks the pawn along the diagonal of its capture", "7k/8/5K2/8/8/1p6/B7/8 b - - 0 1", "b3a2"},
	{"king or rook stand on a line that matters to their king", "3N4/8/8/2b5/8/1B6/8/R3K1nk w Q - 0 1", "e1c1"},
	{"the king guards a square beside their king alone", "8/4N3/8/8/8/6k1/7n/R3K3 w Q - 0 1", "e1c1"},
	{"the king takes a square from their king", "3R4/8/8/8/8/2k5/8/R3K3 w Q - 0 1", "e1c1"},
	{"the rook guards a square beside their king alone", "8/6p1/1k6/7R/8/8/8/R3K3 w Q - 0 1", "e1c1"},
	{"the rook gives check, or takes a square from their king", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"},
}

// The kernels do not count the replies to these moves, but leave the moves to be played.
func TestTwoPlyRules(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		if path == simd.Generic {
			return
		}
		c := new(twoPlyCounter)
		for _, test := range twoPlyRules {
			p := parse(t, test.fen)
			m, err := p.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			var b Batch
			b.Append(p)
			got := make([]uint32, 1)
			c.add(got, &b, 0, 0, 0)
			child, seen := p.Play(m).Board, false
			child.GB &= child.Occupied() // captures en passant are counted apart
			for i := range c.children.Len() {
				seen = seen || c.children.board(i) == child
			}
			if !seen {
				t.Errorf("%s: %s: %s is simple", test.name, test.fen, test.move)
			}
			if c.countChildren(got); int(got[0]) != p.CountTwoPly() {
				t.Errorf("%s: %s: %d leaves, want %d", test.name, test.fen, got[0], p.CountTwoPly())
			}
		}
	})
}

// The kernels leave few moves to be played.
func TestTwoPlySimple(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		if path == simd.Generic {
			return
		}
		c := new(twoPlyCounter)
		moves, played := 0, 0
		gameBatches(t, func(b *Batch) {
			for i := 0; i < b.Len(); i += blockLen() {
				n := min(blockLen(), b.Len()-i)
				c.add(make([]uint32, n), b, i, 0, 0)
				played += c.children.Len()
				c.children.Reset()
				c.owned = 0
			}
			counts := make([]uint16, b.Len())
			CountLegalBatch(counts, b)
			for _, n := range counts {
				moves += int(n)
			}
		})
		if t.Logf("%d of %d moves are played", played, moves); played > moves*2/5 {
			t.Error("more than two fifths")
		}
	})
}
