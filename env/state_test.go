package env

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// played returns games after some steps, so that a few have just ended.
func played(t testing.TB, o Options) *Env {
	o.Workers = 1
	e := mustNew(t, 40, o)
	actions := make([]int32, e.Len())
	for range 90 {
		e.Sample(actions)
		actions[3] = -1
		e.Step(actions)
	}
	for range 1000 {
		e.Sample(actions)
		r := e.Step(actions)
		if slices.Contains(r.Terminated, true) || slices.Contains(r.Truncated, true) {
			return e
		}
	}
	t.Fatal("no game ended")
	return nil
}

var stateOptions = []Options{
	{MaxPlies: 100},
	{Actions: LeelaActions, Observation: LeelaPlanes, AutoReset: SameStep, Starts: []string{"4k3/8/8/8/3pP3/8/3P4/4K2R b K e3 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 60 120"}},
	{Actions: MoveActions, Observation: NoObservation, AutoReset: Disabled, Chess960: true, MaxPlies: 100},
	{MaxPlies: 100, Illegal: EndGame, AllowOver: true},
	{AutoReset: SameStep, Illegal: EndGame, MaxPlies: 30, Starts: []string{"8/8/4k3/8/8/4K3/4R3/8 w - - 0 1"}},
}

// A saved state has all that later calls return.
func TestStateContinues(t *testing.T) {
	for _, o := range stateOptions {
		e := played(t, o)
		saved, err := e.AppendBinary([]byte("prefix"))
		if err != nil || !bytes.HasPrefix(saved, []byte("prefix")) {
			t.Fatal(err)
		}
		restored, err := Restore(saved[len("prefix"):])
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range []*Env{restored, e.Copy(nil)} {
			if _, err := Restore(saved[len("prefix"):]); err != nil {
				t.Fatal(err)
			}
			a, b := e.Copy(nil), other
			for step := range 300 {
				if got, want := b.output(), a.output(); got != want {
					t.Fatalf("%v, step %d: a restored or copied state continues in another way:\n%.3000s\nwant\n%.3000s", o.AutoReset, step, got, want)
				}
			}
		}
		// The original is as before.
		if again, _ := e.AppendBinary(nil); !bytes.Equal(again, saved[len("prefix"):]) {
			t.Errorf("%v: playing copies changed the original", o.AutoReset)
		}
	}
}

// output plays a step of samples and returns all that the games return before and after.
func (e *Env) output() string {
	n := e.Len()
	var s strings.Builder
	put := func(x any) {
		if err := binary.Write(&s, binary.LittleEndian, x); err != nil {
			panic(err)
		}
	}
	planes, masks := make([]uint64, n*e.Planes()), make([]uint64, n*e.MaskWords())
	if len(planes) > 0 {
		e.Observe(planes)
		put(planes)
		if e.options.AutoReset == SameStep {
			clear(planes)
			e.ObserveFinal(planes)
			put(planes)
		}
	}
	if len(masks) > 0 {
		e.Masks(masks)
		put(masks)
	}
	for i := range n {
		if e.options.AutoReset == SameStep {
			p := e.FinalPosition(i)
			put(p.Board)
			put(p.Side)
		}
		s.WriteString(e.Position(i).FEN())
	}
	put(e.results.Illegal)
	put(int64(e.results.IllegalCount))
	put(e.results.Rewards)
	actions := make([]int32, n)
	e.Sample(actions)
	put(actions)
	r := e.Step(actions)
	put(r.Outcomes)
	put(r.Terminated)
	put(r.Truncated)
	put(r.Rewards)
	put(e.plies)
	put(e.repeats)
	return s.String()
}

func TestSeedAfterCopy(t *testing.T) {
	e := mustNew(t, 3, Options{})
	branches := e.Copy([]int{1, 1, 1, 1, 1, 1, 1, 1})
	actions := make([]int32, branches.Len())
	if branches.Sample(actions); slices.Min(actions) != slices.Max(actions) {
		t.Errorf("copies of a game draw %d", actions)
	}
	branches.Seed(5)
	if branches.Sample(actions); slices.Min(actions) == slices.Max(actions) {
		t.Errorf("after Seed, copies of a game draw %d", actions)
	}
	e.Reset(5)
	again := make([]int32, 3)
	if e.Sample(again); !slices.Equal(again, actions[:3]) {
		t.Errorf("Seed and Reset draw %d and %d", actions[:3], again)
	}
}

