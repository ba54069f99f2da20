package raylist

import "github.com/koggestone/koggestone/quad"

// A Position is a position of chess or Chess960 as the generator holds it: the
// mailbox, and each side's piece list and linked rays. It is made by [New] or
// [Position.Set]; the zero Position is of no use. Do and Undo change it in place;
// it must not be used by two goroutines at once.
type Position struct {
	board mailbox
	sides [2]side
	turn  quad.Color
	// passed is the square that the pawn of the latest move stepped over, noSquare
	// if there is none: the en-passant target whether anything can capture there
	// or not.
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

// isPawn reports whether a pawn of s stands on y.
func (p *Position) isPawn(s *side, y square) bool {
	n := p.board[y]
	return n&^indexMask == s.number(0) && s.kind[n&indexMask] == quad.Pawn
}
