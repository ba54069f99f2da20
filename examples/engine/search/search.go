// Package search is the search of the example engine: iterative deepening, alpha-beta
// with a transposition table, null moves, late-move reductions, and quiescence.
//
// Read state.go first (what is updated from position to position), then evaluate.go (the
// value of a position as a sum of sets), pick.go (the order of moves), and search.go.
package search

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"github.com/koggestone/koggestone/movegen"
)

const (
	maxPly    = 100
	infinite  = 32000
	mateScore = 31000 // mate at the root; less by the plies until then
	mateBound = mateScore - 2*maxPly
)

// Limits end a search: the first that is reached. Zero means none.
type Limits struct {
	Depth int
	Nodes uint64
	// Time ends the search; after Soft no further depth is started.
	Time, Soft time.Duration
	// Moves are the only moves to consider at the root, all of them legal.
	Moves []movegen.Move
	// Ponder delays the times: they count from PonderHit.
	Ponder bool
}

// An Info reports on a finished depth.
type Info struct {
	Depth, Score int
	Nodes        uint64
	Time         time.Duration
	Line         []movegen.Move // the expected moves, valid until the next depth
}

// Mate returns the moves until mate, negative for the side to move being mated, and
// whether the score is a mate.
func (i Info) Mate() (moves int, ok bool) {
	switch {
	case i.Score > mateBound:
		return (mateScore - i.Score + 1) / 2, true
	case i.Score < -mateBound:
		return -(mateScore + i.Score) / 2, true
	}
	return 0, false
}

// An entry of the transposition table is what a search found out about a position.
type entry struct {
	key   uint64
	move  movegen.Move
	score int16
	depth int8
	bound bound
}

// A bound says whether the true score is at most the stored one, at least, or equal.
type bound uint8

const (
	upper bound = 1 + iota
	lower
	exact
)

// A ply holds what a node needs, in memory that is reused. Its node is always one of its
// state's position.
type ply struct {
	state   state
	node    movegen.Node
	change  movegen.Change // from the ply before
	picker  picker
	killers [2]movegen.Move
	static  int            // the evaluation, -infinite in check
	quiets  []movegen.Move // tried without success
}

// An Accumulator follows the moves of a search, as the first layer of a neural network
// does. Ply 0 is the root.
type Accumulator interface {
	// Set computes what belongs to ply 0 from its position.
	Set(p *movegen.Position)
	// Play computes what belongs to ply+1 from ply and a move.
	Play(ply int, c *movegen.Change)
	// Pass does the same for a null move.
	Pass(ply int)
}

// A Search finds the best move of a position. Stop and PonderHit may be called while Run
// runs in another goroutine.
type Search struct {
	// Accumulator, if it is not nil, follows the moves.
	Accumulator Accumulator

	table   []entry           // a power of two
	history [2][1 << 12]int32 // by side and the two squares of a quiet move
	plies   [maxPly + 2]ply   // the root first
	keys    []uint64          // of the positions of the game, then of the line under search
	game    int               // how many keys are of the game
	best    movegen.Move      // at the root
	line    []movegen.Move
	nodes   uint64
	limits  Limits
	start   time.Time
	ponder  atomic.Int64 // the time spent pondering, negative before PonderHit
	stop    atomic.Bool
}

// New returns a search with a transposition table of that many megabytes, rounded down to
// a power of two.
func New(megabytes int) *Search {
	return &Search{table: make([]entry, 1<<(bits.Len(uint(max(megabytes, 1)))-1)<<16)} // of 16 bytes
}

// Clear forgets what earlier searches found out.
func (s *Search) Clear() {
	clear(s.table)
	clear(s.history[:])
}

// Set prepares Run to search a position. The game so far had the keys earlier.
func (s *Search) Set(p movegen.Position, earlier []uint64, l Limits) {
	s.limits, s.start, s.nodes = l, time.Now(), 0
	s.keys, s.game = append(s.keys[:0], earlier...), len(earlier)
	s.plies[0].state = newState(p)
	s.plies[0].node.Set(&s.plies[0].state.pos)
	if s.Accumulator != nil {
		s.Accumulator.Set(&p)
	}
	s.stop.Store(false)
	s.ponder.Store(0)
	if l.Ponder {
		s.ponder.Store(-1)
	}
}

