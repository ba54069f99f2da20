package perft

import "github.com/koggestone/koggestone/movegen"

// A part of the tree: a position and the plies below it, at least one.
type part struct {
	position movegen.Position
	depth    int
	child    int // the move of the root that it is below, by index
}

// There are enough parts for the workers to end at about the same time, and each
// is so deep, if the tree is, that handing them out costs nothing beside it.
const (
	partsPerWorker = 64
	partDepth      = 4
)

// split returns the legal moves of p and the parts of the tree below them, for a
// depth of at least 2.
func split(p *movegen.Position, depth, workers int) ([]Child, []part) {
	var children []Child
	var parts []part
	for i, m := range p.AppendLegalMoves(nil) {
		children = append(children, Child{Move: m})
		parts = append(parts, part{p.Play(m), depth - 1, i})
	}
	for depth--; depth > partDepth && len(parts) > 0 && len(parts) < partsPerWorker*workers; depth-- {
		parts = expand(parts)
	}
	return children, parts
}

// expand returns the parts that begin one ply below those of parts.
func expand(parts []part) []part {
	var next []part
	var buf [256]movegen.Move
	for i := range parts {
		t := &parts[i]
		for _, m := range t.position.AppendLegalMoves(buf[:0]) {
			next = append(next, part{t.position.Play(m), t.depth - 1, t.child})
		}
	}
	return next
}
