//go:build gc && !purego

package movegen

import (
	"slices"

	"github.com/koggestone/koggestone/internal/simd"
)

// playMovesChunk plays moves[i] on positions lo to hi-1 of src. Kernels play as many as fill
// their registers, and Go code plays the rest.
//
//go:noinline
func playMovesChunk(dst, src *Batch, moves []Move, lo, hi int) {
	path := simd.Active()
	words := 4
	if path == simd.AVX512 {
		words = 8
	}
	if n := (hi - lo) &^ (words - 1); n > 0 && path != simd.Generic && dst.columns&^src.columns == 0 {
		var others [playChunk]uint32
		p := playArgs(dst, src, lo, lo)
		p.Moves, p.Others, p.N = (*uint16)(&moves[lo]), &others[0], n
		p.DstSides = &dst.sides[lo]
		var left int
		if path == simd.AVX512 {
			left = playBatchAVX512(playWords(&p))
		} else {
			left = playBatchAVX2(playWords(&p))
		}
		for _, i := range others[:left] {
			dst.setPlayed(lo+int(i), src, lo+int(i), moves[lo+int(i)])
		}
		lo += n
	}
	playMovesGeneric(dst, src, moves, lo, hi)
}

// playLists plays the lists of dst's room on positions of parents starting at lo, and writes
// positions of dst starting at from. It returns the numbers of the moves that the caller must
// play.
func playLists(dst, parents *Batch, lo, from int) (others []uint32) {
	l := &dst.room.lists
	path := simd.Active()
	if path == simd.Generic || len(l.Moves) == 0 || dst.columns&^parents.columns != 0 {
		playListsGeneric(dst, parents, lo, from)
		return nil
	}
	p := playArgs(dst, parents, from, lo)
	n := l.Len()
	dst.room.parents = slices.Grow(dst.room.parents[:0], n)[:n]
	p.Moves, p.Offsets, p.Others, p.N = (*uint16)(&l.Moves[0]), &l.Offsets[0], &dst.room.others[0], n
	p.DstSides, p.Parents = &dst.sides[from], &dst.room.parents[0]
	var left int
	if path == simd.AVX512 {
		left = playListsAVX512(playWords(&p))
	} else {
		left = playListsAVX2(playWords(&p))
	}
	return dst.room.others[:left]
}
