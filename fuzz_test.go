package koggestone

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// FuzzOne compares all functions of one position with the oracle, on all paths.
func FuzzOne(f *testing.F) {
	for _, s := range [][5]uint64{
		{0xaa55aa55aa55aa55, 0x55aa55aa55aa55aa, 0xaaaaaaaaaaaaaaaa, 0xff00ff00ff00ff00, 0x55aa55aa55aa55aa}, // checkered
		{0x8000000, 0x8000000, 0x8000000, 0x8000000, 0xfffffffff7ffffff},                                     // empty board queen d4
		{0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff}, // every square slides over every square
		{0xff00000000000000, 0x8000000000000000, 0x100000000000000, 0xff000000000000, 0xffffffffffffff},      // lone rank 8 shift loses top
		{0x1, 0x8000000000000000, 0x100000000000000, 0x80, 0x7effffffffffff7e},                               // longest diagonals
		{0x1, 0x8000000000000000, 0x100000000000080, 0xffffffffffffffff, 0x0},                                // no empty square
		{0x0, 0x0, 0x0, 0x0, 0xffffffffffffffff},                                                             // nothing over everything
		{0x8100000000000081, 0x1818000000, 0xff, 0x101010101010101, 0xffffffffffffffff},                      // sliders on empty squares
		{0x89, 0x2c, 0x8900000000000000, 0x2c00000000000000, 0xffffffff0000},                                 // start position by colour and kind
		{0x101010101010101, 0x80, 0x8080808080808080, 0x1, 0x7f7f7f7f7f7f7f7f},                               // subtraction borrows across rank
		{0x101010101010101, 0x8080808080808080, 0x1000000, 0x8000000000, 0x7e7e7e7e7e7e7e7e},                 // west edge wraps to east
	} {
		f.Add(s[0], s[1], s[2], s[3], s[4])
	}
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

// FuzzBatch compares all batches on all paths with the twin. data contains the words of the
// inputs, position by position, and offset is the start of the slices in a cache line.
func FuzzBatch(f *testing.F) {
	f.Add([]byte(nil), uint8(0))
	f.Add(bytes.Repeat([]byte{0xff}, 7), uint8(3)) // less than a word
	f.Add(bytes.Repeat([]byte{0xff}, 40), uint8(1))
	f.Add(bytes.Repeat([]byte{0xff}, 680), uint8(0))
	f.Add(bytes.Repeat([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"), 61), uint8(2))
	r := rand.New(rand.NewPCG(20, 9))
	random := make([]byte, 126*8)
	for i := range random {
		random[i] = byte(r.Uint32() & r.Uint32())
	}
	f.Add(random[:18*8], uint8(7)) // nine positions of two inputs: a vector and one
	f.Add(random, uint8(5))        // 63 positions of two inputs: a block less one
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
