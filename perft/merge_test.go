package perft

import (
	"context"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

func parse(t *testing.T, fen string) movegen.Position {
	t.Helper()
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Unique positions by ply from the start: A083276 of the On-Line Encyclopedia of Integer
// Sequences, which treats the en-passant target as this package does.
var a083276 = []uint64{1, 20, 400, 5362, 72078, 822518}

var mergeCases = []struct {
	fen   string
	nodes []uint64 // by depth, from 1
}{
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []uint64{20, 400, 8902, 197281, 4865609}},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []uint64{48, 2039, 97862, 4085603}},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []uint64{14, 191, 2812, 43238, 674624}},
}

// Merging returns the numbers of the plain count, for any memory and any number of workers.
func TestMerge(t *testing.T) {
	for _, c := range mergeCases {
		p := parse(t, c.fen)
		for i, want := range c.nodes {
			for _, memory := range []int64{1, 1 << 20, 0} {
				for _, workers := range []int{1, 3} {
					r, err := Count(context.Background(), p, i+1, Options{Merge: true, Memory: memory, Workers: workers})
					if err != nil || r.Nodes != (Uint128{Lo: want}) {
						t.Errorf("%s depth %d, memory %d, %d workers: %v nodes, error %v; want %d", c.fen, i+1, memory, workers, r.Nodes, err, want)
					}
				}
			}
		}
	}
}

// The numbers of unique positions of each merged ply are the published ones. A ply without
// room for all has no number, also if it is merged in passes.
func TestMergeUnique(t *testing.T) {
	depth := 6
	if testing.Short() {
		depth = 5
	}
	r, err := Count(context.Background(), movegen.Start(), depth, Options{Merge: true})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.Unique); n < depth-2 || !slices.Equal(r.Unique, a083276[:n]) {
		t.Errorf("unique positions %v, want %v", r.Unique, a083276[:depth-1])
	}
	for _, memory := range []int64{5900_000, 5931641, 6357376} {
		r, err := Count(context.Background(), movegen.Start(), 6, Options{Merge: true, Mode: ModeBulk, Memory: memory, Workers: 1})
		if n := len(r.Unique); err != nil || !slices.Equal(r.Unique, a083276[:n]) {
			t.Errorf("memory %d: unique positions %v, error %v, want %v", memory, r.Unique, err, a083276[:n])
		}
	}
}

