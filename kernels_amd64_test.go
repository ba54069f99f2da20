//go:build gc && !purego

package koggestone

import (
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

// kernels lists the assembly for one position, also of kernels that dispatch does not
// select.
var kernels = []struct {
	path simd.Path
	name string // name of the function that it computes
	call func(out, in []uint64)
}{
	{simd.AVX2, "RookAttacks", func(out, in []uint64) { out[0] = rookAttacksAVX2(in[0], in[1]) }},
	{simd.AVX2, "BishopAttacks", func(out, in []uint64) { out[0] = bishopAttacksAVX2(in[0], in[1]) }},
	{simd.AVX2, "SliderAttacks", func(out, in []uint64) { out[0] = sliderAttacksAVX2(in[0], in[1], in[2]) }},
	{simd.AVX2, "RayAttacks", func(out, in []uint64) { rayAttacksAVX2((*[8]uint64)(out), in[0], in[1]) }},
	{simd.AVX2, "OccludedFills", func(out, in []uint64) { occludedFillsAVX2((*[8]uint64)(out), in[0], in[1]) }},
	{simd.AVX2, "MultiAttacks", func(out, in []uint64) { multiAttacksAVX2(asMulti(out), (*[4]uint64)(in), in[4]) }},
	{simd.AVX2, "MultiOccluded", func(out, in []uint64) { multiOccludedAVX2(asMulti(out), (*[4]uint64)(in), in[4]) }},
	{simd.AVX512, "RookAttacks", func(out, in []uint64) { out[0] = rookAttacksAVX512(in[0], in[1]) }},
	{simd.AVX512, "BishopAttacks", func(out, in []uint64) { out[0] = bishopAttacksAVX512(in[0], in[1]) }},
	{simd.AVX512, "SliderAttacks", func(out, in []uint64) { out[0] = sliderAttacksAVX512(in[0], in[1], in[2]) }},
	{simd.AVX512, "RayAttacks", func(out, in []uint64) { rayAttacksAVX512((*[8]uint64)(out), in[0], in[1]) }},
	{simd.AVX512, "OccludedFills", func(out, in []uint64) { occludedFillsAVX512((*[8]uint64)(out), in[0], in[1]) }},
	{simd.AVX512, "MultiAttacks", func(out, in []uint64) { multiAttacksAVX512(asMulti(out), (*[4]uint64)(in), in[4]) }},
	{simd.AVX512, "MultiOccluded", func(out, in []uint64) { multiOccludedAVX512(asMulti(out), (*[4]uint64)(in), in[4]) }},
}

// TestKernels compares each kernel of one position with the ray walk.
func TestKernels(t *testing.T) {
	n := count(20000)
	for _, k := range kernels {
		if !slices.Contains(simd.Paths(), k.path) {
			continue
		}
		t.Run(k.name+"/kernel="+k.path.String(), func(t *testing.T) {
			f := find(k.name)
			columns := randomPositions(newRand(14), len(f.in), n)
			in, out := make([]uint64, len(f.in)), make([]uint64, f.outs())
			for i := range n {
				for c := range in {
					in[c] = columns[c][i]
				}
				k.call(out, in)
				if want := f.oracle(in); !slices.Equal(out, want) {
					t.Fatalf("%s(%#x) = %#x, want %#x", k.name, in, out, want)
				}
			}
		})
	}
}
