package perft

import "sync"

// A queue hands out parts of the tree, and adds up what was counted below them.
type queue struct {
	job   *job
	parts []part

	mu       sync.Mutex
	started  int // how many parts were handed out
	finished int // how many parts are counted
	nodes    Nodes
	children []Child
}

// nextPart returns the next part to count, or nil if there is none or the job has
// ended.
func (q *queue) nextPart() *part {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.started == len(q.parts) || q.job.err() != nil {
		return nil
	}
	q.started++
	return &q.parts[q.started-1]
}

// addResult adds r, what was counted below t, and reports progress.
func (q *queue) addResult(t *part, r *Result) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.children[t.child].add(r)
	q.nodes = q.nodes.Add(r.Nodes)
	q.finished++
	if report := q.job.opts.Progress; report != nil {
		report(Progress{q.nodes, q.finished, len(q.parts)})
	}
}
