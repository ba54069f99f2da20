package env

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

var (
	gamesFlag = flag.Int("games", 0, "games that TestGames replays, instead of a few thousand")
	seedFlag  = flag.Uint64("games.seed", 0, "seed of the games of TestGames")
)

// corpusStarts returns FENs from games, tricky and composed ones, where the game is not over.
func corpusStarts(t testing.TB) (fens []string) {
	for _, suite := range []corpus.Suite{corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Games()} {
		for fen := range suite.FENs() {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := new(Options).newStart(p); err == nil {
				fens = append(fens, fen)
			}
		}
	}
	for fen := range corpus.Composed(2, 400, corpus.AllPieces) {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := new(Options).newStart(p); err == nil {
			fens = append(fens, fen)
		}
	}
	return append(fens,
		"4k3/8/8/1PpP4/8/8/8/4K3 w - c6 0 1", "4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1", // en passant at the start
		"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",   // en passant is not legal
		"4k2r/8/8/8/8/8/8/R3K3 w Qk - 96 120", // the clock is near its end
		"rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1",
		"n1n1n1n1/PPPPPPPP/8/8/8/8/6k1/4K3 w - - 0 1", "4k3/8/8/8/7K/8/pppppppp/N1N3N1 b - - 0 1",
	)
}

// A replay compares an Env with games of the oracle.
type replay struct {
	e       *Env
	options Options
	games   []*oracle
	over    []bool // in the modes NextStep and Disabled
	rng     *rand.Rand
	last    [][2]mailbox.Move // last moves of both sides, by game
	ended   map[Outcome]int
	actions []int32
	masks   []uint64
	planes  []uint64
	finals  []uint64
	counts  []uint16
	repeats []uint8
	plies   []uint32
	lists   movegen.MoveLists
	lines   []playedLine // by game
}

// A playedLine is a game from its start, as positions and moves.
type playedLine struct {
	positions []movegen.Position
	moves     []mailbox.Move
}

func newReplay(t *testing.T, n int, o Options, seed uint64) *replay {
	e, err := New(n, o)
	if err != nil {
		t.Fatal(err)
	}
	e.Reset(seed)
	r := &replay{
		e: e, options: o, games: make([]*oracle, n), over: make([]bool, n), rng: rand.New(rand.NewPCG(seed, 3)),
		last: make([][2]mailbox.Move, n), ended: map[Outcome]int{}, actions: make([]int32, n),
		masks: make([]uint64, n*e.MaskWords()), planes: make([]uint64, n*e.Planes()), finals: make([]uint64, n*e.Planes()),
		counts: make([]uint16, n), repeats: make([]uint8, n), plies: make([]uint32, n), lines: make([]playedLine, n),
	}
	for i := range r.games {
		r.restart(t, i)
	}
	return r
}

// restart starts the game of the oracle at the position where game i has started.
func (r *replay) restart(t *testing.T, i int) {
	fen := r.e.Position(i).FEN()
	if len(r.options.Starts) == 0 && !r.options.Chess960 && fen != movegen.Start().FEN() {
		t.Fatalf("game %d starts at %s", i, fen)
	}
	r.games[i] = newOracle(fen, r.options.Actions)
	r.over[i] = false
	r.last[i] = [2]mailbox.Move{}
	r.lines[i] = playedLine{positions: []movegen.Position{r.e.Position(i)}}
}

