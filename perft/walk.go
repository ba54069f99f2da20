package perft

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A walker counts the leaves below one position after the other. Each goroutine
// has its own walker. A walker checks every few plies whether the job has ended.
type walker struct {
	job     *job
	stopped bool // the job has ended
	lowest  int  // depth at which the walk ends, because the tree is too deep
	result  Result

	levels [3]level // in ModeBatch, levels[i] gathers positions i+1 plies above the leaves
	weight Uint128  // in ModeBatch, the weight of the positions that are being gathered
	counts []uint16
	leaves []uint32

	entries movegen.Batch // in mergers, the positions below which leaves are counted
}

// A level gathers positions that have the same distance from the leaves.
type level struct {
	positions movegen.Batch
	groups    []group
}

// A group is a run of positions in a level that have the same weight. It begins where the
// previous group ends, and is never empty.
type group struct {
	end    int
	weight Uint128
}

// checkDepth is the smallest depth where a walker checks whether to stop. A subtree of
// this depth usually has about a million leaves, which take a few milliseconds.
const checkDepth = 4

// maxLine is how many plies a walker can go down, because its stack grows with each ply. A deeper tree
// can only be counted if nearly all its moves are forced anyway.
const maxLine = 1 << 14

const (
	// A level is drained when it has levelLen positions, four blocks for the kernels.
	levelLen = 256
	// The level above the leaves is drained at leafParentsLen positions. Together with the
	// children of levelLen more positions, they fit in the second-level cache.
	leafParentsLen = 4096
)

// stop reports whether to stop before going down by another depth plies.
func (w *walker) stop(depth int) bool {
	if depth < w.lowest {
		w.job.end(errTooDeep)
	}
	return w.ended()
}

// ended reports whether the job has ended, and sets w.stopped if it has.
func (w *walker) ended() bool {
	select {
	case <-w.job.ctx.Done():
		w.stopped = true
	default:
	}
	return w.stopped
}

// walk adds the leaves depth plies below p to the result, multiplied by weight. The depth must be
// at least 1. If the walker has been stopped, it adds an arbitrary number. In ModeBatch some
// leaves may be added only by a later call or by collect.
func (w *walker) walk(p *movegen.Position, depth int, weight Uint128) {
	w.lowest = depth - maxLine
	switch w.job.mode {
	case ModeBatch:
		w.weight = weight
		w.gather(p, depth)
	case ModeBulk:
		w.addLeaves(w.bulk(p, depth), weight)
	default:
		w.addLeaves(w.single(p, depth), weight)
	}
}

// addLeaves adds n leaves to the result, multiplied by weight.
func (w *walker) addLeaves(n uint64, weight Uint128) {
	product, ok := weight.times(n)
	if !ok {
		w.job.end(errTooLarge)
	}
	w.job.addNodes(&w.result.Nodes, product)
}

// collect counts the positions that are still gathered, and returns the result since the last
// call.
func (w *walker) collect() Result {
	for depth := len(w.levels); depth > 0; depth-- {
		w.drain(depth)
	}
	r := w.result
	w.result = Result{}
	return r
}

// single returns the number of leaves below p. It plays every move.
func (w *walker) single(p *movegen.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if depth >= checkDepth && w.stop(depth) {
		return 0
	}
	var buf [256]movegen.Move
	var child movegen.Position // outside the loop, where it would escape
	n := uint64(0)
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		p.PlayInto(&child, m)
		if depth == 1 && w.job.opts.Stats {
			w.result.Stats.addMove(p, m, &child)
		}
		n += w.single(&child, depth-1)
	}
	return n
}

// bulk counts the leaves below p without playing the moves in the last ply. depth must be
// at least 1.
func (w *walker) bulk(p *movegen.Position, depth int) uint64 {
	switch {
	case depth == 1:
		return uint64(p.CountLegal())
	case depth == 2:
		return uint64(p.CountTwoPly())
	case depth >= checkDepth && w.stop(depth):
		return 0
	}
	var buf [256]movegen.Move
	var child movegen.Position
	n := uint64(0)
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		p.PlayInto(&child, m)
		n += w.bulk(&child, depth-1)
	}
	return n
}

// gather adds the positions below p that are len(w.levels) plies above the leaves to
// their level. It drains a level that has become long enough.
func (w *walker) gather(p *movegen.Position, depth int) {
	if depth <= len(w.levels) {
		l := &w.levels[depth-1]
		l.positions.Append(*p)
		l.extendGroup(l.positions.Len(), w.weight)
		if l.positions.Len() >= levelLen {
			w.drain(depth)
		}
		return
	}
	if depth >= checkDepth && w.stop(depth) {
		return
	}
	var buf [256]movegen.Move
	var child movegen.Position
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		p.PlayInto(&child, m)
		w.gather(&child, depth-1)
	}
}

