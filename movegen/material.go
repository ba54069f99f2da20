package movegen

import (
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// HasInsufficientMaterial reports whether neither side can mate with the pieces on the
// board by any sequence of moves. Then there are only the kings and at most one knight, or
// the kings and any number of bishops on squares of one colour. It does not detect other
// dead positions, such as locked pawns.
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