// check compares game i with the oracle.
func (r *replay) check(t *testing.T, i int) {
	o := r.games[i]
	p := r.e.Position(i)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("game %d, ply %d, %s: %s", i, o.plies, p.FEN(), fmt.Sprintf(format, args...))
	}
	for sq, piece := range p.Board.Squares() {
		if piece != quad.Piece(o.Board[sq]) {
			fail("square %d has %v, want %v", sq, piece, quad.Piece(o.Board[sq]))
		}
	}
	if int(p.Side) != o.Side || int(p.HalfMoves) != o.Half || int(p.FullMoves) != o.Full {
		fail("side and clocks, want %d, %d, %d", o.Side, o.Half, o.Full)
	}
	actions := r.legal(i)
	if int(r.counts[i]) != len(actions) {
		fail("%d moves, want %d", r.counts[i], len(actions))
	}
	if n := int(r.lists.Offsets[i+2] - r.lists.Offsets[i+1]); n != len(actions) {
		fail("%d moves in the list, want %d", n, len(actions))
	}
	for _, m := range r.lists.Moves[r.lists.Offsets[i+1]:r.lists.Offsets[i+2]] {
		if a := r.e.Action(i, m); !slices.Contains(actions, a) {
			fail("%v, action %d, is in the list", m, a)
		}
	}
	if len(actions) == 0 && r.options.AutoReset == NextStep {
		actions = []int32{0} // starts a new game
	}
	// The sample of a game that is over is 0 in each mode.
	if a := r.actions[i]; !slices.Contains(actions, a) && (len(actions) > 0 || a != 0) {
		fail("sampled %d", a)
	}
	for _, a := range []int32{0, r.actions[i], r.rng.Int32N(int32(r.e.ActionCount()))} {
		if err := r.e.Err(i, a); (err == nil) != slices.Contains(actions, a) {
			fail("action %d: error %v", a, err)
		}
	}
	if int(r.repeats[i]) != o.repetitions() {
		fail("%d repetitions, want %d", r.repeats[i], o.repetitions())
	}
	if int(r.plies[i]) != o.plies {
		fail("%d plies", r.plies[i])
	}
	if words := r.e.MaskWords(); words > 0 {
		var want [73]uint64
		for _, a := range actions {
			want[a/64] |= 1 << (a % 64)
		}
		for k, word := range r.masks[words*i : words*(i+1)] {
			if word != want[k] {
				fail("word %d of the mask is %x, want %x", k, word, want[k])
			}
		}
	}
}

// legal returns the legal actions of game i.
func (r *replay) legal(i int) []int32 {
	if r.over[i] {
		return nil
	}
	return r.games[i].actions
}

// checkPlanes compares planes with game i.
func (r *replay) checkPlanes(t *testing.T, planes []uint64, i int) {
	n := r.e.Planes()
	for k, plane := range planes[:n] {
		want := r.games[i].plane(k, r.options.Observation)
		for sq, v := range want {
			got := int(plane >> sq & 1)
			if isCount(r.options.Observation, k) {
				got = int(plane)
			}
			if got != v {
				t.Fatalf("game %d, ply %d: square %d of plane %d is %d, want %d", i, r.games[i].plies, sq, k, got, v)
			}
		}
	}
}

// choose replaces some sampled actions: by moves back and forth, and by illegal actions. It
// returns the move, or false if the action is illegal.
func (r *replay) choose(t *testing.T, i int) (mailbox.Move, bool) {
	o := r.games[i]
	if i%4 == 0 && r.rng.IntN(3) == 0 {
		last := r.last[i][o.Side]
		for k, m := range o.moves {
			if m.From == last.To && m.To == last.From && m.Promote == mailbox.Empty {
				r.actions[i] = o.actions[k]
			}
		}
	}
	if r.rng.IntN(50) == 0 {
		switch r.rng.IntN(3) {
		case 0:
			r.actions[i] = r.rng.Int32()
		case 1:
			r.actions[i] = -r.rng.Int32N(100)
		case 2:
			r.actions[i] = r.rng.Int32N(int32(r.e.ActionCount()))
		}
	}
	k := slices.Index(o.actions, r.actions[i])
	if k < 0 {
		return mailbox.Move{}, false
	}
	r.last[i][o.Side] = o.moves[k]
	return o.moves[k], true
}

