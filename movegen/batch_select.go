package movegen

// SelectMoveBatch sets dst[i] to legal move number k[i], counted from 0, of position i of
// b, in the order of [AppendLegalMovesBatch]. It does not generate the list. If the position
// has at most k[i] moves, dst[i] is the zero Move.
//
// With [CountLegalBatch] it selects random moves:
//
//	movegen.CountLegalBatch(counts, b)
//	for i, n := range counts {
//		k[i] = uint16(rng.Uint32N(max(1, uint32(n))))
//	}
//	movegen.SelectMoveBatch(moves, b, k)
//
// SelectMoveBatch panics before it writes anything if the length of dst or k differs from
// the length of the batch. It allocates nothing.
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
	if len(dst) > fewListed {
		n = selectBlocks(dst, b, k, lo)
	}
	selectMovesGeneric(dst[n:], b, k[n:], lo+n)
}

// selectBlocksGeneric is called if there are no kernels for blocks, and sets nothing. The kernels
// set elements of dst until the rest is too small for a block, and return their number.
//
//asm:dispatch
func selectBlocksGeneric(dst []Move, b *Batch, k []uint16, lo int) (n int) { return 0 }

// selectMovesGeneric sets dst[i] to move k[i] of position from+i.
func selectMovesGeneric(dst []Move, b *Batch, k []uint16, from int) {
	var r rowSets
	for i := range dst {
		board := b.board(from + i)
		r.set(&board, b.Side(from+i), AllMoves)
		dst[i] = r.at(int(k[i]))
	}
}
