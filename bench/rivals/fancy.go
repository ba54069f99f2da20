package rivals

import (
	"math/bits"
	"math/rand/v2"
)

// fancyTables is magic bitboards with tables no larger than the blockers of each
// square need, 841 KB in all, and a shift for each square (Pradyumna Kannan, "Magic
// Move-Bitboard Generation in Computer Chess", 2007).
type fancyTables struct {
	bishop, rook [64]fancySquare
	// attacks holds the tables one after the other, 107,648 words, and is a power of
	// two long so that a mask can replace the bounds check.
	attacks [1 << 17]uint64
}

type fancySquare struct {
	mask, factor  uint64
	offset, shift uint32
}

var fancy = func() *fancyTables {
	f, used := new(fancyTables), 0
	rng := rand.New(rand.NewPCG(2007, 1))
	add := func(sq int, directions [4]int) fancySquare {
		m := findMagic(rng, sq, directions)
		s := fancySquare{m.mask, m.factor, uint32(used), uint32(64 - bits.OnesCount64(m.mask))}
		used += copy(f.attacks[used:], m.answers)
		return s
	}
	for sq := range 64 {
		f.bishop[sq], f.rook[sq] = add(sq, diagonals), add(sq, orthogonals)
	}
	return f
}()

func (s *fancySquare) index(occupied uint64) uint64 {
	return (occupied&s.mask*s.factor>>(s.shift&63) + uint64(s.offset)) & (1<<17 - 1)
}

func (f *fancyTables) bishopAttacks(sq int, occupied uint64) uint64 {
	return f.attacks[f.bishop[sq&63].index(occupied)]
}

func (f *fancyTables) rookAttacks(sq int, occupied uint64) uint64 {
	return f.attacks[f.rook[sq&63].index(occupied)]
}

// bishops returns the squares that the bishops in set attack.
func (f *fancyTables) bishops(set, occupied uint64) (seen uint64) {
	for ; set != 0; set &= set - 1 {
		seen |= f.bishopAttacks(bits.TrailingZeros64(set), occupied)
	}
	return seen
}

// rooks returns the squares that the rooks in set attack.
func (f *fancyTables) rooks(set, occupied uint64) (seen uint64) {
	for ; set != 0; set &= set - 1 {
		seen |= f.rookAttacks(bits.TrailingZeros64(set), occupied)
	}
	return seen
}

func fancyUnion(diagonal, orthogonal, occupied uint64) uint64 {
	f := fancy
	return f.bishops(diagonal, occupied) | f.rooks(orthogonal, occupied)
}

func fancyUnions(dst, diagonal, orthogonal, occupied []uint64) {
	f := fancy
	diagonal, orthogonal, occupied = diagonal[:len(dst)], orthogonal[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		dst[i] = f.bishops(diagonal[i], occupied[i]) | f.rooks(orthogonal[i], occupied[i])
	}
}

func fancyRays(dst *[8]uint64, sliders, occupied uint64) {
	f := fancy
	*dst = [8]uint64{}
	for s := sliders; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		divide(dst, sq, f.bishopAttacks(sq, occupied)|f.rookAttacks(sq, occupied))
	}
}
