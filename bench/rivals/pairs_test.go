package rivals

import (
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

func pairRules(tb testing.TB) *pairs.Rules {
	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return rules
}

// TestPairDeltas compares magics with package pairs.
func TestPairDeltas(t *testing.T) {
	rules := pairRules(t)
	var d pairs.Deltas
	var r PairDeltas
	changed := 0
	all, boards := PairMoves(parsed.Positions(corpus.Search()), rules)
	for i := range all {
		x := &all[i]
		rules.Deltas(&d, &x.Before, x.Change)
		r.Change(&boards[i], int(x.From), int(x.To), x.Code)
		for _, c := range []struct{ got, want []pairs.Pair }{{r.Removed[:r.R], d.Removed()}, {r.Added[:r.A], d.Added()}} {
			slices.Sort(c.got)
			slices.Sort(c.want)
			if !slices.Equal(c.got, c.want) {
				t.Fatalf("move %d, %s%s: %x, want %x", i, quad.SquareName(int(x.From)), quad.SquareName(int(x.To)), c.got, c.want)
			}
			changed += len(c.got)
		}
	}
	t.Logf("%d moves, %.1f pairs a move", len(all), float64(changed)/float64(len(all)))
}
