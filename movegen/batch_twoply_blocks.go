package movegen

import (
	"bytes"
	"math/bits"
	"sync"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

//asm:kernels twoPly twoPlyEndings playRest

// A twoPlyCounter is memory for counting two plies at once: blocks of boards, and the
// positions after moves that are not simple, which it collects until there are enough
// to count them together.
type twoPlyCounter struct {
	blocks   [layout.TwoPlyBlocks]layout.TwoPlyBlock
	children Batch
	parents  []uint64 // the parent of each child, numbered within the chunk
	owned    int      // how many children have their parent set
	counts   []uint16
}

const (
	// The children of at most twoPlyChunk parents are counted together, and they are also
	// counted once there are twoPlyChildren.
	twoPlyChunk    = 4096
	twoPlyChildren = 2048

	// fewTwoPly is the largest number of boards that are counted one by one instead of in a
	// block.
	fewTwoPly = 2

	// restRoom is how many children playRest can make from the boards in eight lanes,
	// including elements that it can overwrite after them.
	restRoom = 8*64 + 8
)

var twoPlyCounters = sync.Pool{New: func() any { return new(twoPlyCounter) }}

// countTwoPlyBlocks counts whole blocks from the start, and returns how many elements of
// dst it has set.
func countTwoPlyBlocks(dst []uint32, b *Batch) int {
	if simd.Active() == simd.Generic || b.Len() <= fewTwoPly {
		return 0
	}
	c := twoPlyCounters.Get().(*twoPlyCounter)
	defer twoPlyCounters.Put(c)
	return c.count(dst, b, leastTwoPly()*blockLen())
}

// count counts from the start, and returns how many elements of dst it has set. If a block
// is estimated to have fewer than least moves, it counts one ply after the other.
func (c *twoPlyCounter) count(dst []uint32, b *Batch, least int) int {
	i, begin := 0, 0
	for len(dst)-i > fewTwoPly {
		n := min(layout.TwoPlyBlocks*blockLen(), len(dst)-i)
		c.add(dst[i:i+n], b, i, i-begin, least)
		i += n
		if i-begin >= twoPlyChunk || c.children.Len() >= twoPlyChildren {
			c.countChildren(dst[begin:i])
			begin = i
		}
	}
	c.countChildren(dst[begin:i])
	return i
}

// add sets dst to the sums over simple moves, and collects the children after other moves.
// The boards start at i, and first is the number of the first board within the chunk.
//
//go:noinline
func (c *twoPlyCounter) add(dst []uint32, b *Batch, i, first, least int) {
	c.take(b, i, len(dst), least)
	for k := 0; len(dst) > 0; k++ {
		n := min(blockLen(), len(dst))
		c.addBlock(dst[:n], &c.blocks[k], first)
		dst, first = dst[n:], first+n
	}
}

// addBlock is like add, for a block that take has set.
func (c *twoPlyCounter) addBlock(dst []uint32, block *layout.TwoPlyBlock, first int) {
	copy(dst, block.Sums[:])
	if block.OnePly != 0 {
		clear(dst)
	}
	there := ^uint64(0) >> (64 - len(dst))
	odd := block.Flags[layout.OddFlag] & there
	children := &c.children
	c.playRest(block, there&^odd, first)
	e := expander{batch: children, n: children.Len()}
	for x := block.Flags[layout.SpecialFlag] & there &^ odd; x != 0; x &= x - 1 {
		j := bits.TrailingZeros64(x)
		e.set(boardOf(block, j))
		beside := block.Sets[blockLen()*int(layout.PawnBeside)+j]
		if block.OnePly == 0 {
			// CountLegalBatch would count captures en passant board by board.
			dst[j] += uint32(e.playBesideApart(beside))
		} else {
			e.playBeside(beside) // here, a board with a king that could be taken is not among the odd boards
		}
		if block.Flags[layout.RareFlag]>>j&1 != 0 {
			e.playLegalEnPassant()
		}
		e.endSides()
		c.from(first + j)
	}
	children.trim(e.n)
	for ; odd != 0; odd &= odd - 1 {
		j := bits.TrailingZeros64(odd)
		dst[j] = 0
		board, side := boardOf(block, j)
		children.appendChildren(&board, side)
		c.from(first + j)
	}
}

// boardOf returns board i in a block, and who is to move.
func boardOf(block *layout.TwoPlyBlock, i int) (quad.Board, quad.Color) {
	w := &block.Boards
	return quad.Board{G0: w[quad.PlaneG0][i], G1: w[quad.PlaneG1][i], G2: w[quad.PlaneG2][i], GB: w[quad.PlaneGB][i]}, quad.Color(block.Black[i] & 1)
}

// take copies n boards, starting at i, to the blocks and runs the kernel on them.
func (c *twoPlyCounter) take(b *Batch, i, n, least int) {
	blocks := 0
	for end := i + n; i < end; blocks++ {
		block := &c.blocks[blocks]
		n := min(blockLen(), end-i)
		for p := range block.Boards {
			copy(block.Boards[p][:n], b.planes[p][i:])
		}
		copy(block.Black[:n], b.sides[i:])
		i += n
	}
	c.callTwoPly(blocks, least)
}

// from sets the parent of all children that do not have one yet.
func (c *twoPlyCounter) from(parent int) {
	if n := c.children.Len(); len(c.parents) < n {
		c.parents = append(c.parents, make([]uint64, n-len(c.parents))...)
	}
	for k := c.owned; k < c.children.Len(); k++ {
		c.parents[k] = uint64(parent)
	}
	c.owned = c.children.Len()
}

// longer returns s, extended to at least n elements.
func longer(s []uint16, n int) []uint16 {
	if len(s) < n {
		s = append(s, make([]uint16, n-len(s))...)
	}
	return s
}

// countChildren counts the children's moves and adds them to their parents.
func (c *twoPlyCounter) countChildren(dst []uint32) {
	n := c.children.Len()
	c.counts = longer(c.counts, n)
	CountLegalBatch(c.counts[:n], &c.children)
	parents := c.parents[:n]
	for k, count := range c.counts[:n] {
		dst[parents[k]] += uint32(count)
	}
	c.children.Reset()
	c.owned = 0
}

// leastTwoPly returns how many moves a board must have on average for counting two plies
// at once to be faster. This is the time to classify and weigh the moves, divided by the
// time to play one and count its replies. The neon kernel has no such estimate.
func leastTwoPly() int {
	switch simd.Active() {
	case simd.AVX512:
		return 9
	case simd.AVX2:
		return 8
	}
	return 0
}

// callTwoPly runs the kernel on the first blocks.
func (c *twoPlyCounter) callTwoPly(blocks, least int) {
	if simd.Active() == simd.NEON { // its kernel counts one block
		for i := range blocks {
			twoPly(&c.blocks[i].Boards, 1, least)
		}
		return
	}
	boards := &c.blocks[0].Boards
	if c.areEndings(blocks) {
		twoPlyEndings(boards, blocks, least)
	} else {
		twoPly(boards, blocks, least)
	}
}

// areEndings reports whether all boards of the first blocks are rook endings.
func (c *twoPlyCounter) areEndings(blocks int) bool {
	for i := range blocks {
		w := &c.blocks[i].Boards
		if !areEndings(w[quad.PlaneG0][:blockLen()], w[quad.PlaneG1][:blockLen()], w[quad.PlaneG2][:blockLen()]) {
			return false
		}
	}
	return true
}

// playRest appends the children of boards after moves that are not simple, except for
// captures en passant and double steps that end beside an opponent's pawn.
func (c *twoPlyCounter) playRest(block *layout.TwoPlyBlock, boards uint64, first int) {
	children := &c.children
	known := children.Len()
	end := known
	if simd.Active() == simd.NEON {
		c.playRestGeneric(block, boards, first)
		return
	}
	for more := uint64(1); more != 0; {
		children.grow(end, restRoom)
		p := &children.planes
		room := len(p[0])
		if len(c.parents) < room {
			c.parents = append(c.parents, make([]uint64, room-len(c.parents))...)
		}
		end, more, _ = playRest(&block.Boards, boards, &p[0][0], &p[1][0], &p[2][0], &p[3][0], &c.parents[0], first, end, room-restRoom)
	}
	children.trim(end)
	// In a child the parent's opponent is to move. Usually all parents have the same side
	// to move.
	if side := block.Black[0]; bytes.Count(block.Black[:blockLen()], []byte{side}) == blockLen() {
		children.endSides(end, quad.Color(1^side&1))
		c.owned = end
		return
	}
	for _, parent := range c.parents[known:end] {
		children.sides = append(children.sides, 1^block.Black[int(parent)-first]&1)
	}
	c.owned = end
}

// playRestGeneric is like playRest, for the neon path, which has no kernel.
func (c *twoPlyCounter) playRestGeneric(block *layout.TwoPlyBlock, boards uint64, first int) {
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
	set := func(k layout.MoveSet) uint64 { return block.Sets[blockLen()*int(k)+i] }
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
			e.playFrom(e.back(to), func(knights uint64) uint64 { return squares.JumpFrom(knights, back) })
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

// playFrom appends a board for each target, where the piece on from(target) moves to.
// Squares are the board's squares.
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

// playUsualCastling appends the board after a king on e1 has castled with the rook on a1 or
// h1. Squares are the view's squares.
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
