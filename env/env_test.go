package env

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }

func mustNew(t testing.TB, n int, o Options) *Env {
	t.Helper()
	e, err := New(n, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// trace plays steps of sampled actions and returns all that the games returned.
func trace(t *testing.T, n, steps int, o Options) string {
	e := mustNew(t, n, o)
	e.Reset(7)
	var b strings.Builder
	actions := make([]int32, n)
	masks, planes := make([]uint64, n*e.MaskWords()), make([]uint64, n*e.Planes())
	for range steps {
		e.Masks(masks)
		e.Observe(planes)
		e.Sample(actions)
		r := e.Step(actions)
		sum := uint64(0)
		for _, words := range [][]uint64{masks, planes} {
			for _, x := range words {
				sum = sum*31 + x
			}
		}
		fmt.Fprintln(&b, actions, r.Rewards, r.Outcomes, sum)
	}
	for i := range n {
		fmt.Fprintln(&b, e.Position(i).FEN())
	}
	return b.String()
}

// Results depend on the seed, and not on workers, paths and the number of other games.
func TestSeed(t *testing.T) {
	n, steps := 600, 60
	if testing.Short() {
		n, steps = 300, 20
	}
	streams := map[uint64]bool{}
	for e, i := mustNew(t, n, Options{}), 0; i < n; i++ {
		streams[e.sampleStreams[i]], streams[e.startStreams[i]] = true, true
	}
	if len(streams) != 2*n {
		t.Errorf("%d random streams of %d games, want two of each", len(streams), n)
	}
	for _, o := range []Options{
		{MaxPlies: 25, Workers: 1},
		{Actions: LeelaActions, Observation: LeelaPlanes, AutoReset: SameStep, MaxPlies: 10, Chess960: true, Workers: 1},
	} {
		want := trace(t, n, steps, o)
		for _, workers := range []int{0, 2, 3, 100} {
			o := o
			o.Workers = workers
			if trace(t, n, steps, o) != want {
				t.Errorf("%v: %d workers give other results", o.Actions, workers)
			}
		}
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			if trace(t, n, steps, o) != want {
				t.Errorf("%v: other results", o.Actions)
			}
		})
		// A game does not depend on the others.
		few, many := mustNew(t, 3, o), mustNew(t, n, o)
		few.Reset(1)
		many.Reset(1)
		a, b := make([]int32, 3), make([]int32, n)
		for range steps {
			few.Sample(a)
			many.Sample(b)
			if !slices.Equal(a, b[:3]) {
				t.Fatalf("%v: other actions of 3 games: %v, of %d: %v", o.Actions, a, n, b[:3])
			}
			few.Step(a)
			many.Step(b)
		}
		// Another seed gives other games.
		few.Reset(2)
		many.Reset(1)
		few.Sample(a)
		many.Sample(b)
		few.Step(a)
		many.Step(b)
		few.Sample(a)
		many.Sample(b)
		if slices.Equal(a, b[:3]) {
			t.Errorf("%v: seeds 1 and 2 give the same actions", o.Actions)
		}
	}
}

// Sampled actions have equal probabilities.
func TestSampleUniform(t *testing.T) {
	const n, draws = 512, 100
	e := mustNew(t, n, Options{})
	actions := make([]int32, n)
	hits := map[int32]int{}
	for range draws {
		e.Sample(actions)
		for _, a := range actions {
			hits[a]++
		}
	}
	const want = n * draws / 20
	for a, k := range hits {
		if k < want*9/10 || k > want*11/10 { // 5 standard deviations
			t.Errorf("action %d: %d times, want about %d", a, k, want)
		}
	}
	if len(hits) != 20 {
		t.Errorf("%d actions, want 20", len(hits))
	}
}

