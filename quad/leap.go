package quad

import "github.com/koggestone/koggestone/internal/squares"

// pawnAttacks returns the squares that pawns of colour c attack, which are the neighbours
// of the squares in front of them. A conditional move selects the colour.
// koggestone.PawnAttacks rotates by variable amounts, which is slower.
func pawnAttacks(pawns uint64, c Color) uint64 {
	front := pawns >> 8
	if c&1 == 0 {
		front = pawns << 8
	}
	return front<<1&squares.NotFileA | front>>1&squares.NotFileH
}
