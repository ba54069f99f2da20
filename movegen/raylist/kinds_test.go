package raylist_test

import (
	"context"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
	"github.com/koggestone/koggestone/perft"
)

// The two generators share no code and must agree in the count of each kind of move.
func TestKindsOfMoves(t *testing.T) {
	depth := 3
	if testing.Short() {
		depth = 2
	}
	compared := 0
	for _, suite := range []corpus.Suite{corpus.Tricky(), corpus.Chess960(), corpus.Standard()} {
		for fen := range suite.FENs() {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			q, err := raylist.New(p)
			if err != nil {
				continue // more than 16 pieces a side
			}
			r, err := perft.Count(context.Background(), p, depth, perft.Options{Stats: true, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			nodes, got := q.Stats(depth)
			if nodes != r.Nodes.Lo || perft.Stats(got) != r.Stats {
				t.Errorf("%s\nray list %d, %+v\nmovegen  %v, %+v", fen, nodes, got, r.Nodes, r.Stats)
			}
			compared++
		}
	}
	if compared < 300 {
		t.Errorf("%d positions compared, expected at least 300", compared)
	}
}
