package policy

import (
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// Batches of every length around the length of a block have the masks of the Go twin. dst
// ends before a page without access.
func TestMaskBatchBounds(t *testing.T) {
	const most = 70
	all := games(t, 2*most)
	want := make([]uint64, AlphaZero.Words()*all.Len())
	pathtest.On(simd.Generic, func() { AlphaZero.MaskBatch(want, all) })
	room := guard.New(t, AlphaZero.Words()*most)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for n := range most + 1 {
			dst := room.AtEnd(AlphaZero.Words() * n)
			AlphaZero.MaskBatch(dst, all.Slice(n, 2*n))
			if !slices.Equal(dst, want[AlphaZero.Words()*n:][:len(dst)]) {
				t.Fatalf("length %d: other masks than generic", n)
			}
		}
	})
}

// The kernels run: an access to forbidden memory faults in their code.
func TestMaskBatchDispatch(t *testing.T) {
	b := games(t, 64)
	b = b.Slice(0, 64)
	room := guard.New(t, AlphaZero.Words()*64)
	dst := room.AtEnd(AlphaZero.Words() * 64)
	room.Forbid(t)
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		if p < simd.AVX2 {
			return
		}
		want := map[simd.Path]string{simd.AVX2: "alphaZeroAVX2", simd.AVX512: "alphaZeroAVX512"}[p]
		if got := guard.FaultingFunction(func() { AlphaZero.MaskBatch(dst, b) }); !strings.HasSuffix(got, want) {
			t.Errorf("%s ran, want %s", got, want)
		}
	})
}
