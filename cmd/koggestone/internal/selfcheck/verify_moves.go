package selfcheck

import (
	"fmt"
	"math/rand/v2"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
)

// VerifyMoves returns a Verifier that holds package movegen to the ray-list
// generator in the positions of random games of the given seed.
func VerifyMoves(seed uint64) Verifier { return newMoveVerifier(seed) }

type moveVerifier struct {
	randomGames
	seed                    uint64
	compare                 func(p movegen.Position) error
	positions, games, moves int
}

func newMoveVerifier(seed uint64) *moveVerifier {
	return &moveVerifier{seed: seed, compare: raylist.Compare, randomGames: newRandomGames()}
}

// Verified implements [Verifier].
func (v *moveVerifier) Verified() string {
	return fmt.Sprintf("%d positions of %d random games, %d moves: movegen and movegen/raylist agree", v.positions, v.games, v.moves)
}

// A moveTile is positions of random games.
type moveTile struct {
	number, n    int
	games, moves int
	found        *Difference
}

// Verify implements [Verifier].
func (v *moveVerifier) Verify(n int, progress func(int)) *Difference {
	v.positions += n
	r := tiling[moveTile]{
		paths:   []simd.Path{simd.Active()},
		make:    func() *moveTile { return new(moveTile) },
		prepare: func(t *moveTile, number, n int) { *t = moveTile{number: number, n: n} },
		check:   func(t *moveTile, _ simd.Path) { v.check(t) },
		done: func(t *moveTile) *Difference {
			v.games += t.games
			v.moves += t.moves
			return t.found
		},
	}
	return r.run(n, progress)
}

// check plays the games of the tile and compares.
func (v *moveVerifier) check(t *moveTile) {
	r := rand.New(rand.NewPCG(v.seed, uint64(t.number)))
	t.games = v.play(r, t.n, func(p movegen.Position, list []movegen.Move) bool {
		t.moves += len(list)
		err := v.compare(p)
		if count := p.CountLegal(); err == nil && count != len(list) {
			err = fmt.Errorf("%s: CountLegal() = %d, AppendLegalMoves lists %d", p.FEN(), count, len(list))
		}
		if err != nil {
			t.found = &Difference{Summary: err.Error(), Detail: p.String()}
		}
		return err == nil
	})
}
