package prefix

import (
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boardtest"
	"github.com/koggestone/koggestone/internal/raywalk"
)

// ripple adds the bytes of a and b digit by digit, with a carry into each lowest digit.
func ripple(a, b uint64, carry bool) uint64 {
	c := carry
	return boardtest.Collect(func(i int) bool {
		if i%8 == 0 {
			c = carry
		}
		ones := 0
		for _, digit := range []bool{boardtest.Has(a, i), boardtest.Has(b, i), c} {
			if digit {
				ones++
			}
		}
		c = ones >= 2
		return ones%2 == 1
	})
}

func checkBytes(t *testing.T, a, b uint64) {
	t.Helper()
	sum, diff := ripple(a, b, false), ripple(a, ^b, true)
	boardtest.Equal(t, ByteAdd(a, b), sum, "ByteAdd(%#x, %#x)", a, b)
	boardtest.Equal(t, KoggeStoneByteAdd(a, b), sum, "KoggeStoneByteAdd(%#x, %#x)", a, b)
	boardtest.Equal(t, ByteSub(a, b), diff, "ByteSub(%#x, %#x)", a, b)
	boardtest.Equal(t, KoggeStoneByteSub(a, b), diff, "KoggeStoneByteSub(%#x, %#x)", a, b)
	boardtest.Equal(t, KoggeStoneByteSubBorrow(a, b), diff, "KoggeStoneByteSubBorrow(%#x, %#x)", a, b)
	boardtest.Equal(t, ByteSub(ByteAdd(a, b), b), a, "ByteSub(ByteAdd(%#x, %#x), b)", a, b)
}

// TestBytes8 adds and subtracts every pair of bytes in every place, with neighbours that
// carry, do not carry, or are random.
func TestBytes8(t *testing.T) {
	around := boardtest.Words(3, 64)
	for v := range boardtest.Words16() {
		s := v * 7 % 8 * 8
		lane := uint64(0xff) << s
		a, b := v>>8<<s, v&0xff<<s
		for _, n := range []uint64{0, ^uint64(0), around[v%64]} {
			x, y := n&^lane|a, n&^lane|b
			// Byte by byte with Go's own arithmetic.
			var sum, diff uint64
			for k := 0; k < 64; k += 8 {
				sum |= uint64(uint8(x>>k)+uint8(y>>k)) << k
				diff |= uint64(uint8(x>>k)-uint8(y>>k)) << k
			}
			boardtest.Equal(t, ByteAdd(x, y), sum, "ByteAdd(%#x, %#x)", x, y)
			boardtest.Equal(t, KoggeStoneByteAdd(x, y), sum, "KoggeStoneByteAdd(%#x, %#x)", x, y)
			boardtest.Equal(t, ByteSub(x, y), diff, "ByteSub(%#x, %#x)", x, y)
			boardtest.Equal(t, KoggeStoneByteSub(x, y), diff, "KoggeStoneByteSub(%#x, %#x)", x, y)
			boardtest.Equal(t, KoggeStoneByteSubBorrow(x, y), diff, "KoggeStoneByteSubBorrow(%#x, %#x)", x, y)
		}
	}
}

func TestBytes(t *testing.T) {
	as, bs := boardtest.Words(4, 5000), boardtest.Words(5, 5000)
	for i, a := range as {
		checkBytes(t, a, bs[i])
		checkBytes(t, a, bs[len(bs)-1-i])
	}
}

func FuzzBytes(f *testing.F) {
	f.Add(uint64(0xff00ff00ff00ff00), uint64(0x1ff01ff01ff01ff))  // alternate bytes
	f.Add(uint64(0x0), uint64(0x101010101010101))                 // borrow through all
	f.Add(uint64(0xffffffffffffffff), uint64(0x101010101010101))  // carry through all
	f.Add(uint64(0x8080808080808080), uint64(0x8080808080808080)) // sign bits
	f.Fuzz(checkBytes)
}

func checkAttacks(t *testing.T, sliders, empty uint64) {
	t.Helper()
	for _, c := range []struct {
		name string
		got  func(sliders, empty uint64) uint64
		d    koggestone.Direction
	}{
		{"EastAttacksBySubtraction", EastAttacksBySubtraction, koggestone.East},
		{"WestAttacksBySubtraction", WestAttacksBySubtraction, koggestone.West},
		{"NorthAttacksBySubtraction", NorthAttacksBySubtraction, koggestone.North},
		{"SouthAttacksBySubtraction", SouthAttacksBySubtraction, koggestone.South},
	} {
		got := c.got(sliders, empty)
		boardtest.Equal(t, got, koggestone.Attacks(sliders, empty, c.d), "%s(%#x, %#x) against koggestone", c.name, sliders, empty)
		boardtest.Equal(t, got, raywalk.Attacks(sliders, empty, int(c.d)), "%s(%#x, %#x) against the ray walk", c.name, sliders, empty)
	}
}

// TestAttacks8 compares the attacks with package koggestone for every line of
// sliders and every line of empty squares, valid or not, on every rank and file.
func TestAttacks8(t *testing.T) {
	around := boardtest.Words(8, 64)
	for v := range boardtest.Words16() {
		line := v * 5 % 8
		noise := around[v%64]
		rank := uint64(0xff) << (8 * line)
		s, e := v>>8<<(8*line)|noise&^rank, v&0xff<<(8*line)|^noise&^rank
		checkAttacks(t, s, e)
		checkAttacks(t, Transpose(s), Transpose(e))
	}
}

func TestAttacks(t *testing.T) {
	as, bs := boardtest.Words(9, 3000), boardtest.Words(10, 3000)
	for i, s := range as {
		checkAttacks(t, s, bs[i])
		checkAttacks(t, s&bs[i], ^bs[i]) // sliders on a board that makes sense
	}
}

func FuzzAttacks(f *testing.F) {
	f.Add(uint64(0xffffffffffffffff), uint64(0xffffffffffffffff)) // sliders on empty squares
	f.Add(uint64(0xffffffffffffffff), uint64(0x0))                // sliders on full board
	f.Add(uint64(0x8100000000000081), uint64(0xffffffff0000))     // start position rooks
	f.Add(uint64(0x3000000), uint64(0xffffffff7cffffff))          // two in a row
	f.Fuzz(checkAttacks)
}
