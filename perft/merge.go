package perft

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

const (
	defaultMemory = 1 << 30
	leastMemory   = 1 << 20 // for positions

	// workerMemory is what a worker needs for itself: mail, and the batches of its
	// walker, which grow as they are filled first. It is enough for positions with
	// some 45 moves.
	workerMemory = 2 << 20
)

// mergeDepth is the least depth below positions that are merged: with less, to
// look a position up takes longer than to count below it.
const mergeDepth = 2

// mergeBelow returns the legal moves of p, and what merge counts below each.
func mergeBelow(ctx context.Context, p *movegen.Position, depth int, mode Mode, opts *Options) ([]Child, error) {
	m := newMerger(ctx, mode, opts)
	var children []Child
	for _, move := range p.AppendLegalMoves(nil) {
		child := p.Play(move)
		r, err := m.count(&child, depth-1)
		if err != nil {
			return nil, err
		}
		children = append(children, Child{move, r})
	}
	return children, nil
}

// merge counts below p breadth first.
func merge(ctx context.Context, p *movegen.Position, depth int, mode Mode, opts *Options) (Result, error) {
	return newMerger(ctx, mode, opts).count(p, depth)
}

// A merger counts below one position after the other. It holds the positions of
// one ply, and those of the next as they are found.
type merger struct {
	ctx        context.Context
	report     func(Progress)
	side       quad.Color // to move in the ply at hand
	depth      int        // below it
	table      table
	mem        memory
	workers    []*mergeWorker
	incomplete atomic.Bool // some position of the next ply was not kept

	mu     sync.Mutex
	runs   int // of the ply at hand
	next   int // how many of them are handed out
	done   int
	nodes  Nodes
	before Nodes // below the positions before this
}

func newMerger(ctx context.Context, mode Mode, opts *Options) *merger {
	m := &merger{ctx: ctx, report: opts.Progress}
	limit := opts.Memory
	if limit == 0 {
		limit = defaultMemory
	}
	for range opts.workers() {
		m.workers = append(m.workers, &mergeWorker{
			m:      m,
			walker: walker{done: ctx.Done(), mode: mode},
		})
	}
	m.mem.left = max(limit-workerMemory*int64(len(m.workers)), leastMemory)
	return m
}

// count counts below p breadth first: the positions after one ply more, each with
// the number of ways to it, as long as they are far above the leaves and memory
// has room for all, and then below each, times its ways.
func (m *merger) count(p *movegen.Position, depth int) (Result, error) {
	m.side, m.depth = p.Side, depth
	m.before, m.nodes = m.before.Add(m.nodes), Nodes{}
	m.incomplete.Store(false)
	if !m.table.add(&entry{p.Board, 1}, &m.mem) {
		panic("perft: no memory for one position") // the least is enough for some thousands
	}
	unique := []uint64{uint64(m.table.turn())}
	for m.depth > mergeDepth && !m.incomplete.Load() {
		if !m.each((*mergeWorker).expand) {
			return Result{}, m.ctx.Err()
		}
		m.side, m.depth = m.side.Other(), m.depth-1
		if n := m.table.turn(); !m.incomplete.Load() {
			unique = append(unique, uint64(n))
		}
	}
	if !m.each((*mergeWorker).below) {
		return Result{}, m.ctx.Err()
	}
	return Result{Nodes: m.nodes, Unique: unique}, nil
}

// each calls f once for each run of the ply at hand, in as many goroutines as there
// are workers. It reports whether all went through.
func (m *merger) each(f func(*mergeWorker, *run)) bool {
	m.runs, m.next, m.done = m.table.runs(), 0, 0
	var group sync.WaitGroup
	for _, w := range m.workers[:min(len(m.workers), m.runs)] {
		group.Go(func() {
			for r, ok := m.take(); ok; r, ok = m.take() {
				f(w, &r)
				if w.stopped {
					return
				}
				m.mem.give(r.block)
				m.finish(w.take(), 1)
			}
			w.deliverAll()
			m.finish(w.take(), 0)
		})
	}
	group.Wait()
	return m.done == m.runs && m.ctx.Err() == nil
}

// take returns the next run, or false if there are no more or the context ended.
func (m *merger) take() (run, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next == m.runs || m.ctx.Err() != nil {
		return run{}, false
	}
	m.next++
	return m.table.next(), true
}

// finish adds what was counted since the run before, for a number of runs.
func (m *merger) finish(r Result, runs int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.nodes = m.nodes.Add(r.Nodes)
	m.done += runs
	if m.report != nil {
		m.report(Progress{m.before.Add(m.nodes), m.done, m.runs})
	}
}

// A mergeWorker plays moves and hands the positions to the shards, many at a time:
// a lock is taken rarely, and the reads of memory that a look-up waits for run
// side by side.
type mergeWorker struct {
	walker
	m                 *merger
	parents, children movegen.Batch
	counts            [levelLen]uint16 // of children
	mail              [1 << shardBits]letters
	seen              uint64 // what read returned
}

// mailLen is how many entries a shard gets at once.
const mailLen = 32

// letters are entries on their way to a shard.
type letters struct {
	n       int
	entries [mailLen]entry
	hashes  [mailLen]uint64
}

// expand adds the positions after each move from those of r to the table.
func (w *mergeWorker) expand(r *run) {
	for i := 0; i < r.n && !w.stopped; i += levelLen {
		n := min(levelLen, r.n-i)
		w.parents.Reset()
		for _, board := range r.boards[i : i+n] {
			w.parents.Append(movegen.Position{Board: board, Side: w.m.side})
		}
		w.children.Reset()
		movegen.AppendChildrenBatch(&w.children, &w.parents)
		counts := w.counts[:n] // no room of the walker, which may count for deliver
		movegen.CountLegalBatch(counts, &w.parents)
		child := 0
		for k, count := range counts {
			ways := r.ways(i + k)
			for range count {
				p := w.children.At(child)
				w.post(&p.Board, ways)
				child++
			}
		}
	}
}

// post adds ways to board in the table, sooner or later.
func (w *mergeWorker) post(board *quad.Board, ways uint64) {
	h := hash(board)
	s := shardOf(h)
	mail := &w.mail[s]
	mail.entries[mail.n] = entry{*board, ways}
	mail.hashes[mail.n] = h
	mail.n++
	if mail.n == len(mail.entries) {
		w.deliver(s)
	}
}

// deliver hands over what is for shard s, and counts below what does not fit.
func (w *mergeWorker) deliver(s int) {
	mail, shard := &w.mail[s], &w.m.table.shards[s]
	shard.mu.Lock()
	w.seen += shard.read(mail.hashes[:mail.n])
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
		e := &mail.entries[i]
		w.count(&e.board, e.ways, w.m.side.Other(), w.m.depth-1)
	}
}

func (w *mergeWorker) deliverAll() {
	for s := range w.mail {
		w.deliver(s)
	}
}

// below counts below the positions of r.
func (w *mergeWorker) below(r *run) {
	for i := range r.n {
		w.count(&r.boards[i], r.ways(i), w.m.side, w.m.depth)
		if w.stopped {
			return
		}
	}
}

// count counts depth plies below a board, ways times.
func (w *mergeWorker) count(board *quad.Board, ways uint64, side quad.Color, depth int) {
	p := movegen.Position{Board: *board, Side: side, FullMoves: 1}
	w.walk(&p, depth, ways)
}
