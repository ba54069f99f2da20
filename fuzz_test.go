package koggestone

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// FuzzOne compares all functions of one position on all paths, and those with
// the oracle. The seeds in testdata/fuzz have names.
func FuzzOne(f *testing.F) {
	f.Fuzz(func(t *testing.T, a, b, c, d, pro uint64) {
		for i := range functions {
			f := &functions[i]
			in := []uint64{a, b, c, d, pro}
			if len(f.in) < len(in) {
				// The propagator stays the last.
				in = slices.Delete(in, len(f.in)-1, len(in)-1)
			}
			want := f.oracle(in)
			for _, p := range simd.Paths() {
				out := make([]uint64, f.outs())
				pathtest.On(p, func() { f.call(out, in) })
				for k := range out {
					if out[k] != want[k] {
						t.Fatalf("path %s: %s(%#x) = %#016x, want %#016x", p, f.outName(k), in, out[k], want[k])
					}
				}
			}
		}
	})
}

// FuzzBatch compares all batches on all paths with the twin; data holds the
// inputs' words one position after another, and offset says where in a cache
// line the slices begin.
func FuzzBatch(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte, offset uint8) {
		words := make([]uint64, min(len(data)/8, 2000))
		for i := range words {
			words[i] = binary.LittleEndian.Uint64(data[8*i:])
		}
		for i := range batches {
			b := &batches[i]
			n := len(words) / len(b.inputs())
			in := make([][]uint64, len(b.inputs()))
			for k := range in {
				in[k] = guard.New(t, n+8).AtEnd(n + int(offset%8))[:n:n]
				for j := range in[k] {
					in[k][j] = words[len(in)*j+k]
				}
			}
			want := b.twin(in)
			for _, p := range simd.Paths() {
				dst := makeWords(len(want), n)
				pathtest.On(p, func() { b.call(dst, in) })
				for k := range dst {
					compare(t, "path "+p.String()+": "+b.name+" "+b.dstName(k), dst[k], want[k], in...)
				}
			}
		}
	})
}
