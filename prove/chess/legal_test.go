package chess

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/prove/aig"
)

// The definition counts the legal moves of well-known positions; r and R are rooks that may castle,
// t and T others.
func TestMoves(t *testing.T) {
	for _, test := range []struct {
		placement string
		black     bool
		moves     int // without en passant
		check     bool
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", false, 20, false},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", false, 48, false},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", true, 43, false},
		{"8/2p5/3p4/KP5t/1T3p1k/8/4P1P1/8", false, 14, false},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/T2Q1TK1", false, 6, true},
		{"tnbq1k1t/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R", false, 44, false},
		{"7k/5Q2/6K1/8/8/8/8/8", true, 0, false},                             // stalemate
		{"tnb1kbnt/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/TNBQKBNT", false, 0, true}, // mate
	} {
		g := aig.New()
		var planes [4]Set
		for p := range planes {
			planes[p] = None()
		}
		for r, row := range strings.Split(test.placement, "/") {
			file := 0
			for _, letter := range row {
				code := strings.IndexRune(".rpbntkq", letter|0x20)
				if letter >= '1' && letter <= '8' {
					file += int(letter - '0')
					continue
				}
				for p := range 3 {
					planes[p][8*(7-r)+file] = aig.Lit(code >> p & 1)
				}
				planes[3][8*(7-r)+file] = aig.Lit(letter >> 5 & 1)
				file++
			}
		}
		black := aig.False
		if test.black {
			black = aig.True
			for p := range planes {
				planes[p] = FlipRanks(planes[p])
			}
		}
		l := Moves(NewBoard(g, planes), black)
		moves := 0
		for k, s := range l.Sets() {
			v, ok := s.Const()
			if !ok {
				t.Fatal("moves are not constants")
			}
			for square := range 64 {
				n := int(v >> square & 1)
				if square >= 56 && k >= 17 && k <= 20 { // promotions
					n *= 4
				}
				moves += n
			}
		}
		if moves != test.moves || l.Check != aig.False != test.check {
			t.Errorf("%s, black %v: %d moves, check %v, expected %d, %v", test.placement, test.black, moves, l.Check != aig.False, test.moves, test.check)
		}
	}
}