// step plays one step of all games and compares everything.
func (r *replay) step(t *testing.T, planes bool) {
	e := r.e
	parts := r.parts()
	e.LegalCounts(r.counts)
	e.RepetitionCounts(r.repeats)
	e.Plies(r.plies)
	r.lists.Reset()
	r.lists.Moves, r.lists.Offsets = append(r.lists.Moves, 0), append(r.lists.Offsets, 0, 1) // a list before
	e.AppendLegalMoves(&r.lists)
	planes = planes && e.Planes() > 0
	for _, games := range parts {
		s := e.Subset(games)
		if words := e.MaskWords(); words > 0 {
			scatter(r.masks, games, words, s.Masks)
		}
		if planes {
			scatter(r.planes, games, e.Planes(), s.Observe)
		}
		scatter(r.actions, games, 1, s.Sample)
	}
	moves, legal := make([]mailbox.Move, len(r.games)), make([]bool, len(r.games))
	for i := range r.games {
		r.check(t, i)
		if planes {
			r.checkPlanes(t, r.planes[r.e.Planes()*i:], i)
		}
		if r.over[i] {
			continue
		}
		moves[i], legal[i] = r.choose(t, i)
		if !legal[i] && e.Err(i, r.actions[i]) == nil {
			t.Fatalf("game %d: %s: no error of action %d", i, e.Position(i).FEN(), r.actions[i])
		}
	}
	result := &e.results
	for _, games := range parts {
		if len(parts) == 1 {
			e.Step(r.actions)
			continue
		}
		actions := make([]int32, len(games))
		for k, i := range games {
			actions[k] = r.actions[i]
		}
		e.Subset(games).Step(actions)
	}
	if planes && r.options.AutoReset == SameStep {
		for i := range r.finals {
			r.finals[i] = 0x1234
		}
		e.ObserveFinal(r.finals)
	}
	illegal := 0
	for i, o := range r.games {
		want := Results{Rewards: []float32{0}, Terminated: []bool{false}, Truncated: []bool{false}, Outcomes: []Outcome{Running}, Illegal: []bool{false}}
		switch {
		case r.over[i] && r.options.AutoReset == NextStep:
			r.restart(t, i)
		case r.over[i]: // Disabled
			want.Illegal[0] = true
			want.Outcomes[0] = o.outcome(r.options.MaxPlies)
		case !legal[i]:
			want.Illegal[0] = true
			o.illegal++
			if o.lost = r.options.Illegal == EndGame; o.lost {
				want.Rewards[0] = -1
			}
			want.Outcomes[0] = o.outcome(r.options.MaxPlies)
			r.ended[want.Outcomes[0]]++
		default:
			o.play(moves[i])
			r.lines[i].moves = append(r.lines[i].moves, moves[i])
			want.Outcomes[0] = o.outcome(r.options.MaxPlies)
			r.ended[want.Outcomes[0]]++
			if want.Outcomes[0] == Checkmate {
				want.Rewards[0] = 1
			}
		}
		if want.Illegal[0] {
			illegal++
		}
		over := want.Outcomes[0] != Running
		want.Truncated[0] = want.Outcomes[0] == PlyLimit
		want.Terminated[0] = over && !want.Truncated[0]
		if result.Rewards[i] != want.Rewards[0] || result.Terminated[i] != want.Terminated[0] || result.Truncated[i] != want.Truncated[0] ||
			result.Outcomes[i] != want.Outcomes[0] || result.Illegal[i] != want.Illegal[0] {
			t.Fatalf("game %d, ply %d, %s: action %d: reward %v, terminated %v, truncated %v, %v, illegal %v; want %v", i, o.plies,
				e.Position(i).FEN(), r.actions[i], result.Rewards[i], result.Terminated[i], result.Truncated[i], result.Outcomes[i], result.Illegal[i], want)
		}
		if r.options.AutoReset == SameStep && planes {
			if over {
				r.checkPlanes(t, r.finals[e.Planes()*i:], i)
			} else if n := e.Planes(); r.finals[n*i] != 0x1234 || r.finals[n*i+n-1] != 0x1234 {
				t.Fatalf("game %d: ObserveFinal wrote the planes of a game that has not ended", i)
			}
		}
		switch {
		case !over:
		case r.options.AutoReset == SameStep:
			if p := e.FinalPosition(i); !strings.HasPrefix(p.FEN(), o.Placement()+" ") {
				t.Fatalf("game %d: final position %s, want %s", i, p.FEN(), o.Placement())
			}
			r.restart(t, i)
		default:
			r.over[i] = true
		}
		if line := &r.lines[i]; len(line.moves) == len(line.positions) {
			line.positions = append(line.positions, e.Position(i))
		}
	}
	if result.IllegalCount != illegal {
		t.Fatalf("%d illegal actions, want %d", result.IllegalCount, illegal)
	}
	if r.options.AutoReset != Disabled {
		return
	}
	again := make([]bool, len(r.games))
	for i := range again {
		again[i] = r.over[i] && r.rng.IntN(4) == 0
	}
	e.ResetGames(again)
	for i := range again {
		if again[i] {
			r.restart(t, i)
		}
	}
}

