package formats

import (
	"encoding/binary"
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A Checked reads the chains of a chunk of .binpack. It checks that each move is legal.
type Checked struct {
	Row         // the last position that was read
	N     int   // the number of positions that were read
	Fault Fault // why the chunk ended early

	chunk []byte
	at    int // bytes
	plies int // moves of the chain that were not read
	bit   int // of the moves after these bytes, the highest of a byte first
	node  movegen.Node
}

// Reset starts to read a chunk.
func (c *Checked) Reset(chunk []byte) { *c = Checked{chunk: chunk} }

// Len returns the number of bytes of the chunk.
func (c *Checked) Len() int { return len(c.chunk) }

// Ended reports whether there are no more positions.
func (c *Checked) Ended() bool { return c.Fault != None || c.plies == 0 && c.at == len(c.chunk) }

// Next reads the next position. It returns false at the end of the chunk, or if it sets Fault.
func (c *Checked) Next() bool {
	if c.Ended() {
		return false
	}
	if c.plies == 0 {
		c.Fault = c.start()
	} else {
		c.Fault = c.step()
	}
	if c.Fault != None {
		return false
	}
	c.N++
	return true
}

// start reads the first position of a chain.
func (c *Checked) start() Fault {
	if len(c.chunk)-c.at < stemSize {
		return BadTail
	}
	data := c.chunk[c.at : c.at+stemSize]
	c.at, c.bit, c.plies = c.at+stemSize, 0, int(binary.BigEndian.Uint16(data[32:]))
	return c.unpackStem(data)
}

// step plays the move of a position and reads the next one.
func (c *Checked) step() Fault {
	p := &c.Position
	if c.bit == 0 && p.Validate() != nil {
		return BadStart
	}
	c.node.Set(p)
	if !c.node.IsLegal(c.Move) {
		return BadMove
	}
	p.PlayInto(p, c.Move)
	c.Ply++
	c.Result = -c.Result
	if c.Move = c.move(); c.Move == 0 {
		return BadMove
	}
	c.Score = -c.Score + unzigzag(c.number())
	if c.bit > 8*(len(c.chunk)-c.at) {
		return BadEnd
	}
	if c.plies--; c.plies == 0 {
		c.at += (c.bit + 7) / 8
	}
	return None
}

// read reads n bits, at most 8, the highest first. After the chunk it returns zeros.
func (c *Checked) read(n int) int {
	at := c.at + c.bit>>3
	var word uint
	if at < len(c.chunk) {
		word = uint(c.chunk[at]) << 8
	}
	if at+1 < len(c.chunk) {
		word |= uint(c.chunk[at+1])
	}
	v := word >> (16 - c.bit&7 - n) & (1<<n - 1)
	c.bit += n
	return int(v)
}

// number reads a number in groups of four bits, the lowest first. A bit before each group
// reports whether more groups follow.
func (c *Checked) number() (v uint16) {
	for shift := 0; shift < 16; shift += 4 {
		part := c.read(5)
		v |= uint16(part&15) << shift
		if part>>4 == 0 {
			break
		}
	}
	return v
}

// choose reads a number below n in as many bits as n-1 has, or returns -1.
func (c *Checked) choose(n int) int {
	if n == 0 {
		return -1
	}
	if i := c.read(bits.Len(uint(n - 1))); i < n {
		return i
	}
	return -1
}

// nth returns the square of bit i of set, counted from the lowest.
func nth(set uint64, i int) int {
	for range i {
		set &= set - 1
	}
	return bits.TrailingZeros64(set)
}

// move reads a move of the position: the number of its piece among those of the side to
// move, then the number of the move among those of the piece, legal or not, by target. It
// returns 0 if there is none of that number.
func (c *Checked) move() movegen.Move {
	p := &c.Position
	own := p.Board.ByColor(p.Side)
	i := c.choose(bits.OnesCount64(own))
	if i < 0 {
		return 0
	}
	from := nth(own, i)
	switch kind := p.Board.At(from).Kind(); kind {
	case quad.Pawn:
		return c.pawnMove(from)
	case quad.King:
		steps := squares.KingFrom[from] &^ own
		rooks := p.Board.CastlingRooks() & own
		switch i, n := c.choose(bits.OnesCount64(steps)+bits.OnesCount64(rooks)), bits.OnesCount64(steps); {
		case i >= n:
			return movegen.Move(from|nth(rooks, i-n)<<6) | 3<<12
		case i >= 0:
			return movegen.Move(from | nth(steps, i)<<6)
		}
		return 0
	default:
		to := attacksOf(kind, from, p.Board.Empty()) &^ own
		if i := c.choose(bits.OnesCount64(to)); i >= 0 {
			return movegen.Move(from | nth(to, i)<<6)
		}
		return 0
	}
}

// attacksOf returns the attacks of a piece on a square.
func attacksOf(kind quad.Kind, sq int, empty uint64) uint64 {
	piece := uint64(1) << sq
	switch kind {
	case quad.Knight:
		return squares.KnightFrom[sq]
	case quad.Bishop:
		return koggestone.BishopAttacks(piece, empty)
	case quad.Queen:
		return koggestone.QueenAttacks(piece, empty)
	}
	return koggestone.RookAttacks(piece, empty)
}

// pawnMove reads the move of a pawn.
func (c *Checked) pawnMove(from int) movegen.Move {
	p := &c.Position
	pawn, target := uint64(1)<<from, p.Board.EnPassant()
	empty := p.Board.Empty()
	step, start, last := 8, 1, 6 // by how many squares, ranks
	if p.Side == quad.Black {
		step, start, last = -8, 6, 1
	}
	to := koggestone.PawnAttacks(pawn, p.Side.Forward()) & (p.Board.ByColor(p.Side.Other()) | target)
	if push := bits.RotateLeft64(pawn, step) & empty; push != 0 {
		to |= push
		if from>>3 == start {
			to |= bits.RotateLeft64(push, step) & empty
		}
	}
	n := bits.OnesCount64(to)
	if from>>3 == last {
		i := c.choose(4 * n)
		if i < 0 {
			return 0
		}
		return stockfishMove(from, nth(to, i/4), promotionMove, i%4)
	}
	i := c.choose(n)
	if i < 0 {
		return 0
	}
	square := nth(to, i)
	m := movegen.Move(from | square<<6)
	switch {
	case target>>square&1 != 0:
		m |= 2 << 12
	case square-from == 2*step:
		m |= 1 << 12
	}
	return m
}
