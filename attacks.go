package koggestone

import "github.com/koggestone/koggestone/internal/squares"

// innerFiles contains every square that a ray can pass if it changes the file, because an
// edge file is never between two squares on such a ray. Unlike with the wrap masks,
// opposite directions can share a propagator.
const innerFiles = squares.NotFileA & squares.NotFileH

// inner returns empty & innerFiles. For a constant c the compiler rewrites (x & c) & y to
// c & (x & y), and would apply the mask at every step that uses the result. It does not
// rewrite the subtraction.
func inner(empty uint64) uint64 { return empty - empty&^innerFiles }

// upAttacks returns the squares that sliders attack in steps of k to higher squares,
// including squares that wrap around the board's edge.
func upAttacks(sliders, pro uint64, k uint) uint64 {
	sliders |= pro & (sliders << k)
	pro &= pro << k
	sliders |= pro & (sliders << (2 * k))
	pro &= pro << (2 * k)
	return (sliders | pro&(sliders<<(4*k))) << k
}

// downAttacks returns the squares that sliders attack in steps of k to lower squares,
// including squares that wrap around the edge of the board. It takes the step onto the
// first square before the fill, so that an attacked square in pro attacks the next one. If
// an attacked square starts a run of 2 or 4 squares in pro, the next 2 or 4 squares are
// attacked too. Seen from below, that square ends the run, so upAttacks and downAttacks
// can use the same propagators.
func downAttacks(sliders, pro uint64, k uint) uint64 {
	attacks := sliders >> k
	attacks |= (pro & attacks) >> k
	pro &= pro << k
	attacks |= (pro & attacks) >> (2 * k)
	pro &= pro << (2 * k)
	return attacks | (pro&attacks)>>(4*k)
}

// carryEast returns the squares that sliders attack going east over pro, which must contain
// inner files only. A bit added one step east of a slider carries over the free squares to
// the first blocker, and the digits that change are attacked. No carry leaves its rank,
// because no square of the h-file is free. Two carries never meet, because each slider
// stops the one from further west.
func carryEast(sliders, pro uint64) uint64 {
	free := pro &^ sliders
	return (free + EastStep(sliders)) ^ free
}

// NorthEastAttacks returns the squares that sliders attack going north-east. The set
// includes the first blocker of either colour, and a slider only if another attacks it.
//
//	S, o occupied     NorthEastAttacks(S, empty)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · o ·   · · · · · · 1 ·
//	· · · · · · · ·   · · · · · 1 · ·
//	· · · · · · · ·   · · · · 1 · · ·
//	· · · S · · · ·   · · · · · · · 1
//	· · · · · · S ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthEastAttacks(sliders, empty uint64) uint64 {
	return upAttacks(sliders, inner(empty), 9) & squares.NotFileA
}

// EastAttacks returns the squares that sliders attack going east. The set includes the
// first blocker of either colour, and a slider only if another attacks it.
//
//	S, o occupied     EastAttacks(S, empty)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · S · · o ·   · · · · 1 1 1 ·
//	· · · · · · S ·   · · · · · · · 1
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func EastAttacks(sliders, empty uint64) uint64 {
	return carryEast(sliders, inner(empty))
}

// SouthEastAttacks returns the squares that sliders attack going south-east. The set
// includes the first blocker of either colour, and a slider only if another attacks it.
//
//	S, o occupied     SouthEastAttacks(S, empty)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · S · · · ·   · · · · · · · ·
//	· · · · · · S ·   · · · · 1 · · ·
//	· · · · · · · ·   · · · · · 1 · 1
//	· · · · · · o ·   · · · · · · 1 ·
func SouthEastAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, inner(empty), 7) & squares.NotFileA
}

// SouthAttacks returns the squares that sliders attack going south. The set includes the
// first blocker of either colour, and a slider only if another attacks it.
//
//	S, o occupied     SouthAttacks(S, empty)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · S · · · ·   · · · · · · · ·
//	· · · · · · S ·   · · · 1 · · · ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · o · · · ·   · · · 1 · · 1 ·
func SouthAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, empty, 8)
}

// SouthWestAttacks returns the squares that sliders attack going south-west. The set
// includes the first blocker of either colour, and a slider only if another attacks it.
//
//	S, o occupied     SouthWestAttacks(S, empty)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · S · · · ·   · · · · · · · ·
//	· · · · · · S ·   · · 1 · · · · ·
//	· · · · · · · ·   · 1 · · · 1 · ·
//	o · · · · · · ·   1 · · · 1 · · ·
func SouthWestAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, inner(empty), 9) & squares.NotFileH
}

// WestAttacks returns the squares that sliders attack going west. The set includes the
// first blocker of either colour, and a slider only if another attacks it.
//
//	S, o occupied     WestAttacks(S, empty)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	o · · S · · · ·   1 1 1 · · · · ·
//	· · · · · · S ·   1 1 1 1 1 1 · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func WestAttacks(sliders, empty uint64) uint64 {
	return downAttacks(sliders, inner(empty), 1) & squares.NotFileH
}

// NorthWestAttacks returns the squares that sliders attack going north-west. The set
// includes the first blocker of either colour, and a slider only if another attacks it.
//
//	S, o occupied     NorthWestAttacks(S, empty)
//	· · · · · · · ·   · 1 · · · · · ·
//	o · · · · · · ·   1 · 1 · · · · ·
//	· · · · · · · ·   · 1 · 1 · · · ·
//	· · · · · · · ·   · · 1 · 1 · · ·
//	· · · S · · · ·   · · · · · 1 · ·
//	· · · · · · S ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthWestAttacks(sliders, empty uint64) uint64 {
	return upAttacks(sliders, inner(empty), 7) & squares.NotFileH
}

// NorthAttacks returns the squares that sliders attack going north. The set includes the
// first blocker of either colour, and a slider only if another attacks it.
//
//	S, o occupied     NorthAttacks(S, empty)
//	· · · · · · · ·   · · · · · · 1 ·
//	· · · o · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · S · · · ·   · · · · · · 1 ·
//	· · · · · · S ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func NorthAttacks(sliders, empty uint64) uint64 {
	return upAttacks(sliders, empty, 8)
}