// Games can be exchanged within an Env.
func TestPutOwnGames(t *testing.T) {
	e := mustNew(t, 3, Options{Actions: MoveActions})
	e.Reset(1)
	actions := make([]int32, 3)
	for range 4 {
		e.Sample(actions)
		e.Step(actions)
	}
	want := e.Copy([]int{2, 0, 1})
	if err := e.CopyGames([]int{1, 2, 0}, e, nil); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if e.Position(i) != want.Position(i) {
			t.Errorf("game %d is %s, want %s", i, e.Position(i).FEN(), want.Position(i).FEN())
		}
	}
}

func TestPutRefusesOtherOptions(t *testing.T) {
	e := mustNew(t, 2, Options{})
	for want, o := range map[string]Options{
		"Observation: expected alphazero, found none":    {Observation: NoObservation},
		"AutoReset: expected next-step, found same-step": {AutoReset: SameStep},
		"MaxPlies: expected 0, found 9":                  {MaxPlies: 9},
		"Illegal: expected keep, found end":              {Illegal: EndGame},
		"AllowOver: expected false, found true":          {AllowOver: true},
	} {
		if err := e.CopyGames([]int{0, 1}, mustNew(t, 2, o), nil); err == nil || err.Error() != "env: games of other options: Options."+want {
			t.Errorf("%+v: error %v, want %s", o, err, want)
		}
	}
	if err := e.CopyGames([]int{1, 0}, e, nil); err != nil {
		t.Error(err)
	}
	if err := e.CopyGames([]int{1, 0}, mustNew(t, 2, Options{Actions: MoveActions, Chess960: true}), nil); err != nil {
		t.Error(err)
	}
}

func TestSetPositionsErrors(t *testing.T) {
	batch := func(fens ...string) *movegen.Batch {
		b := movegen.NewBatch(movegen.WithClocks)
		for _, fen := range fens {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			b.Append(p)
		}
		return b
	}
	start := movegen.Start().FEN()
	e4 := "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	mate := "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
	none := movegen.NewBatch(movegen.WithClocks)
	for _, test := range []struct {
		indices            []int
		positions, history *movegen.Batch
		offsets            []uint32
		want               string // the error; empty for a panic
	}{
		{[]int{1}, batch(mate), nil, nil, "position 0: expected a running game, found checkmate in " + mate},
		{[]int{0, 1}, batch(e4, start), batch(start, mate), []uint32{0, 1, 2}, "position 1: expected a running game, found checkmate in " + mate},
		{[]int{0, 1}, batch(e4, start), batch(start, e4), []uint32{0, 1, 2}, "position 1: expected a position after a legal move of " + e4},
		{[]int{0, 1}, batch(e4, e4), batch(start, start), []uint32{0, 1, 3}, ""},
		{[]int{0, 1}, batch(e4, e4), batch(start, start), []uint32{0, 2, 1}, ""},
		{[]int{0, 1}, batch(e4, e4), batch(start), []uint32{0, 1}, ""},
		{[]int{0}, batch(e4, e4), none, nil, ""},
		{[]int{2}, batch(e4), none, nil, ""},
		{[]int{-1}, batch(e4), none, nil, ""},
	} {
		e := mustNew(t, 2, Options{})
		before, _ := e.AppendBinary(nil)
		func() {
			defer func() {
				if text, ok := recover().(string); ok != (test.want == "") || ok && !strings.HasPrefix(text, "env: ") {
					t.Errorf("%v: panic %q", test, text)
				}
			}()
			if err := e.SetPositions(test.indices, test.positions, test.history, test.offsets); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		}()
		if after, _ := e.AppendBinary(nil); !bytes.Equal(before, after) {
			t.Errorf("%s: the games changed", test.want)
		}
	}
	// A history that repeats its last position twice ends the game.
	shuffle := batch(start)
	p := shuffle.At(0)
	for k := range 8 {
		m, err := p.ParseMove([]string{"g1f3", "g8f6", "f3g1", "f6g8"}[k%4])
		if err != nil {
			t.Fatal(err)
		}
		p = p.Play(m)
		shuffle.Append(p)
	}
	e := mustNew(t, 1, Options{})
	if err := e.SetPositions([]int{0}, shuffle.Slice(8, 9), shuffle, []uint32{0, 8}); err == nil || !strings.Contains(err.Error(), "threefold") {
		t.Errorf("error %v of a third repetition", err)
	}
	if err := e.SetPositions([]int{0}, shuffle.Slice(7, 8), shuffle, []uint32{0, 7}); err != nil {
		t.Error(err)
	}
	if m, err := e.Position(0).ParseMove("f6g8"); err != nil || e.Step([]int32{e.Action(0, m)}).Outcomes[0] != ThreefoldRepetition {
		t.Errorf("a repetition of the given history is not seen: %v", err)
	}
}

