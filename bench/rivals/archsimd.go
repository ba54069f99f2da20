//go:build goexperiment.simd && amd64 && go1.27

package rivals

import (
	"math/bits"
	"simd/archsimd"
)

// Archsimd sets dst[i] to the result of koggestone.SliderAttacks. It uses the algorithm of the library's avx512 kernel, but
// with Go's own vector types instead of assembly: package simd/archsimd, an experiment, with its names in Go 1.27. Registers
// are ranks of 64 positions; asm/emit/ranks.go explains the walks. The registers are variables, because arrays of vectors
// would be in memory. The vectors are signed, because only their bit operations become VPTERNLOG. Go 1.27.0 miscompiles such
// expressions if they contain AndNot or share a part, so these operands are unsigned.
func Archsimd(dst, diagonal, orthogonal, empty []uint64) {
	whole := len(dst) / 64 * 64
	ranks(dst[:whole], diagonal[:whole], orthogonal[:whole], empty[:whole])
	archsimd.ClearAVXUpperBits()
	for i := whole; i < len(dst); i++ {
		dst[i] = koggeStoneUnion(diagonal[i], orthogonal[i], ^empty[i])
	}
}

// HasArchsimd reports whether Archsimd runs on this CPU.
func HasArchsimd() bool { return archsimd.X86.AVX512() && archsimd.X86.AVX512GFNI() }

// byRank joins the bytes of each rank on the two boards in a lane, and byBoard undoes that.
var byRank, byBoard = func() (a, b [64]int8) {
	for i := range a {
		a[i], b[i] = int8(i%2*8+i/2%8), int8(i%8*2+i/8%2)
	}
	return a, b
}()

// matrix returns GF2P8AFFINEQB's operand for a linear function on bytes.
func matrix(f func(uint8) uint8) (m uint64) {
	for i := range 64 {
		m |= uint64(f(1<<(i%8))>>(7-i/8)&1) << i
	}
	return m
}

type vector = archsimd.Int8x64

func load(s []uint64, k int, order vector) vector {
	return archsimd.LoadUint64x8(s[8*k:]).ReshapeToUint8s().BitsToInt8().PermuteOrZeroGrouped(order)
}

func store(dst []uint64, k int, order, x vector) {
	x.PermuteOrZeroGrouped(order).ToBits().ReshapeToUint64s().Store(dst[8*k:])
}

