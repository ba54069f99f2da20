package perft

import "github.com/koggestone/koggestone/movegen"

// A part is a subtree: a position and the number of plies below it, at least one.
type part struct {
	position movegen.Position
	depth    int
	child    int // index of the root's move that leads to it
}

// There are so many parts that all workers end at about the same time. They are
// deep enough, if the tree is, that handing them out takes no time worth
// mentioning.
const (
	partsPerWorker = 64
	partDepth      = 4

	// maxSplits is the most plies that the parts are below the root. Trees with
	// hardly more than one move a position would go on for ever.
	maxSplits = 32
)

// split returns the legal moves of p, and the parts below them. The depth of the
// tree must be at least 2.
func split(p *movegen.Position, depth, workers int) ([]Child, []part) {
	var children []Child
	var parts []part
	for i, m := range p.AppendLegalMoves(nil) {
		children = append(children, Child{Move: m})
		parts = append(parts, part{p.Play(m), depth - 1, i})
	}
	for ply := 1; ply < min(depth-partDepth, maxSplits) && len(parts) < partsPerWorker*workers; ply++ {
		parts = splitParts(parts)
	}
	return children, parts
}

// splitParts returns the parts one ply below those of parts.
func splitParts(parts []part) []part {
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
