package selfcheck

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// VerifyFunctions returns a Verifier of [Functions] on every path of this CPU, on
// boards of the given seed.
func VerifyFunctions(seed uint64) Verifier { return newFunctionVerifier(seed) }

// A functionVerifier holds functions to their oracle.
type functionVerifier struct {
	functions []Function
	onGames   []Function // checked on positions of random games
	paths     []simd.Path
	seed      uint64
	starts    randomGames
	games     []quad.Board
	positions int
	compared  map[string]int64 // results compared, by package
}

func newFunctionVerifier(seed uint64) *functionVerifier {
	return &functionVerifier{functions: Functions(), onGames: gameFunctions(), paths: simd.Paths(), seed: seed, starts: newRandomGames(), games: gameBoards(), compared: map[string]int64{}}
}

// Verified implements [Verifier].
func (v *functionVerifier) Verified() string {
	var b strings.Builder
	total, all := 0, int64(0)
	for _, of := range []struct{ pkg, with string }{
		{rootPackage, "the ray walk"},
		{"quad", "the ray walk, and sets made from it"},
		{"pairs", "walks from every piece"},
		{"prefix", "the functions of one word"},
		{"movegen", "the functions of one position, on games"},
		{"policy", "the index of each legal move, on games"},
	} {
		n := v.count(of.pkg)
		fmt.Fprintf(&b, "%-10s %2d functions, %d results compared with %s\n", of.pkg, n, v.compared[of.pkg], of.with)
		total += n
		all += v.compared[of.pkg]
	}
	fmt.Fprintf(&b, "%d positions, %d functions, paths %s: %d results compared, no difference", v.positions, total, pathNames(v.paths), all)
	return b.String()
}

// count returns how many functions of package pkg there are.
func (v *functionVerifier) count(pkg string) int {
	n, seen := 0, map[string]bool{}
	for _, f := range slices.Concat(v.functions, v.onGames) {
		switch {
		case f.Package != pkg:
		case f.Named:
			n += 8
		case !seen[f.Name]: // variants are one function
			seen[f.Name] = true
			n++
		}
	}
	return n
}

// Verify implements [Verifier]. The oracle is walked once a tile.
func (v *functionVerifier) Verify(n int, progress func(int)) *Difference {
	v.positions += n
	r := tiling[tile]{
		paths: v.paths,
		make:  newTile,
		prepare: func(t *tile, number, n int) {
			t.prepare(v.seed, number, n, v.games)
			t.onGames.prepare(rand.New(rand.NewPCG(v.seed, ^uint64(number))), v.starts, n)
		},
		check: func(t *tile, path simd.Path) {
			t.check(v.functions, path, path == v.paths[0])
			if t.found == nil {
				t.found = t.onGames.check(path, path == v.paths[0], t.compared)
			}
		},
		done: func(t *tile) *Difference {
			for pkg, n := range t.compared {
				v.compared[pkg] += n
			}
			return t.found
		},
	}
	return r.run(n, progress)
}

// canary fills outputs before a call, and room is how many words past the end of
// a tile's outputs are there to be looked at.
const (
	canary = 0xcafe5eed0ddba115
	room   = 8
)

// A tile is some boards with their oracle, and room for results.
type tile struct {
	n        int // positions
	in       *input
	oracle   *oracle
	out      *output
	onGames  gameTile
	calls    []work // how batch functions cut up the tile
	compared map[string]int64
	found    *Difference
}

func newTile() *tile {
	in := newInput(tileSize)
	return &tile{in: in, oracle: newOracle(in), out: newOutput(tileSize + room)}
}

// prepare makes the n boards of a tile, how calls cut it up, and the oracle.
func (t *tile) prepare(seed uint64, number, n int, games []quad.Board) {
	r := rand.New(rand.NewPCG(seed, uint64(number)))
	t.n = n
	for i := range t.n {
		randomBoard(r, games, t.in, i)
		t.oracle.walk(i)
	}
	// Short calls of every length to 33 (three vectors of eight and more), at
	// every offset, with one about as long as a chunk among them.
	t.calls = t.calls[:0]
	long := r.IntN(tileSize - 4097)
	for lo := 0; lo < t.n; {
		n := r.IntN(34)
		if lo >= long {
			n, long = 4095+r.IntN(3), tileSize
		}
		hi := min(lo+n, t.n)
		t.calls = append(t.calls, work{t.in, t.out, lo, hi, alias(r.IntN(4))})
		lo = hi
	}
	t.compared, t.found = map[string]int64{}, nil
}

// check runs the functions on the path that is forced and compares, up to the
// first difference. Those that are the same on all paths only run if all is set.
func (t *tile) check(functions []Function, path simd.Path, all bool) {
	for k := range functions {
		if t.found != nil {
			return
		}
		f := &functions[k]
		if f.OnePath && !all {
			continue
		}
		if f.Batch {
			t.callBatch(f, path)
		} else {
			f.run(work{t.in, t.out, 0, t.n, apart})
		}
		if t.found == nil {
			t.compare(f, path)
		}
	}
}

// callBatch runs a batch function over the calls of the tile and looks after each
// at the words past its end. (A word written before the beginning spoils the
// result of the call before.)
func (t *tile) callBatch(f *Function, path simd.Path) {
	for i := range t.n + room {
		for slot := range f.result.slots {
			*f.result.word(t.out, i, slot) = canary
		}
	}
	for _, w := range t.calls {
		w = w.callOf(f)
		f.run(w)
		for i := w.hi; i < w.hi+room; i++ {
			for slot := range f.result.slots {
				if got := *f.result.word(t.out, i, slot); got != canary {
					t.found = t.difference(f, path, w, site{i, slot, w.alias, true}, got, canary)
					return
				}
			}
		}
	}
}

// compare compares the results of f with the oracle's.
func (t *tile) compare(f *Function, path simd.Path) {
	compared := int64(0)
	defer func() { t.compared[f.Package] += compared }()
	const block = 64 // positions, so that columns and rows both stay in the cache
	for lo := 0; lo < t.n; lo += block {
		for slot := range f.result.slots {
			for i := lo; i < min(lo+block, t.n); i++ {
				if f.applies != nil && !f.applies(t.in, i) {
					continue
				}
				compared++
				if got, want := *f.result.word(t.out, i, slot), f.want(t.oracle, i, slot); got != want {
					w := t.callOf(f, i)
					t.found = t.difference(f, path, w, site{i: i, slot: slot, alias: w.alias}, got, want)
					return
				}
			}
		}
	}
}

// callOf returns the call of f that position i was in.
func (t *tile) callOf(f *Function, i int) work {
	if f.Batch {
		for _, w := range t.calls {
			if w.lo <= i && i < w.hi {
				return w.callOf(f)
			}
		}
	}
	return work{t.in, t.out, 0, t.n, apart}
}
