package perft

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

const (
	defaultMemory = 1 << 30
	leastMemory   = 1 << 20 // the least memory for positions

	// workerMemory is what a worker needs for itself: its envelopes, its group counts, and
	// its walker's batches when they have grown. It is enough for positions with up to about
	// 45 moves.
	workerMemory = 5 << 19
)

// errMemory ends a job that must store all positions of a ply.
var errMemory = jobError("the positions of a ply need more memory than Options.Memory")

// maxUnique is the last ply that Result.Unique includes.
const maxUnique = 1000

// A merger counts the leaves below roots that have the same side to move. It stores the current
// ply and collects the next one.
type merger struct {
	job        *job
	side       quad.Color // to move in the current ply
	depth      int        // plies between the current ply and the leaves
	table      table
	part       *table // the part of the next ply that a pass stores
	from, to   *table // tables of the current and the next ply
	begin, end int    // shards begin to end-1 of the next ply are stored
	keepPly    bool   // another pass will play the current ply again
	mem        memory
	room       int // about how many positions fit in memory
	setLen     int // length of a worker's set, or 0 if there is no memory for it
	workers    []*mergeWorker
	mustFit    bool        // a position that finds no room ends the job; otherwise the leaves below it are counted at once
	counting   bool        // the children of the current ply are counted, not stored
	incomplete atomic.Bool // some position of the next ply found no room
	growth     growth      // growth from the ply before to the current ply

	mu       sync.Mutex
	segments int     // number of segments of the current ply
	finished int     // number of finished segments
	nodes    Uint128 // leaves below the current roots
	before   Uint128 // leaves below the roots of earlier counts
}

func newMerger(j *job) *merger {
	m := &merger{job: j, end: 1 << shardBits}
	m.from, m.to = &m.table, &m.table
	limit := j.opts.Memory
	if limit == 0 {
		limit = defaultMemory
	}
	// Use no more workers than there is memory for.
	workers := max(1, min(int64(j.workers), (limit-leastMemory)/workerMemory))
	for range workers {
		m.workers = append(m.workers, &mergeWorker{merger: m, walker: walker{job: j}})
	}
	m.setLen = setLen((limit - leastMemory) / workers)
	m.mem.left = max(limit-(workerMemory+setBytes(m.setLen))*workers, leastMemory)
	m.room = int(min(m.mem.left/entryBytes, math.MaxInt))
	return m
}

// divide returns a result for each of the given moves. It merges positions below each move,
// but not across moves.
func (m *merger) divide(p *movegen.Position, moves []movegen.Move, depth int) ([]Result, error) {
	results := make([]Result, len(moves))
	for i, move := range moves {
		child := p.Play(move)
		var err error
		if results[i], err = m.count([]Weighted{{child.Board, child.Side, Uint128{Lo: 1}}}, depth-1); err != nil {
			return results[:i], err
		}
	}
	return results, nil
}

// count counts the leaves below roots, which must have the same side to move. It goes down breadth
// first, and stores each position once with the number of ways to it. It stops where another ply
// would cost more than it saves, or where memory is full. Then it counts the leaves below each
// position and multiplies them by the ways.
func (m *merger) count(roots []Weighted, depth int) (Result, error) {
	m.job.addNodes(&m.before, m.nodes)
	m.nodes = Uint128{}
	passes, n, next := 1, 0, uint64(0)
	unique, err := m.descend(roots, depth, func(ply int) bool {
		passes, n = m.passes(ply), ply
		return passes == 1 && m.saves(ply)
	})
	switch {
	case err != nil:
	case passes == 1:
		err = m.countPly()
	default:
		next, err = m.countInPasses(n, passes)
		if !m.incomplete.Load() {
			unique = appendUnique(unique, next)
		}
	}
	if err != nil {
		return Result{}, err
	}
	return Result{Nodes: m.nodes, Unique: unique}, nil
}

// descend goes down from roots, ply by ply. It stops where the tree ends, where more(n)
// returns false for a ply with n positions, or where memory is full. It returns how many
// positions each stored ply has, up to maxUnique.
func (m *merger) descend(roots []Weighted, depth int, more func(n int) bool) (unique []uint64, err error) {
	m.depth = depth
	n, err := m.start(roots)
	for err == nil && n > 0 && !m.incomplete.Load() {
		unique = appendUnique(unique, uint64(n))
		if m.depth == 0 || !more(n) {
			break
		}
		n, err = m.nextPly(n)
	}
	return unique, err
}

