// Package rivals holds other ways in Go to find the squares that sliders attack, written for comparison as well as
// plain Go allows: no interface or function value on the way to a lookup, indices that need no
// bounds check, counts of shifts that need no comparison. Package vectors has the methods in C, with vectors and PEXT.
//
//	fancy-magic   look-ups of one slider in tables as small as each square needs, by multiplication: package magics
//	hyperbola     of one slider: subtraction from both ends of a line
//	kogge-stone   a fill of the whole set, in the plain Go of package koggestone
//
// Plain magics, obstruction difference, classical rays and dumb7 fills were slower than these on every
// machine, and were removed. All accept any sets.
//
// Every technique has two functions. Union returns what koggestone.SliderAttacks returns:
// the union of the squares that sliders attack. Rays returns what koggestone.RayAttacks
// returns: the attacked squares for each koggestone.Direction. The parameter is the set of
// the occupied squares, which lookups need, not of the empty ones.
//
// With GOEXPERIMENT=simd and Go 1.27 there is also Archsimd, the library's algorithm in Go's own vector types.
//
// Threats and Legality compute the types of package quad with these names, by a loop over
// pieces and fancy magics.
package rivals

// A Rival is a technique by name, with its functions for one position. They are too large
// to be inlined, so an indirect call costs hardly more than a direct one.
type Rival struct {
	Name string

	// Union returns the squares that diagonal attack along diagonals and orthogonal
	// along ranks and files, the first blocker included.
	Union func(diagonal, orthogonal, occupied uint64) uint64
	// Rays sets dst[d] to the squares that sliders attack in direction d.
	Rays func(dst *[8]uint64, sliders, occupied uint64)

	// unions is Unions without a call for each position, if that is faster.
	unions func(dst, diagonal, orthogonal, occupied []uint64)
}

// FancyMagic names the technique that most engines use, and [Threats].
const FancyMagic = "fancy-magic"

// All returns the rivals, lookups first.
func All() []Rival {
	return []Rival{
		{FancyMagic, fancyUnion, fancyRays, fancyUnions},
		{"hyperbola", hyperbolaUnion, hyperbolaRays, nil},
		{"kogge-stone", koggeStoneUnion, koggeStoneRays, nil},
	}
}

// UnionCalls sets dst[i] to r.Union for position i, with one call for each position. All
// slices have the length of dst.
func (r *Rival) UnionCalls(dst, diagonal, orthogonal, occupied []uint64) {
	union := r.Union
	diagonal, orthogonal, occupied = diagonal[:len(dst)], orthogonal[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		dst[i] = union(diagonal[i], orthogonal[i], occupied[i])
	}
}

// Unions sets dst[i] to r.Union for position i in the fastest way. All slices have the
// length of dst.
func (r *Rival) Unions(dst, diagonal, orthogonal, occupied []uint64) {
	if r.unions == nil {
		r.UnionCalls(dst, diagonal, orthogonal, occupied)
		return
	}
	r.unions(dst, diagonal, orthogonal, occupied)
}

// RayCalls sets dst[i] to r.Rays for position i, with one call for each position. All
// slices have the length of dst.
func (r *Rival) RayCalls(dst [][8]uint64, sliders, occupied []uint64) {
	rays := r.Rays
	sliders, occupied = sliders[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		rays(&dst[i], sliders[i], occupied[i])
	}
}
