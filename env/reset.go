package env

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
)

// Reset starts new games. The random streams depend on seed: two Envs with the same
// options and seed play the same games.
func (e *Env) Reset(seed uint64) {
	e.Seed(seed)
	for i := range e.final {
		e.final[i] = final{}
	}
	e.results.clear(0, e.Len())
	e.results.IllegalCount = 0
	for i := range e.Len() {
		e.restart(i)
	}
}

// Seed sets the random streams as Reset does, but changes nothing else.
func (e *Env) Seed(seed uint64) {
	state := mix(seed)
	for i := range e.sampleStreams {
		e.sampleStreams[i] = mix(state + uint64(2*i))
		e.startStreams[i] = mix(state + uint64(2*i+1))
	}
}

// ResetGames starts a new game in place of each game i where which[i] is true. It
// panics unless len(which) is Len().
func (e *Env) ResetGames(which []bool) {
	e.checkLen("ResetGames", len(which), 1)
	for i, reset := range which {
		if reset {
			e.results.clearGame(i)
			e.restart(i)
		}
	}
}

// SetStarts replaces the options Starts and Chess960 for new games. Running games continue. If fens are not valid as
// Starts, it returns an error and changes nothing.
func (e *Env) SetStarts(fens []string) error {
	o := e.options
	o.Starts, o.Chess960 = append([]string(nil), fens...), false
	starts, err := o.starts()
	if err == nil {
		e.options, e.starts = o, starts
	}
	return err
}

// SetPosition restarts game i at p, which need not be in Options.Starts. If p is invalid, or if it ends the
// game and Options.AllowOver is false, it returns an error and changes nothing. It panics if i is out of
// range.
func (e *Env) SetPosition(i int, p movegen.Position) error {
	s, err := e.options.newStart(p)
	if err != nil {
		return fmt.Errorf("env: %w", err)
	}
	e.results.clearGame(i)
	e.startAt(i, &s)
	return nil
}

// clear sets the results of games lo to hi-1 to the results of running games.
func (r *Results) clear(lo, hi int) {
	clear(r.Rewards[lo:hi])
	clear(r.Terminated[lo:hi])
	clear(r.Truncated[lo:hi])
	clear(r.Outcomes[lo:hi])
	clear(r.Illegal[lo:hi])
}

// clearGame sets the results of game i to the results of a running game.
func (r *Results) clearGame(i int) {
	if r.Illegal[i] {
		r.IllegalCount--
	}
	r.Rewards[i], r.Terminated[i], r.Truncated[i], r.Outcomes[i], r.Illegal[i] = 0, false, false, Running, false
}

// restart restarts game i.
func (e *Env) restart(i int) {
	k := uint64(0)
	if len(e.starts) > 1 {
		k = below(&e.startStreams[i], uint64(len(e.starts)))
	}
	e.startAt(i, &e.starts[k])
}

func (e *Env) startAt(i int, s *start) {
	e.games.Set(i, s.position)
	e.counts[i] = s.moves
	e.over[i] = s.over
	if s.over != Running {
		e.report(i)
	}
	e.plies[i] = 0
	e.spent[i] = 0
	e.repeats[i] = 0
	e.sampledMoves[i] = 0
	e.quiet[i] = 0
	e.lines[i].start(&s.position.Board)
	if e.history != nil {
		e.history[i].put(0, s.position.Board)
	}
	if e.before != nil {
		if e.before[i] = s.position.Board.EnPassant() != 0; e.before[i] {
			e.history[i].put(^uint32(0), beforeDoublePush(s.position.Board))
		}
	}
}

// mix returns the output of splitmix64 (Guy Steele, Doug Lea and Christine Flood, 2014)
// for state x.
func mix(x uint64) uint64 {
	x += gamma
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

const gamma = 0x9e3779b97f4a7c15

// below returns a random number below n and advances the stream. With 64 random bits the
// probabilities of any two numbers differ by less than n in 1<<64.
func below(stream *uint64, n uint64) uint64 {
	x := mix(*stream)
	*stream += gamma
	k, _ := bits.Mul64(x, n)
	return k
}
