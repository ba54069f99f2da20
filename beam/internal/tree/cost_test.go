package tree

import (
	"math"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// Numbers of positions are the known ones or close to them, and with every further
// merged ply playing takes longer and counting less time.
func TestCosts(t *testing.T) {
	tr := Tree{FEN: movegen.Start().FEN(), Depth: 9, Shards: 64, BlockLen: 65536, Workers: 1}
	costs, err := tr.Costs(t.Context(), 8)
	if err != nil || len(costs) != 8 {
		t.Fatalf("%d costs, error %v", len(costs), err)
	}
	for i, c := range costs {
		if c.Ply != i+1 || c.Unique != startUnique[c.Ply] {
			t.Errorf("ply %d: %v positions, want %v", c.Ply, c.Unique, startUnique[c.Ply])
		}
		if i > 0 && (c.Play <= costs[i-1].Play || c.Merge <= costs[i-1].Merge || c.Shuffle <= costs[i-1].Shuffle) {
			t.Errorf("ply %d takes less than the ply before: %+v", c.Ply, c)
		}
	}
	if first, last := costs[3].Count, costs[6].Count; last >= first {
		t.Errorf("count: %v s below ply 4, %v below ply 7", first, last)
	}
	v := speed{unique: startUnique[:7], moves: []float64{20, 20, 22, 22}}
	v.extrapolate(9, false)
	for ply, n := range v.unique {
		if ratio := n / startUnique[ply]; math.Abs(ratio-1) > 0.25 {
			t.Errorf("ply %d: %.0f positions, in truth %.0f", ply, n, startUnique[ply])
		}
	}
}
