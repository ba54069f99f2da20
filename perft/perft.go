package perft

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/koggestone/koggestone/movegen"
)

// MaxWorkers is the largest number of workers: more than machines have CPUs, and few
// enough for the memory of a small one.
const MaxWorkers = 4096

// Options says how to count. The zero value is the fastest way.
type Options struct {
	Workers int  // number of goroutines, at most MaxWorkers; 0 means GOMAXPROCS
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
	// Options.Merge it has the plies whose positions were all kept. These begin at
	// the root, and end two plies above the leaves, where memory ran out, with the
	// last ply that has positions, or at ply 1000.
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
// depth 0. It returns an error if p is not valid ([movegen.Position.Validate]), if
// depth is negative, if opts are not valid, if the tree is too deep to be walked, and
// the error of ctx if that ends first.
func Count(ctx context.Context, p movegen.Position, depth int, opts Options) (Result, error) {
	j, err := newJob(ctx, &p, depth, 0, &opts)
	if err != nil {
		return Result{}, err
	}
	defer j.end(nil)
	switch {
	case depth == 0:
		return Result{Nodes: Nodes{Lo: 1}}, ctx.Err()
	case opts.Merge && depth > 1:
		return newMerger(j).countBelow(&p, depth)
	}
	children, err := j.divide(&p, depth)
	var sum Result
	for i := range children {
		sum.add(&children[i].Result)
	}
	return sum, err
}

// Divide returns what [Count] counts, separately for each legal move of p, in the
// order of [movegen.Position.AppendLegalMoves]. The depth counts from p, and must be
// at least 1. Errors are those of Count.
func Divide(ctx context.Context, p movegen.Position, depth int, opts Options) ([]Child, error) {
	j, err := newJob(ctx, &p, depth, 1, &opts)
	if err != nil {
		return nil, err
	}
	defer j.end(nil)
	if opts.Merge && depth > 1 {
		return newMerger(j).divide(&p, depth)
	}
	return j.divide(&p, depth)
}

// A job is one count, as all its goroutines see it.
type job struct {
	ctx     context.Context
	end     context.CancelCauseFunc // ends ctx
	mode    Mode                    // not Auto
	workers int                     // at least 1
	opts    *Options
}

// newJob returns a job, or an error if p or opts are not valid or the depth is less
// than least. The caller must end the job.
func newJob(ctx context.Context, p *movegen.Position, depth, least int, opts *Options) (*job, error) {
	mode, err := opts.resolve()
	if err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("perft: position: %w", err)
	}
	if depth < least {
		return nil, fmt.Errorf("perft: depth %d: expected at least %d", depth, least)
	}
	j := &job{mode: mode, workers: opts.Workers, opts: opts}
	if j.workers == 0 {
		j.workers = min(runtime.GOMAXPROCS(0), MaxWorkers)
	}
	j.ctx, j.end = context.WithCancelCause(ctx)
	return j, nil
}

// errTooDeep ends a job whose tree is too deep to be walked.
var errTooDeep = fmt.Errorf("perft: the tree is more than %d plies deep: expected a lower depth", maxLine)

// err returns why the job has ended, or nil if it has not.
func (j *job) err() error {
	if context.Cause(j.ctx) == errTooDeep {
		return errTooDeep
	}
	return j.ctx.Err()
}

// divide returns the legal moves of p and what is counted below each, without
// merging.
func (j *job) divide(p *movegen.Position, depth int) ([]Child, error) {
	if depth == 1 {
		return leaves(p, j.opts.Stats), j.err()
	}
	children, parts := split(p, depth, j.workers)
	tasks := queue{job: j, parts: parts, children: children}
	var group sync.WaitGroup
	for range min(j.workers, len(parts)) {
		group.Go(func() {
			w := walker{job: j}
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
		return nil, j.err()
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
