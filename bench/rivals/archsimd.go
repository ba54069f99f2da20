//go:build goexperiment.simd && amd64

package rivals

import "simd/archsimd"

// Archsimd returns a function that does what Rival.Unions does by Kogge-Stone fills
// of eight positions in the lanes of a 512-bit register, in Go's own vector types
// (package simd/archsimd, an experiment in Go 1.26) and no assembly: what could one
// day replace the library's. It returns nil if the CPU lacks AVX-512.
func Archsimd() func(dst, diagonal, orthogonal, occupied []uint64) {
	if !archsimd.X86.AVX512() {
		return nil
	}
	return archsimdUnions
}

// archsimdMasks holds, for each direction, the squares that a step can end on: a
// rotation brings what leaves the board to the squares that are missing.
var archsimdMasks = [8]uint64{
	northEast: 0xfefefefefefefe00,
	east:      0xfefefefefefefefe,
	southEast: 0x00fefefefefefefe,
	south:     0x00ffffffffffffff,
	southWest: 0x007f7f7f7f7f7f7f,
	west:      0x7f7f7f7f7f7f7f7f,
	northWest: 0x7f7f7f7f7f7f7f00,
	north:     0xffffffffffffff00,
}

func archsimdUnions(dst, diagonal, orthogonal, occupied []uint64) {
	diagonal, orthogonal, occupied = diagonal[:len(dst)], orthogonal[:len(dst)], occupied[:len(dst)]
	var mask [8]archsimd.Uint64x8
	for d, m := range archsimdMasks {
		mask[d] = archsimd.BroadcastUint64x8(m)
	}
	for len(dst) >= 8 {
		empty := archsimd.LoadUint64x8Slice(occupied).Not()
		gen := archsimd.LoadUint64x8Slice(diagonal)
		seen := lanes(gen, empty, mask[northEast], 9)
		seen = seen.Or(lanes(gen, empty, mask[southEast], 64-7))
		seen = seen.Or(lanes(gen, empty, mask[southWest], 64-9))
		seen = seen.Or(lanes(gen, empty, mask[northWest], 7))
		gen = archsimd.LoadUint64x8Slice(orthogonal)
		seen = seen.Or(lanes(gen, empty, mask[east], 1))
		seen = seen.Or(lanes(gen, empty, mask[south], 64-8))
		seen = seen.Or(lanes(gen, empty, mask[west], 64-1))
		seen = seen.Or(lanes(gen, empty, mask[north], 8))
		seen.StoreSlice(dst)
		dst, diagonal, orthogonal, occupied = dst[8:], diagonal[8:], orthogonal[8:], occupied[8:]
	}
	archsimd.ClearAVXUpperBits()
	for i := range dst {
		dst[i] = koggeStoneUnion(diagonal[i], orthogonal[i], occupied[i])
	}
}

// lanes returns what gen attacks in the direction that rotates by k to the left, in
// eight positions. Rotations have their amount in the instruction; right shifts do
// not (in Go 1.26), and wait for it to cross from the integer registers.
func lanes(gen, empty, mask archsimd.Uint64x8, k uint8) archsimd.Uint64x8 {
	pro := empty.And(mask)
	gen = gen.Or(pro.And(gen.RotateAllLeft(k)))
	pro = pro.And(pro.RotateAllLeft(k))
	gen = gen.Or(pro.And(gen.RotateAllLeft(2 * k & 63)))
	pro = pro.And(pro.RotateAllLeft(2 * k & 63))
	gen = gen.Or(pro.And(gen.RotateAllLeft(4 * k & 63)))
	return gen.RotateAllLeft(k).And(mask)
}