// Stop ends Run soon.
func (s *Search) Stop() { s.stop.Store(true) }

// PonderHit starts the clock of a search with Limits.Ponder.
func (s *Search) PonderHit() {
	if s.ponder.Load() < 0 {
		s.ponder.Store(int64(time.Since(s.start)))
	}
}

// used returns how much of the time limits is used.
func (s *Search) used() time.Duration {
	ponder := s.ponder.Load()
	if ponder < 0 {
		return 0
	}
	return time.Since(s.start) - time.Duration(ponder)
}

// Run searches deeper and deeper and returns the best move, 0 if there is none, and its
// score. It calls report, unless it is nil, after each depth.
func (s *Search) Run(report func(Info)) (best movegen.Move, score int) {
	if moves := s.plies[0].node.AppendLegalMoves(nil); len(s.limits.Moves) > 0 {
		best = s.limits.Moves[0]
	} else if len(moves) > 0 {
		best = moves[0]
	}
	for depth := 1; depth < maxPly && (s.limits.Depth == 0 || depth <= s.limits.Depth) && best != 0; depth++ {
		// Aspiration: the score is probably near that of the depth before.
		alpha, beta := -infinite, infinite
		if depth >= 5 {
			alpha, beta = score-25, score+25
		}
		found := s.negamax(0, depth, alpha, beta, false)
		if !s.stop.Load() && (found <= alpha || found >= beta) {
			found = s.negamax(0, depth, -infinite, infinite, false)
		}
		if s.stop.Load() {
			break
		}
		best, score = s.best, found
		s.line = s.appendLine(s.line[:0], depth)
		if report != nil {
			report(Info{depth, score, s.nodes, time.Since(s.start), s.line})
		}
		if s.limits.Soft > 0 && s.used() > s.limits.Soft {
			break
		}
	}
	return best, score
}

// Nodes returns the number of nodes of the last search.
func (s *Search) Nodes() uint64 { return s.nodes }

// appendLine appends the best move and those that the table expects after it.
func (s *Search) appendLine(dst []movegen.Move, depth int) []movegen.Move {
	p := s.plies[0].state.pos
	for m := s.best; len(dst) < depth; {
		dst = append(dst, m)
		var c movegen.Change
		key := p.Key()
		p.PlayChange(&p, m, &c)
		key ^= c.Key
		e := &s.table[key&uint64(len(s.table)-1)]
		var n movegen.Node
		n.Set(&p)
		if m = e.move; e.key != key || m == 0 || !n.IsLegal(m) {
			break
		}
	}
	return dst
}

// mustStop reports whether a limit is reached, and counts a node if not.
func (s *Search) mustStop() bool {
	if s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes ||
		s.limits.Time > 0 && s.nodes&511 == 511 && s.used() > s.limits.Time {
		s.stop.Store(true)
	}
	if s.stop.Load() {
		return true
	}
	s.nodes++
	return false
}

// play sets the next ply to the position after a move.
func (s *Search) play(at int, m movegen.Move) {
	here, child := &s.plies[at], &s.plies[at+1]
	here.state.play(&child.state, m, &child.change)
	child.node.Set(&child.state.pos)
	if s.Accumulator != nil {
		s.Accumulator.Play(at, &child.change)
	}
}

// pass sets the next ply to the position after a null move.
func (s *Search) pass(at int) {
	here, child := &s.plies[at], &s.plies[at+1]
	here.state.pass(&child.state)
	child.node.Set(&child.state.pos)
	if s.Accumulator != nil {
		s.Accumulator.Pass(at)
	}
}

