//go:build gc && !purego

package movegen

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
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

// playArgs returns the arguments for kernels that play on positions of src starting at lo,
// and write positions of dst starting at from.
func playArgs(dst, src *Batch, from, lo int) (p layout.Play) {
	for k := range p.Dst {
		p.Dst[k], p.Src[k] = &dst.planes[k][from], &src.planes[k][lo]
	}
	p.SrcSides = &src.sides[lo]
	if dst.columns&WithClocks != 0 {
		p.DstClocks, p.SrcClocks = (*uint32)(unsafe.Pointer(&dst.clocks[from])), (*uint32)(unsafe.Pointer(&src.clocks[lo]))
	}
	if dst.columns&WithKeys != 0 {
		p.DstKeys, p.SrcKeys = &dst.keys[from], &src.keys[lo]
		p.Numbers, p.SideKey = &keys[0][0], sideKey
	}
	return p
}

// playWords returns p as the argument of the kernels.
func playWords(p *layout.Play) *[unsafe.Sizeof(layout.Play{}) / 8]uint64 {
	return (*[unsafe.Sizeof(layout.Play{}) / 8]uint64)(unsafe.Pointer(p))
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
	p.Moves, p.Offsets, p.Others, p.N = (*uint16)(&l.Moves[0]), &l.Offsets[0], &dst.room.others[0], l.Len()
	var left int
	if path == simd.AVX512 {
		left = playListsAVX512(playWords(&p))
	} else {
		left = playListsAVX2(playWords(&p))
	}
	return dst.room.others[:left]
}