// hostile plays restored games, if data are accepted.
func hostile(t *testing.T, data []byte) bool {
	e, err := Restore(data)
	if err != nil {
		if !strings.HasPrefix(err.Error(), "env: saved state: ") {
			t.Errorf("error %q", err)
		}
		return false
	}
	for range 3 {
		e.output()
	}
	if n := e.Len(); n > 0 {
		e.Copy([]int{0, n - 1})
	}
	return true
}

// sum replaces the checksum.
func sum(data []byte) []byte {
	body := data[:max(0, len(data)-4)]
	return binary.LittleEndian.AppendUint32(slices.Clone(body), crc32.Checksum(body, castagnoli))
}

// Damaged states are errors, also if their checksum is right or the damage is not visible.
func TestRestoreHostile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, o := range stateOptions {
		saved, _ := played(t, o).AppendBinary(nil)
		for n := range min(len(saved), 2000) {
			if _, err := Restore(saved[:n]); err == nil {
				t.Fatalf("the first %d bytes are accepted", n)
			}
			hostile(t, sum(saved[:n]))
		}
		trials := 800
		if testing.Short() {
			trials = 200
		}
		accepted := 0
		for range trials {
			data := slices.Clone(saved)
			at := rng.IntN(len(data) - 4)
			if rng.IntN(2) == 0 {
				at = rng.IntN(300)
			}
			data[at] ^= 1 << rng.IntN(8)
			if _, err := Restore(data); err == nil {
				t.Fatalf("a wrong bit at %d is accepted", at)
			}
			if rng.IntN(2) == 0 {
				copy(data[rng.IntN(len(data)-8):], binary.LittleEndian.AppendUint64(nil, rng.Uint64()>>rng.IntN(64)))
			}
			if hostile(t, sum(data)) {
				accepted++
			}
		}
		t.Logf("%v: %d of %d accepted", o.AutoReset, accepted, trials)
	}
}

// What no game can reach is not restored, and Reset leaves nothing of earlier games.
func TestRestoreImpossible(t *testing.T) {
	o := Options{AutoReset: SameStep, Workers: 1}
	e := played(t, o)
	e.Reset(7)
	again := mustNew(t, e.Len(), o)
	again.Reset(7)
	a, _ := e.AppendBinary(nil)
	b, _ := again.AppendBinary(nil)
	if !bytes.Equal(a, b) {
		t.Error("after Reset games differ from new ones")
	}
	mated, err := movegen.ParseFEN("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	e.games.Set(3, mated)
	a, _ = e.AppendBinary(nil)
	if _, err := Restore(a); err == nil || !strings.Contains(err.Error(), "game 3: expected a running game, found checkmate") {
		t.Errorf("a game that is over: error %v", err)
	}
	start := again.Position(2)
	start.HalfMoves = 1
	again.games.Set(2, start)
	for _, m := range []movegen.Move{
		0,          // from a1 to a1, which is not empty
		12 | 11<<6, // from e2, which is not empty, to d2
		20 | 28<<6, // from e3 to e4, which is empty
		36 | 35<<6, // from e5 to d5
	} {
		again.quiet[2], *again.lines[2].move(1) = 1, m
		b, _ = again.AppendBinary(nil)
		if _, err := Restore(b); err == nil || !strings.Contains(err.Error(), "expected reversible moves that can be taken back") {
			t.Errorf("%v: error %v", m, err)
		}
	}
	for halfMoves, want := range map[uint16]string{maxHalfMoves: "", maxHalfMoves + 1: "expected a half-move clock of at most 100, found 101"} {
		e := mustNew(t, 1, Options{Observation: NoObservation})
		p := e.Position(0)
		p.HalfMoves = halfMoves
		e.games.Set(0, p)
		data, _ := e.AppendBinary(nil)
		got, err := Restore(data)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("half-move clock %d: error %v, want %q", halfMoves, err, want)
		} else if err == nil && got.over[0] != FiftyMoves {
			t.Errorf("half-move clock %d: %v, want %v", halfMoves, got.over[0], FiftyMoves)
		}
	}
}

