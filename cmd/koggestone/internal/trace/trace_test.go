package trace

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/raywalk"
)

// The trace gives the same fill and attacks as the library and the ray walk.
func TestTraceFill(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		gen, empty := r.Uint64()&r.Uint64(), r.Uint64()|r.Uint64()
		for d := range koggestone.North + 1 {
			tr := traceFill(gen, empty, d)
			if got, want := uint64(tr.Fill), raywalk.Occluded(gen, empty, int(d)); got != want {
				t.Fatalf("fill of %#x over %#x, %v: got %#x, want %#x", gen, empty, d, got, want)
			}
			if got, want := uint64(tr.Attacks), raywalk.Attacks(gen, empty, int(d)); got != want {
				t.Fatalf("attacks of %#x over %#x, %v: got %#x, want %#x", gen, empty, d, got, want)
			}
			for i := range 2 {
				if tr.Steps[i].Gen != tr.Steps[i+1].GenBefore || tr.Steps[i].Pro != tr.Steps[i+1].ProBefore {
					t.Fatalf("step %d does not begin where step %d ends", i+2, i+1)
				}
			}
		}
	}
}