// parts divides the games into one or three lists, each in any order.
func (r *replay) parts() [][]int {
	games := r.rng.Perm(len(r.games))
	if r.rng.IntN(2) == 0 {
		return [][]int{games}
	}
	return [][]int{games[:len(games)/4], games[len(games)/4 : len(games)/4], games[len(games)/4:]}
}

// scatter copies the rows that get writes, n elements for each game, to their places in
// all.
func scatter[T any](all []T, games []int, n int, get func([]T)) {
	rows := make([]T, n*len(games))
	get(rows)
	for k, i := range games {
		copy(all[n*i:n*(i+1)], rows[n*k:])
	}
}

// branch replaces the games by copies in another order, through saved states, and restarts some
// from their last positions.
func (r *replay) branch(t *testing.T) {
	n := len(r.games)
	saved, _ := r.e.AppendBinary(nil)
	restored, err := Restore(saved)
	if err != nil {
		t.Fatal(err)
	}
	indices := make([]int, n)
	for k := range indices {
		indices[k] = r.rng.IntN(n)
	}
	old := *r
	r.games, r.over, r.last, r.lines = make([]*oracle, n), make([]bool, n), make([][2]mailbox.Move, n), make([]playedLine, n)
	for k, i := range indices {
		r.games[k], r.over[k], r.last[k], r.lines[k] = old.games[i].clone(), old.over[i], old.last[i], old.lines[i].clone()
	}
	again, _ := restored.AppendBinary(nil)
	if r.e = restored.Copy(indices); !bytes.Equal(saved, again) {
		t.Fatal("a restored state is saved differently")
	}
	// The first games are put back in reverse, in two steps.
	part, first := make([]int, n/4), make([]int, n/4)
	for k := range part {
		part[k], first[k] = n/4-1-k, k
	}
	source := r.e.Copy(nil)
	for range 3 {
		r.e.Sample(r.actions)
		r.e.Step(r.actions)
	}
	if err := r.e.CopyGames(first, source.Copy(part).Copy(part), nil); err != nil {
		t.Fatal(err)
	}
	rest := make([]int, n-n/4)
	for k := range rest {
		rest[k] = n/4 + k
	}
	if err := r.e.CopyGames(rest, source.Copy(rest), nil); err != nil {
		t.Fatal(err)
	}
	// Copy games inside the Env, including games that are both replaced and copied.
	dst, src := r.rng.Perm(n)[:n/3], make([]int, n/3)
	for k := range src {
		src[k] = r.rng.IntN(n)
	}
	if err := r.e.CopyGames(dst, r.e, src); err != nil {
		t.Fatal(err)
	}
	old = *r
	r.games, r.over, r.last, r.lines = slices.Clone(r.games), slices.Clone(r.over), slices.Clone(r.last), slices.Clone(r.lines)
	for k, i := range src {
		r.games[dst[k]], r.over[dst[k]], r.last[dst[k]], r.lines[dst[k]] = old.games[i].clone(), old.over[i], old.last[i], old.lines[i].clone()
	}
	// The others restart with part of their history.
	positions, history, offsets := movegen.NewBatch(movegen.WithClocks), movegen.NewBatch(movegen.WithClocks), []uint32{0}
	var set []int
	for i := n / 2; i < n; i++ {
		if r.over[i] {
			continue
		}
		line := &r.lines[i]
		from := r.rng.IntN(len(line.positions))
		o := newOracle(line.positions[from].FEN(), r.options.Actions)
		for _, m := range line.moves[from:] {
			o.play(m)
		}
		if o.outcome(r.options.MaxPlies) != Running {
			t.Fatal("a running game is over with a shorter history")
		}
		r.games[i] = o
		line.positions, line.moves = slices.Clone(line.positions[from:]), slices.Clone(line.moves[from:])
		for _, p := range line.positions[:len(line.positions)-1] {
			history.Append(p)
		}
		positions.Append(line.positions[len(line.positions)-1])
		offsets = append(offsets, uint32(history.Len()))
		set = append(set, i)
	}
	if err := r.e.SetPositions(set, positions, history, offsets); err != nil {
		t.Fatal(err)
	}
	if n := r.e.Planes(); n > 0 {
		planes := make([]uint64, n*len(set))
		ObserveBatch(planes, r.options.Observation, positions, history, offsets)
		for k, i := range set {
			r.checkPlanes(t, planes[n*k:n*(k+1)], i)
		}
	}
}

