package prefix

import "github.com/koggestone/koggestone"

// EastAttacksBySubtraction returns the squares that sliders attack going east, including the
// first blocker of either colour, as [koggestone.EastAttacks] does for all inputs. It computes
// o - 2r, the subtraction of hyperbola quintessence, for a whole set of rooks and all ranks at
// once (Gerd Isenberg). Subtracting twice a rook from the occupied squares of its rank borrows
// through the empty squares up to the first blocker, and the digits that change are the
// attacks. Every borrow ends at the next piece at the latest, so that the rooks do not
// interfere.
//
//	o - 2r on one rank, a to h:
//
//	r              . . R . . . . .
//	o              o . R . . o . o
//	o - 2r         o . R 1 1 . . o
//	o ^ (o - 2r)   . . . 1 1 1 . .
func EastAttacksBySubtraction(sliders, empty uint64) uint64 {
	occupied := ^empty | sliders
	return occupied ^ ByteSub(occupied, koggestone.EastStep(sliders))
}

// WestAttacksBySubtraction returns the squares that sliders attack going west: east on
// the board with its files mirrored.
func WestAttacksBySubtraction(sliders, empty uint64) uint64 {
	return koggestone.MirrorFiles(EastAttacksBySubtraction(koggestone.MirrorFiles(sliders), koggestone.MirrorFiles(empty)))
}

// NorthAttacksBySubtraction returns the squares that sliders attack going north: east
// on the transposed board.
func NorthAttacksBySubtraction(sliders, empty uint64) uint64 {
	return Transpose(EastAttacksBySubtraction(Transpose(sliders), Transpose(empty)))
}

// SouthAttacksBySubtraction returns the squares that sliders attack going south: east
// on the board flipped about the diagonal a8-h1.
func SouthAttacksBySubtraction(sliders, empty uint64) uint64 {
	return AntiTranspose(EastAttacksBySubtraction(AntiTranspose(sliders), AntiTranspose(empty)))
}
