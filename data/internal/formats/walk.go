package formats

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/movechain"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// walkTables are the tables as the kernel reads them.
var walkTables = (*[movechain.Size / 8]uint64)(unsafe.Pointer(&tables))

// longestWalk is the number of positions that the kernel reads in one call. Calls of assembly are not
// preempted.
const longestWalk = 1024

// walks reports whether the kernel can play the move of the position, which the kernel has not
// read. It cannot play promotions, en
// passant and castling, moves of kings that may castle, and double pushes that may be
// captured en passant.
func (c *Chains) walks() bool {
	b, m := &c.Position.Board, c.Move
	from, to := uint64(1)<<(m&63), uint64(1)<<(m>>6&63)
	switch m >> 12 {
	case 0:
		return b.Kings()&from == 0 || b.CastlingRooks()&b.ByColor(c.Position.Side) == 0
	case doublePush:
		return (to<<1&squares.NotFileA|to>>1&squares.NotFileH)&b.ByColor(c.Position.Side.Other())&b.Pawns() == 0
	}
	return false
}

// walk reads positions of a chain by the kernel until one passes the gate, like [Chains.play], or the
// next move is one that the kernel cannot play.
func (c *Chains) walk(g *Gate) bool {
	var all Gate
	s, p := &c.state, &c.Position
	drawn, noScore, early := true, 1<<20, 0
	if g == nil {
		g = &all
	} else {
		drawn, noScore, early = c.Result == 0, NoScore, max(g.MinPly-int(c.Ply)-1, 0)
	}
	if !c.loaded {
		occupied := p.Board.Occupied()
		*s = [movechain.Words]uint64{
			movechain.G0:    p.Board.G0,
			movechain.G1:    p.Board.G1,
			movechain.G2:    p.Board.G2,
			movechain.White: occupied &^ p.Board.GB,
			movechain.Black: occupied & p.Board.GB,
			movechain.From:  1 << (c.Move & 63),
			movechain.To:    1 << (c.Move >> 6 & 63),
			movechain.At:    uint64(c.at),
			movechain.End:   uint64(c.end),
			movechain.Score: uint64(c.Score),
			movechain.Half:  uint64(p.HalfMoves),
			movechain.Side:  uint64(p.Side),
		}
		c.loaded = true
	}
	most := min(c.plies, longestWalk)
	s[movechain.Plies], s[movechain.Skip], s[movechain.Gap] = uint64(most), uint64(early+g.Gap), uint64(g.Gap)
	s[movechain.Last], s[movechain.NoScore] = uint64(g.LastScore), uint64(noScore)
	s[movechain.NoScores], s[movechain.NoEarly], s[movechain.Drawn] = 0, 0, 0
	if drawn {
		s[movechain.Drawn] = 1
	}
	movechain.Walk(s, walkTables, c.buf)
	n := most - int(s[movechain.Plies])
	c.N += n
	c.plies -= n
	c.Ply += uint16(n)
	if n&1 != 0 {
		c.Result = -c.Result
	}
	skip := int(int64(s[movechain.Skip]))
	found := skip < 0
	skip = max(skip, 0)
	gap := min(skip, g.Gap)
	g.Random += int64(g.Gap - gap)
	g.Early += int64(early - (skip - gap) - int(s[movechain.NoEarly]))
	g.NoScore += int64(s[movechain.NoScores])
	g.Gap, g.LastPly, g.LastScore = gap, int(c.Ply), int(int64(s[movechain.Last]))
	switch s[movechain.Fault] {
	case movechain.BadMove:
		c.Fault = BadMove
		return false
	case movechain.BadEnd:
		c.Fault = BadEnd
		return false
	}
	c.Score, c.stale = int16(s[movechain.Score]), true
	c.setAt(int(s[movechain.At]))
	return found
}

// Load sets the position and the move after [Chains.Advance].
func (c *Chains) Load() {
	if !c.stale {
		return
	}
	c.stale = false
	s := &c.state
	from, to := bits.TrailingZeros64(s[movechain.From]), bits.TrailingZeros64(s[movechain.To])
	c.Position = movegen.Position{
		Board: quad.Board{G0: s[movechain.G0], G1: s[movechain.G1], G2: s[movechain.G2], GB: s[movechain.Black]},
		Side:  quad.Color(s[movechain.Side]), HalfMoves: uint16(min(s[movechain.Half], math.MaxUint16)), FullMoves: c.fullMoves(c.Ply),
	}
	c.Move = movegen.Move(from|to<<6) | movegen.Move(s[movechain.Special]&0xf000)
	c.markDoublePush()
}
