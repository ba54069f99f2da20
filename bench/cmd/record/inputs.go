package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

const (
	// batchSize is the number of positions in a run of most benchmarks.
	batchSize = 4096
	// poolSize is the number of all positions.
	poolSize = 1 << 16
	// ringSize is the number of large results that benchmarks of single calls keep. They
	// stay in the first cache, as results do that are used at once.
	ringSize = 64
)

// inputs holds positions from games, each after a random legal move: about ten thousand
// different ones, in an order that branch predictors cannot learn.
type inputs struct {
	pool func() []movegen.Position
}

func newInputs() *inputs {
	return &inputs{pool: sync.OnceValue(makePool)}
}

func makePool() []movegen.Position {
	var games []movegen.Position
	for fen := range corpus.Games().FENs() {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			panic("record: positions of games: " + err.Error()) // the library's tests parse them
		}
		games = append(games, p)
	}
	rng := rand.New(rand.NewPCG(2002, 1973))
	pool := make([]movegen.Position, 0, poolSize)
	var moves []movegen.Move
	for len(pool) < poolSize {
		p := games[rng.IntN(len(games))]
		moves = p.AppendLegalMoves(moves[:0])
		if len(moves) > 0 {
			pool = append(pool, p.Play(moves[rng.IntN(len(moves))]))
		}
	}
	return pool
}

// boards holds the sets of sliders of n positions, the squares of all pieces, the result
// and the expected result.
type boards struct {
	n                                     int
	diagonal, orthogonal, occupied, empty []uint64
	dst                                   []uint64
	expected                              func() []uint64 // the union of attacks, by the generic path
}

// fill returns the boards that one returns for positions 0 to n-1.
func fill(n int, one func(i int) (diagonal, orthogonal, occupied uint64)) *boards {
	b := &boards{n: n}
	for _, s := range []*[]uint64{&b.diagonal, &b.orthogonal, &b.occupied, &b.empty, &b.dst} {
		*s = make([]uint64, n)
	}
	for i := range n {
		b.diagonal[i], b.orthogonal[i], b.occupied[i] = one(i)
		b.empty[i] = ^b.occupied[i]
	}
	b.expected = sync.OnceValue(func() []uint64 {
		defer simd.Force(simd.Generic)()
		want := make([]uint64, n)
		unionOne(want, b)
		return want
	})
	return b
}

// gameBoards returns the sliders of n positions, of White and Black in turn.
func (in *inputs) gameBoards(n int) *boards {
	pool := in.pool()
	return fill(n, func(i int) (diagonal, orthogonal, occupied uint64) {
		bb := pool[i%poolSize].Board.Bitboards()
		side := bb.White
		if (i+i/poolSize)&1 != 0 {
			side = bb.Black
		}
		return (bb.Bishops | bb.Queens) & side, (bb.Rooks | bb.Queens) & side, bb.White | bb.Black
	})
}

// randomBoards returns n positions with the given numbers of sliders, on squares
// that are occupied in a position of the games.
func (in *inputs) randomBoards(n, diagonal, orthogonal int) *boards {
	pool, rng := in.pool(), rand.New(rand.NewPCG(uint64(diagonal), uint64(orthogonal)))
	next := 0
	return fill(n, func(int) (d, o, occupied uint64) {
		for {
			occupied = pool[next%poolSize].Board.Occupied()
			next++
			if bits.OnesCount64(occupied) >= diagonal+orthogonal {
				break
			}
		}
		rest := occupied
		pick := func(count int) (set uint64) {
			for range count {
				s := rest
				for k := rng.IntN(bits.OnesCount64(s)); k > 0; k-- {
					s &= s - 1
				}
				set |= s & -s
				rest &^= s & -s
			}
			return set
		}
		return pick(diagonal), pick(orthogonal), occupied
	})
}

// check returns an error unless run leaves the expected attacks in dst.
func (b *boards) check(run func()) error {
	clear(b.dst)
	run()
	return sameColumn(b.dst, b.expected())
}

// sameColumn returns an error that describes the first difference.
func sameColumn[T comparable](got, want []T) error {
	if slices.Equal(got, want) {
		return nil
	}
	for i := range want {
		if got[i] != want[i] {
			return different("position %d: %s, expected %s", i, word(got[i]), word(want[i]))
		}
	}
	return different("%d results, expected %d", len(got), len(want))
}

// word returns a result as text.
func word(v any) string { return fmt.Sprintf("%#x", v) }
