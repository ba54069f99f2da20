// Package rivals holds the other ways to find the squares that sliders attack,
// written for comparison as well as plain Go allows: no interface or function
// value on the way to a lookup, indices that need no bounds check, counts of
// shifts that need no comparison.
//
// There are two families. Lookups return the attacks of one slider, and of a set by a loop
// over its bits:
//
//	plain-magic              a table a square, found by multiplication and a fixed shift
//	fancy-magic              the same with tables as small as each square needs
//	hyperbola                subtraction from both ends of a line
//	obstruction-difference   one subtraction a line, of the blockers on both sides
//	classical                rays, cut off behind the first blocker
//
// Fills return the attacks of the whole set without branches:
//
//	dumb7                    seven steps of one square
//	kogge-stone              three steps, of 1, 2 and 4 squares
//
// All accept any sets. PEXT lookups are missing: Go has that instruction only in assembly,
// which cannot be inlined into the loop over sliders.
//
// Every technique has two functions. Union returns what koggestone.SliderAttacks returns:
// the union of the squares that sliders attack. Rays returns what koggestone.RayAttacks
// returns: the attacked squares for each koggestone.Direction. The parameter is the set of
// the occupied squares, which lookups need, not of the empty ones.
//
// With GOEXPERIMENT=simd there is also Archsimd, fills in Go's own vector types, which
// computes unions for slices.
//
// Threats, BothThreats, Legality and AttacksByKind compute the types of package quad with
// these names, by a loop over pieces and fancy magics.
package rivals
