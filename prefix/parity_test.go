package prefix

import (
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
)

func TestParity(t *testing.T) {
	for _, x := range boardtest.Words(1, 500) {
		up, down := ParityUp(x), ParityDown(x)
		odd := uint64(0)
		for i := range 64 {
			boardtest.Equal(t, down>>i&1, uint64(Parity(x))^odd, "bit %d of ParityDown(%#x)", i, x)
			odd ^= x >> i & 1
			boardtest.Equal(t, up>>i&1, odd, "bit %d of ParityUp(%#x)", i, x)
		}
		boardtest.Equal(t, uint64(Parity(x)), odd, "Parity(%#x)", x)
		boardtest.Equal(t, ParityUpInverse(up), x, "ParityUpInverse(%#x)", up)
		boardtest.Equal(t, GrayDecode(GrayEncode(x)), x, "GrayDecode(GrayEncode(%#x))", x)
		boardtest.Equal(t, GrayDecodeBytes(GrayEncodeBytes(x)), x, "GrayDecodeBytes(GrayEncodeBytes(%#x))", x)
		boardtest.Equal(t, GrayDecodeNibbles(GrayEncodeNibbles(x)), x, "GrayDecodeNibbles(GrayEncodeNibbles(%#x))", x)
	}
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
