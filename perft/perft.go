package perft

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/koggestone/koggestone/movegen"
)

// Options says how to count. The zero value is the fastest way.
type Options struct {
	Workers int  // number of goroutines; 0 means GOMAXPROCS
	Mode    Mode // all modes return the same numbers
	Stats   bool // also count the moves of the last ply by kind, which plays every move

	// Merge counts below equal positions of a ply only once, times the number of
	// ways that lead to them. It excludes Stats.
	Merge bool

	// Memory bounds the bytes that Merge allocates, garbage included. 0 means 1 GiB.
	// Each worker takes 2 MiB of it, and up to 6 MiB where positions have far more
	// than 45 moves, which is rare in games. Positions and their index take the
	// rest, but at least 1 MiB. A position that finds no room is counted without
	// merging.
	Memory int64

	// Progress, if not nil, is called after each part of the tree, by one goroutine
	// at a time. It should return quickly.
	Progress func(Progress)
}

// Progress tells how far a count has come.
type Progress struct {
	Nodes Nodes // counted so far

	// Parts is the number of parts of the tree, and Done how many of them are
	// counted. With Merge both refer to the current ply.
	Done, Parts int
}

// A Result is what was counted.
type Result struct {
	Nodes Nodes
	Stats Stats // zero without Options.Stats

	// Unique[i] is the number of different positions after i plies. With
	// Options.Merge it has the plies whose positions were all kept: these begin at
	// the root and end two plies above the leaves, or where memory ran out.
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

// Count returns the number of sequences of depth legal moves from p, which is 1 for
// depth 0. It returns an error if depth is negative or opts are not valid, and the
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
		return newMerger(ctx, mode, &opts).countBelow(&p, depth)
	}
	children, err := divide(ctx, &p, depth, mode, &opts)
	if err != nil {
		return Result{}, err
	}
	var sum Result
	for i := range children {
		sum.add(&children[i].Result)
	}
	return sum, nil
}

// Divide returns what [Count] counts, separately for each legal move of p, in the
// order of [movegen.Position.AppendLegalMoves]. The depth counts from p, and must be
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
		return mergeDivide(ctx, &p, depth, mode, &opts)
	}
	return divide(ctx, &p, depth, mode, &opts)
}

// workers returns the number of goroutines.
func (o *Options) workers() int {
	if o.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Workers
}

// divide returns the legal moves of p and what is counted below each, without
// merging.
func divide(ctx context.Context, p *movegen.Position, depth int, mode Mode, opts *Options) ([]Child, error) {
	if depth == 1 {
		return leaves(p, opts.Stats), ctx.Err()
	}
	workers := opts.workers()
	children, parts := split(p, depth, workers)
	tasks := queue{ctx: ctx, parts: parts, children: children, report: opts.Progress}
	var group sync.WaitGroup
	for range min(workers, len(parts)) {
		group.Go(func() {
			w := walker{done: ctx.Done(), mode: mode, stats: opts.Stats}
			for t := tasks.nextPart(); t != nil; t = tasks.nextPart() {
				w.walk(&t.position, t.depth, 1)
				if w.stopped {
					return
				}
				r := w.collect()
				tasks.addResult(t, &r)
			}
		})
	}
	group.Wait()
	if tasks.finished < len(parts) {
		return nil, ctx.Err()
	}
	return children, nil
}

// leaves returns the legal moves of p, each of which leads to a leaf.
func leaves(p *movegen.Position, stats bool) []Child {
	var children []Child
	for _, m := range p.AppendLegalMoves(nil) {
		c := Child{m, Result{Nodes: Nodes{Lo: 1}}}
		if stats {
			child := p.Play(m)
			c.Stats.addMove(p, m, &child)
		}
		children = append(children, c)
	}
	return children
}