// The first draws reach every start position.
func TestChess960(t *testing.T) {
	seen := map[string]bool{}
	for n := range 960 {
		p := chess960(n)
		if err := p.Validate(); err != nil {
			t.Fatal(n, err)
		}
		rank := ""
		for f := range 8 {
			piece := p.Board.At(f)
			rank += string(piece.Plain().Letter())
			if black := p.Board.At(56 + f); black.Kind() != piece.Kind() || black.Color() != quad.Black {
				t.Fatalf("%d: %s", n, p.FEN())
			}
		}
		seen[rank] = true
		king := strings.IndexByte(rank, 'K')
		if b := strings.IndexByte(rank, 'B'); (strings.LastIndexByte(rank, 'B')-b)%2 == 0 || strings.Count(rank, "N") != 2 ||
			strings.Count(rank, "R") != 2 || strings.IndexByte(rank, 'R') > king || strings.LastIndexByte(rank, 'R') < king {
			t.Errorf("%d is %s", n, rank)
		}
	}
	if len(seen) != 960 {
		t.Errorf("%d positions", len(seen))
	}
	for n, want := range map[int]string{0: "BBQNNRKR", 518: "RNBQKBNR", 959: "RKRNNQBB", 534: "RNBKQBNR"} {
		if p := chess960(n); !strings.Contains(p.FEN(), "/"+want+" ") {
			t.Errorf("%d is %s, want %s", n, p.FEN(), want)
		}
	}
	e := mustNew(t, 10_000, Options{Chess960: true})
	drawn := map[string]bool{}
	for i := range e.Len() {
		drawn[e.Position(i).FEN()] = true
	}
	if len(drawn) < 955 {
		t.Errorf("10,000 games have %d starts", len(drawn))
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		n    int
		o    Options
		want string
	}{
		{0, Options{}, "env: expected 1 or more games, found 0"},
		{1, Options{Actions: 3}, "env: Options.Actions: expected alphazero, leela or moves, found Actions(3)"},
		{1, Options{Observation: 255}, "env: Options.Observation: expected " + strings.Join(observationNames(), ", ") + ", found Observation(255)"},
		{1, Options{AutoReset: 3}, "env: Options.AutoReset: expected next-step, same-step or disabled, found AutoReset(3)"},
		{1, Options{MaxPlies: -1}, "env: Options.MaxPlies: expected 0 or more, found -1"},
		{1, Options{Workers: -1}, "env: Options.Workers: expected 0 or more, found -1"},
		{1, Options{Chess960: true, Starts: []string{""}}, "env: Options.Starts: expected none with Chess960, found 1"},
		{1, Options{Starts: []string{movegen.Start().FEN(), "8/8 w"}}, "env: Options.Starts[1]: "},
		{1, Options{Starts: []string{"7k/5QQ1/8/8/8/8/8/K7 b - - 0 1"}}, "env: Options.Starts[0]: expected a running game, found checkmate in 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1"},
		{1, Options{Starts: []string{"7k/5Q2/8/8/8/8/8/K7 b - - 0 1"}}, "env: Options.Starts[0]: expected a running game, found stalemate in 7k/5Q2/8/8/8/8/8/K7 b - - 0 1"},
		{1, Options{Starts: []string{"7k/8/8/8/8/8/8/K7 b - - 0 1"}}, "env: Options.Starts[0]: expected a running game, found insufficient material in 7k/8/8/8/8/8/8/K7 b - - 0 1"},
		{1, Options{Starts: []string{"7k/8/8/8/8/8/8/KR6 b - - 100 90"}}, "env: Options.Starts[0]: expected a running game, found fifty moves in 7k/8/8/8/8/8/8/KR6 b - - 100 90"},
	} {
		e, err := New(test.n, test.o)
		if err == nil || e != nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %s", test.o, err, test.want)
		}
	}
	for actions, want := range map[Actions][2]int{AlphaZeroActions: {4672, 73}, LeelaActions: {1858, 30}, MoveActions: {65536, 0}} {
		e := mustNew(t, 1, Options{Actions: actions})
		if got := [2]int{e.ActionCount(), e.MaskWords()}; got != want {
			t.Errorf("%v: %d actions and words, want %d", actions, got, want)
		}
	}
	e := mustNew(t, 2, Options{})
	for action, want := range map[int32]string{
		-1:   "env: game 1: expected an action from 0 to 4671, found -1",
		4672: "env: game 1: expected an action from 0 to 4671, found 4672",
		70:   "env: game 1: expected the action of a legal move in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1, found 70",
		8:    "", // a2a3
	} {
		if err := e.Err(1, action); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("action %d: error %v, want %q", action, err, want)
		}
	}
	if err := e.SetPosition(0, movegen.Position{}); err == nil || !strings.HasPrefix(err.Error(), "env: ") {
		t.Errorf("error %v of the zero Position", err)
	}
	if p := e.Position(0); p != movegen.Start() {
		t.Errorf("SetPosition with an error changed the game to %s", p.FEN())
	}
}

