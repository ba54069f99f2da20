package raylist

import "github.com/koggestone/koggestone/quad"

// A Position is a position of chess or Chess960: the mailbox, and the piece list and
// linked rays of each side. [New] or [Position.Set] make one; the zero Position is
// not valid. Do and Undo change it in place, and other methods use them: two
// goroutines must not use it at the same time.
type Position struct {
	board mailbox
	sides [2]side
	turn  quad.Color
	// passed is the square that the pawn of the latest move stepped over, or
	// noSquare: the en-passant target, whether or not a capture is possible.
	passed              square
	halfMoves, fullMove uint16
}

// Side returns the side to move.
func (p *Position) Side() quad.Color { return p.turn }

// opponents returns the side to move and the other.
func (p *Position) opponents() (us, them *side) {
	return &p.sides[p.turn&1], &p.sides[(p.turn^1)&1]
}

// forward returns the step of the pawns of colour c, modulo 256.
func forward(c quad.Color) square { return north - 2*north*square(c&1) }

// isPawn reports whether a pawn of s is on y.
func (p *Position) isPawn(s *side, y square) bool {
	n := p.board[y]
	return n&^indexMask == s.number(0) && s.kind[n&indexMask] == quad.Pawn
}
