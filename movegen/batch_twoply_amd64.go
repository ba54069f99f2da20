//go:build gc && !purego

package movegen

import (
	"bytes"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// restRoom is the number of children that playRest may make of the boards in eight lanes,
// including the elements that it may overwrite after them.
const restRoom = 8*64 + 8

// leastTwoPly returns the average number of moves of a board above which counting two plies
// at once is faster than one: the time of classifying and weighing the moves, divided by
// the time of playing one and counting its replies.
func leastTwoPly() int {
	if simd.Active() == simd.AVX512 {
		return 9
	}
	return 8
}

// callTwoPly runs the kernel on the first blocks.
func (c *twoPlyCounter) callTwoPly(blocks, least int) {
	boards := &c.blocks[0].Boards
	switch endings, wide := c.areEndings(blocks), simd.Active() == simd.AVX512; {
	case endings && wide:
		twoPlyEndingsAVX512(boards, blocks, least)
	case endings:
		twoPlyEndingsAVX2(boards, blocks, least)
	case wide:
		twoPlyAVX512(boards, blocks, least)
	default:
		twoPlyAVX2(boards, blocks, least)
	}
}

// areEndings reports whether all boards of the first blocks are rook endings.
func (c *twoPlyCounter) areEndings(blocks int) bool {
	for i := range blocks {
		w := &c.blocks[i].Boards
		if !areEndings(w[quad.G0][:blockLen()], w[quad.G1][:blockLen()], w[quad.G2][:blockLen()]) {
			return false
		}
	}
	return true
}

// playRest appends the children of boards after moves that are not simple, except captures
// en passant and double steps that end beside an opponent's pawn.
func (c *twoPlyCounter) playRest(block *layout.TwoPlyBlock, boards uint64, first int) {
	children := &c.children
	known := children.Len()
	end := known
	for more := uint64(1); more != 0; {
		children.grow(end, restRoom)
		p := &children.planes
		room := len(p[0])
		if len(c.parents) < room {
			c.parents = append(c.parents, make([]uint64, room-len(c.parents))...)
		}
		if simd.Active() == simd.AVX512 {
			end, more = playRestAVX512(&block.Boards, boards, &p[0][0], &p[1][0], &p[2][0], &p[3][0], &c.parents[0], first, end, room-restRoom)
		} else {
			end, more = playRestAVX2(&block.Boards, boards, &p[0][0], &p[1][0], &p[2][0], &p[3][0], &c.parents[0], first, end, room-restRoom)
		}
	}
	children.trim(end)
	// The side to move of a child is the opponent of its parent's. Mostly all parents have
	// the same side to move.
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
