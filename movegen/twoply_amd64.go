//go:build gc && !purego

package movegen

import (
	"math/bits"
	"sync"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// A twoPlyCounter is the memory for counting two plies at a time: a block of boards, and
// the positions after moves that are not simple, which wait until there are many.
type twoPlyCounter struct {
	expansion
	work     layout.TwoPlyRoom
	sums     [64]uint32
	children Batch
	parents  []uint16 // of the children, by number within the chunk
	owned    int      // how many children have theirs
	counts   []uint16
}

const (
	// twoPlyChunk is how many parents have their children counted together at most, and
	// twoPlyChildren from how many children on these are counted.
	twoPlyChunk    = 4096
	twoPlyChildren = 2048

	// restRoom is how many children playRest may make of eight boards, and write behind
	// them: 420 of sliders, 64 of kings, 168 of knights and 162 of pawns of each.
	restRoom = 8*(420+64+168+162) + 8

	// fewTwoPly is how many boards are counted one by one rather than in a block.
	fewTwoPly = 2
)

var twoPlyCounters = sync.Pool{New: func() any { return new(twoPlyCounter) }}

// countTwoPlyBlocks sets the first elements of dst, and returns how many.
func countTwoPlyBlocks(dst []uint32, b *Batch) int {
	if simd.Active() == simd.Generic || b.Len() <= fewTwoPly {
		return 0
	}
	c := twoPlyCounters.Get().(*twoPlyCounter)
	defer twoPlyCounters.Put(c)
	i, begin := 0, 0
	for len(dst)-i > fewTwoPly {
		n := min(blockLen(), len(dst)-i)
		c.add(dst[i:i+n], b, i, i-begin)
		i += n
		if i-begin >= twoPlyChunk || c.children.Len() >= twoPlyChildren {
			c.countChildren(dst[begin:i])
			begin = i
		}
	}
	c.countChildren(dst[begin:i])
	return i
}

// add sets dst to what simple moves add up to, and gathers the children after others. The
// block is that of boards from i on, first the number of its first within the chunk.
//
//go:noinline
func (c *twoPlyCounter) add(dst []uint32, b *Batch, i, first int) {
	n := len(dst)
	c.take(b, i, n)
	copy(dst, c.sums[:n])

	there := ^uint64(0) >> (64 - n)
	odd := c.Flags[layout.OddFlag] & there
	children := &c.children
	if simd.Active() == simd.AVX512 {
		c.playRest(there&^odd, first)
	} else {
		for x := there &^ odd; x != 0; x &= x - 1 {
			j := bits.TrailingZeros64(x)
			e := expander{batch: children, n: children.Len()}
			e.playRest(&c.expansion, j)
			e.end()
			c.from(first + j)
		}
	}
	for x := c.Flags[layout.SpecialFlag] & there &^ odd; x != 0; x &= x - 1 {
		j := bits.TrailingZeros64(x)
		if c.Flags[layout.RareFlag]>>j&1 != 0 {
			c.findRare(j)
		}
		e := expander{batch: children, n: children.Len()}
		e.playOthers(&c.expansion, j)
		e.end()
		c.from(first + j)
	}
	for ; odd != 0; odd &= odd - 1 {
		j := bits.TrailingZeros64(odd)
		dst[j] = 0
		board := c.board(j)
		children.appendChildren(&board, quad.Color(c.Black[j]&1))
		c.from(first + j)
	}
}

// playRest appends the children of boards after moves that are not simple, but for those
// of playOthers.
func (c *twoPlyCounter) playRest(boards uint64, first int) {
	children := &c.children
	known := children.Len()
	end := known
	for next := 0; next < 64; {
		children.grow(end, restRoom)
		p := &children.planes
		c.parents = longer(c.parents, len(p[0]))
		next, end = playRestAVX512(&c.Boards, boards, &p[0][0], &p[1][0], &p[2][0], &p[3][0], &c.parents[0], first, next, end, len(p[0])-restRoom)
	}
	// The side to move of a child is the other one than its parent's.
	for _, parent := range c.parents[known:end] {
		children.sides = append(children.sides, 1^c.Black[int(parent)-first]&1)
	}
	children.trim(end)
	c.owned = end
}

// playRest appends the children of board i as the kernel of that name does.
func (e *expander) playRest(block *expansion, i int) {
	stride := blockLen()
	set := func(k layout.MoveSet) uint64 { return block.Sets[stride*int(k)+i] }
	e.take(block, i)
	occ := e.g.Occupied()
	for d := range koggestone.Direction(8) {
		to := set(layout.SliderTargets + layout.MoveSet(d))
		if to == 0 {
			continue
		}
		back := d.Opposite()
		if e.flip != 0 {
			back = turnedDirection(back)
		}
		e.playFrom(e.back(to), func(t uint64) uint64 { return koggestone.Attacks(t, ^occ, back) & occ })
	}
	if knights := set(layout.FreeKnights); knights != 0 {
		to, simple, simpleTo := set(layout.PieceTargets), set(layout.SimpleKnights), set(layout.SimpleTargets)
		for d := range squares.Jumps {
			jump := &squares.Jumps[d]
			if t := jump.From(knights) & to &^ (jump.From(simple) & simpleTo); t != 0 {
				back := d ^ 4
				if e.flip != 0 {
					back = turnedJump(back)
				}
				e.playFrom(e.back(t), squares.Jumps[back].From)
			}
		}
	}
	if to := set(layout.KingTargets); to != 0 {
		own := e.g.GB ^ ^e.black
		g := e.g
		endCastling(&g, e.side)
		e.play(&g, e.back(g.G1&g.G2&^g.G0&own), to, quad.King)
	}
	e.playShifted(set(layout.PawnPushes)&^squares.Rank8, 8)
	e.playShifted(set(layout.PawnDoubles), 16)
	e.playShifted(set(layout.PawnEast)&^squares.Rank8, 9)
	e.playShifted(set(layout.PawnWest)&^squares.Rank8, 7)
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

// take sets the block to n boards from i on, and their sums, sets and flags.
func (c *twoPlyCounter) take(b *Batch, i, n int) {
	w := &c.Boards
	for p := range w {
		copy(w[p][:n], b.planes[p][i:])
	}
	copy(c.Black[:n], b.sides[i:])
	if simd.Active() == simd.AVX512 {
		twoPlyAVX512(&c.sums, &c.Sets, &c.Flags, &w[0][0], &w[1][0], &w[2][0], &w[3][0], &c.Black[0], &c.work)
	} else {
		twoPlyAVX2((*[layout.BlockAVX2]uint32)(c.sums[:]), (*[layout.BlockAVX2 * layout.RestSets]uint64)(c.Sets[:]), &c.Flags,
			&w[0][0], &w[1][0], &w[2][0], &w[3][0], &c.Black[0], &c.work)
	}
}

// from makes the children that have no parent yet those of a parent.
func (c *twoPlyCounter) from(parent int) {
	c.parents = longer(c.parents, c.children.Len())
	for k := c.owned; k < c.children.Len(); k++ {
		c.parents[k] = uint16(parent)
	}
	c.owned = c.children.Len()
}

// longer returns s with room for n elements.
func longer(s []uint16, n int) []uint16 {
	if len(s) < n {
		s = append(s, make([]uint16, n-len(s))...)
	}
	return s
}

// countChildren adds the moves of the children to the elements of their parents.
func (c *twoPlyCounter) countChildren(dst []uint32) {
	n := c.children.Len()
	c.counts = longer(c.counts, n)
	CountLegalBatch(c.counts[:n], &c.children)
	for k, count := range c.counts[:n] {
		dst[c.parents[k]] += uint32(count)
	}
	c.children.Reset()
	c.owned = 0
}
