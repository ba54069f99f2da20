//go:build (amd64 || arm64) && gc && !purego

package movegen

import (
	"math/bits"
	"sync"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// A twoPlyCounter is the memory for counting two plies at once: blocks of boards, and
// the positions after moves that are not simple, collected until there are many.
type twoPlyCounter struct {
	blocks   [layout.TwoPlyBlocks]layout.TwoPlyBlock
	children Batch
	parents  []uint64 // the parent of each child, numbered within the chunk
	owned    int      // the number of children whose parent is set
	counts   []uint16
}

const (
	// twoPlyChunk is the largest number of parents whose children are counted together.
	// They are also counted once there are twoPlyChildren of them.
	twoPlyChunk    = 4096
	twoPlyChildren = 2048

	// fewTwoPly is the largest number of boards that are counted one by one, not in a block.
	fewTwoPly = 2
)

var twoPlyCounters = sync.Pool{New: func() any { return new(twoPlyCounter) }}

// countTwoPlyBlocks sets the first elements of dst, and returns their number.
func countTwoPlyBlocks(dst []uint32, b *Batch) int {
	if simd.Active() == simd.Generic || b.Len() <= fewTwoPly {
		return 0
	}
	c := twoPlyCounters.Get().(*twoPlyCounter)
	defer twoPlyCounters.Put(c)
	return c.count(dst, b, leastTwoPly()*blockLen())
}

// count sets the first elements of dst, and returns their number. Blocks with an estimate
// below least moves are counted one ply after the other.
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
// The boards start at i, and first is the number of the first one within the chunk.
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

// addBlock is add for a block that take has set.
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
			e.playBeside(beside) // a king that could be taken is not among the odd boards here
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

// boardOf returns board i of a block, and its side to move.
func boardOf(block *layout.TwoPlyBlock, i int) (quad.Board, quad.Color) {
	w := &block.Boards
	return quad.Board{G0: w[quad.G0][i], G1: w[quad.G1][i], G2: w[quad.G2][i], GB: w[quad.GB][i]}, quad.Color(block.Black[i] & 1)
}

// take sets the blocks to n boards, starting at i, and runs the kernel on them.
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

// from sets the parent of all children that have none.
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

// countChildren adds the moves of the children to the elements of their parents.
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
