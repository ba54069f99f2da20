//go:build !(amd64 || arm64) || !gc || purego

package movegen

//go:noinline
func countLegalChunk(dst []uint16, planes *[4][]uint64, sides []uint8, from int) {
	countLegalGeneric(dst, planes, sides, from)
}

func legalTargetsBlocks(*LegalTargetsColumns, *Batch) int { return 0 }

func countTwoPlyBlocks([]uint32, *Batch) int { return 0 }

//go:noinline
func statusOfChunk(dst []Status, b *Batch, from int) { statusGeneric(dst, b, from) }

// appendMovesChunk appends the lists of positions lo to hi-1.
//
//go:noinline
func appendMovesChunk(dst *MoveLists, b *Batch, lo, hi int, s Selection) {
	appendMovesGeneric(dst, b, lo, hi, s)
}

// selectMovesChunk sets dst[i] to move k[i] of position lo+i.
//
//go:noinline
func selectMovesChunk(dst []Move, b *Batch, k []uint16, lo int) {
	selectMovesGeneric(dst, b, k, lo)
}

//go:noinline
func playMovesChunk(dst, src *Batch, moves []Move, lo, hi int) {
	playMovesGeneric(dst, src, moves, lo, hi)
}

func playLists(dst, parents *Batch, lo, from int) (others []uint32) {
	playListsGeneric(dst, parents, lo, from)
	return nil
}
