package quad_test

import (
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// TestEnginesOfA8 counts the moves of an engine whose bit 0 is a8: it says white for
// black, and turns no board.
func TestEnginesOfA8(t *testing.T) {
	g := kiwipete(koggestone.FlipRanks)
	g.a8 = 1
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		if got, want := g.perft(3), 97862; got != want {
			t.Errorf("perft(3) of kiwipete = %d, want %d", got, want)
		}
	})
}
