package prefix

import (
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
	"github.com/koggestone/koggestone/internal/raywalk"
)

// The functions of this package without loops are proved for all inputs, see prove. The tests here
// show that the compiled code does the same on some.

func TestBytes(t *testing.T) {
	as, bs := boardtest.Words(4, 500), boardtest.Words(5, 500)
	for i, a := range as {
		b := bs[i]
		var sum, diff uint64 // byte by byte with Go's own arithmetic
		for k := 0; k < 64; k += 8 {
			sum |= uint64(uint8(a>>k)+uint8(b>>k)) << k
			diff |= uint64(uint8(a>>k)-uint8(b>>k)) << k
		}
		boardtest.Equal(t, ByteAdd(a, b), sum, "ByteAdd(%#x, %#x)", a, b)
		boardtest.Equal(t, KoggeStoneByteAdd(a, b), sum, "KoggeStoneByteAdd(%#x, %#x)", a, b)
		boardtest.Equal(t, ByteSub(a, b), diff, "ByteSub(%#x, %#x)", a, b)
		boardtest.Equal(t, KoggeStoneByteSub(a, b), diff, "KoggeStoneByteSub(%#x, %#x)", a, b)
		boardtest.Equal(t, KoggeStoneByteSubBorrow(a, b), diff, "KoggeStoneByteSubBorrow(%#x, %#x)", a, b)
	}
}

func TestAttacks(t *testing.T) {
	as, bs := boardtest.Words(9, 500), boardtest.Words(10, 500)
	for i, sliders := range as {
		empty := bs[i]
		for d, attacks := range map[int]func(sliders, empty uint64) uint64{
			1: EastAttacksBySubtraction, 3: SouthAttacksBySubtraction, 5: WestAttacksBySubtraction, 7: NorthAttacksBySubtraction,
		} {
			boardtest.Equal(t, attacks(sliders, empty), raywalk.Attacks(sliders, empty, d), "direction %d of (%#x, %#x)", d, sliders, empty)
		}
	}
}
