package rivals

import (
	"math/bits"
)

// bishops returns the squares that the bishops in set attack.
func bishops(set, occupied uint64) (seen uint64) {
	for ; set != 0; set &= set - 1 {
		seen |= magicBishop(bits.TrailingZeros64(set), occupied)
	}
	return seen
}

// rooks returns the squares that the rooks in set attack.
func rooks(set, occupied uint64) (seen uint64) {
	for ; set != 0; set &= set - 1 {
		seen |= magicRook(bits.TrailingZeros64(set), occupied)
	}
	return seen
}

func fancyUnion(diagonal, orthogonal, occupied uint64) uint64 {
	return bishops(diagonal, occupied) | rooks(orthogonal, occupied)
}

func fancyUnions(dst, diagonal, orthogonal, occupied []uint64) {
	diagonal, orthogonal, occupied = diagonal[:len(dst)], orthogonal[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		dst[i] = bishops(diagonal[i], occupied[i]) | rooks(orthogonal[i], occupied[i])
	}
}

func fancyRays(dst *[8]uint64, sliders, occupied uint64) {
	*dst = [8]uint64{}
	for s := sliders; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		divide(dst, sq, magicBishop(sq, occupied)|magicRook(sq, occupied))
	}
}
