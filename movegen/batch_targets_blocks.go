//go:build (amd64 || arm64) && gc && !purego

package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// targetsChunk is the number of positions that the kernel processes before the scheduler
// may run, about 5 to 20 microseconds of work.
const targetsChunk = 1024

// fewTargets is the largest number of positions that are processed one by one, not in a
// block. A block takes as long as five to seven positions.
const fewTargets = 5

// legalTargetsBlocks sets the elements of the first boards in blocks, and returns their
// number. It leaves a rest that is too small for a block.
func legalTargetsBlocks(dst *LegalTargetsColumns, b *Batch) int {
	n, block := b.Len(), blockLen()
	if simd.Active() == simd.Generic {
		return 0
	}
	i := 0
	for ; n-i >= block; i += min(targetsChunk, (n-i)&^(block-1)) {
		legalTargetsChunk(dst, b, i, min(targetsChunk, (n-i)&^(block-1)))
	}
	if n-i > fewTargets {
		legalTargetsRest(dst, b, i)
		i = n
	}
	return i
}

// legalTargetsChunk sets the elements of n positions starting at i. n is a multiple of the
// length of a block.
//
//go:noinline
func legalTargetsChunk(dst *LegalTargetsColumns, b *Batch, i, n int) {
	var room layout.LegalRoom
	for end := i + n; i < end; i += blockLen() {
		var planes [4]*uint64
		for p := range planes {
			planes[p] = &b.planes[p][i]
		}
		rare := callLegalTargets(dst.columns(), &planes, &b.sides[i], i, &room)
		dst.addRare(b, i, i, rare)
	}
}

// legalTargetsRest sets the elements of the positions starting at i, fewer than a block.
//
//go:noinline
func legalTargetsRest(dst *LegalTargetsColumns, b *Batch, i int) {
	var block struct {
		planes  [4][layout.BlockAVX512]uint64
		black   [layout.BlockAVX512]uint8
		sets    [targetSets][layout.BlockAVX512]uint64
		columns LegalTargetsColumns
		room    layout.LegalRoom
	}
	n := b.Len() - i
	var planes [4]*uint64
	for p := range planes {
		copy(block.planes[p][:n], b.planes[p][i:])
		planes[p] = &block.planes[p][0]
	}
	copy(block.black[:n], b.sides[i:])
	columns := block.columns.columns()
	for k := range columns {
		columns[k] = block.sets[k][:]
	}
	rare := callLegalTargets(columns, &planes, &block.black[0], 0, &block.room)
	block.columns.addRare(b, i, 0, rare&(1<<n-1))
	for k, column := range dst.columns() {
		copy(column[i:], block.sets[k][:n])
	}
}

// addRare adds rare moves: for each bit i of rare, those of position lo+i of b to element
// at+i.
func (c *LegalTargetsColumns) addRare(b *Batch, lo, at int, rare uint64) {
	for ; rare != 0; rare &= rare - 1 {
		j := bits.TrailingZeros64(rare)
		board, side := b.board(lo+j), quad.Color(b.sides[lo+j]&1)
		capturers, rooks := rareMoves(&board, side)
		if side == quad.Black {
			capturers, rooks = bits.ReverseBytes64(capturers), bits.ReverseBytes64(rooks)
		}
		c.Castling[at+j] |= rooks
		c.EnPassant[at+j] = capturers
	}
}
