package movegen

import (
	"sync"

	"github.com/koggestone/koggestone/quad"
)

// CountTwoPlyBatch sets dst[i] to the number of leaves two plies below position i. For
// a valid position this is b.At(i).CountTwoPly().
//
// For most moves it counts the replies without playing the move, for all these moves of a
// position together; TWOPLY.md describes how. It plays the other moves and counts the replies
// as [CountLegalBatch] does. It also accepts boards without a king or with several, and the
// counts are the same on every path.
//
// CountTwoPlyBatch panics before it writes anything if dst and the batch have different
// lengths. After warm-up it does not allocate, because it keeps the memory for played
// positions for the next call. For positions from games this is less than a megabyte.
func CountTwoPlyBatch(dst []uint32, b *Batch) {
	if len(dst) != b.Len() {
		badLen("CountTwoPlyBatch", "dst", len(dst), b.Len())
	}
	n := countTwoPlyBlocks(dst, b)
	countTwoPlyGeneric(dst[n:], b, n)
}

// childBatches holds batches for the children of a board.
var childBatches = sync.Pool{New: func() any { return new(Batch) }}

// countTwoPlyGeneric sets dst[i] to the number of leaves two plies below board from+i. It plays
// all moves. The kernels return the same counts on any board.
func countTwoPlyGeneric(dst []uint32, b *Batch, from int) {
	if len(dst) == 0 {
		return
	}
	children := childBatches.Get().(*Batch)
	defer childBatches.Put(children)
	var v view
	for i := range dst {
		board, side := b.board(from+i), quad.Color(b.sides[from+i]&1)
		children.Reset()
		children.appendChildren(&board, side)
		n := 0
		for j := range children.Len() {
			child := children.board(j)
			n += countAny(&v, &child, side.Other())
		}
		dst[i] = uint32(n)
	}
}
