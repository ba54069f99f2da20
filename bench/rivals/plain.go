package rivals

import (
	"math/bits"
	"math/rand/v2"
)

// plainTables is magic bitboards with tables of one size for all squares and so a
// shift that is a constant: 256 KB for bishops and 2 MB for rooks (Lasse Hansen,
// 2006).
type plainTables struct {
	bishop [64]plainSquare[[1 << plainBishopBits]uint64]
	rook   [64]plainSquare[[1 << plainRookBits]uint64]
}

// The largest numbers of blockers that matter: for a bishop in the centre and a rook in the
// corner.
const (
	plainBishopBits = 9
	plainRookBits   = 12
)

type plainSquare[table any] struct {
	mask, factor uint64
	attacks      *table
}

var plain = func() *plainTables {
	p := new(plainTables)
	rng := rand.New(rand.NewPCG(2006, 1))
	for sq := range 64 {
		b := findMagic(rng, sq, plainBishopBits, diagonals)
		p.bishop[sq].mask, p.bishop[sq].factor = b.mask, b.factor
		p.bishop[sq].attacks = (*[1 << plainBishopBits]uint64)(b.answers)
		r := findMagic(rng, sq, plainRookBits, orthogonals)
		p.rook[sq].mask, p.rook[sq].factor = r.mask, r.factor
		p.rook[sq].attacks = (*[1 << plainRookBits]uint64)(r.answers)
	}
	return p
}()

func (p *plainTables) bishopAttacks(sq int, occupied uint64) uint64 {
	s := &p.bishop[sq&63]
	return s.attacks[occupied&s.mask*s.factor>>(64-plainBishopBits)]
}

func (p *plainTables) rookAttacks(sq int, occupied uint64) uint64 {
	s := &p.rook[sq&63]
	return s.attacks[occupied&s.mask*s.factor>>(64-plainRookBits)]
}

// bishops returns the squares that the bishops in set attack.
func (p *plainTables) bishops(set, occupied uint64) (seen uint64) {
	for ; set != 0; set &= set - 1 {
		seen |= p.bishopAttacks(bits.TrailingZeros64(set), occupied)
	}
	return seen
}

// rooks returns the squares that the rooks in set attack.
func (p *plainTables) rooks(set, occupied uint64) (seen uint64) {
	for ; set != 0; set &= set - 1 {
		seen |= p.rookAttacks(bits.TrailingZeros64(set), occupied)
	}
	return seen
}

func plainUnion(diagonal, orthogonal, occupied uint64) uint64 {
	p := plain
	return p.bishops(diagonal, occupied) | p.rooks(orthogonal, occupied)
}

func plainUnions(dst, diagonal, orthogonal, occupied []uint64) {
	p := plain
	diagonal, orthogonal, occupied = diagonal[:len(dst)], orthogonal[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		dst[i] = p.bishops(diagonal[i], occupied[i]) | p.rooks(orthogonal[i], occupied[i])
	}
}

func plainRays(dst *[8]uint64, sliders, occupied uint64) {
	p := plain
	*dst = [8]uint64{}
	for s := sliders; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		divide(dst, sq, p.bishopAttacks(sq, occupied)|p.rookAttacks(sq, occupied))
	}
}
