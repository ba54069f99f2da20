package selfcheck

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// A Verifier compares functions with their oracles, on every path of this CPU.
//
// It works in rounds. In each round every goroutine makes a tile of random input. Then each function is checked
// on each path: the path is forced for all goroutines, and every goroutine checks its tile.
type Verifier struct {
	Calls []Call
	Seed  uint64 // the first tile's seed; each tile adds one, so that a tile can be repeated alone

	positions int
	results   map[string]int // how many results were compared, by package and oracle
}

const (
	// tileSize is a little more than a chunk of the batch functions, so that a tile has room for a call longer
	// than a chunk and for several short calls.
	tileSize = 4096 + 512
	// tileGames is how many positions in a tile come from games. Their oracles play every move.
	tileGames = 384
)

// A tile is random input, the calls that divide it, and the faults found in it.
type tile struct {
	seed       uint64
	n          int
	in         *Input
	want       []any
	difference string
}

// Run checks n positions. If n is 0, it checks until ctx is done, but at least for one round. It returns an error
// that describes the first difference. After each round it calls progress with the number of positions.
func (v *Verifier) Run(ctx context.Context, n int, progress func(int)) error {
	starts, paths := append(parsed.Positions(corpus.Games(), corpus.Chess960()), movegen.Start()), simd.Paths()
	v.results = map[string]int{}
	for seed := v.Seed; ; {
		var tiles []*tile
		for range runtime.GOMAXPROCS(0) {
			size := tileSize
			if n > 0 {
				size = min(size, n-v.positions)
			}
			if size > 0 {
				tiles = append(tiles, &tile{seed: seed, n: size})
				v.positions += size
				seed++
			}
		}
		onAll := func(p simd.Path, f func(t *tile)) {
			defer simd.Force(p)()
			var wg sync.WaitGroup
			for _, t := range tiles {
				wg.Go(func() { f(t) })
			}
			wg.Wait()
		}
		onAll(simd.Generic, func(t *tile) { t.in = randomInput(t.seed, t.n, min(t.n, tileGames), starts) })
		for k := range v.Calls {
			c := &v.Calls[k]
			onAll(simd.Generic, func(t *tile) { t.want = c.expect(t.in, c.input.count(t.in)) })
			for _, p := range paths {
				onAll(p, func(t *tile) { t.check(c, p) })
				for _, t := range tiles {
					if t.difference != "" {
						return fmt.Errorf("%s", t.difference)
					}
					v.results[c.Package+" "+c.Oracle] += c.input.count(t.in)
				}
			}
		}
		progress(v.positions)
		if v.positions == n || ctx.Err() != nil {
			return nil
		}
	}
}

// check compares the results of c, on path p, with t.want.
func (t *tile) check(c *Call, p simd.Path) {
	n := c.input.count(t.in)
	calls := [][2]int{{0, n}}
	if c.Batch {
		calls = divide(t.seed, n)
	}
	i, difference := c.compare(t.in, calls, t.want)
	if i < 0 {
		return
	}
	at := fmt.Sprintf("position %d", i)
	for _, call := range calls {
		if c.Batch && call[0] <= i && i < call[1] {
			at = fmt.Sprintf("element %d of %d", i-call[0], call[1]-call[0])
		}
	}
	t.difference = fmt.Sprintf("difference: %v on path %v, %s: %s\ninput: %s\nrepeat: koggestone verify --seed %d --positions %d --only '^%v$'",
		c, p, at, difference, c.input.describe(t.in, i), t.seed, t.n, c)
}

// divide returns calls that together compute n positions: short calls of all lengths and, if there are enough
// positions, a call longer than a chunk. They are in random order, so that a function that writes outside of dst
// destroys an earlier result.
func divide(seed uint64, n int) (calls [][2]int) {
	r := rand.New(rand.NewPCG(seed, 2))
	long := r.IntN(max(tileSize-4097, 1))
	for lo := 0; lo < n; {
		size := r.IntN(2 << r.IntN(8))
		if lo >= long && n > 4096 {
			size, long = 4095+r.IntN(3), n
		}
		hi := min(lo+size, n)
		calls = append(calls, [2]int{lo, hi})
		lo = hi
	}
	r.Shuffle(len(calls), func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
	return calls
}

// Summary describes in several lines what has been checked.
func (v *Verifier) Summary() string {
	var b strings.Builder
	total := 0
	for _, key := range slices.Sorted(maps.Keys(v.results)) {
		pkg, oracle, _ := strings.Cut(key, " ")
		names := map[string]bool{}
		for _, c := range v.Calls {
			if c.Package == pkg && c.Oracle == oracle {
				names[c.function()] = true
			}
		}
		functions := map[bool]string{true: "function", false: "functions"}[len(names) == 1]
		fmt.Fprintf(&b, "%-10s %2d %s, %d results compared with %s\n", pkg, len(names), functions, v.results[key], oracle)
		total += v.results[key]
	}
	fmt.Fprintf(&b, "%d positions, paths %s: %d results, no difference", v.positions, strings.Trim(fmt.Sprint(simd.Paths()), "[]"), total)
	return b.String()
}

// function returns the name without the variant.
func (c *Call) function() string { return c.Name[:strings.IndexAny(c.Name+" ", " ,")] }
