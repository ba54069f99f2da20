package selfcheck

import (
	"fmt"
	"math/rand/v2"
	"slices"

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

// gameFunctions returns the functions of packages movegen and policy that are checked on
// positions of random games. They share memory, so each goroutine needs its own.
func gameFunctions() []Function {
	return slices.DeleteFunc(slices.Concat(movegenFunctions(), moveFunctions(), inputFunctions()), func(f Function) bool { return !f.asserted })
}

// A gameTile is positions of random games and the correct results of functions on them.
type gameTile struct {
	functions []Function
	want      [][]uint64 // by function and position
	work      work
}

// gamePositionsOfTile is the number of positions in a gameTile. Their oracles play all moves,
// so there are fewer than boards in a tile.
const gamePositionsOfTile = 256

// prepare fills the tile with at most n positions. The generic path must be forced.
func (g *gameTile) prepare(r *rand.Rand, starts randomGames, n int) {
	n = min(n, gamePositionsOfTile)
	in := &input{counted: new(movegen.Batch)}
	starts.play(r, n, func(p movegen.Position, _ []movegen.Move) bool {
		in.positions = append(in.positions, p)
		in.counted.Append(p)
		return true
	})
	g.work = work{in: in, out: &output{words: make([]uint64, n), counts: make([]uint16, n), leaves: make([]uint32, n)}, hi: n}
	g.functions, g.want = gameFunctions(), nil
	o := &oracle{in: in}
	for k := range g.functions {
		want := make([]uint64, n)
		for i := range want {
			want[i] = g.functions[k].want(o, i, 0)
		}
		g.want = append(g.want, want)
	}
}

// check runs the functions on the forced path, adds the numbers of compared results to
// compared, and returns the first difference. Functions that are the same on all paths run
// only if all is set.
func (g *gameTile) check(path simd.Path, all bool, compared map[string]int64) *Difference {
	for k := range g.functions {
		f := &g.functions[k]
		if f.OnePath && !all {
			continue
		}
		f.run(g.work)
		if f.unpack != nil {
			f.unpack(g.work)
		}
		for i, want := range g.want[k] {
			compared[f.Package]++
			if got := g.work.out.words[i]; got != want {
				return &Difference{
					Summary: fmt.Sprintf("%v on path %v, position %d of %d: %#x, want %#x", f, path, i, g.work.hi, got, want),
					Detail:  g.work.in.positions[i].String(),
				}
			}
		}
	}
	return nil
}