// If several reasons end a game at once, the outcome is the first in the order of the constants.
func TestOutcomeOrder(t *testing.T) {
	for _, test := range []struct {
		fen, moves string
		maxPlies   int
		want       Outcome
	}{
		{"7k/R7/6K1/8/8/8/8/8 w - - 99 80", "a7a8", 1, Checkmate},
		{"7k/8/5K2/6Q1/8/8/8/8 w - - 99 80", "g5g6", 1, Stalemate},
		{"7k/8/8/8/8/8/r7/K7 w - - 99 80", "a1a2", 1, InsufficientMaterial},
		{"7k/8/8/8/8/8/R7/K7 w - - 92 80", "a2a3 h8g8 a3a2 g8h8 a2a3 h8g8 a3a2 g8h8", 8, ThreefoldRepetition},
		{"7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2a3", 1, FiftyMoves},
		{"7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2a3", 0, FiftyMoves},
		{"7k/8/8/8/8/8/R7/K7 w - - 98 80", "a2a3", 0, Running},
		{"7k/8/8/8/8/8/R7/K7 w - - 98 80", "a2a3", 1, PlyLimit},
		{"7k/8/8/8/8/8/R7/K7 w - - 98 80", "a2a3", 2, Running},
	} {
		e := mustNew(t, 1, Options{Starts: []string{test.fen}, MaxPlies: test.maxPlies, Actions: MoveActions, Observation: NoObservation})
		got := Running
		for _, text := range strings.Fields(test.moves) {
			if got != Running {
				t.Fatalf("%s, %s: %v before %s", test.fen, test.moves, got, text)
			}
			p := e.Position(0)
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			got = e.Step([]int32{e.Action(0, m)}).Outcomes[0]
		}
		if got != test.want {
			t.Errorf("%s, %s: %v, want %v", test.fen, test.moves, got, test.want)
		}
	}
}

// panics returns the value that f panics with, as text.
func panics(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return
}

func TestPanics(t *testing.T) {
	e, moves := mustNew(t, 3, Options{}), mustNew(t, 3, Options{Actions: MoveActions, Observation: NoObservation, AutoReset: SameStep})
	for _, test := range []struct {
		f    func()
		want string
	}{
		{func() { e.Step(make([]int32, 2)) }, "env: Step: expected length 3, 1 for each game, found 2"},
		{func() { e.Sample(nil) }, "env: Sample: expected length 3, 1 for each game, found 0"},
		{func() { e.Masks(make([]uint64, 73)) }, "env: Masks: expected length 219, 73 for each game, found 73"},
		{func() { e.MaskBytes(make([]uint8, 4672)) }, "env: MaskBytes: expected length 14016, 4672 for each game, found 4672"},
		{func() { e.Observe(make([]uint64, 119)) }, "env: Observe: expected length 357, 119 for each game, found 119"},
		{func() { e.ObserveBytes(nil) }, "env: ObserveBytes: expected length 22848, 7616 for each game, found 0"},
		{func() { e.ObserveFloats(nil) }, "env: ObserveFloats: expected length 22848, 7616 for each game, found 0"},
		{func() { e.ObserveFinal(make([]uint64, 357)) }, "env: ObserveFinal: AutoReset: expected same-step, found next-step"},
		{func() { e.FinalPosition(0) }, "env: FinalPosition: AutoReset: expected same-step, found next-step"},
		{func() { e.ResetGames(nil) }, "env: ResetGames: expected length 3, 1 for each game, found 0"},
		{func() { e.LegalCounts(nil) }, "env: LegalCounts: expected length 3, 1 for each game, found 0"},
		{func() { e.RepetitionCounts(nil) }, "env: RepetitionCounts: expected length 3, 1 for each game, found 0"},
		{func() { e.Plies(nil) }, "env: Plies: expected length 3, 1 for each game, found 0"},
		{func() { moves.Masks(nil) }, "env: Masks: Actions: expected alphazero or leela, found moves, which have no masks"},
		{func() { moves.MaskBytes(nil) }, "env: MaskBytes: Actions: expected alphazero or leela, found moves, which have no masks"},
		{func() { moves.Observe(nil) }, "env: Observe: Observation: expected planes, found none"},
		{func() { moves.ObserveFinal(nil) }, "env: ObserveFinal: Observation: expected planes, found none"},
	} {
		if got := panics(test.f); got != test.want {
			t.Errorf("panic %q, want %q", got, test.want)
		}
	}
}