// A saved game contains a board for each ply, but no more than a history has, and one more if the position before
// the start is known.
func TestRestoreBoards(t *testing.T) {
	for _, o := range []Options{{Observation: NoObservation}, {}, {Observation: LeelaPlanes}} {
		for _, plies := range []int{0, 2, 6, 7, 9} {
			e := mustNew(t, 1, o)
			for _, text := range strings.Fields("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 c2c3")[:plies] {
				m, err := e.Position(0).ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				e.Step([]int32{e.Action(0, m)})
			}
			data, _ := e.AppendBinary(nil)
			var v observed
			e.look(&v, 0, false)
			game := v.save(nil)
			at := bytes.Index(data, game)
			if at < 0 {
				t.Fatal("no game in the saved state")
			}
			least := min(plies+1, historyLen)
			most := least
			switch {
			case e.history == nil:
				least, most = 1, 1
			case e.before != nil:
				most = min(least+1, historyLen)
			}
			for n := uint32(1); n < historyLen+2; n++ {
				v.n = n
				changed := v.save(nil)
				if e.history == nil {
					changed[0] = byte(n)
				}
				_, err := Restore(sum(slices.Concat(data[:at], changed, data[at+len(game):])))
				if accepted := int(n) >= least && int(n) <= most; accepted != (err == nil) || !accepted && !strings.Contains(err.Error(), " boards after ") {
					t.Errorf("%v, %d plies, %d boards: %v, want %d to %d boards", o.Observation, plies, n, err, least, most)
				}
			}
		}
	}
}

func FuzzRestore(f *testing.F) {
	for _, o := range stateOptions {
		saved, _ := played(f, o).Copy([]int{0, 3}).AppendBinary(nil)
		f.Add(saved[:len(saved)-4])
	}
	f.Fuzz(func(t *testing.T, data []byte) { hostile(t, sum(append(slices.Clip(data), 0, 0, 0, 0))) })
}

func BenchmarkCopy(b *testing.B) {
	for _, o := range []Options{{}, {AutoReset: SameStep}} {
		b.Run(o.AutoReset.String(), func(b *testing.B) {
			o.Workers = 1
			e := mustNew(b, 4096, o)
			actions, indices := make([]int32, e.Len()), rand.Perm(e.Len())
			for range 100 {
				e.Sample(actions)
				e.Step(actions)
			}
			for b.Loop() {
				e.Copy(indices)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4096, "ns/game")
		})
	}
}

