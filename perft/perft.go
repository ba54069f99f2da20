package perft

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/koggestone/koggestone/movegen"
)

// Options tells how to count. The zero value is the fastest way.
type Options struct {
	Workers int  // goroutines; 0 means GOMAXPROCS
	Mode    Mode // how; all modes give the same numbers
	Stats   bool // count the moves of the last ply by kind, which plays them all

	// Merge counts below equal positions of the first plies but once, in the given
	// mode, times the ways that lead to them. It does not go with Stats.
	Merge bool

	// Memory bounds the bytes that Merge allocates, garbage included; 0 means 1 GiB.
	// Of it 2 MiB are for each worker, which is enough while positions have up to some
	// 45 moves, as in usual games; with twice as many a worker may take 4 MiB more.
	// The rest, but at least 1 MiB, is for positions, all that finds them and lists
	// them included. Positions that find no room are counted without merging.
	Memory int64

	// Progress, if not nil, is called after each part of the tree, never by two
	// workers at once. It should return quickly.
	Progress func(Progress)
}

// Progress tells how far a count has come.
type Progress struct {
	Nodes       Nodes // counted so far
	Done, Parts int   // parts of the tree that are done, and all of them; with Merge, those of the ply at hand
}

// A Result is what was counted.
type Result struct {
	Nodes Nodes
	Stats Stats // zero without Options.Stats

	// Unique[i] is the number of different positions after i plies, for the plies
	// of which Options.Merge kept all: not the last two, nor where memory ran out.
	Unique []uint64
}

func (r *Result) add(t *Result) {
	r.Nodes = r.Nodes.Add(t.Nodes)
	r.Stats.add(&t.Stats)
}

// A Child is a legal move and what was counted below it.
type Child struct {
	Move movegen.Move
	Result
}

// Count returns the number of ways to play depth legal moves from p: 1 at depth 0.
// It returns an error if depth is negative or the options make no sense, and the
// error of ctx if that ends first.
func Count(ctx context.Context, p movegen.Position, depth int, opts Options) (Result, error) {
	mode, err := opts.resolve()
	if err != nil {
		return Result{}, err
	}
	if depth < 0 {
		return Result{}, fmt.Errorf("perft: depth %d: expected at least 0", depth)
	}
	if depth == 0 {
		return Result{Nodes: Nodes{Lo: 1}}, ctx.Err()
	}
	if opts.Merge && depth > 1 {
		return merge(ctx, &p, depth, mode, &opts)
	}
	children, err := count(ctx, &p, depth, mode, &opts)
	if err != nil {
		return Result{}, err
	}
	var sum Result
	for i := range children {
		sum.add(&children[i].Result)
	}
	return sum, nil
}

// Divide returns what [Count] counts, by the legal moves of p, in the order of
// [movegen.Position.AppendLegalMoves]. The depth, that of the whole tree, must be
// at least 1.
func Divide(ctx context.Context, p movegen.Position, depth int, opts Options) ([]Child, error) {
	mode, err := opts.resolve()
	if err != nil {
		return nil, err
	}
	if depth < 1 {
		return nil, fmt.Errorf("perft: depth %d: expected at least 1 to divide", depth)
	}
	if opts.Merge && depth > 1 {
		return mergeBelow(ctx, &p, depth, mode, &opts)
	}
	return count(ctx, &p, depth, mode, &opts)
}

// workers returns the number of goroutines to run.
func (o *Options) workers() int {
	if o.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Workers
}

// count returns the legal moves of p and what is below them.
func count(ctx context.Context, p *movegen.Position, depth int, mode Mode, opts *Options) ([]Child, error) {
	if depth == 1 {
		return lastPly(p, opts.Stats), ctx.Err()
	}
	workers := opts.workers()
	children, parts := split(p, depth, workers)
	tasks := queue{ctx: ctx, parts: parts, children: children, report: opts.Progress}
	var group sync.WaitGroup
	for range min(workers, len(parts)) {
		group.Go(func() {
			w := walker{done: ctx.Done(), mode: mode, counting: opts.Stats}
			for t := tasks.take(); t != nil; t = tasks.take() {
				w.walk(&t.position, t.depth, 1)
				if w.stopped {
					return
				}
				r := w.take()
				tasks.finish(t, &r)
			}
		})
	}
	group.Wait()
	if tasks.done < len(parts) {
		return nil, ctx.Err()
	}
	return children, nil
}

// lastPly returns the legal moves of p, a leaf each.
func lastPly(p *movegen.Position, stats bool) []Child {
	var children []Child
	for _, m := range p.AppendLegalMoves(nil) {
		c := Child{m, Result{Nodes: Nodes{Lo: 1}}}
		if stats {
			child := p.Play(m)
			c.Stats.count(p, m, &child)
		}
		children = append(children, c)
	}
	return children
}