func (l *playedLine) clone() playedLine {
	return playedLine{slices.Clone(l.positions), slices.Clone(l.moves)}
}

// clone returns a copy of o.
func (o *oracle) clone() *oracle {
	c := *o
	c.seen = maps.Clone(o.seen)
	c.history, c.moves, c.actions = slices.Clone(o.history), slices.Clone(o.moves), slices.Clone(o.actions)
	return &c
}

// Random games in all modes agree with the oracle, ply by ply.
func TestGames(t *testing.T) {
	total := 2500
	if testing.Short() {
		total = 100
	}
	if *gamesFlag > 0 {
		total = *gamesFlag
	}
	starts := corpusStarts(t)
	type run struct {
		share   int // percentage of all games
		options Options
	}
	runs := []run{
		{30, Options{}},
		{20, Options{Actions: LeelaActions, Observation: LeelaPlanes, AutoReset: SameStep, Chess960: true}},
		{15, Options{Actions: MoveActions, Observation: NoObservation, AutoReset: Disabled, Illegal: EndGame}},
		{15, Options{AutoReset: SameStep, MaxPlies: 150, Starts: starts}},
		{10, Options{Actions: LeelaActions, Observation: LeelaPlanes, MaxPlies: 60, Starts: starts}},
		{10, Options{AutoReset: SameStep, MaxPlies: 60, Illegal: EndGame}},
		{10, Options{Actions: AlphaZeroActions, Observation: LeelaFENOnlyPlanes, AutoReset: Disabled, Chess960: true}},
	}
	for k := range observations[NoObservation+1:] {
		runs = append(runs, run{10, Options{Observation: NoObservation + 1 + Observation(k), Starts: starts}})
	}
	for k, test := range runs {
		o := test.options
		t.Run(fmt.Sprintf("%v/%v/%v/%v/960=%v/starts=%v", o.Actions, o.Observation, o.AutoReset, o.Illegal, o.Chess960, len(o.Starts) > 0), func(t *testing.T) {
			want := total * test.share / 100
			r := newReplay(t, min(want, 64), o, *seedFlag+uint64(k))
			for steps := 0; ; steps++ {
				// Every 31st step compares planes. 31 is prime, so that all paths take turns.
				path := simd.Paths()[steps%len(simd.Paths())]
				pathtest.On(path, func() { r.step(t, steps%31 < 1) })
				if steps%17 == 16 {
					r.branch(t)
				}
				n := 0
				for outcome, k := range r.ended {
					if outcome != Running {
						n += k
					}
				}
				if n >= want {
					t.Logf("%d plies, ends %v", steps*len(r.games), r.ended)
					return
				}
			}
		})
	}
}
