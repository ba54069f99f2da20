// Package search contains the example engine's search: iterative deepening, alpha-beta with
// a transposition table, null moves, late-move reductions, and quiescence.
//
// evaluate.go computes the value of a position as a sum of sets, and pick.go orders the moves.
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
	MateScore = 31000 // mate at the root, minus the plies until then
	mateBound = MateScore - 2*maxPly
)

// Limits end a search when the first of them is reached. Zero means no limit.
type Limits struct {
	Depth      int
	Nodes      uint64
	Time, Soft time.Duration  // no further depth starts after Soft
	Moves      []movegen.Move // the only moves to consider at the root, all legal
}

// An Info reports on a finished depth.
type Info struct {
	Depth, Score int
	Nodes        uint64
	Time         time.Duration
	Line         []movegen.Move // the expected moves
}

// An entry of the transposition table is the result of an earlier search of a position.
type entry struct {
	key   uint64
	move  movegen.Move
	score int16
	depth int8
	bound uint8
}

// The bounds say whether the true score is at most the stored score, at least, or equal.
const upper, lower, exact = 1, 2, 3

// A ply contains the data of a node, in memory that is reused.
type ply struct {
	pos     movegen.Position
	key     uint64
	node    movegen.Node
	change  movegen.Change // the move that leads from the ply before
	killers [2]movegen.Move
	moves   [256]movegen.PieceMove // memory for rated
	rated   []int64
}

// A Search finds the best move of a position. You can call Stop while Run runs in another
// goroutine.
type Search struct {
	table   []entry           // the length is a power of two
	history [2][1 << 12]int32 // by side, and by the two squares of a quiet move
	plies   [maxPly + 3]ply   // the root first
	keys    []uint64          // keys of the game's positions, then of the line under search
	game    int               // how many of these keys belong to the game
	best    movegen.Move      // at the root
	nodes   uint64
	limits  Limits
	start   time.Time
	stop    atomic.Bool

	Visit func(p *movegen.Position) // unless nil, it is called at every node
}

// New returns a search with a table of that many megabytes, rounded down to a power of two.
func New(megabytes int) *Search {
	return &Search{table: make([]entry, 1<<(bits.Len(uint(max(megabytes, 1)))-1)<<16)} // of 16 bytes
}

// Set prepares Run to search a position. earlier are the keys of the game's earlier positions.
func (s *Search) Set(p movegen.Position, earlier []uint64, l Limits) {
	s.limits, s.start, s.nodes = l, time.Now(), 0
	s.keys, s.game = append(s.keys[:0], earlier...), len(earlier)
	s.plies[0].pos, s.plies[0].key = p, p.Key()
	s.plies[0].node.Set(&p)
	s.stop.Store(false)
}

// Stop ends Run soon.
func (s *Search) Stop() { s.stop.Store(true) }

// Run searches deeper and deeper and returns the best move, or 0 if there is none, and its score. Unless report
// is nil, it calls report after each depth. If a deeper search cannot improve on a mate, the search ends.
func (s *Search) Run(report func(Info)) (best movegen.Move, score int) {
	if moves := s.plies[0].node.AppendLegalMoves(slices.Clone(s.limits.Moves)); len(moves) > 0 {
		best = moves[0]
	}
	for depth := 1; depth < maxPly && (s.limits.Depth == 0 || depth <= s.limits.Depth) && best != 0; depth++ {
		found := s.negamax(0, depth, score-25, score+25, false) // probably near the previous depth's score
		if !s.stop.Load() && max(found-score, score-found) >= 25 {
			found = s.negamax(0, depth, -infinite, infinite, false)
		}
		if s.stop.Load() {
			break
		}
		best, score = s.best, found
		i := Info{depth, score, s.nodes, time.Since(s.start), s.line(depth)}
		if report != nil {
			report(i)
		}
		if depth > MateScore-max(score, -score) || s.limits.Soft > 0 && i.Time > s.limits.Soft {
			break
		}
	}
	return best, score
}

// line returns the best move, and the moves that the table expects after it.
func (s *Search) line(depth int) (line []movegen.Move) {
	p := s.plies[0].pos
	for m := s.best; len(line) < depth && m != 0 && p.IsLegal(m); m = s.entry(p.Key()).move {
		line = append(line, m)
		p.PlayInto(&p, m)
	}
	return line
}

// entry returns the entry for a key. The entry can belong to another position.
func (s *Search) entry(key uint64) *entry { return &s.table[key&uint64(len(s.table)-1)] }

// play sets the next ply to the position after a move, or after a null move if m is 0.
func (s *Search) play(at int, m movegen.Move) {
	here, child := &s.plies[at], &s.plies[at+1]
	if m == 0 {
		child.change = movegen.Change{Key: here.pos.PlayNull(&child.pos)}
	} else {
		here.pos.PlayChange(&child.pos, m, &child.change)
	}
	child.key = here.key ^ child.change.Key
	child.node.Set(&child.pos)
}

