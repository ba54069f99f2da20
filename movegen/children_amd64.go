//go:build gc && !purego

package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// mostChildren is how many children a board has at most that the kernel plays (120
// of sliders, 176 of king and knights, 60 of pawns, 255 others) and the words
// behind them that may be written.
const mostChildren = 120 + 176 + 60 + 255 + 64

// appendChildrenBlocks appends the children of as many of the first parents as
// blocks of them are worth it, and returns how many.
func appendChildrenBlocks(dst, parents *Batch) int {
	if simd.Active() != simd.AVX512 || parents.Len() <= fewExpanded {
		return 0
	}
	var block expansion
	n := parents.Len() // which grows, if it is dst
	i := 0
	for n-i > fewExpanded {
		m := block.take(parents, i, n)
		dst.appendBlock(&block, m)
		i += m
	}
	return i
}

// appendBlock appends the children of the first n boards of the block.
func (b *Batch) appendBlock(block *expansion, n int) {
	w := &block.boards
	if n < 64 {
		block.flags[oddFlag] |= ^uint64(0) << n // boards that are not there
	}
	clear(block.listed[:])
	for x := block.flags[specialFlag] &^ block.flags[oddFlag]; x != 0; x &= x - 1 {
		block.findOthers(bits.TrailingZeros64(x))
	}
	e := expander{batch: b, n: b.Len()}
	for i := 0; i < n; {
		limit := e.makeRoom()
		p := &b.planes
		next, end := playMovesAVX512(w, &p[0][0], &p[1][0], &p[2][0], &p[3][0], i, e.n, limit)
		for ; i < next; i++ {
			l := &block.listed[i]
			e.n += int(l.slides) + int(l.leaps)
			if l.others != 0 {
				e.playOthers(block, i)
			}
			e.side = quad.Color(block.black[i] & 1)
			e.endSides()
		}
		if end <= limit && i < n {
			board := block.board(i)
			b.appendChildren(&board, quad.Color(block.black[i]&1))
			e.n = b.Len()
			i++
		}
	}
	e.end()
}

// findOthers counts the moves of board i that the kernel does not play.
func (block *expansion) findOthers(i int) {
	set := func(k int) uint64 { return block.sets[64*k+i] }
	n := 4 * (bits.OnesCount64(set(pushSet)&rank8) + bits.OnesCount64(set(eastSet)&rank8) + bits.OnesCount64(set(westSet)&rank8))
	n += bits.OnesCount64(set(besideSet)) + bits.OnesCount64(set(castlingSet))
	if block.flags[rareFlag]>>i&1 != 0 {
		board := block.board(i)
		r := &block.rare[i]
		r.capturers, r.rooks = rareMoves(&board, quad.Color(block.black[i]&1))
		n += bits.OnesCount64(r.capturers) + bits.OnesCount64(r.rooks)
	}
	if n > 255 {
		block.flags[oddFlag] |= 1 << i
		n = 0
	}
	block.listed[i].others = uint8(n)
}

// playOthers appends the boards after those moves. It takes the board word by
// word: reading what was just written in words as a whole would wait for the stores.
func (e *expander) playOthers(block *expansion, i int) {
	parent := block.board(i)
	g0, g1, g2, gb := parent.G0, parent.G1, parent.G2, parent.GB
	occ := g0 | g1 | g2
	e.side = quad.Color(block.black[i] & 1)
	e.black = blackMask(e.side)
	e.flip = Move(e.black) & (56 | 56<<6)
	e.parent, e.g = parent, parent
	e.g.GB = gb & occ
	set := func(k int) uint64 { return block.sets[64*k+i] }
	e.playPromotions(set(pushSet)&rank8, 8)
	e.playPromotions(set(eastSet)&rank8, 9)
	e.playPromotions(set(westSet)&rank8, 7)
	e.playBeside(set(besideSet))
	for rooks := set(castlingSet); rooks != 0; rooks &= rooks - 1 {
		e.playUsualCastling(rooks & -rooks)
	}
	if block.flags[rareFlag]>>i&1 != 0 {
		own := gb ^ ^e.black
		e.playEnPassant(block.rare[i].capturers, e.back(gb&^occ))
		e.playCastling(bits.TrailingZeros64(e.back(g1&g2&^g0&own)), block.rare[i].rooks)
	}
}

// playUsualCastling appends the board after castling of a king on e1 with the rook
// on a1 or h1, in terms of the view.
func (e *expander) playUsualCastling(rook uint64) {
	kingTo, rookTo := uint64(g1), uint64(f1)
	if rook == a1 {
		kingTo, rookTo = c1, d1
	}
	gone := e.back(e1 | rook)
	kingTo, rookTo = e.back(kingTo), e.back(rookTo)
	child0, child1, child2, childB := e.room()
	g := &e.g
	rights := g.G0 &^ (g.G1 | g.G2) & (g.GB ^ ^e.black)
	child0[0] = g.G0&^gone | rookTo
	child1[0] = g.G1&^gone | kingTo
	child2[0] = (g.G2|rights)&^gone | kingTo | rookTo
	childB[0] = g.GB&^gone | (kingTo|rookTo)&e.black
	e.n++
}

// makeRoom returns up to which number of boards there is room for the children of
// one more.
func (e *expander) makeRoom() (limit int) {
	if len(e.batch.planes[0]) < e.n+mostChildren {
		e.batch.grow(e.n, mostChildren)
	}
	return len(e.batch.planes[0]) - mostChildren
}
