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

// FancyMagic names the technique of most engines, and of [Threats].
const FancyMagic = "fancy-magic"

// All returns the rivals, lookups first.
func All() []Rival {
	return []Rival{
		{"plain-magic", plainUnion, plainRays, plainUnions},
		{FancyMagic, fancyUnion, fancyRays, fancyUnions},
		{"hyperbola", hyperbolaUnion, hyperbolaRays, nil},
		{"obstruction-difference", obstructionUnion, obstructionRays, nil},
		{"classical", classicalUnion, classicalRays, nil},
		{"dumb7", dumb7Union, dumb7Rays, nil},
		{"kogge-stone", koggeStoneUnion, koggeStoneRays, nil},
	}
}

// UnionCalls sets dst[i] to the result of r.Union for position i, with one call for each
// position. All slices have the length of dst.
func (r *Rival) UnionCalls(dst, diagonal, orthogonal, occupied []uint64) {
	union := r.Union
	diagonal, orthogonal, occupied = diagonal[:len(dst)], orthogonal[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		dst[i] = union(diagonal[i], orthogonal[i], occupied[i])
	}
}

// Unions sets dst[i] to the result of r.Union for position i in the fastest way. All slices
// have the length of dst.
func (r *Rival) Unions(dst, diagonal, orthogonal, occupied []uint64) {
	if r.unions == nil {
		r.UnionCalls(dst, diagonal, orthogonal, occupied)
		return
	}
	r.unions(dst, diagonal, orthogonal, occupied)
}

// RayCalls sets dst[i] to the result of r.Rays for position i, with one call for each
// position. All slices have the length of dst.
func (r *Rival) RayCalls(dst [][8]uint64, sliders, occupied []uint64) {
	rays := r.Rays
	sliders, occupied = sliders[:len(dst)], occupied[:len(dst)]
	for i := range dst {
		rays(&dst[i], sliders[i], occupied[i])
	}
}
