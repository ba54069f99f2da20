//go:build gc && !purego

package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// leastTwoPly returns 0: the kernel has no estimate and always counts two plies at once.
func leastTwoPly() int { return 0 }

// callTwoPly runs the kernel on the first blocks.
func (c *twoPlyCounter) callTwoPly(blocks, _ int) {
	for i := range blocks {
		twoPlyNEON(&c.blocks[i].Boards)
	}
}

// playRest appends the children of boards after moves that are not simple, except captures
// en passant and double steps that end beside an opponent's pawn.
func (c *twoPlyCounter) playRest(block *layout.TwoPlyBlock, boards uint64, first int) {
	for ; boards != 0; boards &= boards - 1 {
		j := bits.TrailingZeros64(boards)
		e := expander{batch: &c.children, n: c.children.Len()}
		e.playRest(block, j)
		e.end()
		c.from(first + j)
	}
}

// playRest appends the children of board i.
func (e *expander) playRest(block *layout.TwoPlyBlock, i int) {
	set := func(k layout.MoveSet) uint64 { return block.Sets[layout.BlockNEON*int(k)+i] }
	e.set(boardOf(block, i))
	occ := e.g.Occupied()
	for d := range koggestone.Direction(8) {
		if to := set(layout.SliderTargets + layout.MoveSet(d)); to != 0 {
			back := d.Opposite()
			if e.flip != 0 {
				back = turnedDirection(back)
			}
			e.playFrom(e.back(to), func(t uint64) uint64 { return koggestone.Attacks(t, ^occ, back) & occ })
		}
		if to := set(layout.RestKnights + layout.MoveSet(d)); to != 0 {
			back := int(d) ^ 4
			if e.flip != 0 {
				back = turnedJump(back)
			}
			e.playFrom(e.back(to), squares.Jumps[back].From)
		}
	}
	if to := set(layout.KingTargets); to != 0 {
		own := e.g.GB ^ ^e.black
		g := e.g
		endCastling(&g, e.side)
		e.play(&g, e.back(g.G1&g.G2&^g.G0&own), to, quad.King)
	}
	for _, pawns := range []struct {
		targets uint64
		shift   uint
	}{{set(layout.PawnPushes), 8}, {set(layout.PawnEast), 9}, {set(layout.PawnWest), 7}} {
		e.playShifted(pawns.targets&^squares.Rank8, pawns.shift)
		e.playPromotions(pawns.targets&squares.Rank8, Move(pawns.shift))
	}
	e.playShifted(set(layout.PawnDoubles), 16)
	for rooks := set(layout.CastlingRooks); rooks != 0; rooks &= rooks - 1 {
		e.playUsualCastling(rooks & -rooks)
	}
}

// playFrom appends a board for each of targets to which the piece on from(target) goes,
// in terms of the board.
func (e *expander) playFrom(targets uint64, from func(target uint64) uint64) {
	a0, a1, a2, ab := e.room()
	g0, g1, g2, gb := e.g.G0, e.g.G1, e.g.G2, e.g.GB
	n := 0
	for ; targets != 0; targets &= targets - 1 {
		t := targets & -targets
		f := from(t)
		sq, keep := bits.TrailingZeros64(f)&63, ^(f | t)
		p0, p1 := g0>>sq&1, g1>>sq&1
		a0[n&63] = g0&keep | t&-p0
		a1[n&63] = g1&keep | t&-p1
		a2[n&63] = g2&keep | t&-(g2>>sq&1|p0&^p1) // a rook that may castle, 001, becomes 101
		ab[n&63] = gb&keep | t&e.black
		n++
	}
	e.n += n
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
