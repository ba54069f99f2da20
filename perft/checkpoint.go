package perft

import (
	"fmt"
	"maps"
)

// countWithCheckpoint counts the parts that cp does not contain, and adds the stored counts.
func (m *merger) countWithCheckpoint(roots []Weighted, depth int, cp *Checkpoint) (Result, error) {
	for _, n := range cp.parts {
		m.job.addNodes(&m.nodes, n)
	}
	if len(cp.parts) == CheckpointParts {
		return Result{Nodes: m.nodes}, m.job.err()
	}
	unique, err := m.descendWithCheckpoint(roots, depth, cp)
	if err == nil {
		err = m.countParts(cp)
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

// countParts counts the leaves below all parts of the current ply that cp does not contain, and stores them.
func (m *merger) countParts(cp *Checkpoint) error {
	m.counting = true
	m.groupShards()
	stored := maps.Clone(cp.parts) // because workers add to cp.parts
	var failed error
	m.eachOf(CheckpointParts, func(w *mergeWorker, i int) {
		if _, ok := stored[i]; ok {
			return
		}
		s := &m.table.shards[i%(1<<shardBits)]
		slice := i >> shardBits
		w.mergeChildren(s, s.slices[slice], s.slices[slice+1])
		r := w.walker.collect()
		if w.walker.stopped {
			return
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		if err := cp.setPart(i, r.Nodes); err != nil {
			failed = fmt.Errorf("perft: checkpoint: %w", err)
			m.job.end(nil)
			return
		}
		m.job.addNodes(&m.nodes, r.Nodes)
		if report := m.job.opts.Progress; report != nil {
			report(Progress{m.nodes, len(cp.parts), CheckpointParts})
		}
	})
	if failed != nil {
		return failed
	}
	return m.job.err()
}
