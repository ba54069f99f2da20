package formats

import (
	"encoding/binary"
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
)

// Chains reads the positions in a .binpack chunk one after the other. [Group] reads the same
// positions faster if it has a kernel.
type Chains struct {
	Row         // the last position that was read
	N     int   // how many positions have been read
	Fault Fault // why the chunk ended early

	buf     []byte // the chunk and the padding
	at      int    // how many bits have been read
	end     int    // how many bits the chunk has
	plies   int    // how many moves of the chain have not been read yet
	fresh   bool   // whether the position begins a chain
	checked bool
}

// Padding is how many bytes after a chunk readers may load. They do not use these bytes.
const Padding = 8

// Reset starts to read a chunk of size bytes at the start of buf, which must contain at
// least [Padding] more bytes.
//
// If checked is true, all moves must be legal, and a chain's first position must be valid if
// moves follow it. If it is false, the first position must be valid and its move legal, but later
// moves in a corrupt chunk can leave their own king attacked. Even then they capture no king, and
// castling is legal.
func (c *Chains) Reset(buf []byte, size int, checked bool) {
	*c = Chains{buf: buf[:size+Padding], end: 8 * size, checked: checked}
}

// Len returns how many bytes the chunk has.
func (c *Chains) Len() int { return c.end / 8 }

// Offset returns how many bytes have been read.
func (c *Chains) Offset() int { return c.at / 8 }

// Ended reports whether there are no more positions.
func (c *Chains) Ended() bool { return c.Fault != None || c.plies == 0 && c.at == c.end }

