package perft

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

const (
	defaultMemory = 1 << 30
	leastMemory   = 1 << 20 // for positions

	// workerMemory is what a worker needs for itself: its mail, and the batches of
	// its walker once they have grown. It is enough while positions have up to
	// some 45 moves.
	workerMemory = 2 << 20
)

var errMemory = jobError("the positions of a ply need more memory than Options.Memory")

// maxUnique is the last ply of Result.Unique.
const maxUnique = 1000

// mergeDepth is the least depth below positions that are merged. With less below
// it, a position takes longer to look up than to count.
const mergeDepth = 2

// A merger counts below one position after the other. It holds the positions of
// the current ply, and those of the next ply as they are found.
type merger struct {
	job        *job
	side       quad.Color // to move in the current ply
	depth      int        // plies from the current ply to the leaves
	table      table
	mem        memory
	workers    []*mergeWorker
	keepAll    bool        // all positions must find room
	incomplete atomic.Bool // some position of the next ply found no room

	mu       sync.Mutex
	runs     int   // of the current ply
	started  int   // how many of them were handed out
	finished int   // how many of them are done
	nodes    Nodes // below the current root
	before   Nodes // below the roots before it
}

func newMerger(j *job) *merger {
	m := &merger{job: j}
	limit := j.opts.Memory
	if limit == 0 {
		limit = defaultMemory
	}
	// No more workers than there is memory for.
	workers := max(1, min(int64(j.workers), (limit-leastMemory)/workerMemory))
	for range workers {
		m.workers = append(m.workers, &mergeWorker{merger: m, walker: walker{job: j}})
	}
	m.mem.left = max(limit-workerMemory*workers, leastMemory)
	return m
}

