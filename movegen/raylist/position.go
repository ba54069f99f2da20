package raylist

import (
	"github.com/koggestone/koggestone/quad"
)

// A mailbox square contains a piece number, emptySq or offBoard. White pieces, black
// pieces, empty squares and squares off the board have different bits in the high nibble,
// so that a single AND with a ray's mask can test for any combination.
const (
	whitePiece = 0x10 // to 0x1f
	blackPiece = 0x20 // to 0x2f
	emptySq    = 0x40
	offBoard   = 0x80

	pieceNumbers = 16   // for each side
	indexMask    = 0x0f // piece number to its index within its side
)

// A square is an index into the mailbox, rank*16 + file. If it has a bit of 0x88 set,
// it is off the board.
type square = uint8

// noSquare means that there is no en-passant target or no castling rook. It is off the board.
const noSquare square = 0xff

// Vectors of single steps.
const (
	north = 16
	east  = 1
	south = -north
	west  = -east
)

// A mailbox is the board with its guards. It has 256 squares, so that a byte plus a step,
// modulo 256, is always a square. Therefore the loop needs neither a test for the edge
// nor a bounds check.
type mailbox [256]uint8

// fromIndex returns the square with index sq (0 to 63, a1 = 0, h8 = 63).
func fromIndex(sq int) square { return square(sq + sq&^7) }

// toIndex returns the index (0 to 63) of a square on the board.
func toIndex(y square) int { return int(y+y&7) >> 1 }

// rank returns the rank of y, counted from the back rank of c, which is 0.
func rank(y square, c quad.Color) uint8 { return (y>>4 ^ -uint8(c)) & 7 }

// A Position is a position of chess or Chess960: the mailbox, and the piece list and linked
// rays of each side. [New] makes one; the zero Position is not valid. Do and Undo change it
// in place, and the other methods use them, so two goroutines must not share a Position. An
// assignment copies it.
type Position struct {
	board  mailbox
	sides  [2]side
	turn   quad.Color
	passed square // en-passant target after every double step, or noSquare
}

// opponents returns the side to move and the other.
func (p *Position) opponents() (us, them *side) {
	return &p.sides[p.turn&1], &p.sides[(p.turn^1)&1]
}

// forward returns the step of a pawn of colour c, modulo 256.
func forward(c quad.Color) square { return north - 2*north*square(c&1) }

// isPawn reports whether a pawn of s is on y.
func (p *Position) isPawn(s *side, y square) bool {
	n := p.board[y]
	return n&^indexMask == s.number(0) && s.kind[n&indexMask] == quad.Pawn
}

// An Undo contains what [Position.Undo] cannot restore from the move alone.
type Undo struct {
	castle   [2][2]square
	captured uint8 // piece number, 0 for none
	passed   square
}

// Do makes m, which must be pseudo-legal in p, and returns what [Position.Undo] needs. It
// unlinks a captured piece's rays, and gives a promoted pawn new rays.
func (p *Position) Do(m Move) Undo {
	us, them := p.opponents()
	from, to := m.from(), m.to()
	u := Undo{castle: [2][2]square{p.sides[0].castle, p.sides[1].castle}, passed: p.passed}
	piece := p.board[from]
	p.passed = noSquare

	if m.what() == castling {
		kingTo, rookTo := castled(from, to)
		p.swapIn(us, from, to, kingTo, rookTo)
	} else {
		victim := to
		if m.what() == enPassant {
			victim = to - forward(p.turn)
		}
		if n := p.board[victim]; n != emptySq {
			u.captured = n
			them.unlink(n & indexMask)
			them.loseRook(victim)
			p.board[victim] = emptySq
		}
		p.board[from] = emptySq
		p.board[to] = piece
		us.at[piece&indexMask] = to
		switch m.what() {
		case doubleStep:
			p.passed = (from + to) / 2
		case promotion:
			us.become(piece&indexMask, m.promotesTo())
		}
	}

	us.loseRook(from)
	if piece&indexMask == 0 {
		us.castle = [2]square{noSquare, noSquare}
	}
	p.turn ^= 1
	return u
}

// Undo takes back m, the latest move that has not been undone; u is the result of Do for
// it. It links a captured piece's rays again, at their old place in the list, and gives a
// promoted pawn its own rays back.
func (p *Position) Undo(m Move, u Undo) {
	p.turn ^= 1
	us, them := p.opponents()
	from, to := m.from(), m.to()
	if m.what() == castling {
		kingTo, rookTo := castled(from, to)
		p.swapIn(us, kingTo, rookTo, from, to)
	} else {
		piece := p.board[to]
		if m.what() == promotion {
			us.become(piece&indexMask, quad.Pawn)
		}
		us.at[piece&indexMask] = from
		p.board[to] = emptySq
		p.board[from] = piece
		if u.captured != 0 {
			i := u.captured & indexMask
			p.board[them.at[i]] = u.captured
			them.relink(i)
		}
	}
	p.sides[0].castle, p.sides[1].castle = u.castle[0], u.castle[1]
	p.passed = u.passed
}

// swapIn moves king and rook together, because one may go to the square that the other leaves.
func (p *Position) swapIn(s *side, king, rook, kingTo, rookTo square) {
	k, r := p.board[king], p.board[rook]
	p.board[king], p.board[rook] = emptySq, emptySq
	p.board[kingTo], p.board[rookTo] = k, r
	s.at[k&indexMask], s.at[r&indexMask] = kingTo, rookTo
}

// loseRook removes the right to castle with the rook on y, if there is one.
func (s *side) loseRook(y square) {
	for i := range s.castle {
		if s.castle[i] == y {
			s.castle[i] = noSquare
		}
	}
}
