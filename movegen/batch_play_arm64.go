//go:build gc && !purego

package movegen

import "github.com/koggestone/koggestone/internal/simd"

// playMovesChunk plays moves[i] on positions lo to hi-1 of src. Only Go code plays with keys.
//
//go:noinline
func playMovesChunk(dst, src *Batch, moves []Move, lo, hi int) {
	if n := (hi - lo) &^ 1; n > 0 && simd.Active() == simd.NEON && dst.columns&(WithKeys|^src.columns) == 0 {
		var others [playChunk]uint32
		p := playArgs(dst, src, lo, lo)
		p.Moves, p.Others, p.N = (*uint16)(&moves[lo]), &others[0], n
		p.DstSides = &dst.sides[lo]
		for _, i := range others[:playBatchNEON(playWords(&p))] {
			dst.setPlayed(lo+int(i), src, lo+int(i), moves[lo+int(i)])
		}
		lo += n
	}
	playMovesGeneric(dst, src, moves, lo, hi)
}

// playLists plays the lists of dst's room on positions of parents starting at lo, and writes
// positions of dst starting at from. It returns the numbers of the moves that the caller must
// play. Only Go code plays with clocks and keys.
func playLists(dst, parents *Batch, lo, from int) (others []uint32) {
	l := &dst.room.lists
	if simd.Active() == simd.Generic || len(l.Moves) == 0 || dst.columns != 0 {
		playListsGeneric(dst, parents, lo, from)
		return nil
	}
	dst.fillSides(parents, lo, from)
	p := playArgs(dst, parents, from, lo)
	p.Moves, p.Offsets, p.Others, p.N = (*uint16)(&l.Moves[0]), &l.Offsets[0], &dst.room.others[0], l.Len()
	return dst.room.others[:playListsNEON(playWords(&p))]
}
