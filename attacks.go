package koggestone

import "github.com/koggestone/koggestone/internal/squares"

// innerFiles holds the squares that a ray which changes the file can run over: what
// lies between two of its squares is on neither edge. With them in the place of the
// wrap masks, opposite directions have one propagator.
const innerFiles = squares.NotFileA & squares.NotFileH

// inner returns empty & innerFiles. The compiler rewrites (x & c) & y to c & (x & y)
// for a constant c, which would apply the mask at every step that uses the result. It
// does not look through a subtraction.
func inner(empty uint64) uint64 { return empty - empty&^innerFiles }

// upAttacks returns what sliders attack in steps of k to higher squares, together with
// what wraps around the edge of the board: the fill, one step further on.
func upAttacks(sliders, pro uint64, k uint) uint64 {
	sliders |= pro & (sliders << k)
	pro &= pro << k
	sliders |= pro & (sliders << (2 * k))
	pro &= pro << (2 * k)
	return (sliders | pro&(sliders<<(4*k))) << k
}

// downAttacks returns what sliders attack in steps of k to lower squares, together with
// what wraps around the edge of the board. Here the step onto the first blocker comes
// first: an attacked square in pro attacks the next one, and one that begins a row of
// 2, then 4, squares of pro attacks as many further. Seen from below it ends that row,
// so that the propagators are those of upAttacks.
func downAttacks(sliders, pro uint64, k uint) uint64 {
	attacks := sliders >> k
	attacks |= (pro & attacks) >> k
	pro &= pro << k
	attacks |= (pro & attacks) >> (2 * k)
	pro &= pro << (2 * k)
	return attacks | (pro&attacks)>>(4*k)
}

// carryEast returns what sliders attack going east over pro, which holds inner files
// only. A bit added one step east of a slider ripples as a carry over the free squares
// to the first blocker, and the digits that change are attacked. No carry leaves its
// rank: no square of the h-file is free, and where a bit is added none arrives from
// further west, since the slider stops it.
func carryEast(sliders, pro uint64) uint64 {
	free := pro &^ sliders
	return (free + EastStep(sliders)) ^ free
}

// NorthEastAttacks returns the squares that sliders attack going north-east. The first
// blocker is in the set, whatever its colour, a slider only where another attacks it.
//
//	S, o occupied     NorthEastAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . o .   . . . . . . 1 .
//	. . . . . . . .   . . . . . 1 . .
//	. . . . . . . .   . . . . 1 . . .
//	. . . S . . . .   . . . . . . . 1
//	. . . . . . S .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthEastAttacks(sliders, empty uint64) uint64 {
	return upAttacks(sliders, inner(empty), 9) & squares.NotFileA
}

// EastAttacks returns the squares that sliders attack going east. The first
// blocker is in the set, whatever its colour, a slider only where another attacks it.
//
//	S, o occupied     EastAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . S . . o .   . . . . 1 1 1 .
//	. . . . . . S .   . . . . . . . 1
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func EastAttacks(sliders, empty uint64) uint64 {
	return carryEast(sliders, inner(empty))
}

// SouthEastAttacks returns the squares that sliders attack going south-east. The first
// blocker is in the set, whatever its colour, a slider only where another attacks it.
//
//	S, o occupied     SouthEastAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . S . . . .   . . . . . . . .
//	. . . . . . S .   . . . . 1 . . .
//	. . . . . . . .   . . . . . 1 . 1
//	. . . . . . o .   . . . . . . 1 .
func SouthEastAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, inner(empty), 7) & squares.NotFileA
}

// SouthAttacks returns the squares that sliders attack going south. The first
// blocker is in the set, whatever its colour, a slider only where another attacks it.
//
//	S, o occupied     SouthAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . S . . . .   . . . . . . . .
//	. . . . . . S .   . . . 1 . . . .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . o . . . .   . . . 1 . . 1 .
func SouthAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, empty, 8)
}

// SouthWestAttacks returns the squares that sliders attack going south-west. The first
// blocker is in the set, whatever its colour, a slider only where another attacks it.
//
//	S, o occupied     SouthWestAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . S . . . .   . . . . . . . .
//	. . . . . . S .   . . 1 . . . . .
//	. . . . . . . .   . 1 . . . 1 . .
//	o . . . . . . .   1 . . . 1 . . .
func SouthWestAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, inner(empty), 9) & squares.NotFileH
}

// WestAttacks returns the squares that sliders attack going west. The first
// blocker is in the set, whatever its colour, a slider only where another attacks it.
//
//	S, o occupied     WestAttacks(S, empty)
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	o . . S . . . .   1 1 1 . . . . .
//	. . . . . . S .   1 1 1 1 1 1 . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func WestAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, inner(empty), 1) & squares.NotFileH
}

// NorthWestAttacks returns the squares that sliders attack going north-west. The first
// blocker is in the set, whatever its colour, a slider only where another attacks it.
//
//	S, o occupied     NorthWestAttacks(S, empty)
//	. . . . . . . .   . 1 . . . . . .
//	o . . . . . . .   1 . 1 . . . . .
//	. . . . . . . .   . 1 . 1 . . . .
//	. . . . . . . .   . . 1 . 1 . . .
//	. . . S . . . .   . . . . . 1 . .
//	. . . . . . S .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthWestAttacks(sliders, empty uint64) uint64 {
	return upAttacks(sliders, inner(empty), 7) & squares.NotFileH
}

// NorthAttacks returns the squares that sliders attack going north. The first
// blocker is in the set, whatever its colour, a slider only where another attacks it.
//
//	S, o occupied     NorthAttacks(S, empty)
//	. . . . . . . .   . . . . . . 1 .
//	. . . o . . . .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . . . . . .   . . . 1 . . 1 .
//	. . . S . . . .   . . . . . . 1 .
//	. . . . . . S .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . . . . .
func NorthAttacks(sliders, empty uint64) uint64 {
	return upAttacks(sliders, empty, 8)
}
