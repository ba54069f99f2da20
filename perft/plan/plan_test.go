package plan_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/epd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/perft/plan"
)

func newPlan(t *testing.T, fen string, depth, ply, blocks int) *plan.Plan {
	t.Helper()
	root, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), root, depth, ply, blocks, perft.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run returns the results of all blocks, written and read back.
func run(t *testing.T, p *plan.Plan) []plan.Result {
	t.Helper()
	var text bytes.Buffer
	for i := range p.Blocks() {
		opts := perft.Options{Workers: 1 + i%3, Merge: i%2 > 0}
		r, err := p.Run(t.Context(), i, opts)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.WriteTo(&text); err != nil {
			t.Fatal(err)
		}
	}
	results, err := plan.ReadResults(&text)
	if err != nil || len(results) != p.Blocks() {
		t.Fatalf("%d results read, error %v, want %d", len(results), err, p.Blocks())
	}
	return results
}

// The sum of the results of a plan is the exact count of the suites, for any ply and any
// order, and with duplicate results.
func TestSuites(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	limit := epd.Limit{Nodes: perft.Nodes{Lo: 500_000}}
	if testing.Short() {
		limit.Nodes.Lo = 20_000
	}
	for _, suite := range []corpus.Suite{corpus.Standard(), corpus.Tricky(), corpus.Chess960()} {
		for line, err := range epd.Lines(suite.Reader()) {
			if err != nil {
				t.Fatal(err)
			}
			within := line.Within(limit)
			if len(within) == 0 {
				continue
			}
			count := within[len(within)-1]
			p, err := plan.New(t.Context(), line.Position, count.Depth, rng.IntN(min(count.Depth, 3)+1), 1+rng.IntN(9), perft.Options{})
			if err != nil {
				t.Fatal(err)
			}
			p = readBack(t, p)
			results := run(t, p)
			results = append(results, results[rng.IntN(len(results))])
			rng.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
			var sum plan.Sum
			for _, r := range results {
				if err := sum.Add(r); err != nil {
					t.Fatal(err)
				}
			}
			if n, err := sum.Nodes(); err != nil || n != count.Nodes {
				t.Errorf("%s, depth %d cut at ply %d into %d blocks: %v nodes, error %v, want %v", line.FEN, count.Depth, p.Ply(), p.Blocks(), n, err, count.Nodes)
			}
		}
	}
}

// readBack returns the plan that is read from the text of p. It must equal p.
func readBack(t *testing.T, p *plan.Plan) *plan.Plan {
	t.Helper()
	var text bytes.Buffer
	n, err := p.WriteTo(&text)
	if err != nil || n != int64(text.Len()) {
		t.Fatalf("wrote %d of %d bytes, error %v", n, text.Len(), err)
	}
	q, err := plan.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	if q.Hash() != p.Hash() || q.Root() != p.Root() || q.Depth() != p.Depth() || q.Ply() != p.Ply() || q.Blocks() != p.Blocks() {
		t.Fatalf("read %v, %v, depth %d, ply %d, %d blocks: not what was written", q.Hash(), q.Root().FEN(), q.Depth(), q.Ply(), q.Blocks())
	}
	for i := range p.Blocks() {
		if !slices.Equal(q.Block(i), p.Block(i)) {
			t.Fatalf("block %d is read as %v", i, q.Block(i))
		}
	}
	return q
}

// Ply 4 of the start position has the published number of unique positions, and all ways to
// them.
func TestUnique(t *testing.T) {
	p := newPlan(t, movegen.Start().FEN(), 4, 4, 7)
	n, ways := 0, perft.Nodes{}
	for i := range p.Blocks() {
		n += len(p.Block(i))
		for _, w := range p.Block(i) {
			ways = ways.Add(w.Ways)
		}
	}
	if n != 72078 || ways != (perft.Nodes{Lo: 197281}) {
		t.Errorf("%d positions, %v ways, want 72078, 197281", n, ways)
	}
}

