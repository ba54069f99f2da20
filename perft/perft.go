package perft

import (
	"context"

	"github.com/koggestone/koggestone/movegen"
)

// MaxWorkers is the largest number of workers in Options. Usual machines have fewer CPUs, but even a small
// machine has the memory for this number.
const MaxWorkers = 4096

// Options selects how to count. The zero value is the fastest way.
type Options struct {
	Workers int  // number of goroutines, at most MaxWorkers; 0 means GOMAXPROCS
	Mode    Mode // all modes return the same numbers
	Stats   bool // also count the moves of the last ply by kind, for which every move is played

	// Merge counts the tree below equal positions in a ply only once, and multiplies
	// the result by the number of ways that lead to them. It cannot be combined with
	// Stats.
	Merge bool

	// Memory limits the bytes that Merge allocates, including garbage. 0 means 1 GiB. Each
	// worker takes 2.5 MiB of it, and up to 6 MiB if positions have far more than 45
	// moves, which is rare in games. A worker also takes an eighth of its share, at most 6
	// MiB, for the table that merges the ply after the last stored ply. Positions and
	// their index take the rest, but at least 1 MiB. If a ply does not fit, it is merged
	// in passes, or the positions without room are counted without merging.
	Memory int64

	// Progress, if not nil, is called after each part of the tree, but never by two
	// goroutines at once. It should return quickly, because workers wait for it.
	Progress func(Progress)
}

// Progress is the progress of a count.
type Progress struct {
	Nodes Uint128 // number of leaves counted so far

	// Done counts the finished parts of the tree, out of Parts. With Merge both refer to
	// the current ply.
	Done, Parts int
}

// A Result is the result of a count.
type Result struct {
	Nodes Uint128
	Stats Stats // zero without Options.Stats

	// With Options.Merge, Unique[i] is the number of different positions after i plies. The
	// last element is for the last stored ply. This ply is at least two plies above the leaves.
	// It is earlier if the next ply would cost more than it saves, if memory is full, or if the
	// tree ends. Unique has no elements after ply 1000.
	Unique []uint64
}

// A Child is a legal move and the result of the count below it.
type Child struct {
	Move movegen.Move
	Result
}

// Count returns the number of sequences of depth legal moves from p, which is 1 for depth
// 0. It returns an error if p is invalid ([movegen.Position.Validate]), if depth is
// negative, if opts are invalid, or if the tree is too deep or the count too large for
// [Uint128]. If ctx ends first, it returns ctx's error.
func Count(ctx context.Context, p movegen.Position, depth int, opts Options) (Result, error) {
	roots := []Weighted{{p.Board, p.Side, Uint128{Lo: 1}}}
	j, err := newJob(ctx, roots, depth, 0, &opts)
	if err != nil {
		return Result{}, err
	}
	defer j.end(nil)
	if opts.Merge && depth > 1 {
		m := newMerger(j)
		defer m.mem.unmap()
		return m.count(roots, depth)
	}
	return j.count(roots, depth)
}

// Divide is like [Count], but separately for each legal move, in the order of
// [movegen.Position.AppendLegalMoves]. The depth counts from p and must be at least 1.
// Divide returns the same errors as Count. If ctx ends first, it also returns the moves that are finished.
func Divide(ctx context.Context, p movegen.Position, depth int, opts Options) ([]Child, error) {
	j, err := newJob(ctx, []Weighted{{Board: p.Board, Side: p.Side}}, depth, 1, &opts)
	if err != nil {
		return nil, err
	}
	defer j.end(nil)
	moves := p.AppendLegalMoves(nil)
	var results []Result
	var left []int // number of subtrees to count, by move
	switch {
	case depth == 1:
		results, err = lastMoves(&p, opts.Stats), j.err()
	case opts.Merge:
		m := newMerger(j)
		defer m.mem.unmap()
		results, err = m.divide(&p, moves, depth)
	default:
		results = make([]Result, len(moves))
		left, err = j.countSubtrees(subtreesBelow(&p, moves), depth-1, results)
	}
	if err != nil && ctx.Err() == nil { // a sum is too large
		return nil, err
	}
	children := make([]Child, 0, len(moves))
	for i := range results {
		if left == nil || left[i] == 0 {
			children = append(children, Child{moves[i], results[i]})
		}
	}
	return children, err
}

// subtreesBelow returns the subtrees below moves of p.
func subtreesBelow(p *movegen.Position, moves []movegen.Move) []subtree {
	subtrees := make([]subtree, len(moves))
	for i, m := range moves {
		child := p.Play(m)
		subtrees[i] = subtree{Weighted{child.Board, child.Side, Uint128{Lo: 1}}, i}
	}
	return subtrees
}

// lastMoves returns a result for each legal move at the last ply: one leaf, and with stats
// the kinds of the move.
func lastMoves(p *movegen.Position, stats bool) []Result {
	moves := p.AppendLegalMoves(nil)
	results := make([]Result, len(moves))
	for i, m := range moves {
		results[i].Nodes.Lo = 1
		if stats {
			child := p.Play(m)
			results[i].Stats.addMove(p, m, &child)
		}
	}
	return results
}
