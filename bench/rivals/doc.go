// Package rivals holds the other ways to find the squares that sliders attack,
// written for comparison as well as plain Go allows: no interface or function
// value on the way to a lookup, indices that need no bounds check, counts of
// shifts that need no comparison.
//
// They come in two families. Lookups answer for one slider on one square, and
// for a set by a loop over its bits:
//
//	plain-magic              a table a square, found by multiplication and a fixed shift
//	fancy-magic              the same with tables as small as each square needs
//	hyperbola                subtraction from both ends of a line
//	obstruction-difference   one subtraction a line, of the blockers on both sides
//	classical                rays, cut off behind the first blocker
//
// Fills answer for the whole set at once, and branch nowhere:
//
//	dumb7                    seven steps of one square
//	kogge-stone              three steps, of 1, 2 and 4 squares
//
// All take any sets. PEXT lookups are missing: Go has that instruction in assembly
// only, which cannot be inlined into the loop over sliders.
//
// Every technique answers two questions. Union is that of
// koggestone.SliderAttacks: the union of what sliders attack. Rays is that of
// koggestone.RayAttacks: for each direction of koggestone.Direction, clockwise from
// north-east, what sliders attack that way. Here they are given the occupied
// squares, as lookups want them, and not the empty ones.
//
// Built with GOEXPERIMENT=simd there is Archsimd, fills in Go's own vector types,
// which answers the first question for slices.
//
// Threats, BothThreats, Legality and AttacksByKind ask for all that the types of package quad with
// these names hold, by a loop over pieces and fancy magic.
package rivals