func words(a, b vector) (lo, hi vector) {
	x, y := a.ToBits().ReshapeToUint16s(), b.ToBits().ReshapeToUint16s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

func doubles(a, b vector) (lo, hi vector) {
	x, y := a.ToBits().ReshapeToUint32s(), b.ToBits().ReshapeToUint32s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

func quads(a, b vector) (lo, hi vector) {
	x, y := a.ToBits().ReshapeToUint64s(), b.ToBits().ReshapeToUint64s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

// step returns the attacks of a walk on the next rank.
func step(sliders, before, empty vector) vector { return sliders.Or(before.And(empty)) }

func or(a, b vector) vector { return a.ToBits().Or(b.ToBits()).BitsToInt8() }

// alongRank returns the attacks of s to the east and west in one rank, by subtraction.
func alongRank(s, empty vector, reverse archsimd.Uint64x8) vector {
	free := empty.ToBits().AndNot(s.ToBits()).BitsToInt8()
	back, r := free.ToBits().GaloisFieldAffineTransform(reverse, 0), s.ToBits().GaloisFieldAffineTransform(reverse, 0)
	down := r.Add(r).Add(back).GaloisFieldAffineTransform(reverse, 0).BitsToInt8()
	return s.Add(s).Add(free).Xor(free).Or(down.Xor(free))
}

func westward(x vector, right archsimd.Uint64x8) vector {
	return x.ToBits().GaloisFieldAffineTransform(right, 0).BitsToInt8()
}

// both continues the walks to the east and west by one rank.
func both(s, e, w, empty vector, right archsimd.Uint64x8) (east, west vector) {
	e, w = step(s, e, empty), step(s, w, empty)
	return e.Add(e), westward(w, right)
}

func ranks(dst, diagonal, orthogonal, empty []uint64) {
	if !archsimd.X86.AVX512() {
		return // the compiler uses VPTERNLOG only after this test
	}
	order, undo := archsimd.LoadInt8x64Array(&byRank), archsimd.LoadInt8x64Array(&byBoard)
	reverse, right := archsimd.BroadcastUint64x8(matrix(bits.Reverse8)), archsimd.BroadcastUint64x8(matrix(func(x uint8) uint8 { return x >> 1 }))
	for len(dst) >= 64 && len(diagonal) >= 64 && len(orthogonal) >= 64 && len(empty) >= 64 {
		o0, o1 := words(load(empty, 0, order), load(empty, 1, order))
		o2, o3 := words(load(empty, 2, order), load(empty, 3, order))
		o4, o5 := words(load(empty, 4, order), load(empty, 5, order))
		o6, o7 := words(load(empty, 6, order), load(empty, 7, order))
		o0, o2 = doubles(o0, o2)
		o1, o3 = doubles(o1, o3)
		o4, o6 = doubles(o4, o6)
		o5, o7 = doubles(o5, o7)
		o0, o4 = quads(o0, o4)
		o2, o6 = quads(o2, o6)
		o1, o5 = quads(o1, o5)
		o3, o7 = quads(o3, o7)
		s0, s1 := words(load(orthogonal, 0, order), load(orthogonal, 1, order))
		s2, s3 := words(load(orthogonal, 2, order), load(orthogonal, 3, order))
		s4, s5 := words(load(orthogonal, 4, order), load(orthogonal, 5, order))
		s6, s7 := words(load(orthogonal, 6, order), load(orthogonal, 7, order))
		s0, s2 = doubles(s0, s2)
		s1, s3 = doubles(s1, s3)
		s4, s6 = doubles(s4, s6)
		s5, s7 = doubles(s5, s7)
		s0, s4 = quads(s0, s4)
		s2, s6 = quads(s2, s6)
		s1, s5 = quads(s1, s5)
		s3, s7 = quads(s3, s7)
		n1 := s0
		n2 := step(s4, n1, o4)
		n3 := step(s2, n2, o2)
		n4 := step(s6, n3, o6)
		n5 := step(s1, n4, o1)
		n6 := step(s5, n5, o5)
		n7 := step(s3, n6, o3)
		a7 := or(n7, alongRank(s7, o7, reverse))
		down := s7
		a6 := or(or(n6, down), alongRank(s3, o3, reverse))
		down = step(s3, down, o3)
		a5 := or(or(n5, down), alongRank(s5, o5, reverse))
		down = step(s5, down, o5)
		a4 := or(or(n4, down), alongRank(s1, o1, reverse))
		down = step(s1, down, o1)
		a3 := or(or(n3, down), alongRank(s6, o6, reverse))
		down = step(s6, down, o6)
		a2 := or(or(n2, down), alongRank(s2, o2, reverse))
		down = step(s2, down, o2)
		a1 := or(or(n1, down), alongRank(s4, o4, reverse))
		down = step(s4, down, o4)
		a0 := or(down, alongRank(s0, o0, reverse))
		s0, s1 = words(load(diagonal, 0, order), load(diagonal, 1, order))
		s2, s3 = words(load(diagonal, 2, order), load(diagonal, 3, order))
		s4, s5 = words(load(diagonal, 4, order), load(diagonal, 5, order))
		s6, s7 = words(load(diagonal, 6, order), load(diagonal, 7, order))
		s0, s2 = doubles(s0, s2)
		s1, s3 = doubles(s1, s3)
		s4, s6 = doubles(s4, s6)
		s5, s7 = doubles(s5, s7)
		s0, s4 = quads(s0, s4)
		s2, s6 = quads(s2, s6)
		s1, s5 = quads(s1, s5)
		s3, s7 = quads(s3, s7)
		e, w := s0.Add(s0), westward(s0, right)
		a1 = a1.Or(e).Or(w)
		e, w = both(s4, e, w, o4, right)
		a2 = a2.Or(e).Or(w)
		e, w = both(s2, e, w, o2, right)
		a3 = a3.Or(e).Or(w)
		e, w = both(s6, e, w, o6, right)
		a4 = a4.Or(e).Or(w)
		e, w = both(s1, e, w, o1, right)
		a5 = a5.Or(e).Or(w)
		e, w = both(s5, e, w, o5, right)
		a6 = a6.Or(e).Or(w)
		e, w = both(s3, e, w, o3, right)
		a7 = a7.Or(e).Or(w)
		e, w = s7.Add(s7), westward(s7, right)
		a6 = a6.Or(e).Or(w)
		e, w = both(s3, e, w, o3, right)
		a5 = a5.Or(e).Or(w)
		e, w = both(s5, e, w, o5, right)
		a4 = a4.Or(e).Or(w)
		e, w = both(s1, e, w, o1, right)
		a3 = a3.Or(e).Or(w)
		e, w = both(s6, e, w, o6, right)
		a2 = a2.Or(e).Or(w)
		e, w = both(s2, e, w, o2, right)
		a1 = a1.Or(e).Or(w)
		e, w = both(s4, e, w, o4, right)
		a0 = a0.Or(e).Or(w)
		a0, a1 = words(a0, a1)
		a2, a3 = words(a2, a3)
		a4, a5 = words(a4, a5)
		a6, a7 = words(a6, a7)
		a0, a2 = doubles(a0, a2)
		a1, a3 = doubles(a1, a3)
		a4, a6 = doubles(a4, a6)
		a5, a7 = doubles(a5, a7)
		a0, a4 = quads(a0, a4)
		a2, a6 = quads(a2, a6)
		a1, a5 = quads(a1, a5)
		a3, a7 = quads(a3, a7)
		store(dst, 0, undo, a0)
		store(dst, 1, undo, a4)
		store(dst, 2, undo, a2)
		store(dst, 3, undo, a6)
		store(dst, 4, undo, a1)
		store(dst, 5, undo, a5)
		store(dst, 6, undo, a3)
		store(dst, 7, undo, a7)
		dst, diagonal, orthogonal, empty = dst[64:], diagonal[64:], orthogonal[64:], empty[64:]
	}
}