// The three forms of masks and planes agree.
func TestForms(t *testing.T) {
	for _, o := range []Options{
		{AutoReset: SameStep, MaxPlies: 40},
		{Actions: LeelaActions, Observation: LeelaPlanes, AutoReset: SameStep, Starts: []string{"4k2r/8/8/8/8/8/8/R3K3 w Qk - 90 300"}},
		{Actions: LeelaActions, AutoReset: Disabled, Starts: []string{"4k2r/8/8/8/8/8/8/R3K3 w Qk - 60 300"}},
		{AutoReset: NextStep, MaxPlies: 1},
	} {
		const n = 65 // one block of 64 games and one with a single game
		e := mustNew(t, n, o)
		actions := make([]int32, n)
		for range 50 {
			e.Sample(actions)
			e.Step(actions)
		}
		mask, maskBytes := make([]uint64, n*e.MaskWords()), make([]uint8, n*e.ActionCount())
		e.Masks(mask)
		e.MaskBytes(maskBytes)
		for i := range n {
			for a := range e.ActionCount() {
				if got, want := maskBytes[i*e.ActionCount()+a], uint8(mask[i*e.MaskWords()+a/64]>>(a%64)&1); got != want {
					t.Fatalf("game %d, action %d: byte %d, bit %d", i, a, got, want)
				}
			}
		}
		planes := make([]uint64, n*e.Planes())
		asBytes, asFloats := make([]uint8, 64*len(planes)), make([]float32, 64*len(planes))
		e.Observe(planes)
		e.ObserveBytes(asBytes)
		e.ObserveFloats(asFloats)
		for k, plane := range planes {
			for sq := range 64 {
				want := plane >> sq & 1
				if isCount(o.Observation, k%e.Planes()) {
					want = plane
				}
				if got := asBytes[64*k+sq]; uint64(got) != min(want, 255) {
					t.Fatalf("plane %d, square %d: byte %d, want %d", k, sq, got, want)
				}
				if got := asFloats[64*k+sq]; got != float32(want) {
					t.Fatalf("plane %d, square %d: number %v, want %d", k, sq, got, want)
				}
			}
		}
		if o.AutoReset != SameStep {
			continue
		}
		clear(asBytes)
		clear(asFloats)
		clear(planes)
		e.ObserveFinal(planes)
		e.ObserveFinalBytes(asBytes)
		e.ObserveFinalFloats(asFloats)
		for k, plane := range planes {
			if got := uint64(asBytes[64*k]); got != min(asFinal(o, k%e.Planes(), plane), 255) || float32(asFinal(o, k%e.Planes(), plane)) != asFloats[64*k] {
				t.Fatalf("plane %d of a final observation: %x, byte %d, number %v", k, plane, got, asFloats[64*k])
			}
		}
	}
}

// asFinal returns the value in a plane's first square.
func asFinal(o Options, k int, plane uint64) uint64 {
	if isCount(o.Observation, k) {
		return plane
	}
	return plane & 1
}

