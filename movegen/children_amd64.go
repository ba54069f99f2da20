//go:build gc && !purego

package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// mostChildren is how many children a board that the kernel plays has at most: of eight
// sets of sliders, a king (8), knights (168), four sets of pawns, and others (255). The
// 64 words behind them may be written.
const mostChildren = (8+4)*(layout.MostOfSet-1) + 8 + 168 + 255 + 64

// appendChildrenBlocks appends the children of as many of the first parents as
// blocks of them are worth it, and returns how many.
func appendChildrenBlocks(dst, parents *Batch) int {
	if simd.Active() != simd.AVX512 || parents.Len() <= fewExpanded || dst.columns != 0 {
		return 0
	}
	var block expansion
	n := parents.Len() // which grows, if it is dst
	i := 0
	for n-i > fewExpanded {
		m := block.take(parents, i, n)
		dst.appendBlock(&block, m, parents, i)
		i += m
	}
	return i
}

// appendBlock appends the children of the first n boards of the block, positions of parents
// from lo on.
func (b *Batch) appendBlock(block *expansion, n int, parents *Batch, lo int) {
	w := &block.Boards
	if n < 64 {
		block.Flags[layout.OddFlag] |= ^uint64(0) << n // boards that are not there
	}
	clear(block.Listed[:])
	for x := block.Flags[layout.SpecialFlag] &^ block.Flags[layout.OddFlag]; x != 0; x &= x - 1 {
		block.findOthers(bits.TrailingZeros64(x))
	}
	e := expander{batch: b, n: b.Len()}
	for i := 0; i < n; {
		limit := e.makeRoom()
		p := &b.planes
		next, end := playMovesAVX512(w, &p[0][0], &p[1][0], &p[2][0], &p[3][0], i, e.n, limit)
		for ; i < next; i++ {
			l := &block.Listed[i]
			e.n += int(l.Sliders) + int(l.Leapers)
			if l.Others != 0 {
				e.playOthers(block, i)
			}
			e.side = quad.Color(block.Black[i] & 1)
			e.endSides()
		}
		if end <= limit && i < n {
			b.trim(e.n)
			b.appendListed(parents, lo+i, lo+i+1)
			e.n = b.Len()
			i++
		}
	}
	e.end()
}

// findOthers counts the moves of board i that the kernel does not play.
func (block *expansion) findOthers(i int) {
	set := func(k layout.MoveSet) uint64 { return block.Sets[64*int(k)+i] }
	n := 4 * (bits.OnesCount64(set(layout.PawnPushes)&squares.Rank8) + bits.OnesCount64(set(layout.PawnEast)&squares.Rank8) + bits.OnesCount64(set(layout.PawnWest)&squares.Rank8))
	n += bits.OnesCount64(set(layout.PawnBeside)) + bits.OnesCount64(set(layout.CastlingRooks))
	if block.Flags[layout.RareFlag]>>i&1 != 0 {
		block.findRare(i)
		r := &block.rare[i]
		n += bits.OnesCount64(r.capturers) + bits.OnesCount64(r.rooks)
	}
	if n > 255 {
		block.Flags[layout.OddFlag] |= 1 << i
		n = 0
	}
	block.Listed[i].Others = uint8(n)
}

// findRare sets the rare moves of board i.
func (block *expansion) findRare(i int) {
	board := block.board(i)
	r := &block.rare[i]
	r.capturers, r.rooks = rareMoves(&board, quad.Color(block.Black[i]&1))
}

// playOthers appends the boards after those moves. It takes the board word by
// word: reading what was just written in words as a whole would wait for the stores.
func (e *expander) playOthers(block *expansion, i int) {
	e.take(block, i)
	g0, g1, g2, gb := e.parent.G0, e.parent.G1, e.parent.G2, e.parent.GB
	occ := g0 | g1 | g2
	stride := blockLen()
	set := func(k layout.MoveSet) uint64 { return block.Sets[stride*int(k)+i] }
	e.playPromotions(set(layout.PawnPushes)&squares.Rank8, 8)
	e.playPromotions(set(layout.PawnEast)&squares.Rank8, 9)
	e.playPromotions(set(layout.PawnWest)&squares.Rank8, 7)
	e.playBeside(set(layout.PawnBeside))
	for rooks := set(layout.CastlingRooks); rooks != 0; rooks &= rooks - 1 {
		e.playUsualCastling(rooks & -rooks)
	}
	if block.Flags[layout.RareFlag]>>i&1 != 0 {
		own := gb ^ ^e.black
		e.playEnPassant(block.rare[i].capturers, e.back(gb&^occ))
		e.playCastling(bits.TrailingZeros64(e.back(g1&g2&^g0&own)), block.rare[i].rooks)
	}
}

// take sets e to board i.
func (e *expander) take(block *expansion, i int) {
	e.set(block.board(i), quad.Color(block.Black[i]&1))
}

// makeRoom returns up to which number of boards there is room for the children of
// one more.
func (e *expander) makeRoom() (limit int) {
	if len(e.batch.planes[0]) < e.n+mostChildren {
		e.batch.grow(e.n, mostChildren)
	}
	return len(e.batch.planes[0]) - mostChildren
}
