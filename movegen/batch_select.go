package movegen

import (
	"math/bits"
	"sync"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/ranks"
	"github.com/koggestone/koggestone/internal/simd"
)

// SelectMoveBatch sets dst[i] to legal move number k[i] in position i, without generating
// the list. Moves are counted from 0, in the order of [AppendLegalMovesBatch]. If the
// position has no move with that number, dst[i] is the zero Move.
//
// You can use it with [CountLegalBatch] to select random moves:
//
//	movegen.CountLegalBatch(counts, b)
//	for i, n := range counts {
//		k[i] = uint16(rng.Uint32N(max(1, uint32(n))))
//	}
//	movegen.SelectMoveBatch(moves, b, k)
//
// SelectMoveBatch panics before it writes anything if dst or k does not have the length of
// the batch. It allocates nothing.
func SelectMoveBatch(dst []Move, b *Batch, k []uint16) {
	n := b.Len()
	if len(dst) != n {
		badLen("SelectMoveBatch", "dst", len(dst), n)
	}
	if len(k) != n {
		badLen("SelectMoveBatch", "k", len(k), n)
	}
	for lo := 0; lo < n; lo += listChunk {
		hi := min(n, lo+listChunk)
		selectMovesChunk(dst[lo:hi], b, k[lo:hi], lo)
	}
}

// selectMovesChunk sets dst[i] to move k[i] of position lo+i.
//
//go:noinline
func selectMovesChunk(dst []Move, b *Batch, k []uint16, lo int) {
	n := 0
	if simd.Active() != simd.Generic && len(dst) > fewListed {
		n = selectBlocks(dst, b, k, lo)
	}
	selectMovesGeneric(dst[n:], b, k[n:], lo+n)
}

// selectAhead blocks are processed by one kernel before the next kernel runs, because the code of
// both does not fit in the first-level cache.
const selectAhead = 4

// A selector is memory for the kernels that select moves.
type selector struct {
	boards   boardBlock
	ranks    [selectAhead]layout.MoveRanks
	moves, k [layout.BlockAVX512]uint16
	flags    [2]uint64
	room     layout.RowRoom
}

var selectors = sync.Pool{New: func() any { return new(selector) }}

// selectBlocks selects moves in whole blocks until too few positions are left, and returns how
// many it has selected. If the path has no kernel, it writes nothing.
//
//asm:kernels selectBlock
func selectBlocks(dst []Move, b *Batch, k []uint16, lo int) (i int) {
	l := selectors.Get().(*selector)
	defer selectors.Put(l)
	block, selection := blockLen(), rowSelection(AllMoves)
	for len(dst)-i > fewListed {
		ready := 0
		for from := i; ready < selectAhead && len(dst)-from > fewListed; ready++ {
			planes, black := l.boards.take(b, lo+from, min(len(dst)-from, block), block)
			if !ranks.Moves(&l.ranks[ready], planes, black, &selection, &l.room) {
				return i
			}
			from += block
		}
		for r := range ready {
			n := min(len(dst)-i, block)
			to, numbers := (*uint16)(&dst[i]), &k[i]
			if n < block {
				copy(l.k[:], k[i:])
				to, numbers = &l.moves[0], &l.k[0]
			}
			selectBlock(to, &l.flags[0], &l.ranks[r], numbers, &l.room)
			if n < block {
				for j, m := range l.moves[:n] {
					dst[i+j] = Move(m)
				}
			}
			// The twin selects in positions that have too many moves, or a move without a row.
			rare, again := l.flags[0], l.flags[1]
			for x := (rare | again) & (^uint64(0) >> (64 - n)); x != 0; x &= x - 1 {
				if j := i + bits.TrailingZeros64(x); again>>(j-i)&1 != 0 || dst[j] == 0 {
					selectMovesGeneric(dst[j:j+1], b, k[j:j+1], lo+j)
				}
			}
			i += n
		}
	}
	return i
}

// rowSelection returns s in the form of the kernels that compute rows.
func rowSelection(s Selection) layout.RowSelection {
	return layout.RowSelection{
		layout.RowCaptures: -uint64(s & Captures),
		layout.RowQuiets:   -uint64(s / Quiets & 1),
		layout.RowQueens:   -uint64(s / QueenPromotions & 1),
		layout.RowLesser:   -uint64(s / Underpromotions & 1),
	}
}

// selectMovesGeneric sets dst[i] to move k[i] of position from+i.
func selectMovesGeneric(dst []Move, b *Batch, k []uint16, from int) {
	var r rowSets
	for i := range dst {
		board := b.board(from + i)
		r.set(&board, b.Side(from+i), AllMoves)
		dst[i] = r.at(int(k[i]))
	}
}
