package quad_test

import (
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// TestEnginesOfA8 counts the moves of an engine with a8 as bit 0. It exchanges the colours
// instead of turning boards.
func TestEnginesOfA8(t *testing.T) {
	g := kiwipete(koggestone.FlipRanks)
	g.a8 = 1
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		if got, want := g.perft(3), 97862; got != want {
			t.Errorf("perft(3) of kiwipete = %d, want %d", got, want)
		}
	})
}
