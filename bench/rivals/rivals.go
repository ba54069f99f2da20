// Package rivals contains other ways to find the squares that sliders attack. They are written for comparison, as fast
// as plain Go allows: there is no interface or function value on the way to a look-up, indices need no bounds check,
// and shift counts need no comparison. Package vectors has the methods in C, with vectors and PEXT.
//
//	fancy-magic   look-ups of one slider in tables as small as each square needs, by multiplication
//	hyperbola     of one slider: subtraction from both ends of a line
//	kogge-stone   a fill of the whole set, in the plain Go of package koggestone
//
// Plain magics, obstruction difference, classical rays and dumb7 fills were slower than these on every
// machine, so they were removed. All methods accept any sets.
//
// Every technique has two functions. Union returns the result of koggestone.SliderAttacks,
// which is the union of the squares that sliders attack. Rays returns the result of
// koggestone.RayAttacks, which is the attacked squares for each koggestone.Direction. The
// last parameter is the set of occupied squares, because look-ups need these, and not the
// empty squares.
//
// With GOEXPERIMENT=simd and Go 1.27 there is also Archsimd, the library's algorithm in Go's own vector types.
//
// Threats and Legality compute package quad's types with these names, by a loop over
// pieces with fancy magics.
package rivals

// A Rival is a technique with its name and its functions for one position. They are too
// large to be inlined, so an indirect call costs hardly more than a direct one.
type Rival struct {
	Name string

	// Union returns the squares that diagonal attack along diagonals and orthogonal
	// along ranks and files, the first blocker included.
	Union func(diagonal, orthogonal, occupied uint64) uint64
	// Rays sets dst[d] to the squares that sliders attack in direction d.
	Rays func(dst *[8]uint64, sliders, occupied uint64)

	// unions is like Unions, without a call for each position, if that is faster.
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
// slices must have the length of dst.
func (r *Rival) UnionCalls(dst, diagonal, orthogonal, occupied []uint64) {
	union := r.Union
	diagonal, orthogonal, occupied = diagonal[:len(dst)], orthogonal[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		dst[i] = union(diagonal[i], orthogonal[i], occupied[i])
	}
}

// Unions sets dst[i] to r.Union for position i in the fastest way. All slices must have
// the length of dst.
func (r *Rival) Unions(dst, diagonal, orthogonal, occupied []uint64) {
	if r.unions == nil {
		r.UnionCalls(dst, diagonal, orthogonal, occupied)
		return
	}
	r.unions(dst, diagonal, orthogonal, occupied)
}

// RayCalls sets dst[i] to r.Rays for position i, with one call for each position. All
// slices must have the length of dst.
func (r *Rival) RayCalls(dst [][8]uint64, sliders, occupied []uint64) {
	rays := r.Rays
	sliders, occupied = sliders[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		rays(&dst[i], sliders[i], occupied[i])
	}
}
