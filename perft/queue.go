package perft

import "sync"

// A queue assigns subtrees to workers, and adds up their counts.
type queue struct {
	job      *job
	subtrees []subtree
	partLen  int // largest number of subtrees of a part

	mu       sync.Mutex
	started  int // number of subtrees that workers have received
	finished int // number of counted subtrees
	nodes    Nodes
	results  []Result // by child
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
	if report := q.job.opts.Progress; report != nil {
		report(Progress{q.nodes, q.finished, len(q.subtrees)})
	}
}
