package policy

import (
	"math/bits"
	"sync"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/ranks"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

//asm:kernels alphaZero

// maskChunk is the number of positions that the kernel processes before the scheduler may
// run.
const maskChunk = 1024

// fewMasks is the largest number of masks that are computed from lists, not in a block.
const fewMasks = 8

// alphaZeroMasks sets the masks of AlphaZero: by kernels in blocks, and from lists for a
// rest that is too small for a block.
func alphaZeroMasks(dst []uint64, b *movegen.Batch) {
	block := layout.BlockAVX2
	switch simd.Active() {
	case simd.Generic, simd.NEON:
		listMasks(dst, b, AlphaZero)
		return
	case simd.AVX512:
		block = layout.BlockAVX512
	}
	i := 0
	for b.Len()-i >= block {
		n := min(b.Len()-i, maskChunk) / block * block
		alphaZeroBlocks(dst[73*i:73*(i+n)], b.Slice(i, i+n), block)
		i += n
	}
	rest := b.Slice(i, b.Len())
	if rest.Len() > fewMasks {
		alphaZeroRest(dst[73*i:], rest)
		return
	}
	listMasks(dst[73*i:], rest, AlphaZero)
}

// maskWork is the scratch space of the kernels.
type maskWork struct {
	ranks layout.MoveRanks
	sets  [layout.MaskSets * layout.BlockAVX512]uint64
	room  layout.RowRoom
}

var maskWorks = sync.Pool{New: func() any { return new(maskWork) }}

// everyMove selects all moves.
var everyMove = layout.RowSelection{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// set sets the masks of a block. Bit i of the result is set if position i may have moves that
// the kernel leaves out.
func (w *maskWork) set(dst *uint64, planes [4]*uint64, black *uint8) (rare uint64) {
	ranks.Moves(&w.ranks, planes, black, &everyMove, &w.room)
	alphaZero(dst, &w.sets[0], &rare, &w.ranks)
	return rare
}

// alphaZeroBlocks sets the masks of whole blocks.
//
//go:noinline
func alphaZeroBlocks(dst []uint64, b *movegen.Batch, block int) {
	work := maskWorks.Get().(*maskWork)
	defer maskWorks.Put(work)
	planes, sides := b.Planes(), b.Sides()
	for i := 0; i < b.Len(); i += block {
		rare := work.set(&dst[73*i], [4]*uint64{&planes[0][i], &planes[1][i], &planes[2][i], &planes[3][i]}, (*uint8)(&sides[i]))
		for ; rare != 0; rare &= rare - 1 {
			k := i + bits.TrailingZeros64(rare)
			markRare(dst[73*k:73*(k+1)], b, k)
		}
	}
}

// markRare sets the bits of the moves of position i that the kernels leave out: en
// passant, and castling of Chess960.
func markRare(mask []uint64, b *movegen.Batch, i int) {
	p := b.At(i)
	flip := flipOf(p.Side)
	king, theirs := p.Board.Pieces(p.Side, quad.King), p.Board.Pieces(p.Side.Other(), quad.King)
	if king&(king-1) != 0 || theirs&(theirs-1) != 0 || king == 0 || theirs == 0 { // not a position: as in the lists
		lists := scratch.Get().(*movegen.MoveLists)
		defer scratch.Put(lists)
		lists.Reset()
		movegen.AppendLegalMovesBatch(lists, b.Slice(i, i+1))
		alphaZeroTables.mark(mask, lists.At(0), flip)
		return
	}
	var n movegen.Node
	n.Set(&p)
	mark := func(m movegen.Move) {
		if n.IsLegal(m) {
			alphaZeroTables.mark(mask, []movegen.Move{m}, flip)
		}
	}
	for rooks := p.Board.Pieces(p.Side, quad.CastlingRook); rooks != 0; rooks &= rooks - 1 {
		mark(squaresMove(bits.TrailingZeros64(king), bits.TrailingZeros64(rooks)) | castling)
	}
	if target := p.Board.EnPassant(); target != 0 {
		to := bits.TrailingZeros64(target)
		from := target>>7&squares.NotFileA | target>>9&squares.NotFileH
		if p.Side == quad.Black {
			from = target<<9&squares.NotFileA | target<<7&squares.NotFileH
		}
		for from &= p.Board.Pieces(p.Side, quad.Pawn); from != 0; from &= from - 1 {
			mark(squaresMove(bits.TrailingZeros64(from), to) | enPassant)
		}
	}
}

// alphaZeroRest sets the masks of less than a block.
//
//go:noinline
func alphaZeroRest(dst []uint64, b *movegen.Batch) {
	var words [4][layout.BlockAVX512]uint64
	var sides [layout.BlockAVX512]quad.Color
	var masks [73 * layout.BlockAVX512]uint64
	planes := b.Planes()
	for p := range planes {
		copy(words[p][:], planes[p])
	}
	copy(sides[:], b.Sides())
	work := maskWorks.Get().(*maskWork)
	defer maskWorks.Put(work)
	rare := work.set(&masks[0], [4]*uint64{&words[0][0], &words[1][0], &words[2][0], &words[3][0]}, (*uint8)(&sides[0]))
	copy(dst, masks[:])
	for rare &= 1<<b.Len() - 1; rare != 0; rare &= rare - 1 {
		k := bits.TrailingZeros64(rare)
		markRare(dst[73*k:73*(k+1)], b, k)
	}
}