// negamax returns the score of the position at a ply for its side to move. The score is
// exact if it is between alpha and beta, otherwise a bound. It searches depth plies deep,
// and then until the position is quiet. afterNull says that the last move was a null move.
func (s *Search) negamax(at, depth, alpha, beta int, afterNull bool) int {
	here := &s.plies[at]
	p, n, key := &here.state.pos, &here.node, here.state.key
	if at > 0 && s.isDraw(at) {
		return 0
	}
	inCheck := n.InCheck()
	if inCheck {
		depth++
	}
	if depth <= 0 || at >= maxPly {
		return s.quiesce(at, alpha, beta)
	}
	if s.mustStop() {
		return 0
	}
	e := &s.table[key&uint64(len(s.table)-1)]
	hash := movegen.Move(0)
	if e.key == key {
		hash = e.move
		score := fromTable(int(e.score), at)
		if at > 0 && int(e.depth) >= depth &&
			(e.bound == exact || e.bound == lower && score >= beta || e.bound == upper && score <= alpha) {
			return score
		}
	} else if depth >= 4 {
		depth-- // without a move to try first, a search of this depth costs too much
	}
	s.keys = append(s.keys[:s.game+at], key)
	onLine := beta-alpha > 1 // not a null window: the node may be on the expected line
	static := -infinite
	if !inCheck {
		static = here.state.evaluate()
	}
	here.static = static
	improving := at >= 2 && static > s.plies[at-2].static // since the side's last move
	if !onLine && !inCheck && beta < mateBound && beta > -mateBound {
		// Reverse futility: a shallow search will not find less than beta from far above it.
		margin := 80 * depth
		if improving {
			margin -= 60
		}
		if depth <= 7 && static-margin >= beta {
			return static
		}
		// Null move: if the opponent may move twice in a row and is still below beta, one
		// move will not help. With less than two pieces the side to move may be in zugzwang.
		pieces := p.Board.ByColor(p.Side) &^ (p.Board.Pawns() | p.Board.Kings())
		if depth >= 3 && static >= beta && !afterNull && pieces&(pieces-1) != 0 {
			s.pass(at)
			less := 4 + depth/4 + min((static-beta)/200, 3)
			if score := -s.negamax(at+1, depth-less, -beta, 1-beta, true); score >= beta && score < mateBound {
				return score
			}
		}
	}

	k := &here.picker
	k.start(n, p, &s.history[p.Side&1], hash, here.killers, false)
	best, bestMove, tried, kind := -infinite, movegen.Move(0), 0, upper
	here.quiets = here.quiets[:0]
	s.plies[at+2].killers = [2]movegen.Move{}
	for m := k.pick(); m != 0; m = k.pick() {
		if at == 0 && len(s.limits.Moves) > 0 && !slices.Contains(s.limits.Moves, m) {
			continue
		}
		tried++
		quiet, check := !k.isNoisy(m), n.GivesCheck(m)
		if depth <= 7 && best > -mateBound && !inCheck && !check && at > 0 {
			// Near the leaves these moves are not searched: late quiet moves, quiet moves if the
			// position is far below alpha, and moves that lose much material.
			late := 3 + depth*depth
			if !improving {
				late /= 2
			}
			if quiet && !onLine && (tried > late || static+100+90*depth <= alpha) ||
				!p.SEEAtLeast(m, -70*depth, &exchanges) {
				continue
			}
		}
		s.play(at, m)
		// Late-move reduction: moves are tried in order of promise, so a late quiet move
		// is first searched less deep, by log2(depth) * log2(tried) / 4.5 plies, corrected by
		// the history, which is between -16384 and 16384. It is searched again in full if it
		// turns out better than the best so far.
		less := 0
		if depth >= 3 && tried > 2 && quiet && !inCheck {
			less = reductions[min(depth, 63)][min(tried, 63)] - int(s.history[p.Side&1][m&0xfff]/8192)
			if onLine {
				less--
			}
			if !improving {
				less++
			}
			less = min(max(less, 0), depth-2)
		}
		score := alpha + 1
		if tried > 1 { // a null window shows whether it is better than the best so far
			score = -s.negamax(at+1, depth-1-less, -alpha-1, -alpha, false)
			if score > alpha && less > 0 {
				score = -s.negamax(at+1, depth-1, -alpha-1, -alpha, false)
			}
		}
		if score > alpha && (tried == 1 || onLine) {
			score = -s.negamax(at+1, depth-1, -beta, -alpha, false)
		}
		if s.stop.Load() {
			return 0
		}
		if score > best {
			best, bestMove = score, m
			if at == 0 {
				s.best = m
			}
		}
		if score > alpha {
			alpha, kind = score, exact
		}
		if alpha >= beta {
			kind = lower
			if quiet {
				s.reward(here, depth, m)
			}
			break
		}
		if quiet {
			here.quiets = append(here.quiets, m)
		}
	}
	if tried == 0 {
		if inCheck {
			return at - mateScore
		}
		return 0
	}
	if kind == upper {
		bestMove = hash // no move is known to be better than another
	}
	if at > 0 || len(s.limits.Moves) == 0 {
		*e = entry{key, bestMove, int16(fromTable(best, -at)), int8(depth), kind}
	}
	return best
}

