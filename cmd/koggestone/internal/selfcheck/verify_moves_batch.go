package selfcheck

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

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
