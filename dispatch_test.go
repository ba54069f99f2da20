package koggestone

import (
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// TestDispatch checks that every batch runs the code of the selected path: its memory is
// inaccessible, and the stack of the fault names the function that accessed it.
func TestDispatch(t *testing.T) {
	if !guard.Faults {
		t.Skip("memory cannot be forbidden on this system")
	}
	const n = 512
	suffix := map[simd.Path]string{simd.NEON: "NEON", simd.AVX2: "AVX2", simd.AVX512: "AVX512"}
	onNEON := []string{"RookAttacksBatch", "BishopAttacksBatch", "QueenAttacksBatch", "SliderAttacksBatch"}
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		for i := range batches {
			b := &batches[i]
			all := make([][]uint64, b.dsts()+len(b.inputs()))
			for k := range all {
				buffer := guard.New(t, n)
				all[k] = buffer.AtStart(n)
				buffer.Forbid(t)
			}
			got := guard.FaultingFunction(func() { b.call1(all) })
			want := p
			if p == simd.NEON && !slices.Contains(onNEON, b.name) {
				want = simd.Generic
			}
			ran := simd.Generic
			for p, s := range suffix {
				if strings.HasSuffix(got, s) {
					ran = p
				}
			}
			if got == "" || ran != want {
				t.Errorf("%s ran %q, want code of path %s", b.name, got, want)
			}
		}
	})
}
