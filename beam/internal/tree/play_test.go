package tree

import (
	"math"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/perft"
)

// A block that is played, divided by shard, sorted and merged has the positions and the
// ways of perft.Expand, for any number of shards.
func TestPlayAndMerge(t *testing.T) {
	b := sample(t, 3)
	for i := range b.Positions {
		b.Positions[i].Ways.Hi >>= 16
	}
	want, err := perft.Expand(t.Context(), b.Positions, 1, perft.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 77, 5000, len(b.Positions)} {
		var lists [][]perft.Weighted
		for block := range slices.Chunk(b.Positions, n) {
			for _, list := range newPlayer(3).play(block) {
				if list, err = perft.Expand(t.Context(), list, 0, perft.Options{}); err != nil {
					t.Fatal(err)
				}
				lists = append(lists, list)
			}
		}
		if got, err := merged(lists); err != nil || !slices.Equal(got, want) {
			t.Errorf("blocks of %d: %d positions, want %d; error %v", n, len(got), len(want), err)
		}
	}
	if got, err := merged(nil); err != nil || len(got) != 0 {
		t.Errorf("no lists: %d positions, error %v", len(got), err)
	}
	full := []perft.Weighted{{Ways: perft.Uint128{Hi: math.MaxUint64, Lo: math.MaxUint64}}}
	if _, err := merged([][]perft.Weighted{full, full}); err == nil {
		t.Error("ways of more than 128 bits: no error")
	}
}
