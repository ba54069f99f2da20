package movegen

// SelectMoveBatch sets dst[i] to legal move number k[i] of position i of b, from 0, in
// the order of [AppendLegalMovesBatch], without making the list. Where the position has
// not so many moves, dst[i] is the zero Move.
//
// Together with [CountLegalBatch] it chooses moves at random:
//
//	movegen.CountLegalBatch(counts, b)
//	for i, n := range counts {
//		k[i] = uint16(uint32(n) * uint32(rng.Uint32()>>16) >> 16)
//	}
//	movegen.SelectMoveBatch(moves, b, k)
//
// dst and k must have the length of the batch; otherwise it panics before anything is
// written. It allocates nothing.
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

// selectMovesGeneric sets dst[i] to move k[i] of position from+i.
func selectMovesGeneric(dst []Move, b *Batch, k []uint16, from int) {
	var r rowSets
	for i := range dst {
		board := b.board(from + i)
		r.set(&board, b.Side(from+i), AllMoves)
		dst[i] = r.at(int(k[i]))
	}
}
