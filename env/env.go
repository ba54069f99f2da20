package env

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// maxHalfMoves is the half-move clock that ends a game.
const maxHalfMoves = 2 * 50

// An Env holds a number of games, which are played side by side. Only one goroutine may
// use an Env at a time.
type Env struct {
	selection // all games

	options Options
	starts  []start

	games   *movegen.Batch // the positions, with clocks
	counts  []uint16       // the number of legal moves, 0 if the game is over
	over    []Outcome      // why the current games ended, or Running
	plies   []uint32       // by game, since its start
	spent   []uint32       // the same, including illegal actions
	repeats []uint64       // the repetitions of the last eight positions, with the latest in the lowest byte
	quiet   []uint8        // how many reversible moves each game's line has
	lines   []line         // the reversible moves of each game, to find repetitions
	history []history      // the last boards of each game, which planes show; empty with NoObservation
	before  []bool         // whether the history has a position before the start; empty unless it is needed

	final         []final   // the games that ended last; empty unless AutoReset is SameStep
	finalHistory  []history // empty with NoObservation
	results       Results
	moves         []movegen.Move // to play in this step
	sampled       []int32        // what the last Sample drew, as actions
	sampledMoves  []movegen.Move // and as moves, or the zero Move
	sampleStreams []uint64
	startStreams  []uint64
	workers       int              // goroutines
	marks         []bool           // all false; only twice uses them
	blocks        []*movegen.Batch // the games in blocks
	parts         []*movegen.Batch // copies of a subset's games, in blocks
}

// A final is the last position of a game that ended.
type final struct {
	board   quad.Board
	clocks  movegen.Clocks
	side    quad.Color
	before  bool
	plies   uint32
	repeats uint64
}

// Results contains the results of a step. Each slice has one element for each game.
type Results struct {
	// Rewards are 1 if the move gave checkmate, -1 if the game ended with [IllegalAction], and otherwise 0. They belong to
	// the side that moved.
	Rewards []float32
	// Terminated is true for games that ended by the rules, and Truncated for games that
	// ended only by [Options].MaxPlies. They are never both true.
	Terminated, Truncated []bool
	// Outcomes says why each game ended, or Running.
	Outcomes []Outcome
	// Illegal is true where the action was not legal: [Env.Err] says why.
	Illegal []bool
	// IllegalCount is the number of illegal actions.
	IllegalCount int
}

// New returns n games at their start positions, as after Reset(0). It returns an error if n
// is less than 1, if an option is invalid, or if a FEN in o.Starts is a finished game.
func New(n int, o Options) (*Env, error) {
	if n < 1 {
		return nil, fmt.Errorf("env: expected 1 or more games, found %d", n)
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	starts, err := o.starts()
	if err != nil {
		return nil, err
	}
	o.Starts = append([]string(nil), o.Starts...)
	e := o.alloc(n, starts)
	e.Reset(0)
	return e, nil
}

// alloc returns n games that have not started.
func (o *Options) alloc(n int, starts []start) *Env {
	e := &Env{
		options: *o, starts: starts,
		games:  movegen.NewBatch(movegen.WithClocks),
		counts: make([]uint16, n), over: make([]Outcome, n), plies: make([]uint32, n), spent: make([]uint32, n),
		repeats: make([]uint64, n), quiet: make([]uint8, n), lines: make([]line, n),
		results: Results{
			Rewards: make([]float32, n), Terminated: make([]bool, n), Truncated: make([]bool, n),
			Outcomes: make([]Outcome, n), Illegal: make([]bool, n),
		},
		moves: make([]movegen.Move, n), sampled: make([]int32, n), sampledMoves: make([]movegen.Move, n),
		sampleStreams: make([]uint64, n), startStreams: make([]uint64, n),
	}
	e.selection.e = e
	for range n {
		e.games.Append(starts[0].position)
	}
	for lo := 0; lo < n; lo += blockLen {
		e.blocks = append(e.blocks, e.games.Slice(lo, min(lo+blockLen, n)))
	}
	if o.Observation != NoObservation {
		e.history = make([]history, n)
	}
	if o.AutoReset == SameStep {
		e.final = make([]final, n)
		if o.Observation != NoObservation {
			e.finalHistory = make([]history, n)
		}
	}
	if o.Observation == LeelaPlanes || o.Observation == LeelaFENOnlyPlanes {
		e.before = make([]bool, n)
	}
	e.workers = min(o.workers(), (n+blockLen-1)/blockLen)
	return e
}

// Options returns e's options. Starts must not be changed.
func (e *Env) Options() Options { return e.options }

// Positions returns the current positions with their clocks. The batch shares memory with e
// and must not be changed.
func (e *Env) Positions() *movegen.Batch { return e.games }

// Position returns the current position in game i. It panics if i is out of range.
func (e *Env) Position(i int) movegen.Position { return e.games.At(i) }

// FinalPosition returns the position where the last finished game i ended, or the zero Position if no game has
// ended yet. [Env.ObserveFinal] shows the same positions as planes. FinalPosition panics if i is out of range, or
// if Options.AutoReset is not SameStep.
func (e *Env) FinalPosition(i int) movegen.Position {
	if e.final == nil {
		panic("env: FinalPosition: AutoReset: expected same-step, found " + e.options.AutoReset.String())
	}
	f := &e.final[i]
	return movegen.Position{Board: f.board, Side: f.side, HalfMoves: f.clocks.HalfMoves, FullMoves: f.clocks.FullMoves}
}

// Plies sets dst[i] to the plies that game i has played. It panics unless len(dst) is
// Len().
func (e *Env) Plies(dst []uint32) {
	e.checkLen("Plies", len(dst), 1)
	copy(dst, e.plies)
}

// Outcomes sets dst[i] to Running or to the reason why game i is over. It panics unless len(dst) is Len().
func (e *Env) Outcomes(dst []Outcome) {
	e.checkLen("Outcomes", len(dst), 1)
	copy(dst, e.over)
}

// RepetitionCounts sets dst[i] to how often the current position has occurred before in
// game i, 0 to 2. It panics unless len(dst) is Len().
func (e *Env) RepetitionCounts(dst []uint8) {
	e.checkLen("RepetitionCounts", len(dst), 1)
	for i, r := range e.repeats {
		dst[i] = uint8(r)
	}
}

// LegalCounts sets dst[i] to the number of legal moves in game i, or 0 if it is over. It
// panics unless len(dst) is Len().
func (e *Env) LegalCounts(dst []uint16) {
	e.checkLen("LegalCounts", len(dst), 1)
	copy(dst, e.counts)
}

// AppendLegalMoves appends the legal moves of each game to dst, in the order of
// [movegen.AppendLegalMovesBatch]. A finished game gets an empty list.
func (e *Env) AppendLegalMoves(dst *movegen.MoveLists) {
	first := max(len(dst.Offsets)-1, 0)
	movegen.AppendLegalMovesBatch(dst, e.games)
	offsets := dst.Offsets[first:]
	from, to := offsets[0], offsets[0]
	for i, outcome := range e.over {
		end := offsets[i+1]
		if outcome == Running {
			to += uint32(copy(dst.Moves[to:], dst.Moves[from:end]))
		}
		from, offsets[i+1] = end, to
	}
	dst.Moves = dst.Moves[:to]
}

// checkLen panics unless n, the length of an argument, is each times the number of games.
func (s selection) checkLen(function string, n, each int) {
	if n != each*s.Len() {
		panic(fmt.Sprintf("env: %s: expected length %d, %d for each game, found %d", function, each*s.Len(), each, n))
	}
}
