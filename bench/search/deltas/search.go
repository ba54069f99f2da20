// Code generated from examples/engine/search.go by go generate. DO NOT EDIT.

package deltas

import (
	"math/bits"
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

// limits end a search: the first that is reached. Zero means none.
type limits struct {
	depth      int
	time, soft time.Duration // when to stop, and when to begin no other depth
}

// An entry of the transposition table is what the search found out about a position.
type entry struct {
	key   uint64
	move  movegen.Move
	score int16
	depth int8
	bound bound
}

// A bound tells what a score says of the true one: at most, at least, exactly.
type bound uint8

const (
	upper bound = 1 + iota
	lower
	exact
)

// A ply is what a node needs, in memory that is used again.
type ply struct {
	state   state
	node    movegen.Node
	picker  picker
	killers [2]movegen.Move
}

// A search looks for the best move of a position.
type search struct {
	table   []entry           // a power of two
	history [2][1 << 12]int32 // by side and the two squares of a quiet move
	plies   [maxPly + 2]ply   // the root first
	keys    []uint64          // of the positions of the game and of the line under search
	best    movegen.Move      // at the root
	nodes   uint64
	limits  limits
	start   time.Time
	stop    atomic.Bool // set by other goroutines
}

// newSearch returns a search with a table of so many megabytes.
func newSearch(megabytes int) *search {
	return &search{table: make([]entry, 1<<(bits.Len(uint(megabytes))-1)<<16)} // of 16 bytes
}

// run searches deeper and deeper from a position, whose game so far had the keys
// earlier, and returns the best move, 0 if there is none, and its score. It calls
// report after each depth.
func (s *search) run(p movegen.Position, earlier []uint64, l limits, report func(depth, score int)) (best movegen.Move, score int) {
	s.limits, s.start, s.nodes = l, time.Now(), 0
	s.keys = append(s.keys[:0], earlier...)
	root := &s.plies[0]
	root.state = newState(p)
	if moves := p.AppendLegalMoves(nil); len(moves) > 0 {
		best = moves[0]
	}
	for depth := 1; depth < maxPly && (l.depth == 0 || depth <= l.depth) && best != 0; depth++ {
		found := s.negamax(0, depth, -infinite, infinite, false)
		if s.stop.Load() {
			break
		}
		best, score = s.best, found
		report(depth, score)
		if l.soft > 0 && time.Since(s.start) > l.soft {
			break
		}
	}
	return best, score
}

// mustStop counts a node and reports whether a limit is reached.
func (s *search) mustStop() bool {
	s.nodes++
	if s.limits.time > 0 && s.nodes&511 == 0 && time.Since(s.start) > s.limits.time {
		s.stop.Store(true)
	}
	return s.stop.Load()
}

// negamax returns the score of the state at a ply for its side to move: exactly if it is
// between alpha and beta, else a bound. It looks depth plies deep, and then until the
// position is quiet. afterNull tells that the last move was a null move.
func (s *search) negamax(at, depth, alpha, beta int, afterNull bool) int {
	here, child := &s.plies[at], &s.plies[at+1]
	p := &here.state.pos
	if at > 0 && s.isDraw(p, here.state.key) {
		return 0
	}
	n := &here.node
	n.Set(p)
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
	e := &s.table[here.state.key&uint64(len(s.table)-1)]
	hash := movegen.Move(0)
	if e.key == here.state.key {
		hash = e.move
		score := fromTable(int(e.score), at)
		if at > 0 && int(e.depth) >= depth &&
			(e.bound == exact || e.bound == lower && score >= beta || e.bound == upper && score <= alpha) {
			return score
		}
	}
	s.keys = append(s.keys, here.state.key)
	defer func() { s.keys = s.keys[:len(s.keys)-1] }()
	if beta-alpha == 1 && !inCheck && beta < mateBound && beta > -mateBound {
		static := here.state.evaluate()
		if depth <= 4 && static-90*depth >= beta {
			return static
		}
		// The opponent moves twice: if that does not help him, one move will not. With
		// nothing but pawns, having to move may be what loses.
		if depth >= 3 && static >= beta && !afterNull && here.state.phase > 2 {
			here.state.pass(&child.state)
			if score := -s.negamax(at+1, depth-3-depth/4, -beta, 1-beta, true); score >= beta && score < mateBound {
				return score
			}
		}
	}

	k := &here.picker
	k.start(n, p, &s.history[p.Side&1], hash, here.killers, false)
	best, bestMove, tried, kind := -infinite, movegen.Move(0), 0, upper
	for m := k.pick(); m != 0; m = k.pick() {
		tried++
		quiet := !k.isNoisy(m)
		here.state.play(&child.state, m)
		less := 0 // late quiet moves are searched less deep at first
		if quiet && depth >= 3 && tried > 3 && !inCheck && !n.GivesCheck(m) {
			less = bits.Len(uint(depth)) * bits.Len(uint(tried)) / 4
		}
		score := alpha + 1
		if tried > 1 { // is it better than the best so far at all?
			score = -s.negamax(at+1, depth-1-less, -alpha-1, -alpha, false)
		}
		if score > alpha && (tried == 1 || less > 0 || beta-alpha > 1) {
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
	*e = entry{here.state.key, bestMove, int16(fromTable(best, -at)), int8(depth), kind}
	return best
}

// fromTable makes a score that counts mates from the position one that counts them from
// the root, so many plies above it.
func fromTable(score, plies int) int {
	switch {
	case score > mateBound:
		return score - plies
	case score < -mateBound:
		return score + plies
	}
	return score
}

// reward remembers the quiet move m that refuted a position.
func (s *search) reward(here *ply, depth int, m movegen.Move) {
	if here.killers[0] != m {
		here.killers = [2]movegen.Move{m, here.killers[0]}
	}
	h := &s.history[here.state.pos.Side&1][m&0xfff]
	bonus := int32(min(depth*depth, 400))
	*h += bonus - *h*bonus/16384
}

// quiesce returns the score of the state at a ply once no capture wins material any
// more; in check it tries all moves. The node is set.
func (s *search) quiesce(at, alpha, beta int) int {
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
	k := &here.picker
	k.start(&here.node, &here.state.pos, &s.history[here.state.pos.Side&1], 0, [2]movegen.Move{}, !inCheck)
	tried := 0
	for m := k.pick(); m != 0; m = k.pick() {
		tried++
		child := &s.plies[at+1]
		here.state.play(&child.state, m)
		child.node.Set(&child.state.pos)
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

// isDraw reports whether a position is drawn by repetition, by fifty moves without a
// capture or a pawn's move, or because neither side can mate.
func (s *search) isDraw(p *movegen.Position, key uint64) bool {
	return movegen.Repetitions(key, s.keys, int(p.HalfMoves)) > 0 ||
		p.HalfMoves >= 100 && !p.IsCheckmate() || p.HasInsufficientMaterial()
}
