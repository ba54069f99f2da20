package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
)

// HasInsufficientMaterial reports whether neither side could mate with what is on
// the board whatever both play: there are no pawns, rooks and queens, and beside
// the kings at most one knight, or any number of bishops on squares of one colour.
// Other dead positions, such as locked pawns, are not found.
func (p *Position) HasInsufficientMaterial() bool {
	b := &p.Board
	if b.Pawns()|b.Orthogonal() != 0 {
		return false
	}
	knights, bishops := b.Knights(), b.Bishops()
	if knights != 0 {
		return bits.OnesCount64(knights|bishops) == 1
	}
	return bishops&squares.Dark == 0 || bishops&^squares.Dark == 0
}