// Calls after New do not allocate.
func TestAllocations(t *testing.T) {
	if pathtest.RaceEnabled {
		t.Skip("the race detector empties pools")
	}
	for _, o := range []Options{
		{Workers: 1},
		{Actions: LeelaActions, Observation: LeelaPlanes, AutoReset: SameStep, MaxPlies: 3, Chess960: true, Workers: 1},
		{Actions: MoveActions, Observation: NoObservation, Workers: 1},
	} {
		const n = 300
		e := mustNew(t, n, o)
		actions, other := make([]int32, n), make([]int32, n)
		masks, planes := make([]uint64, n*e.MaskWords()), make([]uint64, n*e.Planes())
		bytes := make([]uint8, n*e.ActionCount())
		squares, floats := make([]uint8, 64*len(planes)), make([]float32, 64*len(planes))
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			if k := testing.AllocsPerRun(5, func() {
				if len(masks) > 0 {
					e.Masks(masks)
					e.MaskBytes(bytes)
				}
				if len(planes) > 0 {
					e.Observe(planes)
					e.ObserveBytes(squares)
					e.ObserveFloats(floats)
				}
				e.Sample(actions)
				copy(other, actions)
				e.Sample(actions) // so that other must be checked
				e.Step(other)
				e.Reset(3)
			}); k != 0 {
				t.Errorf("%v: %v allocations", o.Actions, k)
			}
		})
	}
}

// A game may start at any position.
func TestSetPosition(t *testing.T) {
	e := mustNew(t, 2, Options{})
	p, err := movegen.ParseFEN("6k1/5ppp/8/8/8/8/8/R5K1 w - - 7 30")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SetPosition(1, p); err != nil {
		t.Fatal(err)
	}
	mate, err := p.ParseMove("a1a8")
	if err != nil {
		t.Fatal(err)
	}
	action := e.Action(1, mate)
	if m, ok := e.Move(1, action); !ok || m != mate {
		t.Errorf("action %d is %v, %v", action, m, ok)
	}
	r := e.Step([]int32{8, action})
	if r.Rewards[1] != 1 || !r.Terminated[1] || r.Outcomes[1] != Checkmate || r.Rewards[0] != 0 || r.Terminated[0] || r.IllegalCount != 0 {
		t.Errorf("results %+v", r)
	}
	if err := e.Err(1, action); err == nil || err.Error() != "env: game 1: expected action 0 after the end by checkmate, found 384" {
		t.Errorf("error %v", err)
	}
	if r = e.Step([]int32{8, action}); r.Terminated[1] || r.Illegal[1] || e.Position(1) != movegen.Start() {
		t.Errorf("the next step: %+v, %s", r, e.Position(1).FEN())
	}
}

// Moves are numbers of 16 bits. An action that agrees with a legal move in its lower 16 bits only is illegal.
func TestMoveActionsAreWhole(t *testing.T) {
	start := movegen.Start()
	for _, m := range start.AppendLegalMoves(nil) {
		for _, action := range []int32{int32(m) + 1<<16, int32(m) - 1<<16, int32(m) + 1<<17, int32(m) | math.MinInt32} {
			e := mustNew(t, 1, Options{Actions: MoveActions, Observation: NoObservation})
			if got, ok := e.Move(0, action); ok || got != 0 || e.Err(0, action) == nil {
				t.Errorf("action %d is %v, %v, error %v", action, got, ok, e.Err(0, action))
			}
			if r := e.Step([]int32{action}); !r.Illegal[0] || r.IllegalCount != 1 || e.Position(0) != start {
				t.Errorf("action %d: %+v, %s", action, r, e.Position(0).FEN())
			}
		}
	}
}

// lc0 fills the history unless the game began in the position of standard chess, which White begins. With
// Black to move the same board is another position.
func TestFillFromStartBoard(t *testing.T) {
	const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	for _, c := range []struct {
		start string
		moves []string
		fills bool
	}{
		{board + " w KQkq - 0 1", []string{"g1f3", "g8f6", "e2e4"}, false},
		{board + " b KQkq - 0 1", []string{"g8f6", "g1f3", "e7e5"}, true},
		{board + " w Kkq - 0 1", []string{"g1f3", "g8f6", "e2e4"}, true},
	} {
		e := mustNew(t, 1, Options{Starts: []string{c.start}, Actions: MoveActions, Observation: LeelaFENOnlyPlanes})
		first, err := movegen.ParseFEN(c.start)
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; ; ply++ {
			p := e.Position(0)
			shown := make([]uint64, e.Planes())
			e.Observe(shown)
			own := first.Board.Pieces(p.Side, quad.Knight)
			if p.Side == quad.Black {
				own = bits.ReverseBytes64(own)
			}
			for k := range 8 {
				want := own // of the start, with itself in front
				if k > ply && !c.fills {
					want = 0
				}
				if k >= ply && shown[13*k+1] != want {
					t.Errorf("%s, ply %d, %d plies ago: own knights %#x, want %#x", c.start, ply, k, shown[13*k+1], want)
				}
			}
			if ply == len(c.moves) {
				break
			}
			m, err := p.ParseMove(c.moves[ply])
			if err != nil {
				t.Fatal(err)
			}
			if r := e.Step([]int32{int32(m)}); r.IllegalCount != 0 {
				t.Fatalf("%s: %v is illegal", p.FEN(), m)
			}
		}
	}
}

