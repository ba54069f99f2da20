package movegen

import (
	"math/bits"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// FuzzCountLegalBatch compares all paths on a board of any 256 bits, turned round
// in various ways, so that every lane of a block of 64 and the rest after it hold
// something else; and the target sets with the counts.
func FuzzCountLegalBatch(f *testing.F) {
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB uint64, black bool, lane uint8) {
		var b Batch
		for i := range 64 + int(lane%64) {
			// The board itself is in the lane and in the rest.
			turn := i - int(lane%64)
			board := quad.Board{g0, g1, g2, gB}
			for p := range board {
				board[p] = bits.RotateLeft64(board[p], turn&63)
			}
			side := quad.White
			if black != (turn&1 != 0) {
				side = quad.Black
			}
			b.append(&board, side)
		}
		want := twinCounts(&b)
		for _, path := range simd.Paths() {
			got := make([]uint16, b.Len())
			pathtest.On(path, func() { CountLegalBatch(got, &b) })
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("path=%v: board %d: %d moves, generic %d\n%#x, side %d", path, i, got[i], want[i],
						[4]uint64(b.Boards().At(i)), b.sides[i])
				}
			}
		}
		for i := range b.Len() {
			targets := b.At(i).LegalTargets()
			if got := targets.Count(); got != int(want[i]) {
				t.Fatalf("%d moves in the target sets, %d counted\n%#x, side %d", got, want[i],
					[4]uint64(b.Boards().At(i)), b.sides[i])
			}
		}
	})
}
