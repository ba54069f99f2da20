package perft

import (
	"math/bits"

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

	// The mode Batch keeps positions one ply above the leaves here, with the
	// weights of those before the last change of weight.
	parents movegen.Batch
	counts  []uint16
	groups  []group
	weight  uint64
}

// A group is the positions up to end, from the end of the group before it, each
// to be counted weight times.
type group struct {
	end    int
	weight uint64
}

// checkDepth is the depth from which on a node is worth a look at done: below it
// are some million leaves, a few milliseconds.
const checkDepth = 4

// batchLen is the number of positions from which on the mode Batch counts them.
// With the children of one more position they remain below 4096, which is what
// [movegen.CountLegalBatch] takes at a time.
const batchLen = 4096 - 256

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
// anything if stopped. The mode Batch may leave some of it to the next call, or
// to take.
func (w *walker) walk(p *movegen.Position, depth int, weight uint64) {
	switch w.mode {
	case Batch:
		if weight != w.weight {
			w.groups = append(w.groups, group{w.parents.Len(), w.weight})
			w.weight = weight
		}
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

// batch gathers the positions below p that are one ply above the leaves, and
// counts them when there are many.
func (w *walker) batch(p *movegen.Position, depth int) {
	switch {
	case depth == 1:
		w.parents.Append(*p)
	case depth == 2:
		w.parents.AppendChildren(*p)
	case depth >= checkDepth && w.stop():
		return
	default:
		var buf [256]movegen.Move
		var child movegen.Position
		for _, m := range p.AppendLegalMoves(buf[:0]) {
			p.PlayInto(&child, m)
			w.batch(&child, depth-1)
		}
		return
	}
	if w.parents.Len() >= batchLen {
		w.flush()
	}
}

// flush counts the leaves below the positions gathered and forgets these.
func (w *walker) flush() {
	n := w.parents.Len()
	if cap(w.counts) < n {
		w.counts = make([]uint16, n+batchLen)
	}
	counts := w.counts[:n]
	movegen.CountLegalBatch(counts, &w.parents)
	w.groups = append(w.groups, group{n, w.weight})
	begin := 0
	for _, g := range w.groups {
		sum := uint64(0)
		for _, c := range counts[begin:g.end] {
			sum += uint64(c)
		}
		w.add(sum, g.weight)
		begin = g.end
	}
	w.groups = w.groups[:0]
	w.parents.Reset()
}
