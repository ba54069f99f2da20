package env

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Step plays actions[i] in game i. The results are valid until the next call of a method
// that starts or plays games.
//
// An illegal action sets Illegal[i] and changes nothing in game i: its reward is 0, and
// the game goes on. A game that is over and stays, since AutoReset is [Disabled], has no
// legal actions, and keeps its Terminated, Truncated and Outcomes.
//
// Step panics, before it plays anything, if the length of actions is not that of e.
func (e *Env) Step(actions []int32) *Results {
	e.checkLen("Step", len(actions), 1)
	e.run(jobStep, call{actions: actions})
	r := &e.results
	r.IllegalCount = 0
	for _, illegal := range r.Illegal {
		if illegal {
			r.IllegalCount++
		}
	}
	return r
}

// step plays the actions of games lo to hi-1.
func (e *Env) step(lo, hi int) {
	var rights [blockLen]uint64 // before the moves
	var renew [blockLen]bool    // the games that start anew, in the mode NextStep
	for i := lo; i < hi; i++ {
		e.results.clearGame(i)
		m := movegen.Move(0)
		switch {
		case e.over[i] == Running:
			m = e.moveOf(i)
			e.results.Illegal[i] = m == 0
		case e.options.AutoReset == NextStep:
			renew[i-lo] = true
		default: // Disabled
			e.results.Illegal[i] = true
			e.report(i)
		}
		e.moves[i] = m
		board := e.board(i)
		rights[i-lo] = rightsOf(&board)
	}
	part := e.games.Slice(lo, hi)
	movegen.PlayBatch(part, part, e.moves[lo:hi])
	movegen.CountLegalBatch(e.counts[lo:hi], part)
	for i := lo; i < hi; i++ {
		switch {
		case e.moves[i] != 0:
			e.sampledMoves[i] = 0
			e.arrive(i, rights[i-lo])
		case renew[i-lo]:
			e.restart(i)
		}
	}
}

// board returns the board of game i.
func (e *Env) board(i int) quad.Board {
	p := e.games.Planes()
	return quad.Board{G0: p[quad.G0][i], G1: p[quad.G1][i], G2: p[quad.G2][i], GB: p[quad.GB][i]}
}

// moveOf returns the move of the action of game i, or the zero Move if it is illegal.
func (e *Env) moveOf(i int) movegen.Move {
	action := e.call.actions[i]
	if m := e.sampledMoves[i]; m != 0 && e.sampled[i] == action {
		return m
	}
	m, _ := e.Move(i, action)
	return m
}

// arrive updates game i after a move. rights are those before the move.
func (e *Env) arrive(i int, rights uint64) {
	board := e.board(i)
	halfMoves := e.games.Clocks()[i].HalfMoves
	e.plies[i]++
	repetitions := 0
	if halfMoves != 0 && rights == rightsOf(&board) {
		repetitions = e.lines[i].add(e.moves[i], &board)
	} else {
		e.lines[i].start(&board)
	}
	e.repeats[i] = e.repeats[i]<<8 | uint64(repetitions)
	if e.history != nil {
		e.history[i].put(e.plies[i], board)
	}

	outcome := Running
	switch {
	case e.counts[i] == 0:
		outcome = Stalemate
		if p := e.games.At(i); p.InCheck() {
			outcome = Checkmate
			e.results.Rewards[i] = 1
		}
	case isLight(&board) && hasInsufficientMaterial(board):
		outcome = InsufficientMaterial
	case repetitions >= 2:
		outcome = ThreefoldRepetition
	case halfMoves >= maxHalfMoves:
		outcome = FiftyMoves
	case e.plies[i] == uint32(e.options.MaxPlies):
		outcome = PlyLimit
	}
	if outcome == Running {
		return
	}
	e.over[i] = outcome
	e.report(i)
	if e.options.AutoReset == SameStep {
		e.keepFinal(i)
		e.restart(i)
	}
}

// report sets the results of game i, which is over.
func (e *Env) report(i int) {
	r, outcome := &e.results, e.over[i]
	r.Outcomes[i] = outcome
	r.Truncated[i] = outcome == PlyLimit
	r.Terminated[i] = outcome != PlyLimit
}

// isLight reports whether there are no pawns, rooks and queens.
func isLight(b *quad.Board) bool {
	return b.G1&^b.G0&^b.G2|b.G0&^b.G1|b.G0&b.G1&b.G2 == 0
}

func hasInsufficientMaterial(b quad.Board) bool {
	p := movegen.Position{Board: b}
	return p.HasInsufficientMaterial()
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
	if e.options.Actions != Moves {
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
	if e.options.Actions == Moves {
		return int32(m)
	}
	p := movegen.Position{Side: e.games.Side(i)}
	return int32(e.options.Actions.encoding().Index(&p, m))
}

// Err returns the reason why an action is illegal in game i, or nil if it is legal. It
// panics if i is out of range.
func (e *Env) Err(i int, action int32) error {
	if e.over[i] != Running {
		return fmt.Errorf("env: game %d is over: %v", i, e.over[i])
	}
	if _, ok := e.Move(i, action); ok {
		return nil
	}
	if e.options.Actions != Moves && (action < 0 || int(action) >= e.ActionCount()) {
		return fmt.Errorf("env: game %d: action %d, want 0 to %d", i, action, e.ActionCount()-1)
	}
	return fmt.Errorf("env: game %d: action %d is no legal move in %s", i, action, e.games.At(i).FEN())
}