// negamax returns the score of the position at a ply for its side to move. The score is exact if it
// is between alpha and beta, and otherwise a bound. It searches depth plies deep, and then captures
// that do not lose material until the position is quiet. afterNull is true after a null move.
func (s *Search) negamax(at, depth, alpha, beta int, afterNull bool) int {
	here := &s.plies[at]
	p, n, key := &here.pos, &here.node, here.key
	inCheck := n.InCheck()
	if inCheck {
		depth = max(depth, 0) + 1
	}
	if s.keys = append(s.keys[:s.game+at], key); at > 0 && depth > 0 && s.isDraw(at) {
		return 0
	}
	if at >= maxPly {
		return evaluate(p)
	}
	if s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes || s.limits.Time > 0 && s.nodes&511 == 511 && time.Since(s.start) > s.limits.Time {
		s.stop.Store(true)
	}
	if s.stop.Load() {
		return 0
	}
	s.nodes++
	if s.Visit != nil {
		s.Visit(p)
	}
	hash := movegen.Move(0)
	e := s.entry(key)
	if depth > 0 && e.key == key { // in quiescence, reading the entry would mostly be waiting for memory
		hash = e.move
		score := int(e.score)
		if at > 0 && int(e.depth) >= depth && (e.bound == exact || e.bound == lower && score >= beta || e.bound == upper && score <= alpha) {
			return score
		}
	} else if depth >= 4 {
		depth-- // without a move to try first, a search of this depth costs too much
	}
	onLine := beta-alpha > 1 // not a null window: the node may be on the expected line
	static, best := -infinite, -infinite
	if !inCheck {
		static = evaluate(p)
	}
	if depth <= 0 {
		if best = static; best >= beta {
			return best
		}
		alpha = max(alpha, best)
	} else if !onLine && !inCheck && max(beta, -beta) < mateBound {
		if depth <= 7 && static-70*depth >= beta {
			return static // a shallow search will not find less than beta from far above it
		}
		// Null move: if the opponent can move twice in a row and is still below beta, a single
		// move will not help either. With fewer than two pieces the side to move could be in
		// zugzwang.
		pieces := p.Board.ByColor(p.Side) &^ (p.Board.Pawns() | p.Board.Kings())
		if depth >= 3 && static >= beta && !afterNull && pieces&(pieces-1) != 0 {
			s.play(at, 0)
			less := 4 + depth/4 + min((static-beta)/200, 3)
			if score := -s.negamax(at+1, depth-less, -beta, 1-beta, true); score >= beta && score < mateBound {
				return score
			}
		}
	}

	bestMove, tried, bound, history := movegen.Move(0), 0, uint8(upper), &s.history[p.Side&1]
	s.plies[at+2].killers = [2]movegen.Move{}
	for _, r := range slices.Backward(here.rate(history, hash, depth <= 0)) {
		m := movegen.Move(r & 0xffff)
		if at == 0 && len(s.limits.Moves) > 0 && !slices.Contains(s.limits.Moves, m) {
			continue
		}
		tried++
		quiet := !p.IsCapture(m) && !m.IsPromotion()
		switch {
		case depth <= 0:
			if quiet || !m.IsPromotion() && static+200+exchanges.Values[p.Captured(m)] <= alpha {
				continue // even with the captured piece the score is far below alpha
			}
		case depth <= 7 && best > -mateBound && !inCheck && at > 0 && !n.GivesCheck(m):
			// Near the leaves some moves are not searched: late quiet moves, quiet moves if the
			// position is far below alpha, and moves that lose much material.
			if quiet && !onLine && (tried > 3+3*depth*depth/4 || static+100+90*depth <= alpha) || !n.SEEAtLeast(p.PieceMove(m), -70*depth, &exchanges) {
				continue
			}
		}
		s.play(at, m)
		// Late-move reduction: moves are tried in order of promise. Therefore a late quiet move
		// is first searched less deep, by about log2(depth) * log2(tried) / 4.5 plies, corrected
		// by its history. If it turns out better than the best move so far, it is searched again
		// in full.
		score, less := alpha+1, 0
		if depth >= 3 && tried > 2 && quiet && !inCheck {
			less = bits.Len(uint(depth*depth))*bits.Len(uint(tried*tried))/18 - int(history[m&0xfff]/8192)
			if !onLine {
				less++
			}
			less = min(max(less, 0), depth-2)
		}
		if tried > 1 && depth > 0 { // a null window shows whether it is better than the best so far
			score = -s.negamax(at+1, depth-1-less, -alpha-1, -alpha, false)
		}
		if score > alpha && (tried == 1 || onLine || depth <= 0 || less > 0) {
			score = -s.negamax(at+1, depth-1, -beta, -alpha, false)
		}
		if s.stop.Load() {
			return 0
		}
		if score > best {
			if best, bestMove = score, m; at == 0 {
				s.best = m
			}
		}
		if score > alpha {
			alpha, bound = score, exact
		}
		if bonus := int32(min(16*depth*depth+32*depth, 1200)); quiet && depth > 0 {
			if alpha < beta {
				bonus /= -4
			} else if here.killers[0] != m {
				here.killers = [2]movegen.Move{m, here.killers[0]}
			}
			h := &history[m&0xfff]
			*h += bonus - *h*max(bonus, -bonus)/16384 // stays below 16384
		}
		if alpha >= beta {
			bound = lower
			break
		}
	}
	switch {
	case depth <= 0:
		return best
	case tried == 0 && inCheck:
		return at - MateScore
	case tried == 0:
		return 0
	case bound == upper:
		bestMove = hash // no move is known to be better than another
	}
	if at > 0 || len(s.limits.Moves) == 0 {
		*e = entry{key, bestMove, int16(best), int8(depth), bound}
		if max(best, -best) > mateBound { // the plies until mate count from this root
			e.depth = math.MinInt8
		}
	}
	return best
}

// isDraw reports whether the position at a ply is drawn by repetition, by fifty moves without a
// capture or a pawn move, or because neither side can mate.
func (s *Search) isDraw(at int) bool {
	here := &s.plies[at]
	return movegen.Repetitions(here.key, s.keys[:s.game+at], int(here.pos.HalfMoves)) > 0 ||
		here.pos.HalfMoves >= 100 && !here.pos.IsCheckmate() || here.pos.HasInsufficientMaterial()
}