// With AllowOver only the last position of a history may be one where the game is over. It has no moves.
func TestAllowOverAtTheEnd(t *testing.T) {
	history := movegen.NewBatch(movegen.WithClocks)
	for _, fen := range []string{"7k/8/8/8/8/8/r7/K7 w - - 0 1", "7k/8/8/8/8/8/K7/8 b - - 0 1", "8/7k/8/8/8/8/K7/8 w - - 1 2"} {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		history.Append(p)
	}
	e := mustNew(t, 1, Options{AllowOver: true})
	if err := e.SetPositions([]int{0}, history.Slice(2, 3), history, []uint32{0, 2}); err == nil || !strings.Contains(err.Error(), "expected a running game, found insufficient material in 7k/8") {
		t.Errorf("a game that continues after its end: error %v", err)
	}
	if err := e.SetPositions([]int{0}, history.Slice(1, 2), history, []uint32{0, 1}); err != nil {
		t.Error(err)
	}
	counts := []uint16{1}
	if e.LegalCounts(counts); counts[0] != 0 {
		t.Errorf("%d legal moves after the end", counts[0])
	}
	counts[0] = 1
	if err := e.SetPosition(0, history.At(2)); err != nil {
		t.Error(err)
	}
	if e.LegalCounts(counts); counts[0] != 0 {
		t.Errorf("%d legal moves of a game that is over at its start", counts[0])
	}
	// The same board with the other side to move does not follow from a move.
	other := movegen.NewBatch(movegen.WithClocks)
	for _, fen := range []string{"7k/8/8/8/8/8/R7/K7 w - - 0 1", "7k/8/8/8/8/R7/8/K7 w - - 1 1"} {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		other.Append(p)
	}
	if err := e.SetPositions([]int{0}, other.Slice(1, 2), other, []uint32{0, 1}); err == nil || !strings.Contains(err.Error(), "expected a position after a legal move") {
		t.Errorf("the wrong side to move: error %v", err)
	}
}

// A saved state has the rewards of both signs, and nothing after its last game. Numbers that no Options have are errors.
func TestRestoreNumbers(t *testing.T) {
	e := mustNew(t, 1, Options{Illegal: EndGame, AutoReset: Disabled, Observation: NoObservation})
	if r := e.Step([]int32{-1}); r.Rewards[0] != -1 || r.Outcomes[0] != IllegalAction {
		t.Fatalf("%+v", r)
	}
	data, _ := e.AppendBinary(nil)
	restored, err := Restore(data)
	if err != nil {
		t.Fatal(err)
	}
	if r := &restored.results; r.Rewards[0] != -1 || r.Outcomes[0] != IllegalAction || !r.Illegal[0] {
		t.Errorf("restored: %+v", r)
	}
	body := data[:len(data)-4]
	again := func(change func(b []byte) []byte) []byte {
		b := change(slices.Clone(body))
		return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	}
	if _, err := Restore(again(func(b []byte) []byte { return append(b, 0) })); err == nil || !strings.Contains(err.Error(), "expected nothing after the last game, found 1 byte") {
		t.Errorf("a byte more: error %v", err)
	}
	for name, at := range map[string]int{"ply limit": 0, "workers": 8} {
		at += len(saveMagic) + 2 + 6
		if _, err := Restore(again(func(b []byte) []byte { b[at+4] = 1; return b })); err == nil || !strings.Contains(err.Error(), "expected at most 2147483647 for the ply limit and the workers") {
			t.Errorf("%s of 2 to the 32: error %v", name, err)
		}
	}
}

// After Reset no illegal action is counted, also by steps of a subset.
func TestIllegalCountAfterReset(t *testing.T) {
	e := mustNew(t, 3, Options{Actions: MoveActions, Observation: NoObservation})
	if r := e.Step([]int32{-1, -1, -1}); r.IllegalCount != 3 {
		t.Fatalf("%+v", r)
	}
	e.Reset(5)
	start := movegen.Start()
	m, err := start.ParseMove("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	if r := e.Subset([]int{1}).Step([]int32{int32(m)}); r.IllegalCount != 0 {
		t.Errorf("%d illegal actions after Reset", r.IllegalCount)
	}
	if r := e.Subset([]int{2}).Step([]int32{-1}); r.IllegalCount != 1 {
		t.Errorf("%d illegal actions, want 1", r.IllegalCount)
	}
}

// SetStarts copies its argument.
func TestSetStartsCopies(t *testing.T) {
	e := mustNew(t, 1, Options{Observation: NoObservation})
	fens := []string{"7k/8/8/8/8/8/R7/K7 w - - 0 1"}
	if err := e.SetStarts(fens); err != nil {
		t.Fatal(err)
	}
	before, _ := e.AppendBinary(nil)
	fens[0] = "changed"
	if after, _ := e.AppendBinary(nil); !bytes.Equal(before, after) {
		t.Error("the Env changed with the slice")
	}
}