// appendUnique appends the number of positions in the next ply, unless it is after ply maxUnique.
func appendUnique(unique []uint64, n uint64) []uint64 {
	if len(unique) <= maxUnique {
		unique = append(unique, n)
	}
	return unique
}

// start makes roots the current ply and returns how many different roots there are. If there is
// no room for some roots, it counts the leaves below them at once.
func (m *merger) start(roots []Weighted) (int, error) {
	m.incomplete.Store(false)
	m.side = roots[0].Side
	if m.table.odd { // so that each ply uses an index that the same ply of the last count has grown
		m.table.advance()
	}
	var left []Weighted
	for i := range roots {
		switch m.table.add(&entry{roots[i].Board, roots[i].Ways}, m.side.Other(), &m.mem) {
		case refused:
			left = append(left, roots[i])
		case tooMany:
			m.job.end(errTooLarge)
		}
	}
	n := m.table.advance()
	m.growth = usualGrowth
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

// nextPly plays all moves in the current ply, which has n positions. The positions after
// them become the current ply, and nextPly returns how many there are. The depth must be at
// least 1.
func (m *merger) nextPly(n int) (int, error) {
	m.groupShards()
	moves := m.fillTable(n)
	if err := m.job.err(); err != nil {
		return 0, err
	}
	m.side, m.depth = m.side.Other(), m.depth-1
	next := m.to.advance()
	m.growth = newGrowth(n, moves, next)
	return next, nil
}

// fillTable plays all moves in the current ply, which has n positions, and returns how many
// there were. It stores the children that belong to shards m.begin to m.end-1, and ignores
// the others.
func (m *merger) fillTable(n int) (moves int) {
	// Allocate indexes of about the final size, because growing them later takes longer.
	perShard := int(min(m.expected(n)/float64(len(m.to.shards)), float64(m.mem.room()/(m.end-m.begin))))
	m.eachOf(m.end-m.begin, func(_ *mergeWorker, i int) {
		s := &m.to.shards[m.begin+i]
		for s.index.size/2*3 < perShard && s.growIndex(&m.mem) {
		}
	})
	m.counting = false
	m.eachSegment()
	var group sync.WaitGroup
	for _, w := range m.workers {
		group.Go(func() {
			w.deliverAll()
			if r := w.walker.collect(); !w.walker.stopped {
				m.addResult(r, 0)
			}
		})
	}
	group.Wait()
	for _, w := range m.workers {
		moves += w.played
		w.played = 0
	}
	return moves
}

// countInPasses counts the leaves below the next ply, after a ply with n positions, and
// returns how many positions the next ply has. Each pass plays all moves again, but stores
// only the positions in some shards, and counts the leaves below them.
func (m *merger) countInPasses(n, passes int) (next uint64, err error) {
	m.groupShards()
	if m.part == nil {
		m.part = new(table)
	}
	m.keepPly, m.to = true, m.part
	first := func(pass int) int { return pass % passes * len(m.to.shards) / passes }
	for pass := range passes {
		m.begin, m.end = first(pass), (pass+1)*len(m.to.shards)/passes
		if m.fillTable(n); m.job.err() != nil {
			break
		}
		next += uint64(m.to.advance())
		m.from, m.side, m.depth, m.keepPly = m.to, m.side.Other(), m.depth-1, false
		if err := m.countPly(); err != nil {
			break
		}
		m.from, m.side, m.depth, m.keepPly = &m.table, m.side.Other(), m.depth+1, true
		m.to.advance() // exchanges index and order of the shards, as they were at the start of this pass
		for i := range m.to.shards[m.begin:m.end] {
			m.to.moveIndexes(m.begin+i, (first(pass+1)+i)%len(m.to.shards))
		}
	}
	m.table.free(&m.mem)
	m.begin, m.end, m.keepPly, m.to = 0, len(m.to.shards), false, &m.table
	return next, m.job.err()
}

// appendPly appends the positions that are the given number of plies below roots to all. The
// roots must have the same side to move.
func (m *merger) appendPly(all, roots []Weighted, plies int) ([]Weighted, error) {
	if _, err := m.descend(roots, plies, func(int) bool { return true }); err != nil {
		return nil, err
	}
	for i := range m.table.shards {
		s := &m.table.shards[i]
		for n := range s.nCurrent {
			b, k := s.currentAt(n)
			all = append(all, Weighted{b.boards[k], m.side, b.ways(k)})
		}
	}
	m.table.free(&m.mem)
	return all, nil
}

// refuse records that there was no room for some position.
func (m *merger) refuse() {
	m.incomplete.Store(true)
	if m.mustFit {
		m.job.end(errMemory)
	}
}

// countPly counts the leaves below the current ply, group by group.
func (m *merger) countPly() error {
	m.counting = true
	m.groupShards()
	m.eachSegment()
	return m.job.err()
}

// A segment is part of a shard, in group order.
type segment struct {
	*shard
	lo, hi int
}

// eachSegment merges the children of the current ply, segment by segment. It frees the ply's
// blocks unless another pass needs them.
func (m *merger) eachSegment() {
	var segments []segment
	for i := range m.from.shards {
		s := &m.from.shards[i]
		s.segments.Store(0)
		for lo := 0; lo < s.nCurrent; {
			hi := min(lo+segmentLen, s.nCurrent)
			for hi < s.nCurrent && !s.beginsGroup(hi) {
				hi++
			}
			segments = append(segments, segment{s, lo, hi})
			s.segments.Add(1)
			lo = hi
		}
	}
	m.segments, m.finished = len(segments), 0
	m.eachOf(len(segments), func(w *mergeWorker, i int) {
		s := &segments[i]
		w.mergeChildren(s.shard, s.lo, s.hi)
		if w.walker.stopped {
			return
		}
		if s.segments.Add(-1) == 0 && !m.keepPly {
			s.freeCurrent(&m.mem)
		}
		if r := w.walker.collect(); !w.walker.stopped {
			m.addResult(r, 1)
		}
	})
}

const (
	// playLen is how many parents are played at once: one block of the kernels.
	playLen = 64
	// fewChildren is how many children the set can have before it stops receiving the
	// next group. Emptying the set after each small group would take longer.
	fewChildren = 4096
)

// A segment has at least segmentLen entries, except at the end of a shard. A group is
// never split.
const segmentLen = 16384

// groupShards sorts the positions of each shard by groups.
func (m *merger) groupShards() {
	m.eachOf(len(m.from.shards), func(w *mergeWorker, i int) {
		if w.groupCounts == nil {
			w.groupCounts = new([1 << groupBits]uint32)
		}
		m.from.shards[i].group(m.side.Other(), w.groupCounts)
	})
}

// eachOf calls f with each number from 0 to n-1, on all workers, until the job ends.
func (m *merger) eachOf(n int, f func(w *mergeWorker, i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for _, w := range m.workers[:min(len(m.workers), n)] {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !w.walker.stopped && m.job.err() == nil; i = int(next.Add(1)) - 1 {
				f(w, i)
			}
		})
	}
	group.Wait()
}

