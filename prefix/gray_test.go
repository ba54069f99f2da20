package prefix

import (
	"math/bits"
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
)

// grayLanes decodes x in lanes of the given width by the definition: bit i of a
// number is the parity of its code's bits from i to the top of the lane.
func grayLanes(x uint64, width int) uint64 {
	return parityWord(x, self, func(i int) int { return i | (width - 1) })
}

// reflected returns the 1<<width codes of the reflected code in order, built by
// reflection: the list, then the list backwards with a leading one.
func reflected(width int) []uint64 {
	codes := []uint64{0}
	for b := range width {
		for i := len(codes) - 1; i >= 0; i-- {
			codes = append(codes, codes[i]|1<<b)
		}
	}
	return codes
}

func checkGray(t *testing.T, x uint64) {
	t.Helper()
	boardtest.Equal(t, GrayDecode(x), grayLanes(x, 64), "GrayDecode(%#x)", x)
	boardtest.Equal(t, GrayDecodeBytes(x), grayLanes(x, 8), "GrayDecodeBytes(%#x)", x)
	boardtest.Equal(t, GrayEncode(GrayDecode(x)), x, "GrayEncode(GrayDecode(%#x))", x)
	boardtest.Equal(t, GrayDecode(GrayEncode(x)), x, "GrayDecode(GrayEncode(%#x))", x)
	boardtest.Equal(t, GrayEncodeBytes(GrayDecodeBytes(x)), x, "GrayEncodeBytes(GrayDecodeBytes(%#x))", x)
	boardtest.Equal(t, GrayDecodeBytes(GrayEncodeBytes(x)), x, "GrayDecodeBytes(GrayEncodeBytes(%#x))", x)
	// Consecutive codes, also the last and the first, differ in one bit.
	if d := GrayEncode(x) ^ GrayEncode(x+1); bits.OnesCount64(d) != 1 {
		t.Fatalf("GrayEncode of %#x and of the next number differ in %#x, want one bit", x, d)
	}
	next := ByteAdd(x, lowBits)
	if d := GrayEncodeBytes(x) ^ GrayEncodeBytes(next); bytesOfOneBit(d) != 8 {
		t.Fatalf("GrayEncodeBytes of %#x and of %#x differ in %#x, want one bit in each byte", x, next, d)
	}
}

func bytesOfOneBit(d uint64) (n int) {
	for ; d != 0; d >>= 8 {
		if bits.OnesCount8(uint8(d)) == 1 {
			n++
		}
	}
	return n
}

func TestGray(t *testing.T) {
	for v := range boardtest.Words16() {
		checkGray(t, v<<(v%49))
	}
	for _, x := range boardtest.Words(2, 2000) {
		checkGray(t, x)
	}
}

func TestGrayReflected(t *testing.T) {
	for n, code := range reflected(16) {
		boardtest.Equal(t, GrayEncode(uint64(n)), code, "GrayEncode(%d)", n)
		boardtest.Equal(t, GrayDecode(code), uint64(n), "GrayDecode(%#x)", code)
	}
	bytes := reflected(8)
	for v := range boardtest.Words16() {
		x := v * 0x0001000100010001 // all lanes, both halves different
		boardtest.Equal(t, GrayEncodeBytes(x), (bytes[v>>8]<<8|bytes[v&0xff])*0x0001000100010001, "GrayEncodeBytes(%#x)", x)
	}
}

func FuzzGray(f *testing.F) {
	for _, x := range []uint64{0, 1, 1 << 63, ^uint64(0), 0x22120e1222221e} {
		f.Add(x)
	}
	f.Fuzz(checkGray)
}
