package perft

import "github.com/koggestone/koggestone/movegen"

// A walker counts one part of the tree. It looks at done every few plies.
type walker struct {
	done     <-chan struct{}
	stopped  bool
	counting bool // fill stats
	stats    Stats
}

// checkDepth is the depth from which on a node is worth a look at done: below it
// are some million leaves, a few milliseconds.
const checkDepth = 4

// stop reports whether to give up, and remembers it.
func (w *walker) stop() bool {
	select {
	case <-w.done:
		w.stopped = true
	default:
	}
	return w.stopped
}

// walk returns what is below p, depth plies deep, or anything if stopped.
func (w *walker) walk(p *movegen.Position, depth int, mode Mode) Result {
	if mode == Bulk {
		return Result{Nodes: Nodes{Lo: w.bulk(p, depth)}}
	}
	n := w.single(p, depth)
	return Result{Nodes{Lo: n}, w.stats}
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
			w.stats.count(p, m, &child)
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
