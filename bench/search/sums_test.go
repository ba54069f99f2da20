package search

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

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
