package perft

import "github.com/koggestone/koggestone/movegen"

// A subtree is a position to count below.
type subtree struct {
	Weighted
	child int // index of the result that it adds to: the move of the root above it
}

// There are enough subtrees for all workers to end at about the same time. They are deep
// enough, if the tree is, that assigning them to workers costs next to nothing.
const (
	partsPerWorker = 64
	partDepth      = 4
	maxPartLen     = 4096 // shallow subtrees are handed out together

	// maxSplits is the most plies that split goes down. Where nearly all moves are
	// forced, the number of subtrees does not grow.
	maxSplits = 32
)

// split returns the subtrees some plies further down, so that there are enough of
// them, and their depth.
func split(subtrees []subtree, depth, workers int) ([]subtree, int) {
	for range maxSplits {
		if depth <= partDepth || len(subtrees) >= partsPerWorker*workers {
			break
		}
		subtrees = splitOnce(subtrees)
		depth--
	}
	return subtrees, depth
}

// splitOnce returns the subtrees one ply further down.
func splitOnce(subtrees []subtree) []subtree {
	var next []subtree
	var buf [256]movegen.Move
	for i := range subtrees {
		t := &subtrees[i]
		p := t.Position()
		for _, m := range p.AppendLegalMoves(buf[:0]) {
			child := p.Play(m)
			next = append(next, subtree{Weighted{child.Board, child.Side, t.Ways}, t.child})
		}
	}
	return next
}