// extendGroup gives weight to the positions from the end of the last group up to n. If
// that group has the same weight, they join it.
func (l *level) extendGroup(n int, weight Uint128) {
	last, end := len(l.groups)-1, 0
	if last >= 0 {
		end = l.groups[last].end
	}
	switch {
	case n == end: // no positions
	case last >= 0 && l.groups[last].weight == weight:
		l.groups[last].end = n
	default:
		l.groups = append(l.groups, group{n, weight})
	}
}

// drain empties the level that is depth plies above the leaves. It counts the leaves below the
// positions there, or adds their children to the next level.
func (w *walker) drain(depth int) {
	l := &w.levels[depth-1]
	switch {
	case depth == 1:
		w.countLeaves(l)
	case depth == 2 && w.job.twoPly:
		w.countTwoPlies(l)
	default:
		n := l.positions.Len()
		for i := 0; i < n; i += levelLen {
			w.playMoves(depth, i, min(n, i+levelLen))
		}
	}
	l.positions.Reset()
	l.groups = l.groups[:0]
}

// playMoves plays all moves from positions i to j-1 in a level, and adds the children to
// the next level.
func (w *walker) playMoves(depth, i, j int) {
	l, next := &w.levels[depth-1], &w.levels[depth-2]
	parents := l.positions.Slice(i, j)
	begin := next.positions.Len()
	movegen.AppendChildrenBatch(&next.positions, parents)
	if len(l.groups) == 1 {
		next.extendGroup(next.positions.Len(), l.groups[0].weight)
	} else {
		counts := w.countMoves(parents)
		g, _ := slices.BinarySearchFunc(l.groups, i, func(g group, i int) int { return cmp.Compare(g.end, i+1) })
		for k, n := range counts {
			if l.groups[g].end == i+k {
				g++
			}
			begin += int(n)
			next.extendGroup(begin, l.groups[g].weight)
		}
	}
	if depth > 2 || next.positions.Len() >= leafParentsLen {
		w.drain(depth - 1)
	}
}

// countLeaves adds the leaves below l, the level one ply above the leaves.
func (w *walker) countLeaves(l *level) {
	counts := w.countMoves(&l.positions)
	begin := 0
	for _, g := range l.groups {
		w.addLeaves(sum(counts[begin:g.end]), g.weight)
		begin = g.end
	}
}

// countTwoPlies adds the leaves below l, the level two plies above the leaves.
func (w *walker) countTwoPlies(l *level) {
	n := l.positions.Len()
	if cap(w.leaves) < n {
		w.leaves = make([]uint32, 2*n)
	}
	leaves := w.leaves[:n]
	movegen.CountTwoPlyBatch(leaves, &l.positions)
	begin := 0
	for _, g := range l.groups {
		w.addLeaves(sum(leaves[begin:g.end]), g.weight)
		begin = g.end
	}
}

// countSet counts the leaves two plies below each entry, with side to move, multiplies them
// by the ways, and adds them.
func (w *walker) countSet(entries []setEntry, side quad.Color) {
	var total Uint128
	b := &w.entries
	for len(entries) > 0 && !w.ended() {
		n := min(len(entries), leafParentsLen)
		b.Reset()
		for i := range entries[:n] {
			b.Append(movegen.Position{Board: entries[i].board, Side: side})
		}
		if cap(w.leaves) < n {
			w.leaves = make([]uint32, leafParentsLen)
		}
		leaves := w.leaves[:n]
		movegen.CountTwoPlyBatch(leaves, b)
		for i, count := range leaves {
			hi, lo := bits.Mul64(entries[i].ways, uint64(count))
			total = total.Add(Uint128{hi, lo}) // fewer than 2 to the 20 products of at most 96 bits
		}
		entries = entries[n:]
	}
	w.job.addNodes(&w.result.Nodes, total)
}

// countMoves returns the number of legal moves of each position. The next call overwrites
// the result.
func (w *walker) countMoves(positions *movegen.Batch) []uint16 {
	n := positions.Len()
	if cap(w.counts) < n {
		w.counts = make([]uint16, 2*n)
	}
	movegen.CountLegalBatch(w.counts[:n], positions)
	return w.counts[:n]
}

func sum[count uint16 | uint32](counts []count) uint64 {
	var a, b uint64 // two chains of additions
	for len(counts) >= 8 {
		c := (*[8]count)(counts)
		a += uint64(c[0]) + uint64(c[1]) + uint64(c[2]) + uint64(c[3])
		b += uint64(c[4]) + uint64(c[5]) + uint64(c[6]) + uint64(c[7])
		counts = counts[8:]
	}
	for _, n := range counts {
		a += uint64(n)
	}
	return a + b
}
