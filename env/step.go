package env

import (
	"fmt"
	"math"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Step plays actions[i] in game i. The results are valid until you call another method
// that starts or plays games.
//
// An illegal action sets Illegal[i], and the option Illegal says what happens to game i. With
// AutoReset [Disabled], a game that is over has no legal actions, and keeps its Terminated,
// Truncated and Outcomes.
//
// The results of a [Subset] still cover the whole Env, indexed by game. Games outside the subset keep the
// results of their last step.
//
// Step panics before it plays anything unless len(actions) is Len().
func (s selection) Step(actions []int32) *Results {
	s.checkLen("Step", len(actions), 1)
	r := &s.e.results
	for _, i := range s.games {
		r.clearGame(i)
	}
	each(s, actions, selection.step)
	if s.games == nil {
		r.count()
	}
	for _, i := range s.games {
		if r.Illegal[i] {
			r.IllegalCount++
		}
	}
	return r
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
func (s selection) step(lo, hi int, actions []int32) {
	e := s.e
	part, moves, counts := s.part(lo, hi), e.moves[lo:hi], e.counts[lo:hi]
	var room [blockLen]uint16
	if s.games == nil {
		e.results.clear(lo, hi)
	} else {
		counts = room[:hi-lo]
	}
	actions = actions[lo:hi]
	moves = moves[:len(actions)]
	var before [blockLen]uint64 // castling rights before the moves
	rights := before[:len(actions)]
	boards := boardsOf(part)
	over := e.over // all slices of the Env have the same length, which saves bounds checks
	sampled, sampledMoves := e.sampled[:len(over)], e.sampledMoves[:len(over)]
	for k, action := range actions {
		board := boards.at(k)
		rights[k] = rightsOf(&board)
		i := s.index(lo + k)
		m := movegen.Move(0)
		if over[i] == Running && sampled[i] == action {
			m = sampledMoves[i]
		}
		sampledMoves[i] = 0
		if m == 0 {
			m = e.resolve(i, action)
		}
		moves[k] = m
	}
	movegen.PlayBatch(part, part, moves)
	movegen.CountLegalBatch(counts, part)
	if s.games != nil {
		for k, i := range s.games[lo:hi] {
			e.games.Set(i, part.At(k))
			e.counts[i] = counts[k]
		}
	}
	s.arrive(lo, moves, rights, part)
}

// boards contains the planes of a batch, all with one length. If a loop only needs the boards, reading them
// this way is faster than [movegen.Batch.At].
type boards struct{ g0, g1, g2, gb []uint64 }

func boardsOf(b *movegen.Batch) boards {
	planes, n := b.Planes(), b.Len()
	return boards{planes[quad.PlaneG0][:n], planes[quad.PlaneG1][:n], planes[quad.PlaneG2][:n], planes[quad.PlaneGB][:n]}
}

func (b *boards) at(i int) quad.Board {
	return quad.Board{G0: b.g0[i], G1: b.g1[i], G2: b.g2[i], GB: b.gb[i]}
}

// resolve returns the move for an action in game i that differs from the action of the last Sample. If there is
// nothing to play, for example because the action is illegal, it returns the zero Move.
func (e *Env) resolve(i int, action int32) movegen.Move {
	if e.over[i] != Running {
		if e.options.AutoReset != NextStep {
			e.results.Illegal[i] = true
			e.report(i)
		}
		return 0
	}
	m, _ := e.Move(i, action)
	e.results.Illegal[i] = m == 0
	return m
}

// arrive updates the games in part, which start at game lo of the subset, after their moves. rights are the castling
// rights before the moves.
func (s selection) arrive(lo int, moves []movegen.Move, rights []uint64, part *movegen.Batch) {
	e := s.e
	plies := e.plies
	n := len(plies)
	spent, quiet, lines, repeats, counts := e.spent[:n], e.quiet[:n], e.lines[:n], e.repeats[:n], e.counts[:n]
	rights = rights[:len(moves)]
	boards, clocks := boardsOf(part), part.Clocks()[:len(moves)]
	last := uint32(min(uint(e.options.MaxPlies)-1, math.MaxUint32)) // without a limit, no number is larger
	for k, m := range moves {
		i := s.index(lo + k)
		if m == 0 {
			e.skip(i)
			continue
		}
		board, halfMoves := boards.at(k), clocks[k].HalfMoves
		ply := plies[i] + 1
		plies[i] = ply
		spent[i]++
		repetitions := 0
		if halfMoves != 0 && rights[k] == rightsOf(&board) {
			quiet[i]++
			repetitions = lines[i].add(uint32(quiet[i]), m, &board)
		} else {
			quiet[i] = 0
			lines[i].start(&board)
		}
		repeats[i] = repeats[i]<<8 | uint64(repetitions)
		if e.history != nil {
			e.history[i].put(ply, board)
		}
		if counts[i] == 0 || halfMoves >= maxHalfMoves || repetitions >= 2 || spent[i] > last || isLight(&board) {
			e.end(i, e.outcome(i, repetitions))
		}
	}
}

// skip updates game i after a step without a move.
func (e *Env) skip(i int) {
	switch {
	case e.over[i] == Running: // the action is illegal
		e.spent[i]++
		if e.options.Illegal == EndGame {
			e.end(i, IllegalAction)
		} else if e.outOfPlies(i) {
			e.end(i, PlyLimit)
		}
	case e.options.AutoReset == NextStep:
		e.restart(i)
	default:
		e.counts[i] = 0
	}
}

// outOfPlies reports whether game i has reached the ply limit.
func (e *Env) outOfPlies(i int) bool {
	return e.options.MaxPlies > 0 && uint(e.spent[i]) >= uint(e.options.MaxPlies)
}

// end ends game i unless the outcome is Running.
func (e *Env) end(i int, outcome Outcome) {
	if outcome == Running {
		return
	}
	switch outcome {
	case Checkmate:
		e.results.Rewards[i] = 1
	case IllegalAction:
		e.results.Rewards[i] = -1
	}
	e.over[i], e.counts[i] = outcome, 0
	e.report(i)
	if e.options.AutoReset == SameStep {
		e.keepFinal(i)
		e.restart(i)
	}
}

// outcome returns why game i is over after its last move, or Running. It needs e.counts[i].
func (e *Env) outcome(i, repetitions int) Outcome {
	p := e.games.At(i)
	outcome := outcomeOf(&p, e.counts[i], repetitions)
	if outcome == Running && e.outOfPlies(i) {
		return PlyLimit
	}
	return outcome
}

// outcomeOf returns why a game is over at p, or Running. p has the given number of legal moves, and
// occurred earlier the given number of times.
func outcomeOf(p *movegen.Position, moves uint16, repetitions int) Outcome {
	switch {
	case moves == 0 && p.InCheck():
		return Checkmate
	case moves == 0:
		return Stalemate
	case p.HasInsufficientMaterial():
		return InsufficientMaterial
	case repetitions >= 2:
		return ThreefoldRepetition
	case p.HalfMoves >= maxHalfMoves:
		return FiftyMoves
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

// keepFinal saves the last position of game i.
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

// Move returns the move for an action in game i, and whether the action is legal. A
// finished game has no legal actions. Move panics if i is out of range.
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

// Action returns the action for m, a legal move in game i. It panics if i is out of range.
func (e *Env) Action(i int, m movegen.Move) int32 {
	if e.options.Actions == MoveActions {
		return int32(m)
	}
	p := movegen.Position{Side: e.games.Side(i)}
	return int32(e.options.Actions.encoding().Index(&p, m))
}

// Err returns the reason why an action is illegal in game i, or nil if it is legal. With
// AutoReset [NextStep], only action 0 is legal in a game that is over, as in [Env.Masks]. Err
// panics if i is out of range.
func (e *Env) Err(i int, action int32) error {
	switch {
	case e.over[i] == Running:
	case e.options.AutoReset != NextStep:
		return fmt.Errorf("env: game %d: expected a running game, found %v", i, e.over[i])
	case action != 0:
		return fmt.Errorf("env: game %d: expected action 0 after the end by %v, found %d", i, e.over[i], action)
	default:
		return nil
	}
	if _, ok := e.Move(i, action); ok {
		return nil
	}
	if e.options.Actions != MoveActions && (action < 0 || int(action) >= e.ActionCount()) {
		return fmt.Errorf("env: game %d: expected an action from 0 to %d, found %d", i, e.ActionCount()-1, action)
	}
	return fmt.Errorf("env: game %d: expected the action of a legal move in %s, found %d", i, e.games.At(i).FEN(), action)
}
