package rivals

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/slider"
)

// hyperbolaUnion is hyperbola quintessence (Gerd Isenberg, Aleks Peshkov), as package slider has it.
func hyperbolaUnion(diagonal, orthogonal, occupied uint64) (seen uint64) {
	for s := diagonal; s != 0; s &= s - 1 {
		seen |= slider.FirstBishop(s, occupied)
	}
	for s := orthogonal; s != 0; s &= s - 1 {
		seen |= slider.FirstRook(s, occupied)
	}
	return seen
}

func hyperbolaRays(dst *[8]uint64, sliders, occupied uint64) {
	*dst = [8]uint64{}
	for s := sliders; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		divide(dst, sq, slider.Bishop(sq, occupied)|slider.Rook(sq, occupied))
	}
}