// reductions holds the plies of a late-move reduction by depth and number of the move.
var reductions = func() (t [64][64]int) {
	for i := range 64 * 64 {
		t[i/64][i%64] = int(0.5 + math.Log2(float64(max(i/64, 1)))*math.Log2(float64(max(i%64, 1)))/4.5)
	}
	return
}()

// fromTable converts a score that counts the plies to mate from a position into one that
// counts them from the root, that many plies above it.
func fromTable(score, plies int) int {
	switch {
	case score > mateBound:
		return score - plies
	case score < -mateBound:
		return score + plies
	}
	return score
}

// reward remembers the quiet move m, which refuted a position, and that the quiet moves
// before it did not.
func (s *Search) reward(here *ply, depth int, m movegen.Move) {
	if here.killers[0] != m {
		here.killers = [2]movegen.Move{m, here.killers[0]}
	}
	history := &s.history[here.state.pos.Side&1]
	bonus := int32(min(16*depth*depth+32*depth, 1200))
	adjust := func(m movegen.Move, bonus int32) {
		h := &history[m&0xfff]
		*h += bonus - *h*max(bonus, -bonus)/16384 // stays below 16384
	}
	adjust(m, bonus)
	for _, m := range here.quiets {
		adjust(m, -bonus)
	}
}

// quiesce returns the score of the position at a ply after the captures that do not lose
// material. In check it tries all moves.
func (s *Search) quiesce(at, alpha, beta int) int {
	here := &s.plies[at]
	if s.mustStop() {
		return 0
	}
	best, inCheck := -infinite, here.node.InCheck()
	if !inCheck || at >= maxPly {
		best = here.state.evaluate()
		if best >= beta || at >= maxPly {
			return best
		}
		alpha = max(alpha, best)
	}
	k, p, static := &here.picker, &here.state.pos, best
	k.start(&here.node, p, &s.history[p.Side&1], 0, [2]movegen.Move{}, !inCheck)
	tried := 0
	for m := k.pick(); m != 0; m = k.pick() {
		tried++
		if !inCheck && !m.IsPromotion() && static+200+exchanges.Values[p.Captured(m)] <= alpha {
			continue // even with the captured piece the score is far below alpha
		}
		s.play(at, m)
		score := -s.quiesce(at+1, -beta, -alpha)
		best, alpha = max(best, score), max(alpha, score)
		if alpha >= beta || s.stop.Load() {
			return best
		}
	}
	if inCheck && tried == 0 {
		return at - mateScore
	}
	return best
}

// isDraw reports whether the position at a ply is drawn by repetition, by fifty moves
// without a capture or a pawn move, or because neither side can mate.
func (s *Search) isDraw(at int) bool {
	st := &s.plies[at].state
	return movegen.Repetitions(st.key, s.keys[:s.game+at], int(st.pos.HalfMoves)) > 0 ||
		st.pos.HalfMoves >= 100 && !st.pos.IsCheckmate() || st.pos.HasInsufficientMaterial()
}
