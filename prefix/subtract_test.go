package prefix

import (
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boardtest"
	"github.com/koggestone/koggestone/internal/raywalk"
)

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
