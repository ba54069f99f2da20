package raylist

import "github.com/koggestone/koggestone/quad"

// InCheck reports whether the king of the side to move could be captured if it
// were the other side's turn.
func (p *Position) InCheck() bool {
	us, them := p.opponents()
	return p.attacked(us.king(), them)
}

// leftInCheck reports whether the king of the side that has just moved can be
// captured: then the move was not legal.
func (p *Position) leftInCheck() bool {
	us, them := p.opponents()
	return p.attacked(them.king(), us)
}

// attacked reports whether a piece of by could capture on y. It searches in the
// reverse direction: it checks the first piece on each of the eight lines from y,
// and the eight squares a knight's move away.
func (p *Position) attacked(y square, by *side) bool {
	theirs := by.number(0)
	for _, step := range knightSteps {
		n := p.board[y+square(step)]
		if n&^indexMask == theirs && by.kind[n&indexMask] == quad.Knight {
			return true
		}
	}
	ahead := forward(by.color)
	for i, step := range royalSteps {
		step := square(step)
		z := y + step
		for p.board[z] == emptySq {
			z += step
		}
		n := p.board[z]
		if n&^indexMask != theirs {
			continue
		}
		diagonal := i >= len(orthogonalSteps)
		switch by.kind[n&indexMask] {
		case quad.Queen:
			return true
		case quad.Rook:
			if !diagonal {
				return true
			}
		case quad.Bishop:
			if diagonal {
				return true
			}
		case quad.King:
			if z == y+step {
				return true
			}
		case quad.Pawn:
			if diagonal && (z+ahead == y+east || z+ahead == y-east) {
				return true
			}
		}
	}
	return false
}
