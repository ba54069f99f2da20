package prefix

import (
	"math/bits"
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
)

// parityWord sets bit i of the result to the parity of bits lo(i) to hi(i).
func parityWord(x uint64, lo, hi func(i int) int) uint64 {
	return boardtest.Collect(func(i int) bool {
		odd := false
		for j := lo(i); j <= hi(i); j++ {
			odd = odd != boardtest.Has(x, j)
		}
		return odd
	})
}

func self(i int) int { return i }

func always(n int) func(int) int { return func(int) int { return n } }

func checkParity(t *testing.T, x uint64) {
	t.Helper()
	up, down := parityWord(x, always(0), self), parityWord(x, self, always(63))
	boardtest.Equal(t, ParityUp(x), up, "ParityUp(%#x)", x)
	boardtest.Equal(t, ParityDown(x), down, "ParityDown(%#x)", x)
	boardtest.Equal(t, ParityUpInverse(up), x, "ParityUpInverse(%#x)", up)
	boardtest.Equal(t, GrayEncode(down), x, "GrayEncode(%#x)", down)
	boardtest.Equal(t, ParityUp(ParityUpInverse(x)), x, "ParityUp(ParityUpInverse(%#x))", x)
	boardtest.Equal(t, uint64(Parity(x)), up>>63, "Parity(%#x)", x)
	boardtest.Equal(t, uint64(Parity(x)), down&1, "Parity(%#x)", x)
	// Parity up is the carry-less product by all ones.
	product := uint64(0)
	for i := range 64 {
		product ^= x << i
	}
	boardtest.Equal(t, ParityUp(x), product, "ParityUp(%#x) as a carry-less product", x)
}

func TestParity(t *testing.T) {
	for v := range boardtest.Words16() {
		checkParity(t, v<<(v%49))
	}
	for _, x := range boardtest.Words(1, 2000) {
		checkParity(t, x)
	}
}

// TestParity16 checks all words of 16 bits in four places, over zeros and over
// ones, against a running parity.
func TestParity16(t *testing.T) {
	small(func(x uint64) {
		up := ParityUp(x)
		for i, odd := 0, uint64(0); i < 64; i++ {
			odd ^= x >> i & 1
			if up>>i&1 != odd {
				t.Fatalf("ParityUp(%#x) bit %d is %d, want %d", x, i, up>>i&1, odd)
			}
		}
		down := ParityDown(x)
		for i, odd := 63, uint64(0); i >= 0; i-- {
			odd ^= x >> i & 1
			if down>>i&1 != odd {
				t.Fatalf("ParityDown(%#x) bit %d is %d, want %d", x, i, down>>i&1, odd)
			}
		}
	})
}

func FuzzParity(f *testing.F) {
	for _, x := range []uint64{0, 1, 1 << 63, ^uint64(0), 0x22120e1222221e} {
		f.Add(x)
	}
	f.Fuzz(checkParity)
}

// small calls f with every value of 16 bits at four places in the word, over
// zeros and over ones.
func small(f func(x uint64)) {
	for v := range boardtest.Words16() {
		for s := 0; s < 64; s += 16 {
			f(v << s)
			f(^(v << s))
		}
	}
}

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
	boardtest.Equal(t, GrayDecodeNibbles(x), grayLanes(x, 4), "GrayDecodeNibbles(%#x)", x)
	boardtest.Equal(t, GrayEncode(GrayDecode(x)), x, "GrayEncode(GrayDecode(%#x))", x)
	boardtest.Equal(t, GrayDecode(GrayEncode(x)), x, "GrayDecode(GrayEncode(%#x))", x)
	boardtest.Equal(t, GrayEncodeBytes(GrayDecodeBytes(x)), x, "GrayEncodeBytes(GrayDecodeBytes(%#x))", x)
	boardtest.Equal(t, GrayDecodeBytes(GrayEncodeBytes(x)), x, "GrayDecodeBytes(GrayEncodeBytes(%#x))", x)
	boardtest.Equal(t, GrayEncodeNibbles(GrayDecodeNibbles(x)), x, "GrayEncodeNibbles(GrayDecodeNibbles(%#x))", x)
	boardtest.Equal(t, GrayDecodeNibbles(GrayEncodeNibbles(x)), x, "GrayDecodeNibbles(GrayEncodeNibbles(%#x))", x)
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
	bytes, nibbles := reflected(8), reflected(4)
	for v := range boardtest.Words16() {
		x := v * 0x0001000100010001 // all lanes, both halves different
		boardtest.Equal(t, GrayEncodeBytes(x), (bytes[v>>8]<<8|bytes[v&0xff])*0x0001000100010001, "GrayEncodeBytes(%#x)", x)
		want := uint64(0)
		for s := 0; s < 16; s += 4 {
			want |= nibbles[v>>s&15] << s
		}
		boardtest.Equal(t, GrayEncodeNibbles(x), want*0x0001000100010001, "GrayEncodeNibbles(%#x)", x)
	}
}

func FuzzGray(f *testing.F) {
	for _, x := range []uint64{0, 1, 1 << 63, ^uint64(0), 0x22120e1222221e} {
		f.Add(x)
	}
	f.Fuzz(checkGray)
}
