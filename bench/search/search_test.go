package search

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// Threat pairs change nothing of the search.
func TestSameNodes(t *testing.T) {
	depth := 5
	if testing.Short() {
		depth = 3
	}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		"2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
		"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
	} {
		nodes, score, best, err := Plain(fen, depth)
		if err != nil {
			t.Fatal(err)
		}
		n, s, b, err := Pairs(fen, depth)
		if err != nil {
			t.Fatal(err)
		}
		if n != nodes || s != score || b != best {
			t.Errorf("%s: %d nodes, %d, %s, with threat pairs %d, %d, %s", fen, nodes, score, best, n, s, b)
		}
	}
	if _, _, _, err := Plain("8/8", 1); err == nil {
		t.Error("no error for a broken FEN")
	}
}

// Sums that games have updated, with castling, en passant and promotions among the moves,
// equal sums from scratch.
func TestSums(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		rng := rand.New(rand.NewPCG(1, 2))
		moves := 0
		for _, suite := range []corpus.Suite{corpus.Games(), corpus.Chess960(), corpus.Tricky()} {
			for fen := range suite.FENs() {
				p, err := movegen.ParseFEN(fen)
				if err != nil {
					t.Fatal(err)
				}
				if p.Validate() != nil {
					continue
				}
				var s sums
				s.Set(&p)
				at := 0
				for ; at < 20; at++ {
					legal := p.AppendLegalMoves(nil)
					if len(legal) == 0 {
						break
					}
					if rng.IntN(8) == 0 && !p.InCheck() {
						p.PlayNull(&p)
						s.Pass(at)
					} else {
						var c movegen.Change
						p.PlayChange(&p, legal[rng.IntN(len(legal))], &c)
						s.Play(at, &c)
					}
					moves++
				}
				var want ply
				want.set(&p.Board)
				if got := s.plies[at]; got != want {
					t.Fatalf("%s: %+v, from scratch %+v", p.FEN(), got, want)
				}
				if testing.Short() && moves > 1000 {
					return
				}
			}
		}
	})
}
