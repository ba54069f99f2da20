//go:build gc && !purego

package movegen

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// The sets that the kernels moveSets make, 8 of sliders by direction before them,
// of a board on which the own pawns go north.
const (
	kingSet     = 8 + iota
	knightSet   // knights that are not pinned
	targetSet   // where these may go, and any other piece but king and pawn
	castlingSet // rooks on a1 and h1 to castle with
	pushSet
	doubleSet // without besideSet
	eastSet
	westSet
	besideSet // targets of double steps beside one of their pawns
	moveSets
)

// The flags of the kernels, a bit for each position.
const (
	rareFlag    = iota // isRare
	specialFlag        // rare, or with castling, promotions or besideSet
	oddFlag            // a side has not one king
)

// An expansion is a block of positions on the way to their children. The kernel
// playMoves knows where its fields are.
type expansion struct {
	boards [4][64]uint64
	sets   [64 * moveSets]uint64 // set by set: of blockLen boards each
	flags  [3]uint64
	listed [64]struct{ slides, leaps, others, _ uint8 } // moves of each board; others are not the kernel's
	black  [64]uint8
	lists  [2 * 4 * 256]uint8
	rare   [64]struct{ capturers, rooks uint64 } // by rareMoves
	room   [legalRoom]uint64
}

// What the kernel takes for granted.
var (
	_ [10752]byte = [unsafe.Offsetof(expansion{}.flags)]byte{}
	_ [10776]byte = [unsafe.Offsetof(expansion{}.listed)]byte{}
	_ [11032]byte = [unsafe.Offsetof(expansion{}.black)]byte{}
	_ [11096]byte = [unsafe.Offsetof(expansion{}.lists)]byte{}
)

// mostChildren is how many children a board has at most that the kernel plays (120
// of sliders, 176 of king and knights, 60 of pawns, 255 others) and the words
// behind them that may be written.
const mostChildren = 120 + 176 + 60 + 255 + 64

// appendChildrenBlocks appends the children of as many of the first parents as
// blocks of them are worth it, and returns how many.
func appendChildrenBlocks(dst, parents *Batch) int {
	if simd.Active() != simd.AVX512 || parents.Len() <= fewBoards {
		return 0
	}
	var block expansion
	n := parents.Len() // which grows, if it is dst
	i := 0
	for n-i > fewBoards {
		m := block.take(parents, i, n)
		dst.appendBlock(&block, m)
		i += m
	}
	return i
}

// take sets the boards, as many as there are from i to n-1 or fit, and their sets.
// It returns how many boards they are.
func (block *expansion) take(b *Batch, i, n int) int {
	n = min(n-i, blockLen())
	w := &block.boards
	for p := range w {
		copy(w[p][:n], b.planes[p][i:])
	}
	copy(block.black[:n], b.sides[i:])
	if simd.Active() == simd.AVX512 {
		moveSetsAVX512(&block.sets, &block.flags, &w[0][0], &w[1][0], &w[2][0], &w[3][0], &block.black[0], &block.room)
	} else {
		moveSetsAVX2((*[32 * moveSets]uint64)(block.sets[:]), &block.flags, &w[0][0], &w[1][0], &w[2][0], &w[3][0], &block.black[0], &block.room)
	}
	return n
}

// legalTargetsBlocks sets the elements of as many of the first boards as blocks of
// them are worth it, and returns how many.
func legalTargetsBlocks(dst *LegalTargetsColumns, b *Batch) int {
	if simd.Active() == simd.Generic || b.Len() <= fewBoards {
		return 0
	}
	var block expansion
	var t LegalTargets
	i := 0
	for b.Len()-i > fewBoards {
		m := block.take(b, i, b.Len())
		for j := range m {
			side := quad.Color(block.black[j] & 1)
			north := block.targets(j)
			capturers, rooks := uint64(0), uint64(0)
			if block.flags[rareFlag]>>j&1 != 0 {
				board := b.board(i + j)
				capturers, rooks = rareMoves(&board, side)
			}
			t.join(&north, capturers, rooks, side)
			dst.put(i+j, &t)
		}
		i += m
	}
	return i
}

// targets returns the sets of board j as setwiseTargets has them.
func (block *expansion) targets(j int) (t setwiseTargets) {
	stride := blockLen()
	set := func(k int) uint64 { return block.sets[stride*k+j] }
	for d := range t.sliders {
		t.sliders[d] = set(d)
	}
	free, targets := set(knightSet), set(targetSet)
	for d := range t.knights {
		t.knights[d] = knightJump(free, d) & targets
	}
	t.king, t.castling = set(kingSet), set(castlingSet)
	t.push, t.double = set(pushSet), set(doubleSet)|set(besideSet)
	t.east, t.west = set(eastSet), set(westSet)
	return t
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
			board := quad.Board{w[0][i], w[1][i], w[2][i], w[3][i]}
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
		board := quad.Board{block.boards[0][i], block.boards[1][i], block.boards[2][i], block.boards[3][i]}
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
	g0, g1, g2, gb := block.boards[0][i], block.boards[1][i], block.boards[2][i], block.boards[3][i]
	occ := g0 | g1 | g2
	e.side = quad.Color(block.black[i] & 1)
	e.black = blackMask(e.side)
	e.flip = Move(e.black) & (56 | 56<<6)
	e.g = quad.Board{g0, g1, g2, gb & occ}
	e.parent = quad.Board{g0, g1, g2, gb}
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
	a0, a1, a2, ab := e.room()
	g0, g1, g2, gb := e.g[0], e.g[1], e.g[2], e.g[3]
	rights := g0 &^ (g1 | g2) & (gb ^ ^e.black)
	a0[0] = g0&^gone | rookTo
	a1[0] = g1&^gone | kingTo
	a2[0] = (g2|rights)&^gone | kingTo | rookTo
	ab[0] = gb&^gone | (kingTo|rookTo)&e.black
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
