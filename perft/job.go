package perft

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// A job is a count in progress, shared by all its goroutines.
type job struct {
	ctx     context.Context
	end     context.CancelCauseFunc // ends ctx
	mode    Mode                    // not ModeAuto
	twoPly  bool                    // ModeBatch counts the last two plies with one call
	workers int                     // at least 1
	opts    *Options
}

// A jobError is the error of a job that ends itself.
type jobError string

func (e jobError) Error() string { return "perft: " + string(e) }

var (
	errTooDeep  = jobError(fmt.Sprintf("the tree is more than %d plies deep: expected a lower depth", maxLine))
	errTooLarge = jobError("more than 2 to the 128 - 1 nodes: expected a lower depth")
)

// newJob returns a job, or an error if roots or opts are not valid or if depth is
// less than least. The caller must call end.
func newJob(ctx context.Context, roots []Weighted, depth, least int, opts *Options) (*job, error) {
	mode, err := opts.resolve()
	if err != nil {
		return nil, err
	}
	for i := range roots {
		p := roots[i].Position()
		if err := p.Validate(); err != nil {
			return nil, fmt.Errorf("perft: position: %w", err)
		}
	}
	if depth < least {
		return nil, fmt.Errorf("perft: depth: expected at least %d, found %d", least, depth)
	}
	j := &job{mode: mode, twoPly: simd.Active() != simd.Generic, workers: opts.Workers, opts: opts}
	if j.workers == 0 {
		j.workers = min(runtime.GOMAXPROCS(0), MaxWorkers)
	}
	j.ctx, j.end = context.WithCancelCause(ctx)
	return j, nil
}

// err returns the reason why the job has ended, or nil if it has not.
func (j *job) err() error {
	if err, ok := context.Cause(j.ctx).(jobError); ok {
		return err
	}
	return j.ctx.Err()
}

// sum adds up results, but not their Unique.
func (j *job) sum(results []Result) (sum Result) {
	for i := range results {
		j.addTo(&sum, &results[i])
	}
	return sum
}

// addTo adds r to sum.
func (j *job) addTo(sum, r *Result) {
	j.addNodes(&sum.Nodes, r.Nodes)
	sum.Stats.add(&r.Stats)
}

// addNodes adds n to sum. It ends the job if the sum has more than 128 bits.
func (j *job) addNodes(sum *Uint128, n Uint128) {
	var ok bool
	if *sum, ok = sum.add(n); !ok {
		j.end(errTooLarge)
	}
}

// count returns the result below positions, without merging.
func (j *job) count(positions []Weighted, depth int) (Result, error) {
	subtrees := make([]subtree, len(positions))
	for i := range positions {
		subtrees[i].Weighted = positions[i]
	}
	var results [1]Result
	if depth == 0 {
		for i := range positions {
			j.addNodes(&results[0].Nodes, positions[i].Ways)
		}
		return results[0], j.err()
	}
	_, err := j.countSubtrees(subtrees, depth, results[:])
	return results[0], err
}

// countSubtrees counts the leaves below subtrees, which are at least one ply deep, and adds them
// to the results for the root moves above them. It returns how many subtrees are left below each root move,
// which is 0 for all of them without an error.
func (j *job) countSubtrees(subtrees []subtree, depth int, results []Result) (left []int, err error) {
	subtrees, depth = split(subtrees, depth, j.workers)
	tasks := queue{job: j, subtrees: subtrees, results: results, left: make([]int, len(results))}
	for i := range subtrees {
		tasks.left[subtrees[i].child]++
	}
	tasks.partLen = min(max(1, len(subtrees)/(partsPerWorker*j.workers)), maxPartLen)
	var group sync.WaitGroup
	for range min(j.workers, len(subtrees)) {
		group.Go(func() {
			w := walker{job: j}
			for part := tasks.nextPart(); part != nil; part = tasks.nextPart() {
				for i := range part {
					p := part[i].Position()
					w.walk(&p, depth, part[i].Ways)
				}
				r := w.collect()
				if w.stopped {
					return
				}
				tasks.addResult(part, &r)
			}
		})
	}
	group.Wait()
	return tasks.left, j.err()
}

// A queue assigns subtrees to workers, and adds up their counts.
type queue struct {
	job      *job
	subtrees []subtree
	partLen  int // largest number of subtrees of a part

	mu       sync.Mutex
	started  int // number of subtrees that workers have received
	finished int // number of counted subtrees
	nodes    Uint128
	results  []Result // by child
	left     []int    // number of subtrees to count, by child
}

// nextPart returns the next subtrees to count, all below the same move of the root. It returns nil if
// there are none or the job has ended.
func (q *queue) nextPart() []subtree {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.started == len(q.subtrees) || q.job.err() != nil {
		return nil
	}
	begin := q.started
	child := q.subtrees[begin].child
	for q.started++; q.started < min(len(q.subtrees), begin+q.partLen) && q.subtrees[q.started].child == child; {
		q.started++
	}
	return q.subtrees[begin:q.started]
}

// addResult adds r, the result of part, and reports progress.
func (q *queue) addResult(part []subtree, r *Result) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.job.addTo(&q.results[part[0].child], r)
	q.job.addNodes(&q.nodes, r.Nodes)
	q.finished += len(part)
	q.left[part[0].child] -= len(part)
	if report := q.job.opts.Progress; report != nil {
		report(Progress{q.nodes, q.finished, len(q.subtrees)})
	}
}

// A subtree is a position to count below.
type subtree struct {
	Weighted
	child int // index of the root move above it, and of the result that it is added to
}

// There are enough subtrees for all workers to end at about the same time. If the tree is deep
// enough, the subtrees are so deep that assigning them to workers costs next to nothing.
const (
	partsPerWorker = 64
	partDepth      = 4
	maxPartLen     = 4096 // a worker receives many shallow subtrees together

	// split goes down at most maxSplits plies, because the number of subtrees does not grow
	// if nearly all moves are forced.
	maxSplits = 32
)

// split returns subtrees some plies further down, enough for all workers, and their depth.
func split(subtrees []subtree, depth, workers int) ([]subtree, int) {
	for range maxSplits {
		if depth <= partDepth || len(subtrees) >= partsPerWorker*workers {
			break
		}
		subtrees = splitOnce(subtrees)
		depth--
	}
	return subtrees, depth
}

// splitOnce returns the subtrees one ply further down.
func splitOnce(subtrees []subtree) []subtree {
	var next []subtree
	var buf [256]movegen.Move
	for i := range subtrees {
		t := &subtrees[i]
		p := t.Position()
		for _, m := range p.AppendLegalMoves(buf[:0]) {
			child := p.Play(m)
			next = append(next, subtree{Weighted{child.Board, child.Side, t.Ways}, t.child})
		}
	}
	return next
}
