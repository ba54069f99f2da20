//go:build !amd64 || !gc || purego

package movegen

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