// addResult adds r and a number of finished segments, and reports progress.
func (m *merger) addResult(r Result, segments int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.job.addNodes(&m.nodes, r.Nodes)
	m.finished += segments
	if report := m.job.opts.Progress; report != nil {
		report(Progress{m.before.Add(m.nodes), m.finished, m.segments})
	}
}

// A mergeWorker plays moves and sends the positions to the shards in envelopes. This way it
// locks a shard once for many positions, and their look-ups wait for memory at the same
// time.
type mergeWorker struct {
	merger            *merger
	walker            walker // counts the leaves below positions that are not merged
	parents, children movegen.Batch
	counts            [playLen]uint16 // how many moves each parent has; the walker's own counts can change during a delivery
	mail              [1 << shardBits]envelope
	ways              [playLen]Uint128 // ways to each parent
	played            int              // number of moves played from the current ply
	prefetched        uint64           // sum of prefetched words, so that the compiler does not remove the reads

	groupCounts *[1 << groupBits]uint32
	set         *childSet // nil until it is used
	childWays   []uint64  // ways to each child
}

// mailLen is the number of entries that fit in an envelope.
const mailLen = 32

// An envelope contains entries that have not been delivered to their shard yet.
type envelope struct {
	n       int
	entries [mailLen]entry
	hashes  [mailLen]uint64
}

// addParent adds entry i of a block to parents.
func (w *mergeWorker) addParent(b *block, i int) {
	w.ways[w.parents.Len()] = b.ways(i)
	w.parents.Append(movegen.Position{Board: b.boards[i], Side: w.merger.side})
}

// playParents plays all moves from parents and returns how many there were. It stores the positions
// after them in children, and each parent's move count in counts.
func (w *mergeWorker) playParents() int {
	w.children.Reset()
	movegen.AppendChildrenBatch(&w.children, &w.parents)
	movegen.CountLegalBatch(w.counts[:w.parents.Len()], &w.parents)
	return w.children.Len()
}

