package perft

import "github.com/koggestone/koggestone/movegen"

// A subtree is a position to count below.
type subtree struct {
	Weighted
	child int // index of the move of the root above it, and of the result to which it is added
}

// There are enough subtrees so that all workers end at about the same time. If the tree is deep
// enough, the subtrees are so deep that assigning them to workers costs next to nothing.
const (
	partsPerWorker = 64
	partDepth      = 4
	maxPartLen     = 4096 // because a worker receives many shallow subtrees together

	// maxSplits is the largest number of plies that split goes down, because the number of
	// subtrees does not grow where nearly all moves are forced.
	maxSplits = 32
)

// split returns subtrees some plies further down, so that there are enough for all workers, and
// their depth.
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