// Unique ends with ply 1000. Each side has one move in each position of this game, so Count would not merge its
// plies, because that saves nothing.
func TestUniqueEnds(t *testing.T) {
	p := parse(t, "k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1")
	j, err := newJob(t.Context(), nil, 0, 0, &Options{Merge: true, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer j.end(nil)
	m := newMerger(j)
	defer m.mem.unmap()
	for depth, want := range map[int]int{998: 999, 999: 1000, 1000: 1001, 1001: 1001, 1100: 1001} {
		unique, err := m.descend([]Weighted{{p.Board, p.Side, Uint128{Lo: 1}}}, depth, func(int) bool { return true })
		if err != nil || len(unique) != want || slices.Max(unique) != 1 {
			t.Errorf("%d plies: %d numbers, error %v, want %d", depth, len(unique), err, want)
		}
		m.table.free(&m.mem)
	}
}

// Divide returns the same results with and without Merge.
func TestMergeDivide(t *testing.T) {
	for _, c := range mergeCases {
		p := parse(t, c.fen)
		want, err := Divide(context.Background(), p, 3, Options{Mode: ModeSingle, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Divide(context.Background(), p, 3, Options{Merge: true})
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: %d moves, error %v; want %d", c.fen, len(got), err, len(want))
		}
		for i := range want {
			if got[i].Move != want[i].Move || got[i].Nodes != want[i].Nodes {
				t.Errorf("%s: %v %v, want %v %v", c.fen, got[i].Move, got[i].Nodes, want[i].Move, want[i].Nodes)
			}
		}
	}
}

// Batches count the same on every path, with any number of workers.
func TestBatchPaths(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, c := range mergeCases {
			p := parse(t, c.fen)
			for i, want := range c.nodes[:3] {
				for _, workers := range []int{1, 2, 5} {
					r, err := Count(context.Background(), p, i+1, Options{Mode: ModeBatch, Workers: workers})
					if err != nil || r.Nodes != (Uint128{Lo: want}) {
						t.Errorf("%s depth %d, %d workers: %v nodes, error %v; want %d", c.fen, i+1, workers, r.Nodes, err, want)
					}
				}
			}
		}
	})
}

// Counts are right if memory is full and positions above the leaves have no moves.
func TestMergeMates(t *testing.T) {
	p, err := movegen.ParseFEN("k7/8/1K6/8/8/8/8/1Q2Q2R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []Mode{ModeBulk, ModeBatch} {
		r, err := Count(context.Background(), p, 6, Options{Merge: true, Memory: 1, Workers: 1, Mode: mode})
		if want := (Uint128{Lo: 391323}); err != nil || r.Nodes != want {
			t.Errorf("mode %v: %v, error %v, want %v", mode, r.Nodes, err, want)
		}
	}
}

// A count that ends in the middle of any phase returns the error of the context, with several
// workers and with plies that do not fit.
func TestMergeCancelLater(t *testing.T) {
	for _, opts := range []Options{
		{Mode: ModeBulk, Memory: 6 << 20, Workers: 2},
		{Mode: ModeBatch, Memory: 64 << 20, Workers: 3},
	} {
		reports := 0
		opts.Merge, opts.Progress = true, func(Progress) { reports++ }
		if _, err := Count(t.Context(), movegen.Start(), 5, opts); err != nil {
			t.Fatal(err)
		}
		for after := 1; after < reports; after += 1 + reports/12 {
			ctx, cancel := context.WithCancel(t.Context())
			seen := 0
			opts.Progress = func(Progress) {
				if seen++; seen == after {
					cancel()
				}
			}
			r, err := Count(ctx, movegen.Start(), 5, opts)
			cancel()
			if seen < after && err == nil {
				continue // fewer reports than before, as the workers divided the memory in another way
			}
			if err != context.Canceled || r.Nodes != (Uint128{}) {
				t.Errorf("canceled after %d of %d reports: %v nodes, error %v", after, reports, r.Nodes, err)
			}
		}
	}
}

// The nodes of the reports increase up to the result, also over the moves of a division.
func TestMergeProgress(t *testing.T) {
	var last Uint128
	opts := Options{Merge: true, Workers: 1, Progress: func(p Progress) {
		if p.Nodes.Cmp(last) < 0 {
			t.Errorf("%v nodes after %v", p.Nodes, last)
		}
		last = p.Nodes
	}}
	if _, err := Divide(t.Context(), movegen.Start(), 5, opts); err != nil || last != (Uint128{Lo: 4865609}) {
		t.Errorf("at last %v nodes, error %v", last, err)
	}
}

// The workers, their sets and the positions together have at most Options.Memory, if that is
// enough for one worker. A ply that is left unfinished has no moves in the next one.
func TestMergerMemory(t *testing.T) {
	for limit := int64(7 << 19); limit < 1<<27; limit += limit / 16 {
		for _, workers := range []int{1, 2, 5, 64} {
			m := newMerger(&job{workers: workers, opts: &Options{Memory: limit}})
			n := int64(len(m.workers))
			if sum := m.mem.left + n*(workerMemory+setBytes(m.setLen)); sum > limit || m.mem.left < leastMemory || n < 1 {
				t.Fatalf("limit %d, %d of %d workers: %d bytes for positions, %d in all", limit, n, workers, m.mem.left, sum)
			}
		}
	}
}

// skipWithRace skips a test of allocations under the race detector, which empties pools at
// random.
func skipWithRace(t *testing.T) {
	if pathtest.RaceEnabled {
		t.Skip("the race detector empties pools")
	}
}

// A merge allocates at most Options.Memory, garbage included, whether positions fit or not.
// It uses most of a small limit.
func TestMergeMemory(t *testing.T) {
	skipWithRace(t)
	const nodes = 119060324 // of depth 6
	for _, c := range []struct {
		limit   int64
		workers int
		used    float64 // at least, of the limit
	}{
		{0, 1, 0}, // the default; all fit
		{64 << 20, 3, 0},
		{8 << 20, 1, 0.5}, // the plies 4 and 5 do not fit
		{8 << 20, 2, 0.3},
		{7 << 19, 1, 0.2}, // the least that a worker and the positions take
	} {
		limit := uint64(c.limit)
		if limit == 0 {
			limit = defaultMemory
		}
		for _, mode := range []Mode{ModeBulk, ModeBatch} {
			if mode == ModeBatch {
				c.used = 0 // since it merges fewer plies
			}
			opts := Options{Merge: true, Mode: mode, Memory: c.limit, Workers: c.workers}
			var r Result
			bytes := allocated(func() { r, _ = Count(context.Background(), movegen.Start(), 6, opts) })
			if r.Nodes != (Uint128{Lo: nodes}) || bytes > limit || float64(bytes) < c.used*float64(limit) {
				t.Errorf("limit %d, %d workers, mode %v: %v nodes, want %d; %d bytes allocated", limit, c.workers, mode, r.Nodes, nodes, bytes)
			}
		}
	}
}

// The counts of Divide share one memory.
func TestMergeDivideMemory(t *testing.T) {
	skipWithRace(t)
	const limit = 4 << 20
	bytes := allocated(func() {
		children, err := Divide(context.Background(), movegen.Start(), 6, Options{Merge: true, Memory: limit, Workers: 1})
		if err != nil || len(children) != 20 {
			t.Errorf("%d moves, error %v", len(children), err)
		}
	})
	if bytes > limit {
		t.Errorf("%d bytes allocated, limit %d", bytes, limit)
	}
}

// allocated returns the number of bytes that f allocates with the collector off. The
// collector would empty the pools of memory that kernels share.
func allocated(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
