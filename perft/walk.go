package perft

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone/movegen"
)

// A walker counts below positions, one after the other, for one goroutine. It
// looks at done every few plies.
type walker struct {
	done     <-chan struct{}
	stopped  bool
	mode     Mode
	counting bool // fill stats
	result   Result

	levels [3]level // of the mode Batch: those one ply above the leaves, two and three
	weight uint64   // of the positions that go to the levels now
	counts []uint16
}

// A level is positions as many plies above the leaves, which wait until there are
// enough of them.
type level struct {
	positions movegen.Batch
	groups    []group
}

// A group is the positions of a level up to end, one at least, from the end of the
// group before it, each to be counted weight times.
type group struct {
	end    int
	weight uint64
}

// checkDepth is the depth from which on a node is worth a look at done: below it
// are some million leaves, a few milliseconds.
const checkDepth = 4

const (
	// levelLen is the number of positions that a level gathers, and with which it
	// goes on to the next: four blocks of the kernels.
	levelLen = 256
	// leavesLen is that of the level above the leaves. With the children of levelLen
	// more they fit the second-level cache.
	leavesLen = 4096
)

// stop reports whether to give up, and remembers it.
func (w *walker) stop() bool {
	select {
	case <-w.done:
		w.stopped = true
	default:
	}
	return w.stopped
}

// walk counts weight times what is below p, depth plies deep, at least one, or
// anything if stopped. The mode Batch may leave some of it to the next call, or to
// take.
func (w *walker) walk(p *movegen.Position, depth int, weight uint64) {
	switch w.mode {
	case Batch:
		w.weight = weight
		w.batch(p, depth)
	case Bulk:
		w.add(w.bulk(p, depth), weight)
	default:
		w.add(w.single(p, depth), weight)
	}
}

// add adds n leaves, weight times.
func (w *walker) add(n, weight uint64) {
	hi, lo := bits.Mul64(n, weight)
	w.result.Nodes = w.result.Nodes.Add(Nodes{hi, lo})
}

// take returns what was counted since it was last called.
func (w *walker) take() Result {
	w.flush()
	r := w.result
	w.result = Result{}
	return r
}

// single returns the number of leaves below p, and plays the moves to them all.
func (w *walker) single(p *movegen.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if depth >= checkDepth && w.stop() {
		return 0
	}
	var buf [256]movegen.Move
	var child movegen.Position // outside the loop, where it would escape
	n := uint64(0)
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		p.PlayInto(&child, m)
		if depth == 1 && w.counting {
			w.result.Stats.count(p, m, &child)
		}
		n += w.single(&child, depth-1)
	}
	return n
}

// bulk returns the number of leaves below p, at least one ply deep, and plays
// none of the last moves.
func (w *walker) bulk(p *movegen.Position, depth int) uint64 {
	switch {
	case depth == 1:
		return uint64(p.CountLegal())
	case depth == 2:
		return uint64(p.CountReplies())
	case depth >= checkDepth && w.stop():
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

// batch gathers the positions below p that are a few plies above the leaves, and
// counts below them when there are many.
func (w *walker) batch(p *movegen.Position, depth int) {
	if depth <= len(w.levels) {
		l := &w.levels[depth-1]
		l.positions.Append(*p)
		l.end(l.positions.Len(), w.weight)
		if l.positions.Len() >= levelLen {
			w.drain(depth)
		}
		return
	}
	if depth >= checkDepth && w.stop() {
		return
	}
	var buf [256]movegen.Move
	var child movegen.Position
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		p.PlayInto(&child, m)
		w.batch(&child, depth-1)
	}
}

// end makes the positions of the level up to n, as far as they are in no group, one
// of that weight.
func (l *level) end(n int, weight uint64) {
	k, done := len(l.groups), 0
	if k > 0 {
		done = l.groups[k-1].end
	}
	switch {
	case n == done: // no position
	case k > 0 && l.groups[k-1].weight == weight:
		l.groups[k-1].end = n
	default:
		l.groups = append(l.groups, group{n, weight})
	}
}

// drain counts below the positions of the level depth plies above the leaves, or
// hands them on, and forgets them.
func (w *walker) drain(depth int) {
	l := &w.levels[depth-1]
	n := l.positions.Len()
	if depth == 1 {
		w.countLevel(l)
	} else {
		for i := 0; i < n; i += levelLen {
			w.expand(depth, i, min(n, i+levelLen))
		}
	}
	l.positions.Reset()
	l.groups = l.groups[:0]
}

// expand brings the children of positions i to j-1 of a level to the next.
func (w *walker) expand(depth, i, j int) {
	l, next := &w.levels[depth-1], &w.levels[depth-2]
	parents := l.positions.Slice(i, j)
	begin := next.positions.Len()
	movegen.AppendChildrenBatch(&next.positions, parents)
	if len(l.groups) == 1 {
		next.end(next.positions.Len(), l.groups[0].weight)
	} else {
		counts := w.countsFor(j - i)
		movegen.CountLegalBatch(counts, parents)
		g, _ := slices.BinarySearchFunc(l.groups, i, func(g group, i int) int { return cmp.Compare(g.end, i+1) })
		for k, c := range counts {
			if l.groups[g].end == i+k {
				g++
			}
			begin += int(c)
			next.end(begin, l.groups[g].weight)
		}
	}
	if depth > 2 || next.positions.Len() >= leavesLen {
		w.drain(depth - 1)
	}
}

// countsFor returns memory for n counts.
func (w *walker) countsFor(n int) []uint16 {
	if cap(w.counts) < n {
		w.counts = make([]uint16, 2*n)
	}
	return w.counts[:n]
}

// countLevel counts the leaves below the positions of l, one ply above them.
func (w *walker) countLevel(l *level) {
	counts := w.countsFor(l.positions.Len())
	movegen.CountLegalBatch(counts, &l.positions)
	begin := 0
	for _, g := range l.groups {
		w.add(sum(counts[begin:g.end]), g.weight)
		begin = g.end
	}
}

// sum adds up counts.
func sum(counts []uint16) uint64 {
	var a, b uint64 // two chains of additions
	for len(counts) >= 8 {
		c := (*[8]uint16)(counts)
		a += uint64(c[0]) + uint64(c[1]) + uint64(c[2]) + uint64(c[3])
		b += uint64(c[4]) + uint64(c[5]) + uint64(c[6]) + uint64(c[7])
		counts = counts[8:]
	}
	for _, n := range counts {
		a += uint64(n)
	}
	return a + b
}

// flush counts below all positions gathered.
func (w *walker) flush() {
	for depth := len(w.levels); depth > 0; depth-- {
		w.drain(depth)
	}
}