// mergeChildren plays all moves from positions lo to hi-1 in s, in group order, and merges
// equal children within a group. Then it counts the leaves below the children, or sends them
// to the table.
func (w *mergeWorker) mergeChildren(s *shard, lo, hi int) {
	if w.merger.counting && (w.merger.depth <= mergeDepth || w.merger.setLen == 0) {
		for i := lo; i < hi && !w.walker.stopped; i++ {
			b, k := s.currentAt(s.sorted(i))
			w.walk(&b.boards[k], b.ways(k), w.merger.side, w.merger.depth)
		}
		return
	}
	if w.set == nil {
		w.set = newChildSet(max(w.merger.setLen, storingLen))
	}
	for i := lo; i < hi && !w.walker.stopped; {
		if w.set.n >= fewChildren && s.beginsGroup(i) {
			w.emptySet()
		}
		w.prefetched += s.prefetchCurrent(i, min(i+playLen, hi))
		w.parents.Reset()
		for begin := i; i < min(begin+playLen, hi); i++ {
			if i > begin && w.set.n >= fewChildren && s.beginsGroup(i) {
				break
			}
			b, k := s.currentAt(s.sorted(i))
			if ways := b.ways(k); ways.Hi == 0 {
				w.addParent(b, k)
			} else {
				w.playAlone(&b.boards[k], ways)
			}
		}
		w.playParents()
		w.addChildren()
	}
	w.emptySet()
}

// playAlone counts the leaves below a board, or sends its children to the table. It does not
// merge them first, because the number of ways is too large for a set.
func (w *mergeWorker) playAlone(board *quad.Board, ways Uint128) {
	if w.merger.counting {
		w.walk(board, ways, w.merger.side, w.merger.depth)
		return
	}
	p := movegen.Position{Board: *board, Side: w.merger.side, FullMoves: 1}
	var buf [256]movegen.Move
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		child := p.Play(m)
		w.post(child.Board, ways)
		w.played++
	}
}

// addChildren adds the children to the set, and empties the set whenever it is full.
func (w *mergeWorker) addChildren() {
	if !w.merger.counting {
		w.played += w.children.Len()
	}
	w.childWays = w.childWays[:0]
	for i, count := range w.counts[:w.parents.Len()] {
		for range count {
			w.childWays = append(w.childWays, w.ways[i].Lo)
		}
	}
	planes := w.children.Planes()
	for ways := w.childWays; len(ways) > 0; {
		if !w.set.hasRoom() {
			w.emptySet()
		}
		n := min(len(ways), addLen)
		w.set.add(&planes, ways[:n])
		ways = ways[n:]
		for p := range planes {
			planes[p] = planes[p][n:]
		}
	}
}

// emptySet counts the leaves below the positions of the set, or sends the positions to the table.
func (w *mergeWorker) emptySet() {
	children := w.set.children[1 : 1+w.set.n]
	depth, side := w.merger.depth-1, w.merger.side.Other()
	if !w.merger.counting {
		for i := range children {
			w.post(children[i].board, Uint128{Lo: children[i].ways})
		}
	} else if depth == 2 && w.walker.job.mode == ModeBatch && w.walker.job.twoPly {
		w.walker.countSet(children, side)
	} else {
		for i := range children {
			if w.walker.ended() {
				break
			}
			w.walk(&children[i].board, Uint128{Lo: children[i].ways}, side, depth)
		}
	}
	w.set.reset()
}

// post puts a child into its shard's envelope, if this pass stores that shard. When an
// envelope is full, it is delivered.
func (w *mergeWorker) post(board quad.Board, ways Uint128) {
	s := shardOf(groupOf(&board, w.merger.side))
	if s < w.merger.begin || s >= w.merger.end {
		return // another pass stores it
	}
	h := hash(&board)
	mail := &w.mail[s]
	mail.entries[mail.n] = entry{board, ways}
	mail.hashes[mail.n] = h
	mail.n++
	if mail.n == len(mail.entries) {
		w.deliver(s)
	}
}

// deliver adds the entries of an envelope to shard s. If there is no room for some entries,
// it counts the leaves below them instead.
func (w *mergeWorker) deliver(s int) {
	mail, shard := &w.mail[s], &w.merger.to.shards[s]
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
	if left == 0 {
		return
	}
	w.merger.refuse()
	if w.merger.mustFit {
		return
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

// walk adds the leaves at the given depth below a board, multiplied by its ways.
func (w *mergeWorker) walk(board *quad.Board, ways Uint128, side quad.Color, depth int) {
	p := movegen.Position{Board: *board, Side: side, FullMoves: 1}
	w.walker.walk(&p, depth, ways)
}
