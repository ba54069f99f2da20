package movegen

import (
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// HasInsufficientMaterial reports whether neither side could mate with what is on
// the board whatever both play: there are no pawns, rooks and queens, and beside
// the kings at most one knight, or any number of bishops on squares of one colour.
// Other dead positions, such as locked pawns, are not found.
func (p *Position) HasInsufficientMaterial() bool {
	return isInsufficient(&p.Board)
}

// isInsufficient reports whether neither side could mate: see
// [Position.HasInsufficientMaterial].
func isInsufficient(b *quad.Board) bool {
	if b.Pawns()|b.Orthogonal() != 0 {
		return false
	}
	return isLight(b.Knights(), b.Bishops())
}

// isLight is isInsufficient for boards without pawns, rooks and queens.
func isLight(knights, bishops uint64) bool {
	if knights != 0 {
		return knights&(knights-1)|bishops == 0
	}
	return bishops&squares.Dark == 0 || bishops&^squares.Dark == 0
}
