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

//asm:kernels alphaZero leela

// maskChunk is how many positions the kernel processes before the scheduler may run.
const maskChunk = 1024

// fewMasks is the largest number of masks that are computed from lists instead of in a block.
const fewMasks = 8

// masks computes the masks of b: kernels process blocks, and positions that do not fill a
// block are processed from lists. AVX2 has no kernel for Leela.
func (e Encoding) masks(dst []uint64, b *movegen.Batch) {
	words, block := e.Words(), layout.BlockAVX512
	if path := simd.Active(); path == simd.AVX2 && e == AlphaZero {
		block = layout.BlockAVX2
	} else if path != simd.AVX512 {
		listMasks(dst, b, e)
		return
	}
	i := 0
	for b.Len()-i >= block {
		n := min(b.Len()-i, maskChunk) / block * block
		e.maskBlocks(dst[words*i:words*(i+n)], b.Slice(i, i+n), block)
		i += n
	}
	rest := b.Slice(i, b.Len())
	if rest.Len() > fewMasks {
		e.maskRest(dst[words*i:], rest)
		return
	}
	listMasks(dst[words*i:], rest, e)
}

// maskWork is scratch memory for the kernels.
type maskWork struct {
	ranks layout.MoveRanks
	sets  [layout.MaskRoom]uint64
	room  layout.RowRoom
}

var maskWorks = sync.Pool{New: func() any { return new(maskWork) }}

// everyMove selects all moves.
var everyMove = layout.RowSelection{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// set writes the masks for a block. It sets bit i in rare if position i can have moves that
// the kernel leaves out.
func (w *maskWork) set(e Encoding, dst *uint64, planes [4]*uint64, black *uint8) (rare uint64) {
	ranks.Moves(&w.ranks, planes, black, &everyMove, &w.room)
	if e == Leela {
		leela(dst, &w.sets[0], &rare, &w.ranks)
	} else {
		alphaZero(dst, &w.sets[0], &rare, &w.ranks)
	}
	return rare
}

// maskBlocks sets the masks of whole blocks.
//
//go:noinline
func (e Encoding) maskBlocks(dst []uint64, b *movegen.Batch, block int) {
	work := maskWorks.Get().(*maskWork)
	defer maskWorks.Put(work)
	planes, sides, words := b.Planes(), b.Sides(), e.Words()
	for i := 0; i < b.Len(); i += block {
		rare := work.set(e, &dst[words*i], [4]*uint64{&planes[0][i], &planes[1][i], &planes[2][i], &planes[3][i]}, (*uint8)(&sides[i]))
		for ; rare != 0; rare &= rare - 1 {
			k := i + bits.TrailingZeros64(rare)
			e.markRare(dst[words*k:words*(k+1)], b, k)
		}
	}
}

// markRare adds the moves that the kernels leave out to the mask of position i: en
// passant, and Chess960 castling.
func (e Encoding) markRare(mask []uint64, b *movegen.Batch, i int) {
	p := b.At(i)
	flip, tables := flipOf(p.Side), e.tables()
	king, theirs := p.Board.Pieces(p.Side, quad.King), p.Board.Pieces(p.Side.Other(), quad.King)
	if king&(king-1) != 0 || theirs&(theirs-1) != 0 || king == 0 || theirs == 0 { // not valid: as in the lists
		lists := scratch.Get().(*movegen.MoveLists)
		defer scratch.Put(lists)
		lists.Reset()
		movegen.AppendLegalMovesBatch(lists, b.Slice(i, i+1))
		tables.mark(mask, lists.At(0), flip)
		return
	}
	var n movegen.Node
	n.Set(&p)
	mark := func(m movegen.Move) {
		if n.IsLegal(m) {
			tables.mark(mask, []movegen.Move{m}, flip)
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

// maskRest computes the masks of positions that do not fill a block.
//
//go:noinline
func (e Encoding) maskRest(dst []uint64, b *movegen.Batch) {
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
	rare := work.set(e, &masks[0], [4]*uint64{&words[0][0], &words[1][0], &words[2][0], &words[3][0]}, (*uint8)(&sides[0]))
	copy(dst, masks[:])
	for rare &= 1<<b.Len() - 1; rare != 0; rare &= rare - 1 {
		k := bits.TrailingZeros64(rare)
		e.markRare(dst[e.Words()*k:e.Words()*(k+1)], b, k)
	}
}
