package env

import (
	"fmt"
	"math"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Step plays actions[i] in game i. The results are valid until the next call of a method
// that starts or plays games.
//
// An illegal action sets Illegal[i] and changes nothing in game i; its reward is 0. With
// AutoReset [Disabled], a game that is over has no legal actions, and keeps its Terminated,
// Truncated and Outcomes.
//
// Step panics, before it plays anything, unless len(actions) is Len().
func (e *Env) Step(actions []int32) *Results {
	e.checkLen("Step", len(actions), 1)
	each(e, actions, (*Env).step)
	e.results.count()
	return &e.results
}

func (r *Results) count() {
	r.IllegalCount = 0
	for _, illegal := range r.Illegal {
		if illegal {
			r.IllegalCount++
		}
	}
}

// step plays the actions of games lo to hi-1.
func (e *Env) step(lo, hi int, actions []int32) {
	n := hi - lo
	part := e.games.Slice(lo, hi)
	moves := e.moves[lo:hi]
	e.results.clear(lo, hi)
	e.resolve(lo, moves, actions[lo:hi])
	var rights [blockLen]uint64 // castling rights before the moves
	for i := range n {
		board := part.At(i).Board
		rights[i] = rightsOf(&board)
	}
	movegen.PlayBatch(part, part, moves)
	movegen.CountLegalBatch(e.counts[lo:hi], part)
	e.arrive(lo, moves, rights[:n], part)
}

// resolve translates the actions of games starting at lo into moves. It sets the zero Move
// where there is nothing to play, for example because the action is illegal.
func (e *Env) resolve(lo int, moves []movegen.Move, actions []int32) {
	over := e.over[lo:][:len(moves)]
	sampled, sampledMoves := e.sampled[lo:][:len(moves)], e.sampledMoves[lo:][:len(moves)]
	illegal := e.results.Illegal[lo:][:len(moves)]
	for i, action := range actions {
		m := sampledMoves[i]
		sampledMoves[i] = 0
		switch {
		case over[i] != Running:
			m = 0
			if e.options.AutoReset != NextStep {
				illegal[i] = true
				e.report(lo + i)
			}
		case sampled[i] != action || m == 0:
			m, _ = e.Move(lo+i, action)
			illegal[i] = m == 0
		}
		moves[i] = m
	}
}

// arrive updates the games in part, which start at lo, after their moves. rights are those before the
// moves.
func (e *Env) arrive(lo int, moves []movegen.Move, rights []uint64, part *movegen.Batch) {
	n := len(moves)
	counts, plies, repeats, lines, quiet := e.counts[lo:][:n], e.plies[lo:][:n], e.repeats[lo:][:n], e.lines[lo:][:n], e.quiet[lo:][:n]
	rights = rights[:n]
	var history []history
	if e.history != nil {
		history = e.history[lo:][:n]
	}
	limit := uint32(min(uint(e.options.MaxPlies), math.MaxUint32))
	for i, m := range moves {
		if m == 0 {
			switch {
			case e.over[lo+i] == Running: // the action is illegal
			case e.options.AutoReset == NextStep:
				e.restart(lo + i)
			default:
				counts[i] = 0
			}
			continue
		}
		p := part.At(i)
		board, halfMoves := p.Board, p.HalfMoves
		ply := plies[i] + 1
		plies[i] = ply
		repetitions := 0
		if halfMoves != 0 && rights[i] == rightsOf(&board) {
			quiet[i]++
			repetitions = lines[i].add(uint32(quiet[i]), m, &board)
		} else {
			quiet[i] = 0
			lines[i].start(&board)
		}
		repeats[i] = repeats[i]<<8 | uint64(repetitions)
		if history != nil {
			history[i].put(ply, board)
		}
		if counts[i] == 0 || halfMoves >= maxHalfMoves || repetitions >= 2 || ply == limit || isLight(&board) {
			e.end(lo+i, repetitions)
		}
	}
}

// end updates game i if it is over.
func (e *Env) end(i, repetitions int) {
	outcome := e.outcome(i, repetitions)
	if outcome == Running {
		return
	}
	if outcome == Checkmate {
		e.results.Rewards[i] = 1
	}
	e.over[i], e.counts[i] = outcome, 0
	e.report(i)
	if e.options.AutoReset == SameStep {
		e.keepFinal(i)
		e.restart(i)
	}
}

// outcome returns why game i is over after its last move, from its number of moves.
func (e *Env) outcome(i, repetitions int) Outcome {
	p := e.games.At(i)
	switch {
	case e.counts[i] == 0 && p.InCheck():
		return Checkmate
	case e.counts[i] == 0:
		return Stalemate
	case p.HasInsufficientMaterial():
		return InsufficientMaterial
	case repetitions >= 2:
		return ThreefoldRepetition
	case p.HalfMoves >= maxHalfMoves:
		return FiftyMoves
	case e.options.MaxPlies > 0 && uint(e.plies[i]) >= uint(e.options.MaxPlies):
		return PlyLimit
	}
	return Running
}

// isLight reports whether there are no pawns, rooks and queens.
func isLight(b *quad.Board) bool { return b.G1&^(b.G0|b.G2)|b.G0&(^b.G1|b.G2) == 0 }

// report sets the results of game i, which is over.
func (e *Env) report(i int) { e.setResult(i, e.over[i]) }

func (e *Env) setResult(i int, outcome Outcome) {
	r := &e.results
	r.Outcomes[i] = outcome
	r.Truncated[i] = outcome == PlyLimit
	r.Terminated[i] = outcome != PlyLimit && outcome != Running
}

// keepFinal keeps the last position of game i.
func (e *Env) keepFinal(i int) {
	p := e.games.At(i)
	f := &e.final[i]
	*f = final{
		board: p.Board, side: p.Side, clocks: movegen.Clocks{HalfMoves: p.HalfMoves, FullMoves: p.FullMoves},
		plies: e.plies[i], repeats: e.repeats[i],
	}
	if e.history != nil {
		e.finalHistory[i] = e.history[i]
	}
	if e.before != nil {
		f.before = e.before[i]
	}
}

// Move returns the move of an action that is legal in game i, and whether there is one. A
// game that is over has no legal actions. It panics if i is out of range.
func (e *Env) Move(i int, action int32) (movegen.Move, bool) {
	if e.over[i] != Running {
		return 0, false
	}
	p := e.games.At(i)
	if e.options.Actions != MoveActions {
		return e.options.Actions.encoding().Move(&p, int(action))
	}
	m := movegen.Move(action)
	if int32(m) != action || !p.IsLegal(m) {
		return 0, false
	}
	return m, true
}

// Action returns the action of m, a legal move of game i. It panics if i is out of range.
func (e *Env) Action(i int, m movegen.Move) int32 {
	if e.options.Actions == MoveActions {
		return int32(m)
	}
	p := movegen.Position{Side: e.games.Side(i)}
	return int32(e.options.Actions.encoding().Index(&p, m))
}

// Err returns the reason why an action is illegal in game i, or nil if it is legal. For a
// game that is over with AutoReset [NextStep], it returns nil for action 0 alone, as [Env.Masks]
// sets its bit alone. It panics if i is out of range.
func (e *Env) Err(i int, action int32) error {
	switch {
	case e.over[i] == Running:
	case e.options.AutoReset != NextStep:
		return fmt.Errorf("env: game %d is over: %v", i, e.over[i])
	case action != 0:
		return fmt.Errorf("env: game %d is over: %v: action %d, want 0", i, e.over[i], action)
	default:
		return nil
	}
	if _, ok := e.Move(i, action); ok {
		return nil
	}
	if e.options.Actions != MoveActions && (action < 0 || int(action) >= e.ActionCount()) {
		return fmt.Errorf("env: game %d: action %d, want 0 to %d", i, action, e.ActionCount()-1)
	}
	return fmt.Errorf("env: game %d: action %d is no legal move in %s", i, action, e.games.At(i).FEN())
}
