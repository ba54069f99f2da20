package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/koggestone/koggestone/internal/positions"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/schollz/progressbar/v3"
)

type verifyCmd struct {
	Positions int    `default:"1000000" placeholder:"N" help:"How many boards to check. Default: ${default}."`
	Moves     bool   `xor:"what" help:"Check the move generator instead: movegen against movegen/raylist, an independent one, in the positions of random games from positions of games and the starts of chess and Chess960."`
	Counts    bool   `xor:"what" help:"Check the legal-move counts of batches instead: movegen.CountLegalBatch on every path against the counts and the lists of positions of random games, and for a share of them against movegen/raylist; and the paths against one another on boards that no game shows."`
	Seed      uint64 `default:"1" placeholder:"S" help:"Seed of the boards: the same seed checks the same boards on every machine. Default: ${default}."`
}

// Run checks and reports.
func (c *verifyCmd) Run(s *streams) error {
	if c.Positions < 1 {
		return fmt.Errorf("--positions: expected 1 or more, found %d", c.Positions)
	}
	if c.Moves {
		return c.runMoves(s)
	}
	if c.Counts {
		return c.runCounts(s)
	}
	start := time.Now()
	bar := newProgress(s, c.Positions, "verify")
	v := &verifier{subjects: subjects(), paths: simd.Paths(), seed: c.Seed, games: positions.Games()}
	found := v.run(c.Positions, func(n int) { bar.Add(n) })
	bar.Clear()
	if found != nil {
		found.report(s)
		return errDifference
	}
	total, all := 0, int64(0)
	for _, o := range []struct{ pkg, with string }{
		{"koggestone", "the ray walk"},
		{"quad", "the ray walk, and sets made from it"},
		{"prefix", "the functions of one word"},
	} {
		n := v.functions(o.pkg)
		fmt.Fprintf(s.out, "%-10s %2d functions, %d results compared with %s\n", o.pkg, n, v.compared[o.pkg], o.with)
		total += n
		all += v.compared[o.pkg]
	}
	fmt.Fprintf(s.out, "%d positions, %d functions, paths %s: %d results compared, no difference (seed %d, %.1f s)\n",
		c.Positions, total, pathNames(v.paths), all, c.Seed, time.Since(start).Seconds())
	return nil
}

// newProgress returns a progress bar of n steps on standard error, invisible
// unless that is a terminal.
func newProgress(s *streams, n int, what string) *progressbar.ProgressBar {
	return newProgress64(s, int64(n), what)
}

// newProgress64 is newProgress for more steps.
func newProgress64(s *streams, n int64, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions64(n,
		progressbar.OptionSetWriter(s.err),
		progressbar.OptionSetVisibility(s.errTerminal),
		progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true))
}

// pathNames returns the names of the paths.
func pathNames(paths []simd.Path) string {
	var names []string
	for _, p := range paths {
		names = append(names, p.String())
	}
	return strings.Join(names, " ")
}

// A verifier holds functions to the oracle.
type verifier struct {
	subjects []subject
	paths    []simd.Path
	seed     uint64
	games    []positions.Placement
	compared map[string]int64 // results compared so far, by package
}

// functions returns how many functions of package pkg the subjects are.
func (v *verifier) functions(pkg string) int {
	n, seen := 0, map[string]bool{}
	for i := range v.subjects {
		of, name := v.subjects[i].split()
		if of != pkg {
			continue
		}
		if name, named := strings.CutPrefix(name, namedPrefix); named {
			n += 8
		} else if name, _, _ = strings.Cut(name, " "); !seen[name] { // "AttacksBatch East"
			seen[name] = true
			n++
		}
	}
	return n
}

// run checks n positions and returns the first difference, or nil. It calls
// progress with the number of positions done since the last call. The oracle is
// walked once a tile.
func (v *verifier) run(n int, progress func(int)) (found *difference) {
	v.compared = map[string]int64{}
	r := tileRounds[tile]{
		paths: v.paths,
		make:  newTile,
		prepare: func(t *tile, number, n int) {
			t.number, t.n = number, n
			t.prepare(v.seed, v.games)
		},
		check: func(t *tile, path simd.Path) { t.check(v.subjects, path, path == v.paths[0]) },
		done: func(t *tile) bool {
			for pkg, n := range t.compared {
				v.compared[pkg] += n
			}
			found = t.found
			return found == nil
		},
	}
	r.run(n, progress)
	return found
}

// A tileRounds checks positions on every path, in tiles of tileSize.
//
// A round gives each worker a tile. The tiles are prepared, on the generic path,
// then each path is forced in turn, while no kernel runs, and checked by all
// workers. Tiles are numbered, to be seeded by their number, so that the result
// does not depend on the number of workers.
type tileRounds[T any] struct {
	paths   []simd.Path
	make    func() *T
	prepare func(t *T, number, n int)
	check   func(t *T, path simd.Path)
	done    func(t *T) bool // called in the order of the tiles; false ends all
}

