package selfcheck

import (
	"math/rand/v2"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/quad"
)

const (
	edges     = 0xff818181818181ff
	edgeFiles = 0x8181818181818181
)

// randomBoard sets position i of in to a random board of a random kind: a position from
// games or a board that cannot occur in games.
func randomBoard(r *rand.Rand, games []quad.Board, in *input, i int) {
	var gens [4]uint64
	var empty uint64
	sets := func(f func() uint64) {
		for g := range gens {
			gens[g] = f()
		}
	}
	sparse := func() uint64 { return r.Uint64() & r.Uint64() & r.Uint64() }
	dense := func() uint64 { return r.Uint64() | r.Uint64() | r.Uint64() }
	one := func() uint64 { return 1 << r.IntN(64) }
	few := func() uint64 { a := one(); return a | one() }
	apartFrom := func(free uint64) uint64 {
		for _, g := range gens {
			free &^= g
		}
		return free
	}
	switch r.IntN(10) {
	case 0: // few sliders, few other pieces
		sets(few)
		empty = apartFrom(^sparse())
	case 1: // many of both
		sets(sparse)
		empty = apartFrom(sparse())
	case 2: // every square empty: long rays, sliders stand on empty squares
		sets(few)
		empty = ^uint64(0)
	case 3: // no square empty: one step
		sets(r.Uint64)
		empty = 0
	case 4: // pieces on the edge files and ranks, where rays wrap if they can
		sets(func() uint64 { return r.Uint64() & edges })
		empty = apartFrom(^(r.Uint64() & edges))
	case 5: // edge files all empty or all occupied
		sets(func() uint64 { return r.Uint64() & edgeFiles })
		empty = r.Uint64()&^edgeFiles | edgeFiles&-uint64(r.IntN(2))
	case 6: // sliders on empty squares
		sets(sparse)
		empty = dense()
		for _, g := range gens {
			empty |= g
		}
	case 7: // noise
		sets(r.Uint64)
		empty = r.Uint64()
	case 8: // one slider, any blockers
		sets(func() uint64 { return 1 << r.IntN(64) })
		empty = apartFrom(r.Uint64() | r.Uint64())
	default: // a game position, in one of the four orientations
		b := games[r.IntN(len(games))]
		gens, empty = gameSets(b, quad.Color(r.IntN(2))), b.Empty()
		turn := [...]func(uint64) uint64{
			func(b uint64) uint64 { return b }, koggestone.MirrorFiles, koggestone.FlipRanks, koggestone.ReverseSquares,
		}[r.IntN(4)]
		for g := range gens {
			gens[g] = turn(gens[g])
		}
		empty = turn(empty)
	}
	for g := range gens {
		in.gens[g][i] = gens[g]
	}
	in.empty[i] = empty
	in.setBoard(i, randomQuad(r, games), quad.Color(r.IntN(2)))
}

// randomQuad returns a random board of package quad: noise, or a game position, sometimes
// with wrong bits.
func randomQuad(r *rand.Rand, games []quad.Board) (b quad.Board) {
	kind := r.IntN(4)
	switch kind {
	case 0: // a piece or an en-passant target on nearly every square
		return quad.Board{G0: r.Uint64(), G1: r.Uint64(), G2: r.Uint64(), GB: r.Uint64()}
	case 1: // few of them
		sparse := func() uint64 { return r.Uint64() & r.Uint64() & r.Uint64() }
		return quad.Board{G0: sparse(), G1: sparse(), G2: sparse(), GB: sparse()}
	}
	b = games[r.IntN(len(games))]
	if r.IntN(2) == 0 {
		b = b.FlipColors()
	}
	if r.IntN(2) == 0 {
		b = b.MirrorFiles()
	}
	if kind == 2 { // changed squares: castling rooks, en passant targets, the number of kings
		for range 1 + r.IntN(8) {
			*plane(&b, r.IntN(4)) ^= 1 << r.IntN(64)
		}
	}
	return b
}

// gameSets returns the generators of a board for the columns of an input: the diagonal,
// orthogonal and all sliders of c, and the other king.
func gameSets(b quad.Board, c quad.Color) [4]uint64 {
	own := b.ByColor(c)
	return [4]uint64{
		diagonalGen:   own & b.Diagonal(),
		orthogonalGen: own & b.Orthogonal(),
		sliderGen:     own & b.Sliders(),
		otherGen:      b.Kings() &^ own,
	}
}