// Next reads the next position. It returns false at the end of the chunk, or if it sets Fault.
func (c *Chains) Next() bool {
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
func (c *Chains) start() Fault {
	if c.end-c.at < 8*stemSize {
		return BadTail
	}
	data := c.buf[c.at/8 : c.at/8+stemSize]
	c.at += 8 * stemSize
	if fault := c.unpackStem(data); fault != None {
		return fault
	}
	if !c.checked && c.Position.Validate() != nil {
		return BadStart
	}
	c.plies, c.fresh = int(binary.BigEndian.Uint16(data[32:])), true
	return None
}

// step plays the position's move and reads the next one.
func (c *Chains) step() Fault {
	if !c.mayPlay() {
		return c.Fault
	}
	c.Position.PlayInto(&c.Position, c.Move)
	c.Ply++
	c.Result = -c.Result
	w := window{bits: binary.BigEndian.Uint64(c.buf[c.at>>3:]) << (c.at & 7)} // a move and a score have at most 32 bits
	if c.Move = w.move(&c.Position); c.Move == 0 {
		return BadMove
	}
	c.Score = w.score() - c.Score
	c.at += w.read
	if c.at > c.end {
		return BadEnd
	}
	if c.plies--; c.plies == 0 {
		c.at = (c.at + 7) &^ 7
	}
	return None
}

// mayPlay reports whether the position's move can be played. If it cannot, mayPlay sets Fault.
func (c *Chains) mayPlay() bool {
	switch p := &c.Position; {
	case c.checked && c.fresh && p.Validate() != nil:
		c.Fault = BadStart
	case c.checked || c.fresh || c.Move.IsCastling():
		if !p.IsLegal(c.Move) {
			c.Fault = BadMove
		}
	case p.Board.Kings()>>(c.Move>>6&63)&1 != 0:
		c.Fault = BadMove
	}
	c.fresh = false
	return c.Fault == None
}

// A window contains a chunk's next bits, and counts how many have been read.
type window struct {
	bits uint64
	read int
}

// take reads n bits.
func (w *window) take(n int) int {
	v := w.bits >> (64 - n)
	w.bits <<= n
	w.read += n
	return int(v)
}

// choose reads a number below n, which takes as many bits as n-1. If the number is too large, it
// returns -1.
func (w *window) choose(n int) int {
	if n == 0 {
		return -1
	}
	if i := w.take(bits.Len(uint(n - 1))); i < n {
		return i
	}
	return -1
}

// score reads the sum of two successive scores. It has one to four groups of four bits, lowest
// first. A bit before each group says whether more groups follow. The code has no branches,
// because they could not be predicted.
func (w *window) score() int16 {
	second := w.bits >> 63
	third := second & (w.bits >> 58)
	fourth := third & (w.bits >> 53)
	v := w.bits>>59&15 | w.bits>>50&0xf0&-second | w.bits>>41&0xf00&-third | w.bits>>32&0xf000&-fourth
	w.read += int(5 * (1 + second + third + fourth))
	return unzigzag(uint16(v))
}

// move reads a move in p as two numbers: which of the side's pieces moves, and which of that
// piece's targets it moves to. If there is no such move, it returns 0. The move need not be
// legal. One path serves all pieces, because branches by kind could not be predicted.
func (w *window) move(p *movegen.Position) movegen.Move {
	t, b := tables, &p.Board
	occupied := b.Occupied()
	theirs := b.GB ^ occupied&-uint64(p.Side) // including the en-passant target
	own := occupied &^ theirs
	i := w.choose(bits.OnesCount64(own))
	if i < 0 {
		return 0
	}
	from := nth(own, i) & 63
	piece := uint64(1) << from
	code := b.At(from).Kind()
	kind, pawn, lines := &t.kinds[code], &t.pawns[from][p.Side&1], &t.squares[from].lines
	rank := uint64(t.lines[from&7][occupied>>(from&56)&255]) << (from & 56)
	file := line(occupied, lines[1], piece)
	diagonals := line(occupied, lines[2], piece) | line(occupied, lines[3], piece)
	to := ((rank|file)&kind.orthogonal | diagonals&kind.diagonal | t.leaps[code][from]) &^ own
	to |= (pawn.attacks&theirs | pawn.pushes&file&^occupied) & kind.pawn
	n := bits.OnesCount64(to)
	if pawn.promotes&kind.pawn != 0 {
		if i = w.choose(4 * n); i < 0 {
			return 0
		}
		return stockfishMove(from, nth(to, i/4), promotionMove, i%4)
	}
	rooks := b.CastlingRooks() & own & kind.king
	if i = w.choose(n + bits.OnesCount64(rooks)); i < 0 {
		return 0
	}
	if i >= n {
		return movegen.Move(from|nth(rooks, i-n)<<6) | castling<<12
	}
	m := movegen.Move(from | nth(to, i)<<6)
	if target := uint64(1) << (m >> 6 & 63); target&theirs&^occupied&kind.pawn != 0 {
		m |= enPassant << 12
	} else if (piece<<16|piece>>16)&target&kind.pawn != 0 {
		m |= doublePush << 12
	}
	return m
}

// line returns a piece's targets on a line by hyperbola quintessence (Gerd Isenberg and Aleks
// Peshkov, 2007).
func line(occupied, line, piece uint64) uint64 {
	occupied &= line &^ piece
	return (occupied - 2*piece ^ bits.ReverseBytes64(bits.ReverseBytes64(occupied)-2*bits.ReverseBytes64(piece))) & line &^ piece
}

const ones, highs = 0x0101010101010101, 0x8080808080808080

// nth returns the square of bit k of set, counted from the lowest. It finds the byte by adding up
// the bits in each byte, and finds the bit there in a table (Sebastiano Vigna, 2008).
func nth(set uint64, k int) int {
	sums := set - set>>1&0x5555555555555555
	sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
	sums = (sums + sums>>4) & 0x0f0f0f0f0f0f0f0f * ones
	at := uint64(bits.OnesCount64(((uint64(k)*ones|highs)-sums)&highs)) * 8 & 56
	return int(at) | int(bitTable[set>>at&255][(uint64(k)-sums<<8>>at)&7])
}

// bitTable contains the place of bit k in a byte, counted from the lowest.
var bitTable = func() (t [256][8]uint8) {
	for b := range t {
		for k, rest := 0, uint(b); rest != 0; k++ {
			t[b][k] = uint8(bits.TrailingZeros(rest))
			rest &= rest - 1
		}
	}
	return t
}()