// run checks n positions. It calls progress with the number of positions done since
// the last call.
func (r *tileRounds[T]) run(n int, progress func(int)) {
	tiles := make([]*T, min(runtime.GOMAXPROCS(0), (n+tileSize-1)/tileSize))
	for w := range tiles {
		tiles[w] = r.make()
	}
	for first := 0; n > 0; first += len(tiles) {
		size := min(n, len(tiles)*tileSize)
		n -= size
		round := tiles[:(size+tileSize-1)/tileSize]
		restore := simd.Force(simd.Generic)
		each(round, func(w int, t *T) { r.prepare(t, first+w, min(tileSize, size-w*tileSize)) })
		restore()
		for _, path := range r.paths {
			restore = simd.Force(path)
			each(round, func(_ int, t *T) { r.check(t, path) })
			restore()
		}
		for _, t := range round {
			if !r.done(t) {
				return
			}
		}
		progress(size)
	}
}

// each calls f for every tile at the same time and waits for all.
func each[T any](tiles []*T, f func(w int, t *T)) {
	var wg sync.WaitGroup
	for w, t := range tiles {
		wg.Go(func() { f(w, t) })
	}
	wg.Wait()
}

// tileSize is a chunk of the batch functions and a bit, so that a tile holds a call of a chunk
// and one more position and many short ones.
const tileSize = 4096 + 512

// canary fills outputs before a call, and room is how many words past the end of
// a tile's outputs are there to be looked at.
const (
	canary = 0xcafe5eed0ddba115
	room   = 8
)

// A tile is some boards with their oracle, and room for results.
type tile struct {
	number   int // from 0; the seed of its boards
	n        int // positions
	in       *input
	oracle   *oracle
	out      *output
	calls    []work // how batch functions cut up the tile
	compared map[string]int64
	found    *difference
}

func newTile() *tile {
	in := newInput(tileSize)
	return &tile{in: in, oracle: newOracle(in), out: newOutput(tileSize + room)}
}

// prepare makes the boards of the tile, how calls cut it up, and the oracle.
func (t *tile) prepare(seed uint64, games []positions.Placement) {
	r := rand.New(rand.NewPCG(seed, uint64(t.number)))
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

// check runs the subjects on the path that is forced and compares, up to the
// first difference. Those that are the same on all paths only run if all is set.
func (t *tile) check(subjects []subject, path simd.Path, all bool) {
	for k := range subjects {
		if t.found != nil {
			return
		}
		s := &subjects[k]
		if s.onePath && !all {
			continue
		}
		if s.isBatch() {
			t.callBatch(s, path)
		} else {
			s.run(work{t.in, t.out, 0, t.n, apart})
		}
		if t.found == nil {
			t.compare(s, path)
		}
	}
}

// callBatch runs a batch function over the calls of the tile and looks after each
// at the words past its end. (A word written before the beginning spoils the
// result of the call before.)
func (t *tile) callBatch(s *subject, path simd.Path) {
	slots := s.shape.slots()
	for i := range t.n + room {
		for slot := range slots {
			t.out.set(s.shape, i, slot, canary)
		}
	}
	for _, w := range t.calls {
		w = w.callOf(s)
		s.run(w)
		for i := w.hi; i < w.hi+room; i++ {
			for slot := range slots {
				if got := t.out.at(s.shape, i, slot); got != canary {
					t.found = &difference{s: s, path: path, t: t, call: w, at: site{i, slot, w.alias, true}, got: got, want: canary}
					return
				}
			}
		}
	}
}

// compare compares the results of s with the oracle's.
func (t *tile) compare(s *subject, path simd.Path) {
	compared := int64(0)
	pkg, _ := s.split()
	defer func() { t.compared[pkg] += compared }()
	const block = 64 // positions at a time, so that columns and rows both stay in the cache
	for lo := 0; lo < t.n; lo += block {
		for slot := range s.shape.slots() {
			for i := lo; i < min(lo+block, t.n); i++ {
				if s.applies != nil && !s.applies(t.in, i) {
					continue
				}
				compared++
				got, want := t.out.at(s.shape, i, slot), s.want(t.oracle, i, slot)
				if got != want {
					t.found = &difference{s: s, path: path, t: t, call: t.callOf(s, i), at: site{i: i, slot: slot}, got: got, want: want}
					t.found.at.alias = t.found.call.alias
					return
				}
			}
		}
	}
}

// callOf returns the call of s that position i was in.
func (t *tile) callOf(s *subject, i int) work {
	if s.isBatch() {
		for _, w := range t.calls {
			if w.lo <= i && i < w.hi {
				return w.callOf(s)
			}
		}
	}
	return work{t.in, t.out, 0, t.n, apart}
}
