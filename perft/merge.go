package perft

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

const (
	defaultMemory = 1 << 30
	leastMemory   = 1 << 20
)

// mergeDepth is the least depth below positions that are merged: with less, to
// look a position up takes longer than to count below it.
const mergeDepth = 2

// mergeBelow returns the legal moves of p, and what merge counts below each.
func mergeBelow(ctx context.Context, p *movegen.Position, depth int, mode Mode, opts *Options) ([]Child, error) {
	var children []Child
	for _, m := range p.AppendLegalMoves(nil) {
		child := p.Play(m)
		r, err := merge(ctx, &child, depth-1, mode, opts)
		if err != nil {
			return nil, err
		}
		children = append(children, Child{m, r})
	}
	return children, nil
}

// merge counts below p breadth first: the positions after one ply more, each with
// the number of ways to it, as long as they are far above the leaves and memory
// has room for all, and then below each, times its ways.
func merge(ctx context.Context, p *movegen.Position, depth int, mode Mode, opts *Options) (Result, error) {
	m := merger{ctx: ctx, side: p.Side, depth: depth, report: opts.Progress}
	m.mem.left = max(opts.Memory, leastMemory)
	if opts.Memory == 0 {
		m.mem.left = defaultMemory
	}
	for range opts.workers() {
		m.workers = append(m.workers, &mergeWorker{
			m:      &m,
			walker: walker{done: ctx.Done(), mode: mode},
		})
	}
	m.runs = []run{{new(block), 1}}
	m.runs[0].block[0] = entry{p.Board, 1}
	unique := []uint64{1}
	for m.depth > mergeDepth && !m.incomplete.Load() {
		if !m.each((*mergeWorker).expand) {
			return Result{}, ctx.Err()
		}
		m.side, m.depth = m.side.Other(), m.depth-1
		var n int
		if m.runs, n = m.table.runs(&m.mem); !m.incomplete.Load() {
			unique = append(unique, uint64(n))
		}
	}
	if !m.each((*mergeWorker).below) {
		return Result{}, ctx.Err()
	}
	return Result{Nodes: m.nodes, Unique: unique}, nil
}

// A merger holds the positions of one ply and the table for those of the next.
type merger struct {
	ctx        context.Context
	report     func(Progress)
	side       quad.Color
	depth      int // below runs
	runs       []run
	table      table
	mem        memory
	workers    []*mergeWorker
	incomplete atomic.Bool // some position of this ply was not kept

	mu    sync.Mutex
	next  int // the first run not yet handed out
	done  int
	nodes Nodes
}

// each calls f once for each run, in as many goroutines as there are workers. It
// reports whether all went through.
func (m *merger) each(f func(*mergeWorker, []entry)) bool {
	m.next, m.done = 0, 0
	var group sync.WaitGroup
	for _, w := range m.workers[:min(len(m.workers), len(m.runs))] {
		group.Go(func() {
			for r := m.take(); r != nil; r = m.take() {
				f(w, r.block[:r.n])
				if w.stopped {
					return
				}
				m.mem.giveBlock(r.block)
				m.finish(w.take(), 1)
			}
			w.deliverAll()
			m.finish(w.take(), 0)
		})
	}
	group.Wait()
	return m.done == len(m.runs) && m.ctx.Err() == nil
}

// take returns the next run, or nil if there are no more or the context ended.
func (m *merger) take() *run {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next == len(m.runs) || m.ctx.Err() != nil {
		return nil
	}
	m.next++
	return &m.runs[m.next-1]
}

// finish adds what was counted since the run before, for a number of runs.
func (m *merger) finish(r Result, runs int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.nodes = m.nodes.Add(r.Nodes)
	m.done += runs
	if m.report != nil {
		m.report(Progress{m.nodes, m.done, len(m.runs)})
	}
}

// A mergeWorker plays moves and hands the positions to the shards, many at a time:
// a lock is taken rarely, and the reads of memory that a look-up waits for run
// side by side.
type mergeWorker struct {
	walker
	m    *merger
	mail [1 << shardBits]letters
}

// letters are entries on their way to a shard.
type letters struct {
	n       int
	entries [32]entry
	hashes  [32]uint64
}

// expand adds the positions after each move from entries to the table.
func (w *mergeWorker) expand(entries []entry) {
	var buf [256]movegen.Move
	var child movegen.Position
	for i := range entries {
		e := &entries[i]
		p := movegen.Position{Board: e.board, Side: w.m.side, FullMoves: 1}
		for _, m := range p.AppendLegalMoves(buf[:0]) {
			p.PlayInto(&child, m)
			h := hash(&child.Board)
			s := int(h % uint64(len(w.mail)))
			mail := &w.mail[s]
			mail.entries[mail.n] = entry{child.Board, e.ways}
			mail.hashes[mail.n] = h
			mail.n++
			if mail.n == len(mail.entries) {
				w.deliver(s)
			}
		}
		if w.stopped {
			return
		}
	}
}

// deliver hands over what is for shard s, and counts below what does not fit.
func (w *mergeWorker) deliver(s int) {
	mail, shard := &w.mail[s], &w.m.table[s]
	shard.mu.Lock()
	refused := 0
	for i := range mail.entries[:mail.n] {
		if !shard.add(&mail.entries[i], mail.hashes[i], &w.m.mem) {
			mail.entries[refused] = mail.entries[i]
			refused++
		}
	}
	shard.mu.Unlock()
	mail.n = 0
	if refused > 0 {
		w.m.incomplete.Store(true)
	}
	for i := range mail.entries[:refused] {
		w.count(&mail.entries[i], w.m.side.Other(), w.m.depth-1)
	}
}

func (w *mergeWorker) deliverAll() {
	for s := range w.mail {
		w.deliver(s)
	}
}

// below counts below entries.
func (w *mergeWorker) below(entries []entry) {
	for i := range entries {
		w.count(&entries[i], w.m.side, w.m.depth)
		if w.stopped {
			return
		}
	}
}

// count counts depth plies below e.
func (w *mergeWorker) count(e *entry, side quad.Color, depth int) {
	p := movegen.Position{Board: e.board, Side: side, FullMoves: 1}
	w.walk(&p, depth, e.ways)
}

var _ [10240]byte = [unsafe.Sizeof(block{})]byte{} // a size class of the allocator: nothing is lost
