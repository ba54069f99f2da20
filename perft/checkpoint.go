package perft

import (
	"fmt"
	"sync"
)

// countWithCheckpoint counts the parts that cp does not contain, and adds the stored counts.
func (m *merger) countWithCheckpoint(roots []Weighted, depth int, cp *Checkpoint) (Result, error) {
	c := parts{merger: m, checkpoint: cp}
	for i := range CheckpointParts {
		if n, ok := cp.parts[i]; ok {
			c.isDone[i] = true
			c.done++
			m.job.addNodes(&m.nodes, n)
		}
	}
	if c.done == CheckpointParts {
		return Result{Nodes: m.nodes}, m.job.err()
	}
	unique, err := m.descendWithCheckpoint(roots, depth, cp)
	if err == nil {
		err = c.count()
	}
	if err != nil {
		return Result{}, err
	}
	return Result{Nodes: m.nodes, Unique: unique}, nil
}

// descendWithCheckpoint goes down to the ply of cp. If cp has none yet, it chooses the ply and stores it.
func (m *merger) descendWithCheckpoint(roots []Weighted, depth int, cp *Checkpoint) ([]uint64, error) {
	if ply := cp.ply; ply >= 0 {
		m.onRefusal = endJob
		if ply > depth-1 {
			return nil, fmt.Errorf("perft: checkpoint merges down to ply %d: expected 0 to %d", ply, depth-1)
		}
		return m.descend(roots, depth, func(int) bool { return depth-m.depth < ply })
	}
	// All positions of the ply must be stored. So a ply that does not fit is abandoned, and the next attempt
	// ends before it.
	m.onRefusal = stopPly
	last := depth
	for {
		unique, err := m.descend(roots, depth, func(n int) bool { return depth-m.depth < last && m.saves(n) })
		if err != nil {
			return nil, err
		}
		if !m.incomplete.Load() {
			return unique, cp.setPly(depth - m.depth)
		}
		last = depth - m.depth
		m.clearTable()
	}
}

// clearTable frees the rest of the current ply and the next ply.
func (m *merger) clearTable() {
	for range 2 {
		m.table.free(&m.mem)
		m.table.advance()
	}
}

// parts assigns the parts of the current ply to workers.
type parts struct {
	merger     *merger
	checkpoint *Checkpoint
	isDone     [CheckpointParts]bool
	done       int // number of finished parts

	mu   sync.Mutex
	next int
	err  error // error of writing the checkpoint
}

// count counts the leaves below all parts that are not done.
func (c *parts) count() error {
	m := c.merger
	m.counting = true
	m.groupShards()
	var group sync.WaitGroup
	for _, w := range m.workers {
		group.Go(func() {
			for i, ok := c.nextPart(); ok; i, ok = c.nextPart() {
				s := &m.table.shards[i%(1<<shardBits)]
				slice := i >> shardBits
				w.mergeChildren(s, s.slices[slice], s.slices[slice+1])
				r := w.walker.collect()
				if w.walker.stopped {
					return
				}
				c.finish(i, r.Nodes)
			}
		})
	}
	group.Wait()
	if c.err != nil {
		return c.err
	}
	return m.job.err()
}

// nextPart returns the number of the next part to count, or false if there is none.
func (c *parts) nextPart() (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; c.next < CheckpointParts && c.err == nil && c.merger.job.err() == nil; c.next++ {
		if !c.isDone[c.next] {
			c.next++
			return c.next - 1, true
		}
	}
	return 0, false
}

// finish stores the number of leaves below part i.
func (c *parts) finish(i int, n Nodes) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.merger
	if err := c.checkpoint.setPart(i, n); err != nil && c.err == nil {
		c.err = fmt.Errorf("perft: checkpoint: %w", err)
	}
	c.done++
	m.job.addNodes(&m.nodes, n)
	if report := m.job.opts.Progress; report != nil {
		report(Progress{m.nodes, c.done, CheckpointParts})
	}
}