// Plans do not depend on the options, and differ if any argument differs.
func TestHash(t *testing.T) {
	start := movegen.Start().FEN()
	seen := map[plan.Hash]bool{}
	for _, p := range []*plan.Plan{
		newPlan(t, start, 4, 2, 3),
		newPlan(t, start, 5, 2, 3),
		newPlan(t, start, 4, 3, 3),
		newPlan(t, start, 4, 2, 4),
		newPlan(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", 4, 2, 3),
	} {
		if seen[p.Hash()] {
			t.Errorf("depth %d, ply %d, %d blocks: hash of another plan", p.Depth(), p.Ply(), p.Blocks())
		}
		seen[p.Hash()] = true
	}
	again, err := plan.New(t.Context(), movegen.Start(), 4, 2, 3, perft.Options{Workers: 5, Memory: 1 << 26})
	if err != nil || !seen[again.Hash()] {
		t.Errorf("hash %v, error %v, want that of the same plan before", again.Hash(), err)
	}
}

// A sum refuses results of other plans, and names the missing blocks.
func TestSumErrors(t *testing.T) {
	results := run(t, newPlan(t, movegen.Start().FEN(), 4, 2, 12))
	other := run(t, newPlan(t, movegen.Start().FEN(), 3, 2, 12))
	var sum plan.Sum
	if _, err := sum.Nodes(); err == nil || !strings.Contains(err.Error(), "no results") {
		t.Errorf("no results: error %v", err)
	}
	for _, i := range []int{11, 4, 0, 5, 4} {
		if err := sum.Add(results[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := sum.Nodes(); err == nil || !strings.Contains(err.Error(), "blocks without a result: 1-3, 6-10 (of 0 to 11)") {
		t.Errorf("blocks missing: error %v", err)
	}
	changed := results[4]
	changed.Nodes.Lo++
	blocks := results[2]
	blocks.Blocks++
	for _, c := range []struct {
		result plan.Result
		want   string
	}{
		{changed, "expected " + results[4].Nodes.String()},
		{other[1], "expected plan " + results[0].Plan.String()},
		{blocks, "with 13 blocks: expected"},
		{plan.Result{Block: 12, Blocks: 12}, "block 12: expected 0 to 11"},
		{plan.Result{Block: -1, Blocks: 12}, "block -1: expected"},
		{plan.Result{Blocks: 0}, "result of 0 blocks: expected"},
		{plan.Result{Blocks: plan.MaxBlocks + 1}, "blocks: expected 1 to"},
	} {
		if err := sum.Add(c.result); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, expected %q", c.result, err, c.want)
		}
	}
	for _, r := range results {
		if err := sum.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := sum.Nodes(); err != nil || n != (perft.Nodes{Lo: 197281}) {
		t.Errorf("%v nodes, error %v, after results that were refused", n, err)
	}
	sum = plan.Sum{}
	for i := range 2 {
		sum.Add(plan.Result{Block: i, Blocks: 2, Nodes: perft.Nodes{Hi: 1 << 63}})
	}
	if n, err := sum.Nodes(); err == nil || !strings.Contains(err.Error(), "128 bits") {
		t.Errorf("%v nodes, error %v, expected one", n, err)
	}
}

// Invalid arguments and missing blocks are errors.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		depth, ply, blocks int
		opts               perft.Options
		want               string
	}{
		{-1, 0, 1, perft.Options{}, "depth -1"},
		{3, -1, 1, perft.Options{}, "ply -1: expected 0 to the depth, 3"},
		{3, 4, 1, perft.Options{}, "ply 4: expected"},
		{3, 2, 0, perft.Options{}, "0 blocks: expected 1 to"},
		{3, 2, plan.MaxBlocks + 1, perft.Options{}, "1048577 blocks"},
		{6, 5, 4, perft.Options{Memory: 1 << 20}, "more memory"},
		{6, 2, 4, perft.Options{Workers: -1}, "workers"},
	} {
		_, err := plan.New(t.Context(), movegen.Start(), c.depth, c.ply, c.blocks, c.opts)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("depth %d, ply %d, %d blocks: error %v, want %q", c.depth, c.ply, c.blocks, err, c.want)
		}
	}
	if _, err := plan.New(t.Context(), movegen.Position{}, 3, 2, 1, perft.Options{}); err == nil {
		t.Error("a plan of an empty board")
	}
	p := newPlan(t, movegen.Start().FEN(), 4, 2, 3)
	for _, i := range []int{-1, 3} {
		if _, err := p.Run(t.Context(), i, perft.Options{}); err == nil || !strings.Contains(err.Error(), "expected 0 to 2") {
			t.Errorf("block %d: error %v", i, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Run(ctx, 0, perft.Options{}); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
}

// A plan may have more blocks than positions, a tree that ends before the ply, or the ply of
// the root or of the leaves.
func TestEdges(t *testing.T) {
	const mate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
	for _, c := range []struct {
		fen                string
		depth, ply, blocks int
		want               uint64
	}{
		{movegen.Start().FEN(), 3, 1, 50, 8902},
		{movegen.Start().FEN(), 3, 3, 4, 8902},
		{movegen.Start().FEN(), 3, 0, 4, 8902},
		{movegen.Start().FEN(), 0, 0, 1, 1},
		{mate, 5, 3, 2, 0},
		{mate, 1_000_000_000, 999_999_999, 2, 0},
	} {
		p := readBack(t, newPlan(t, c.fen, c.depth, c.ply, c.blocks))
		var sum plan.Sum
		for _, r := range run(t, p) {
			if err := sum.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := sum.Nodes(); err != nil || n != (perft.Nodes{Lo: c.want}) {
			t.Errorf("%s, depth %d cut at ply %d into %d blocks: %v nodes, error %v, want %d", c.fen, c.depth, c.ply, c.blocks, n, err, c.want)
		}
	}
}

func ExamplePlan() {
	p, err := plan.New(context.Background(), movegen.Start(), 5, 3, 4, perft.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var sum plan.Sum
	for _, i := range []int{2, 0, 3, 1, 2} {
		r, err := p.Run(context.Background(), i, perft.Options{})
		if err == nil {
			err = sum.Add(r)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(sum.Nodes())
	// Output:
	// 4865609 <nil>
}

// Of returns the same plan for the blocks of a plan. Invalid blocks are errors.
func TestOf(t *testing.T) {
	p := newPlan(t, movegen.Start().FEN(), 5, 2, 3)
	blocks := [][]perft.Weighted{p.Block(0), p.Block(1), p.Block(2)}
	same, err := plan.Of(p.Root(), 5, 2, blocks)
	if err != nil || same.Hash() != p.Hash() {
		t.Errorf("hash %v, error %v; want %v", same.Hash(), err, p.Hash())
	}
	first, second := blocks[0][0], blocks[0][1]
	none, black := first, first
	none.Ways = perft.Nodes{}
	black.Side = black.Side.Other()
	for _, c := range []struct {
		depth, ply int
		blocks     [][]perft.Weighted
		want       string
	}{
		{5, 6, blocks, "plan: cut at ply 6: expected 0 to the depth, 5"},
		{-1, 0, blocks, "plan: depth -1: expected at least 0"},
		{5, 2, nil, "plan: 0 blocks: expected 1 to"},
		{5, 3, blocks, "plan: block 0, position 0: expected one with black to move"},
		{5, 2, [][]perft.Weighted{{first}, {black}}, "plan: block 1, position 0: expected one with white to move"},
		{5, 2, [][]perft.Weighted{{none}}, "plan: block 0, position 0: no ways"},
		{5, 2, [][]perft.Weighted{{second, first}}, "plan: block 0, position 1: expected one after"},
		{5, 2, [][]perft.Weighted{{first, first}}, "plan: block 0, position 1: expected one after"},
	} {
		if _, err := plan.Of(p.Root(), c.depth, c.ply, c.blocks); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
