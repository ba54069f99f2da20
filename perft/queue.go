package perft

import (
	"context"
	"sync"
)

// A queue hands out parts of the tree and collects what was counted below them.
type queue struct {
	ctx    context.Context
	parts  []part
	report func(Progress)

	mu       sync.Mutex
	next     int // the first part not yet handed out
	done     int // how many are counted
	nodes    Nodes
	children []Child
}

// take returns the next part, or nil if there are no more or the context ended.
func (q *queue) take() *part {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == len(q.parts) || q.ctx.Err() != nil {
		return nil
	}
	q.next++
	return &q.parts[q.next-1]
}

// finish adds what was counted below t.
func (q *queue) finish(t *part, r *Result) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.children[t.child].add(r)
	q.nodes = q.nodes.Add(r.Nodes)
	q.done++
	if q.report != nil {
		q.report(Progress{q.nodes, q.done, len(q.parts)})
	}
}
