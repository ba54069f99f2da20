package prefix

import "github.com/koggestone/koggestone"

// Fill by subtraction: o - 2r, the trick behind hyperbola quintessence, for a
// whole set of rooks at once. Taking twice a rook from the occupied squares of its
// rank borrows through the empty squares up to the first blocker, and the digits
// that change are the attacks. Every borrow ends at the next piece at the latest,
// so it is set-wise. Other directions are east on a board that is turned: west on
// the mirrored one, north on the transposed one, south on the anti-transposed one.
// Gerd Isenberg.
//
// The results are those of the functions of the same names in package koggestone
// for every input, also where sliders stand on squares that empty holds.

// EastAttacks returns the squares that sliders attack going east, the first
// blocker of either colour included: bytewise o ^ (o - 2r), with one subtraction
// for all ranks.
//
//	o - 2r on one rank, a to h:
//
//	r              . . R . . . . .
//	o              o . R . . o . o
//	o - 2r         o . R 1 1 . . o
//	o ^ (o - 2r)   . . . 1 1 1 . .
func EastAttacks(sliders, empty uint64) uint64 {
	occupied := ^empty | sliders
	return occupied ^ ByteSub(occupied, koggestone.EastStep(sliders))
}

// WestAttacks returns the squares that sliders attack going west, as
// [EastAttacks] does for east, by way of the mirrored board.
func WestAttacks(sliders, empty uint64) uint64 {
	return MirrorHorizontal(EastAttacks(MirrorHorizontal(sliders), MirrorHorizontal(empty)))
}

// NorthAttacks returns the squares that sliders attack going north, as
// [EastAttacks] does for east, by way of the transposed board.
func NorthAttacks(sliders, empty uint64) uint64 {
	return Transpose(EastAttacks(Transpose(sliders), Transpose(empty)))
}

// SouthAttacks returns the squares that sliders attack going south, as
// [EastAttacks] does for east, by way of the board flipped about the diagonal
// a8-h1.
func SouthAttacks(sliders, empty uint64) uint64 {
	return AntiTranspose(EastAttacks(AntiTranspose(sliders), AntiTranspose(empty)))
}
