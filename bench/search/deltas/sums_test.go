package deltas

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// TestSums: what is carried along in games, castling and en passant among the moves, is
// what a board has from scratch.
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
				var line [21]state
				line[0] = newState(p)
				last := &line[0]
				for i := range line[1:] {
					next := &line[i+1]
					legal := last.pos.AppendLegalMoves(nil)
					if len(legal) == 0 {
						break
					}
					if rng.IntN(8) == 0 && !last.pos.InCheck() {
						last.pass(next)
					} else {
						last.play(next, legal[rng.IntN(len(legal))])
					}
					last = next
					moves++
				}
				want := newState(last.pos)
				if g, w := &last.pairs, &want.pairs; g.mailbox != w.mailbox || g.kings != w.kings || g.sums != w.sums {
					t.Fatalf("%s: %+v, from scratch %+v", last.pos.FEN(), *g, *w)
				}
				if testing.Short() && moves > 1000 {
					return
				}
			}
		}
	})
}
