package perft_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/epd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/quad"
)

var depth = flag.String("perft.depth", "", `"full" to check every count of the suites in mode bulk, and more in single; takes minutes`)

// modes are all ways to count.
var modes = []perft.Mode{perft.ModeSingle, perft.ModeBulk, perft.ModeBatch}

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func parse(tb testing.TB, fen string) movegen.Position {
	tb.Helper()
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// linesOf returns the lines of a suite.
func linesOf(tb testing.TB, suite corpus.Suite) (lines []epd.Line) {
	tb.Helper()
	for line, err := range epd.Lines(suite.Reader()) {
		if err != nil {
			tb.Fatalf("%s: %v", suite.Name, err)
		}
		lines = append(lines, line)
	}
	return lines
}

// Every count of the suites is exact, up to a number of nodes.
func TestSuites(t *testing.T) {
	for _, suite := range []corpus.Suite{corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Deep()} {
		run := func(name string, opts perft.Options) {
			t.Run("suite="+strings.TrimSuffix(suite.Name, ".epd")+"/mode="+name, func(t *testing.T) {
				lines := linesOf(t, suite)
				for i := range lines {
					checkLine(t, &lines[i], opts)
				}
			})
		}
		for _, mode := range modes {
			run(mode.String(), perft.Options{Mode: mode})
		}
	}
}

// checkLine checks a line of a suite: up to 5 million nodes, or fewer where every
// move is played.
func checkLine(t *testing.T, line *epd.Line, opts perft.Options) {
	mode := opts.Mode
	limit := epd.Limit{Nodes: perft.Uint128{Lo: 5_000_000}}
	if mode == perft.ModeSingle {
		limit.Nodes.Lo = 500_000
	}
	if testing.Short() {
		limit.Nodes.Lo = 20_000
	}
	switch {
	case *depth == "full" && mode == perft.ModeBulk:
		limit = epd.Limit{}
	case *depth == "full":
		limit.Nodes.Lo = 50_000_000
	}
	wrong, err := line.Check(context.Background(), limit, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong {
		t.Errorf("line %d, %s: %v", line.Number, line.FEN, w)
	}
}

// The moves of the last ply by kind, from the tables of the chess programming wiki ("Perft
// Results").
func TestStats(t *testing.T) {
	for _, c := range []struct {
		fen   string
		depth int
		nodes uint64
		want  perft.Stats
	}{
		{movegen.Start().FEN(), 1, 20, perft.Stats{}},
		{"4k3/8/8/8/4N3/8/8/4RK2 w - -", 1, 18, perft.Stats{Checks: 8, DiscoveredChecks: 6, DoubleChecks: 2}}, // by hand: Nd6 and Nf6 are double
		{movegen.Start().FEN(), 3, 8902, perft.Stats{Captures: 34, Checks: 12}},
		{movegen.Start().FEN(), 4, 197281, perft.Stats{Captures: 1576, Checks: 469, Mates: 8}},
		{movegen.Start().FEN(), 5, 4865609, perft.Stats{Captures: 82719, EnPassant: 258, Checks: 27351, DiscoveredChecks: 6, Mates: 347}},
		{kiwipete, 1, 48, perft.Stats{Captures: 8, Castles: 2}},
		{kiwipete, 2, 2039, perft.Stats{Captures: 351, EnPassant: 1, Castles: 91, Checks: 3}},
		{kiwipete, 3, 97862, perft.Stats{Captures: 17102, EnPassant: 45, Castles: 3162, Checks: 993, Mates: 1}},
		{kiwipete, 4, 4085603, perft.Stats{Captures: 757163, EnPassant: 1929, Castles: 128013, Promotions: 15172,
			Checks: 25523, DiscoveredChecks: 42, DoubleChecks: 6, Mates: 43}},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674624, perft.Stats{Captures: 52051, EnPassant: 1165,
			Checks: 52950, DiscoveredChecks: 1292, DoubleChecks: 3}},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467, perft.Stats{Captures: 1021,
			EnPassant: 4, Promotions: 120, Checks: 38, DiscoveredChecks: 2, Mates: 22}},
	} {
		if testing.Short() && c.nodes > 100_000 {
			continue
		}
		r, err := perft.Count(context.Background(), parse(t, c.fen), c.depth, perft.Options{Stats: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Nodes.Lo != c.nodes || r.Stats != c.want {
			t.Errorf("%s depth %d: got %v nodes, %+v, expected %d, %+v", c.fen, c.depth, r.Nodes, r.Stats, c.nodes, c.want)
		}
	}
}

// A check by the castling rook in Chess960 is not a discovered check.
func TestStatsCastling(t *testing.T) {
	r, err := perft.Count(context.Background(), parse(t, "5k2/8/8/8/8/8/8/4K2R w K -"), 1, perft.Options{Stats: true})
	if err != nil {
		t.Fatal(err)
	}
	want := perft.Stats{Castles: 1, Checks: 3} // O-O, Rf1, Rh8
	if r.Stats != want {
		t.Errorf("got %+v, expected %+v", r.Stats, want)
	}
}

// The result is the same with any number of workers, and is the sum of the results of Divide.
func TestWorkers(t *testing.T) {
	p := parse(t, kiwipete)
	for depth, want := range []uint64{1, 48, 2039, 97862} {
		for _, workers := range []int{0, 1, 2, 7} {
			var last perft.Progress
			opts := perft.Options{Workers: workers, Progress: func(p perft.Progress) { last = p }}
			r, err := perft.Count(context.Background(), p, depth, opts)
			if err != nil || r.Nodes.Lo != want || r.Nodes.Hi != 0 {
				t.Errorf("depth %d, %d workers: got %v, %v, expected %d", depth, workers, r.Nodes, err, want)
			}
			if depth > 1 && (last.Nodes != r.Nodes || last.Done != last.Parts || last.Done == 0) {
				t.Errorf("depth %d, %d workers: last progress %+v, expected all of %v", depth, workers, last, r.Nodes)
			}
		}
		if depth == 0 {
			continue
		}
		children, err := perft.Divide(context.Background(), p, depth, perft.Options{})
		if err != nil || len(children) != 48 {
			t.Fatalf("depth %d: %d children, %v, expected 48", depth, len(children), err)
		}
		var sum perft.Uint128
		for _, c := range children {
			below, err := perft.Count(context.Background(), p.Play(c.Move), depth-1, perft.Options{Mode: perft.ModeSingle})
			if err != nil || below.Nodes != c.Nodes {
				t.Errorf("depth %d, %v: got %v, expected %v, %v", depth, c.Move, c.Nodes, below.Nodes, err)
			}
			sum = sum.Add(c.Nodes)
		}
		if sum.Lo != want {
			t.Errorf("depth %d: the children have %v nodes, expected %d", depth, sum, want)
		}
	}
}

// A finished game has no leaves below it.
func TestMate(t *testing.T) {
	p := parse(t, "7k/5Q2/6K1/8/8/8/8/8 b - -")
	for depth, want := range []uint64{1, 0, 0, 0, 0, 0} {
		if r, err := perft.Count(context.Background(), p, depth, perft.Options{}); err != nil || r.Nodes.Lo != want {
			t.Errorf("depth %d: %v, %v, expected %d", depth, r.Nodes, err, want)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	for _, c := range []struct {
		depth int
		opts  perft.Options
		want  string
	}{
		{-1, perft.Options{}, "depth: expected at least 0, found -1"},
		{1, perft.Options{Workers: -1}, "Workers: expected 0 to 4096, found -1"},
		{9, perft.Options{Workers: math.MaxInt}, "Workers: expected 0 to 4096"},
		{9, perft.Options{Workers: perft.MaxWorkers + 1, Merge: true}, "Workers: expected 0 to 4096, found 4097"},
		{1, perft.Options{Mode: 99}, "ModeBatch, found Mode(99)"},
		{1, perft.Options{Mode: perft.ModeBulk, Stats: true}, "expected ModeSingle or ModeAuto with Stats"},
		{3, perft.Options{Merge: true, Stats: true}, "Merge and Stats: expected at most one"},
		{3, perft.Options{Merge: true, Memory: -1}, "Memory: expected 0 or more bytes, found -1"},
	} {
		_, err := perft.Count(context.Background(), movegen.Start(), c.depth, c.opts)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("depth %d, %+v: error %v, expected %q", c.depth, c.opts, err, c.want)
		}
	}
	if r, err := perft.Count(context.Background(), movegen.Start(), 2, perft.Options{Workers: perft.MaxWorkers}); err != nil || r.Nodes.Lo != 400 {
		t.Errorf("%d workers: %v, %v", perft.MaxWorkers, r, err)
	}
	if _, err := perft.Divide(context.Background(), movegen.Start(), 0, perft.Options{}); err == nil {
		t.Error("Divide at depth 0 gives no error")
	}
	for _, mode := range append(modes, perft.ModeAuto) {
		if got, err := perft.ParseMode(mode.String()); got != mode || err != nil {
			t.Errorf("ParseMode(%q) is %v, %v", mode, got, err)
		}
	}
	if _, err := perft.ParseMode("fast"); err == nil || !strings.Contains(err.Error(), `expected auto, single, bulk or batch, found "fast"`) {
		t.Errorf("ParseMode of a wrong name: error %v", err)
	}
}

// Invalid positions are errors, for example with the opponent in check.
func TestInvalidPositions(t *testing.T) {
	square := func(name string) uint64 { return 1 << (name[0] - 'a' + 8*(name[1]-'1')) }
	e1, e4, e8 := square("e1"), square("e4"), square("e8")
	for _, c := range []struct {
		name string
		bb   quad.Bitboards
		want string
	}{
		{"no kings", quad.Bitboards{Queens: e1 | e8, White: e1, Black: e8}, "king"},
		{"two white kings", quad.Bitboards{Kings: e1 | e4, White: e1 | e4}, "king"},
		{"black in check", quad.Bitboards{Kings: e1 | e8, Rooks: e4, White: e1 | e4, Black: e8}, "check"},
		{"empty", quad.Bitboards{}, "king"},
	} {
		p := movegen.Position{Board: c.bb.Board()}
		for _, mode := range append(modes, perft.ModeAuto) {
			for _, merge := range []bool{false, true} {
				opts := perft.Options{Mode: mode, Merge: merge}
				for depth := range 5 {
					if r, err := perft.Count(t.Context(), p, depth, opts); err == nil || !strings.Contains(err.Error(), c.want) {
						t.Errorf("%s, mode %v, merge %v, depth %d: %v, error %v, expected one with %q", c.name, mode, merge, depth, r.Nodes, err, c.want)
					}
				}
				if moves, err := perft.Divide(t.Context(), p, 4, opts); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s, mode %v, merge %v: divided into %d moves, error %v, expected one with %q", c.name, mode, merge, len(moves), err, c.want)
				}
			}
		}
	}
	p := movegen.Start()
	p.Side = 2
	if r, err := perft.Count(t.Context(), p, 3, perft.Options{}); err == nil {
		t.Errorf("side 2 to move: %v", r.Nodes)
	}
}

// A tree that has ended is counted immediately for any depth. A longer one ends with an error
// before a stack or a list grows without bound.
func TestHugeDepths(t *testing.T) {
	const (
		ends  = "k1K5/p1P5/P7/8/8/8/8/8 w - - 0 1" // stalemate after each move
		mate  = "7k/5Q2/6K1/8/8/8/8/8 b - -"
		never = "8/8/8/1p1k1p1p/1P3P1P/3K4/8/8 w - - 0 1"
	)
	for _, mode := range modes {
		for _, depth := range []int{1 << 10, 1_000_000_000, math.MaxInt} {
			opts := perft.Options{Mode: mode, Workers: 2}
			for _, merge := range []bool{false, true} {
				opts.Merge = merge
				for _, fen := range []string{ends, mate} {
					r, err := perft.Count(t.Context(), parse(t, fen), depth, opts)
					if err != nil || r.Nodes != (perft.Uint128{}) || len(r.Unique) > 2 {
						t.Errorf("%s, mode %v, merge %v, depth %d: %v nodes, %d plies, error %v", fen, mode, merge, depth, r.Nodes, len(r.Unique), err)
					}
				}
			}
			if depth < 1<<14 {
				continue
			}
			opts.Merge = false
			if _, err := perft.Count(t.Context(), parse(t, never), depth, opts); err == nil || !strings.Contains(err.Error(), "plies deep") {
				t.Errorf("mode %v, depth %d: error %v", mode, depth, err)
			}
		}
	}
}

// A count that would take years ends after its context.
func TestCancel(t *testing.T) {
	for _, mode := range modes {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		r, err := perft.Count(ctx, parse(t, kiwipete), 12, perft.Options{Mode: mode})
		if !errors.Is(err, context.DeadlineExceeded) || r.Nodes != (perft.Uint128{}) {
			t.Errorf("mode %v: got %v, %v, expected the error of the context", mode, r, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for depth := range 4 {
		if _, err := perft.Count(ctx, movegen.Start(), depth, perft.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("depth %d: error %v, expected that of the context", depth, err)
		}
	}
	// Divide returns the moves that are finished.
	for _, merge := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		moves, err := perft.Divide(ctx, movegen.Start(), 5, perft.Options{Workers: 1, Merge: merge, Progress: func(p perft.Progress) {
			if p.Nodes.Lo > 1_000_000 {
				cancel()
			}
		}})
		if len(moves) < 3 || len(moves) > 10 || moves[0].Nodes.Lo != 181046 || !errors.Is(err, context.Canceled) {
			t.Errorf("merge %v: %v, %v", merge, moves, err)
		}
	}
}

// A division that is cancelled within a move returns the moves before it, each with all of its leaves. The
// subtrees of a move are counted in several parts. The numbers are the published ones, as in Stockfish's
// "go perft 6".
func TestCancelWithinMove(t *testing.T) {
	want := []perft.Child{{Move: parseMove(t, "a2a3")}, {Move: parseMove(t, "b2b3")}}
	want[0].Nodes.Lo, want[1].Nodes.Lo = 4463267, 5310358
	for finished := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		moves, err := perft.Divide(ctx, movegen.Start(), 6, perft.Options{Workers: 1, Progress: func(p perft.Progress) {
			if p.Parts != 400 {
				t.Errorf("%d subtrees, want 400, two plies below the root", p.Parts)
			}
			if p.Done > 20*finished { // after the first part of the next move
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) || len(moves) != finished {
			t.Fatalf("%v, error %v, want %d moves", moves, err, finished)
		}
		for i, m := range moves {
			if m.Move != want[i].Move || m.Nodes != want[i].Nodes {
				t.Errorf("move %d: %v %v, want %v %v", i, m.Move, m.Nodes, want[i].Move, want[i].Nodes)
			}
		}
	}
}

// parseMove parses a move of the start position.
func parseMove(tb testing.TB, text string) movegen.Move {
	tb.Helper()
	m, err := movegen.Start().ParseMove(text)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func toBig(n perft.Uint128) *big.Int {
	b := new(big.Int).SetUint64(n.Hi)
	return b.Add(b.Lsh(b, 64), new(big.Int).SetUint64(n.Lo))
}

// Nodes computes and prints like math/big.
func TestNodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	random := func() perft.Uint128 {
		return perft.Uint128{Hi: rng.Uint64() >> rng.IntN(65), Lo: rng.Uint64() >> rng.IntN(65)}
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	all := []perft.Uint128{{}, {Lo: 9}, {Lo: 10}, {Lo: 1<<64 - 1}, {Hi: 1}, {Hi: 1<<64 - 1, Lo: 1<<64 - 1}}
	for range 2000 {
		all = append(all, random())
	}
	for _, n := range all {
		if n.String() != toBig(n).String() {
			t.Errorf("%#v: got %s, expected %v", n, n, toBig(n))
		}
		if got, err := perft.ParseUint128(n.String()); err != nil || got != n {
			t.Errorf("%v parses as %v, %v", n, got, err)
		}
		k := random()
		sum := new(big.Int).Add(toBig(n), toBig(k))
		if got := n.Add(k); toBig(got).Cmp(sum.Mod(sum, modulus)) != 0 {
			t.Errorf("%v + %v: got %v, expected %v", n, k, got, sum)
		}
		if got, want := n.Cmp(k), toBig(n).Cmp(toBig(k)); got != want {
			t.Errorf("%v against %v: got %d, expected %d", n, k, got, want)
		}
		if lo, ok := n.Uint64(); lo != n.Lo || ok != toBig(n).IsUint64() {
			t.Errorf("%v: Uint64 is %d, %v", n, lo, ok)
		}
		f, _ := new(big.Float).SetInt(toBig(n)).Float64()
		if got := n.Float64(); got < f*(1-1e-15) || got > f*(1+1e-15) {
			t.Errorf("%v: got %v, expected %v", n, got, f)
		}
	}
	for _, text := range []string{"", "-1", "+1", "1.5", "x", "340282366920938463463374607431768211456", "999999999999999999999999999999999999999"} {
		if n, err := perft.ParseUint128(text); err == nil {
			t.Errorf("%q parses as %v", text, n)
		}
	}
	if text, err := json.Marshal([]perft.Uint128{{Hi: 1}, {Lo: 7}}); err != nil || string(text) != "[18446744073709551616,7]" {
		t.Errorf("JSON %s, error %v", text, err)
	}
}