// An action of Sample is checked again once another action, position or game came between.
func TestStaleSample(t *testing.T) {
	black, err := movegen.ParseFEN("6k1/5ppp/8/8/8/8/8/R5K1 b - - 7 30")
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(e *Env, sampled []int32){
		"Step":        func(e *Env, sampled []int32) { e.Step(sampled) },
		"SetPosition": func(e *Env, _ []int32) { e.SetPosition(0, black) },
		"Put": func(e *Env, _ []int32) {
			other := e.Copy(nil)
			other.SetPosition(0, black)
			e.CopyGames([]int{0}, other, nil)
		},
	} {
		e := mustNew(t, 1, Options{Actions: MoveActions, Observation: NoObservation})
		sampled := make([]int32, 1)
		e.Sample(sampled)
		change(e, sampled)
		before := e.Position(0)
		if r := e.Step(sampled); !r.Illegal[0] || r.IllegalCount != 1 || e.Position(0) != before {
			t.Errorf("%s: a white move of an earlier position is played: %s, results %+v", name, e.Position(0).FEN(), r)
		}
		e.ResetGames([]bool{true})
		if r := &e.results; r.Illegal[0] || r.IllegalCount != 0 {
			t.Errorf("%s: after ResetGames: %+v", name, r)
		}
	}
}

// The last observation before an automatic reset is the one without it, also while it shows the position
// before the start.
func TestFinalBeforeStart(t *testing.T) {
	o := Options{Observation: LeelaPlanes, Actions: LeelaActions, MaxPlies: 2, Starts: []string{"4k3/8/8/8/3pP3/8/3P4/4K2R b K e3 0 1"}}
	o.AutoReset = Disabled
	stays := mustNew(t, 1, o)
	o.AutoReset = SameStep
	resets := mustNew(t, 1, o)
	actions := make([]int32, 1)
	for range o.MaxPlies {
		stays.Sample(actions)
		stays.Step(actions)
		resets.Step(actions)
	}
	want, got := make([]uint64, leelaPlanes), make([]uint64, leelaPlanes)
	stays.Observe(want)
	resets.ObserveFinal(got)
	if !slices.Equal(got, want) {
		t.Errorf("planes\n%x, want\n%x", got, want)
	}
}

func TestString(t *testing.T) {
	for _, test := range []struct {
		x    fmt.Stringer
		want string
	}{
		{LeelaActions, "leela"}, {LeelaPlanes, "leela"}, {SameStep, "same-step"}, {ThreefoldRepetition, "threefold repetition"},
		{Outcome(9), "Outcome(9)"}, {PlyLimit, "ply limit"}, {Running, "running"},
	} {
		if got := test.x.String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// The kernel sets the planes of the twin on any boards, and no others.
func TestSetHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		var h history
		for k := range h {
			h[k] = quad.Board{G0: rng.Uint64() & rng.Uint64(), G1: rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
		}
		for n := uint32(1); n <= historyLen; n++ {
			ply, side, group := rng.Uint32()%20-uint32(rng.IntN(2)), quad.Color(rng.IntN(2)), piecePlanes+rng.IntN(3)
			want := make([]uint64, historyLen*alphaZeroGroup)
			for i := range want {
				want[i] = rng.Uint64()
			}
			start := slices.Clone(want)
			setHistoryGeneric(want, &h, ply, n, side, group)
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				got := slices.Clone(start)
				setHistory(got, &h, ply, n, side, group)
				if !slices.Equal(got, want) {
					t.Fatalf("%d positions up to ply %d, side %v, group %d:\ngot  %x\nwant %x", n, ply, side, group, got, want)
				}
			})
		}
	}
}