// divide returns what is counted below each of moves of p. Positions are merged below
// each move, not between moves.
func (m *merger) divide(p *movegen.Position, moves []movegen.Move, depth int) ([]Result, error) {
	results := make([]Result, len(moves))
	for i, move := range moves {
		child := p.Play(move)
		var err error
		if results[i], err = m.count([]Weighted{{child.Board, child.Side, Nodes{Lo: 1}}}, depth-1); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// count counts below roots, which have the same side to move. It goes down breadth
// first, and keeps each position of a ply once, with the number of ways to it. Close
// to the leaves, or at a ply for which memory has no room, it counts below each
// position, times its ways.
func (m *merger) count(roots []Weighted, depth int) (Result, error) {
	m.job.addNodes(&m.before, m.nodes)
	m.nodes, m.depth = Nodes{}, depth
	n, err := m.start(roots)
	unique := []uint64{uint64(n)}
	for err == nil && m.depth > mergeDepth && n > 0 && !m.incomplete.Load() {
		n, err = m.nextPly()
		if n > 0 && !m.incomplete.Load() && len(unique) <= maxUnique {
			unique = append(unique, uint64(n))
		}
	}
	if err == nil && !m.eachRun((*mergeWorker).countRun) {
		err = m.job.err()
	}
	if err != nil {
		return Result{}, err
	}
	return Result{Nodes: m.nodes, Unique: unique}, nil
}

// start makes roots, which have the same side to move, the current ply, and returns
// their number without duplicates.
func (m *merger) start(roots []Weighted) (int, error) {
	m.incomplete.Store(false)
	m.side = roots[0].Side
	var left []Weighted
	for i := range roots {
		switch m.table.add(&entry{roots[i].Board, roots[i].Ways}, &m.mem) {
		case refused:
			left = append(left, roots[i])
		case tooMany:
			m.job.end(errTooLarge)
		}
	}
	n := m.table.advance()
	if len(left) > 0 {
		m.refuse()
		r, err := m.job.count(left, m.depth)
		if err != nil {
			return 0, err
		}
		m.addResult(r, 0)
	}
	return n, m.job.err()
}

// nextPly plays all moves of the current ply, and makes the positions that they lead
// to the current ply. It returns their number. The depth must be at least 1.
func (m *merger) nextPly() (int, error) {
	if !m.eachRun((*mergeWorker).playRun) {
		return 0, m.job.err()
	}
	m.side, m.depth = m.side.Other(), m.depth-1
	return m.table.advance(), nil
}

// appendPly appends to all the positions that so many plies lead to from roots, which
// have the same side to move.
func (m *merger) appendPly(all, roots []Weighted, plies int) ([]Weighted, error) {
	m.depth = plies
	n, err := m.start(roots)
	for err == nil && m.depth > 0 && n > 0 {
		n, err = m.nextPly()
	}
	if err != nil {
		return nil, err
	}
	all = slices.Grow(all, n)
	for range m.table.runs() {
		r := m.table.nextRun()
		for i := range r.n {
			all = append(all, Weighted{r.boards[i], m.side, r.ways(i)})
		}
		m.mem.putBlock(r.block)
	}
	return all, nil
}

// refuse notes that some position found no room. It ends the job if none may be left
// out.
func (m *merger) refuse() {
	m.incomplete.Store(true)
	if m.keepAll {
		m.job.end(errMemory)
	}
}

// eachRun calls f once for each run of the current ply, on all workers. It reports
// whether all runs were finished.
func (m *merger) eachRun(f func(*mergeWorker, *run)) bool {
	m.runs, m.started, m.finished = m.table.runs(), 0, 0
	var group sync.WaitGroup
	for _, w := range m.workers[:min(len(m.workers), m.runs)] {
		group.Go(func() {
			for r, ok := m.nextRun(); ok; r, ok = m.nextRun() {
				f(w, &r)
				if w.walker.stopped {
					return
				}
				m.mem.putBlock(r.block)
				m.addResult(w.walker.collect(), 1)
			}
			w.deliverAll()
			m.addResult(w.walker.collect(), 0)
		})
	}
	group.Wait()
	return m.finished == m.runs && m.job.err() == nil
}

// nextRun returns the next run to work on, or false if there is none or the job has
// ended.
func (m *merger) nextRun() (run, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.started == m.runs || m.job.err() != nil {
		return run{}, false
	}
	m.started++
	return m.table.nextRun(), true
}

// addResult adds r, of which so many runs were finished, and reports progress.
func (m *merger) addResult(r Result, runs int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.job.addNodes(&m.nodes, r.Nodes)
	m.finished += runs
	if report := m.job.opts.Progress; report != nil {
		report(Progress{m.before.Add(m.nodes), m.finished, m.runs})
	}
}

// A mergeWorker plays moves and sends the positions to the shards by mail, many at
// a time: locks are taken rarely, and look-ups wait for memory side by side.
type mergeWorker struct {
	merger            *merger
	walker            walker // for what is not merged
	parents, children movegen.Batch
	counts            [levelLen]uint16 // moves of each of parents
	mail              [1 << shardBits]envelope
	prefetched        uint64 // keeps the reads of prefetch alive
}

// mailLen is the number of entries that fit in an envelope.
const mailLen = 32

// An envelope holds entries on their way to a shard.
type envelope struct {
	n       int
	entries [mailLen]entry
	hashes  [mailLen]uint64
}

// playRun plays all moves of the positions of r. The children go to the table.
func (w *mergeWorker) playRun(r *run) {
	for i := 0; i < r.n && !w.walker.stopped; i += levelLen {
		n := min(levelLen, r.n-i)
		w.parents.Reset()
		for _, board := range r.boards[i : i+n] {
			w.parents.Append(movegen.Position{Board: board, Side: w.merger.side})
		}
		w.children.Reset()
		movegen.AppendChildrenBatch(&w.children, &w.parents)
		counts := w.counts[:n] // not the walker's, which deliver may use meanwhile
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

// post puts a position into the envelope for its shard, which is delivered when it
// is full.
func (w *mergeWorker) post(board *quad.Board, ways Nodes) {
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

// deliver adds the entries of an envelope to shard s. It counts below those that
// find no room.
func (w *mergeWorker) deliver(s int) {
	mail, shard := &w.mail[s], &w.merger.table.shards[s]
	shard.mu.Lock()
	w.prefetched += shard.prefetch(mail.hashes[:mail.n])
	left := 0
	for i := range mail.entries[:mail.n] {
		switch shard.add(&mail.entries[i], mail.hashes[i], &w.merger.mem) {
		case refused:
			mail.entries[left] = mail.entries[i]
			left++
		case tooMany:
			w.merger.job.end(errTooLarge)
		}
	}
	shard.mu.Unlock()
	mail.n = 0
	if left > 0 {
		w.merger.refuse()
	}
	for i := range mail.entries[:left] {
		e := &mail.entries[i]
		w.walk(&e.board, e.ways, w.merger.side.Other(), w.merger.depth-1)
	}
}

func (w *mergeWorker) deliverAll() {
	for s := range w.mail {
		w.deliver(s)
	}
}

// countRun counts below the positions of r, each times its ways.
func (w *mergeWorker) countRun(r *run) {
	for i := range r.n {
		w.walk(&r.boards[i], r.ways(i), w.merger.side, w.merger.depth)
		if w.walker.stopped {
			return
		}
	}
}

// walk counts depth plies below a board, times its ways.
func (w *mergeWorker) walk(board *quad.Board, ways Nodes, side quad.Color, depth int) {
	p := movegen.Position{Board: *board, Side: side, FullMoves: 1}
	w.walker.walk(&p, depth, ways)
}
