//go:build goexperiment.simd && amd64 && go1.27

package rivals

import (
	"math/bits"
	"simd/archsimd"
)

// Archsimd returns batches by the algorithm of the library's kernels in Go's own vector types, without assembly: package
// simd/archsimd, an experiment, with its names in Go 1.27. Registers are ranks of 32 or 64 positions; asm/emit/ranks.go
// explains the walks. The registers are variables because arrays of vectors would be in memory. The vectors are
// signed because only their bit operations become VPTERNLOG. Go 1.27.0 miscompiles AndNot in such expressions, and
// parts that two of them share, so that these are unsigned.
func Archsimd() (all []Vectors) {
	if archsimd.X86.AVX2() {
		all = append(all, Vectors{"archsimd-avx2", blocks(32, ranks32)})
	}
	if archsimd.X86.AVX512() && archsimd.X86.AVX512GFNI() {
		all = append(all, Vectors{"archsimd-avx512", blocks(64, ranks64)})
	}
	return all
}

// blocks returns a function that calls ranks for blocks of n positions, and does the others one by one.
func blocks(n int, ranks func(dst, diagonal, orthogonal, empty []uint64)) func(dst, diagonal, orthogonal, empty []uint64) {
	return func(dst, diagonal, orthogonal, empty []uint64) {
		whole := len(dst) / n * n
		ranks(dst[:whole], diagonal[:whole], orthogonal[:whole], empty[:whole])
		archsimd.ClearAVXUpperBits()
		for i := whole; i < len(dst); i++ {
			dst[i] = koggeStoneUnion(diagonal[i], orthogonal[i], ^empty[i])
		}
	}
}

// byRank is the byte order that joins the bytes of each rank of the two boards in a lane, and byBoard the
// order that undoes it.
var byRank, byBoard = func() (a, b [64]int8) {
	for i := range a {
		a[i], b[i] = int8(i%2*8+i/2%8), int8(i%8*2+i/8%2)
	}
	return a, b
}()

// matrix returns the operand of GF2P8AFFINEQB for a linear function of bytes.
func matrix(f func(uint8) uint8) (m uint64) {
	for i := range 64 {
		m |= uint64(f(1<<(i%8))>>(7-i/8)&1) << i
	}
	return m
}

type v64 = archsimd.Int8x64

func load64(s []uint64, k int, order v64) v64 {
	return archsimd.LoadUint64x8(s[8*k:]).ReshapeToUint8s().BitsToInt8().PermuteOrZeroGrouped(order)
}

func store64(dst []uint64, k int, order, x v64) {
	x.PermuteOrZeroGrouped(order).ToBits().ReshapeToUint64s().Store(dst[8*k:])
}

func words64(a, b v64) (lo, hi v64) {
	x, y := a.ToBits().ReshapeToUint16s(), b.ToBits().ReshapeToUint16s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

func doubles64(a, b v64) (lo, hi v64) {
	x, y := a.ToBits().ReshapeToUint32s(), b.ToBits().ReshapeToUint32s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

func quads64(a, b v64) (lo, hi v64) {
	x, y := a.ToBits().ReshapeToUint64s(), b.ToBits().ReshapeToUint64s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

// step64 returns the attacks of a walk on the next rank.
func step64(sliders, before, empty v64) v64 { return sliders.Or(before.And(empty)) }

func or64(a, b v64) v64 { return a.ToBits().Or(b.ToBits()).BitsToInt8() }

// along64 returns the attacks of s to the east and west in one rank, by subtraction.
func along64(s, empty v64, reverse archsimd.Uint64x8) v64 {
	free := empty.ToBits().AndNot(s.ToBits()).BitsToInt8()
	back, r := free.ToBits().GaloisFieldAffineTransform(reverse, 0), s.ToBits().GaloisFieldAffineTransform(reverse, 0)
	down := r.Add(r).Add(back).GaloisFieldAffineTransform(reverse, 0).BitsToInt8()
	return s.Add(s).Add(free).Xor(free).Or(down.Xor(free))
}

func west64(x v64, right archsimd.Uint64x8) v64 {
	return x.ToBits().GaloisFieldAffineTransform(right, 0).BitsToInt8()
}

// both64 continues the walks to the east and west by one rank.
func both64(s, e, w, empty v64, right archsimd.Uint64x8) (east, west v64) {
	e, w = step64(s, e, empty), step64(s, w, empty)
	return e.Add(e), west64(w, right)
}

func ranks64(dst, diagonal, orthogonal, empty []uint64) {
	if !archsimd.X86.AVX512() {
		return // the compiler uses VPTERNLOG only after this test
	}
	order, undo := archsimd.LoadInt8x64Array(&byRank), archsimd.LoadInt8x64Array(&byBoard)
	reverse, right := archsimd.BroadcastUint64x8(matrix(bits.Reverse8)), archsimd.BroadcastUint64x8(matrix(func(x uint8) uint8 { return x >> 1 }))
	for len(dst) >= 64 && len(diagonal) >= 64 && len(orthogonal) >= 64 && len(empty) >= 64 {
		o0, o1 := words64(load64(empty, 0, order), load64(empty, 1, order))
		o2, o3 := words64(load64(empty, 2, order), load64(empty, 3, order))
		o4, o5 := words64(load64(empty, 4, order), load64(empty, 5, order))
		o6, o7 := words64(load64(empty, 6, order), load64(empty, 7, order))
		o0, o2 = doubles64(o0, o2)
		o1, o3 = doubles64(o1, o3)
		o4, o6 = doubles64(o4, o6)
		o5, o7 = doubles64(o5, o7)
		o0, o4 = quads64(o0, o4)
		o2, o6 = quads64(o2, o6)
		o1, o5 = quads64(o1, o5)
		o3, o7 = quads64(o3, o7)
		s0, s1 := words64(load64(orthogonal, 0, order), load64(orthogonal, 1, order))
		s2, s3 := words64(load64(orthogonal, 2, order), load64(orthogonal, 3, order))
		s4, s5 := words64(load64(orthogonal, 4, order), load64(orthogonal, 5, order))
		s6, s7 := words64(load64(orthogonal, 6, order), load64(orthogonal, 7, order))
		s0, s2 = doubles64(s0, s2)
		s1, s3 = doubles64(s1, s3)
		s4, s6 = doubles64(s4, s6)
		s5, s7 = doubles64(s5, s7)
		s0, s4 = quads64(s0, s4)
		s2, s6 = quads64(s2, s6)
		s1, s5 = quads64(s1, s5)
		s3, s7 = quads64(s3, s7)
		n1 := s0
		n2 := step64(s4, n1, o4)
		n3 := step64(s2, n2, o2)
		n4 := step64(s6, n3, o6)
		n5 := step64(s1, n4, o1)
		n6 := step64(s5, n5, o5)
		n7 := step64(s3, n6, o3)
		a7 := or64(n7, along64(s7, o7, reverse))
		down := s7
		a6 := or64(or64(n6, down), along64(s3, o3, reverse))
		down = step64(s3, down, o3)
		a5 := or64(or64(n5, down), along64(s5, o5, reverse))
		down = step64(s5, down, o5)
		a4 := or64(or64(n4, down), along64(s1, o1, reverse))
		down = step64(s1, down, o1)
		a3 := or64(or64(n3, down), along64(s6, o6, reverse))
		down = step64(s6, down, o6)
		a2 := or64(or64(n2, down), along64(s2, o2, reverse))
		down = step64(s2, down, o2)
		a1 := or64(or64(n1, down), along64(s4, o4, reverse))
		down = step64(s4, down, o4)
		a0 := or64(down, along64(s0, o0, reverse))
		s0, s1 = words64(load64(diagonal, 0, order), load64(diagonal, 1, order))
		s2, s3 = words64(load64(diagonal, 2, order), load64(diagonal, 3, order))
		s4, s5 = words64(load64(diagonal, 4, order), load64(diagonal, 5, order))
		s6, s7 = words64(load64(diagonal, 6, order), load64(diagonal, 7, order))
		s0, s2 = doubles64(s0, s2)
		s1, s3 = doubles64(s1, s3)
		s4, s6 = doubles64(s4, s6)
		s5, s7 = doubles64(s5, s7)
		s0, s4 = quads64(s0, s4)
		s2, s6 = quads64(s2, s6)
		s1, s5 = quads64(s1, s5)
		s3, s7 = quads64(s3, s7)
		e, w := s0.Add(s0), west64(s0, right)
		a1 = a1.Or(e).Or(w)
		e, w = both64(s4, e, w, o4, right)
		a2 = a2.Or(e).Or(w)
		e, w = both64(s2, e, w, o2, right)
		a3 = a3.Or(e).Or(w)
		e, w = both64(s6, e, w, o6, right)
		a4 = a4.Or(e).Or(w)
		e, w = both64(s1, e, w, o1, right)
		a5 = a5.Or(e).Or(w)
		e, w = both64(s5, e, w, o5, right)
		a6 = a6.Or(e).Or(w)
		e, w = both64(s3, e, w, o3, right)
		a7 = a7.Or(e).Or(w)
		e, w = s7.Add(s7), west64(s7, right)
		a6 = a6.Or(e).Or(w)
		e, w = both64(s3, e, w, o3, right)
		a5 = a5.Or(e).Or(w)
		e, w = both64(s5, e, w, o5, right)
		a4 = a4.Or(e).Or(w)
		e, w = both64(s1, e, w, o1, right)
		a3 = a3.Or(e).Or(w)
		e, w = both64(s6, e, w, o6, right)
		a2 = a2.Or(e).Or(w)
		e, w = both64(s2, e, w, o2, right)
		a1 = a1.Or(e).Or(w)
		e, w = both64(s4, e, w, o4, right)
		a0 = a0.Or(e).Or(w)
		a0, a1 = words64(a0, a1)
		a2, a3 = words64(a2, a3)
		a4, a5 = words64(a4, a5)
		a6, a7 = words64(a6, a7)
		a0, a2 = doubles64(a0, a2)
		a1, a3 = doubles64(a1, a3)
		a4, a6 = doubles64(a4, a6)
		a5, a7 = doubles64(a5, a7)
		a0, a4 = quads64(a0, a4)
		a2, a6 = quads64(a2, a6)
		a1, a5 = quads64(a1, a5)
		a3, a7 = quads64(a3, a7)
		store64(dst, 0, undo, a0)
		store64(dst, 1, undo, a4)
		store64(dst, 2, undo, a2)
		store64(dst, 3, undo, a6)
		store64(dst, 4, undo, a1)
		store64(dst, 5, undo, a5)
		store64(dst, 6, undo, a3)
		store64(dst, 7, undo, a7)
		dst, diagonal, orthogonal, empty = dst[64:], diagonal[64:], orthogonal[64:], empty[64:]
	}
}

type v32 = archsimd.Int8x32

func load32(s []uint64, k int, order v32) v32 {
	return archsimd.LoadUint64x4(s[4*k:]).ReshapeToUint8s().BitsToInt8().PermuteOrZeroGrouped(order)
}

func store32(dst []uint64, k int, order, x v32) {
	x.PermuteOrZeroGrouped(order).ToBits().ReshapeToUint64s().Store(dst[4*k:])
}

func words32(a, b v32) (lo, hi v32) {
	x, y := a.ToBits().ReshapeToUint16s(), b.ToBits().ReshapeToUint16s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

func doubles32(a, b v32) (lo, hi v32) {
	x, y := a.ToBits().ReshapeToUint32s(), b.ToBits().ReshapeToUint32s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

func quads32(a, b v32) (lo, hi v32) {
	x, y := a.ToBits().ReshapeToUint64s(), b.ToBits().ReshapeToUint64s()
	return x.InterleaveLoGrouped(y).ReshapeToUint8s().BitsToInt8(), x.InterleaveHiGrouped(y).ReshapeToUint8s().BitsToInt8()
}

// step32 returns the attacks of a walk on the next rank.
func step32(sliders, before, empty v32) v32 { return sliders.Or(before.And(empty)) }

func or32(a, b v32) v32 { return a.ToBits().Or(b.ToBits()).BitsToInt8() }

func right32(x v32, k uint64) v32 {
	return x.ToBits().ReshapeToUint16s().ShiftAllRight(k).ReshapeToUint8s().BitsToInt8()
}

func west32(x, notH v32) v32 { return right32(x, 1).And(notH) }

// along32 returns the attacks of s to the east by subtraction and to the west by the parallel prefix.
func along32(s, empty, notH v32) v32 {
	free := empty.AndNot(s)
	pro := notH.And(empty)
	gen := s.Or(right32(s, 1).And(pro))
	pro2 := right32(pro, 1).And(pro)
	gen = gen.Or(right32(gen, 2).And(pro2))
	gen = gen.Or(right32(gen, 4).And(right32(pro2, 2)).And(pro2))
	return s.Add(s).Add(free).Xor(free).Or(west32(gen, notH))
}

// both32 continues the walks to the east and west by one rank.
func both32(s, e, w, empty, notH v32) (east, west v32) {
	e, w = step32(s, e, empty), step32(s, w, empty)
	return e.Add(e), west32(w, notH)
}

func ranks32(dst, diagonal, orthogonal, empty []uint64) {
	order, undo := archsimd.LoadInt8x32Array((*[32]int8)(byRank[:])), archsimd.LoadInt8x32Array((*[32]int8)(byBoard[:]))
	notH := archsimd.BroadcastInt8x32(0x7f)
	for len(dst) >= 32 && len(diagonal) >= 32 && len(orthogonal) >= 32 && len(empty) >= 32 {
		o0, o1 := words32(load32(empty, 0, order), load32(empty, 1, order))
		o2, o3 := words32(load32(empty, 2, order), load32(empty, 3, order))
		o4, o5 := words32(load32(empty, 4, order), load32(empty, 5, order))
		o6, o7 := words32(load32(empty, 6, order), load32(empty, 7, order))
		o0, o2 = doubles32(o0, o2)
		o1, o3 = doubles32(o1, o3)
		o4, o6 = doubles32(o4, o6)
		o5, o7 = doubles32(o5, o7)
		o0, o4 = quads32(o0, o4)
		o2, o6 = quads32(o2, o6)
		o1, o5 = quads32(o1, o5)
		o3, o7 = quads32(o3, o7)
		s0, s1 := words32(load32(orthogonal, 0, order), load32(orthogonal, 1, order))
		s2, s3 := words32(load32(orthogonal, 2, order), load32(orthogonal, 3, order))
		s4, s5 := words32(load32(orthogonal, 4, order), load32(orthogonal, 5, order))
		s6, s7 := words32(load32(orthogonal, 6, order), load32(orthogonal, 7, order))
		s0, s2 = doubles32(s0, s2)
		s1, s3 = doubles32(s1, s3)
		s4, s6 = doubles32(s4, s6)
		s5, s7 = doubles32(s5, s7)
		s0, s4 = quads32(s0, s4)
		s2, s6 = quads32(s2, s6)
		s1, s5 = quads32(s1, s5)
		s3, s7 = quads32(s3, s7)
		n1 := s0
		n2 := step32(s4, n1, o4)
		n3 := step32(s2, n2, o2)
		n4 := step32(s6, n3, o6)
		n5 := step32(s1, n4, o1)
		n6 := step32(s5, n5, o5)
		n7 := step32(s3, n6, o3)
		a7 := or32(n7, along32(s7, o7, notH))
		down := s7
		a6 := or32(or32(n6, down), along32(s3, o3, notH))
		down = step32(s3, down, o3)
		a5 := or32(or32(n5, down), along32(s5, o5, notH))
		down = step32(s5, down, o5)
		a4 := or32(or32(n4, down), along32(s1, o1, notH))
		down = step32(s1, down, o1)
		a3 := or32(or32(n3, down), along32(s6, o6, notH))
		down = step32(s6, down, o6)
		a2 := or32(or32(n2, down), along32(s2, o2, notH))
		down = step32(s2, down, o2)
		a1 := or32(or32(n1, down), along32(s4, o4, notH))
		down = step32(s4, down, o4)
		a0 := or32(down, along32(s0, o0, notH))
		s0, s1 = words32(load32(diagonal, 0, order), load32(diagonal, 1, order))
		s2, s3 = words32(load32(diagonal, 2, order), load32(diagonal, 3, order))
		s4, s5 = words32(load32(diagonal, 4, order), load32(diagonal, 5, order))
		s6, s7 = words32(load32(diagonal, 6, order), load32(diagonal, 7, order))
		s0, s2 = doubles32(s0, s2)
		s1, s3 = doubles32(s1, s3)
		s4, s6 = doubles32(s4, s6)
		s5, s7 = doubles32(s5, s7)
		s0, s4 = quads32(s0, s4)
		s2, s6 = quads32(s2, s6)
		s1, s5 = quads32(s1, s5)
		s3, s7 = quads32(s3, s7)
		e, w := s0.Add(s0), west32(s0, notH)
		a1 = a1.Or(e).Or(w)
		e, w = both32(s4, e, w, o4, notH)
		a2 = a2.Or(e).Or(w)
		e, w = both32(s2, e, w, o2, notH)
		a3 = a3.Or(e).Or(w)
		e, w = both32(s6, e, w, o6, notH)
		a4 = a4.Or(e).Or(w)
		e, w = both32(s1, e, w, o1, notH)
		a5 = a5.Or(e).Or(w)
		e, w = both32(s5, e, w, o5, notH)
		a6 = a6.Or(e).Or(w)
		e, w = both32(s3, e, w, o3, notH)
		a7 = a7.Or(e).Or(w)
		e, w = s7.Add(s7), west32(s7, notH)
		a6 = a6.Or(e).Or(w)
		e, w = both32(s3, e, w, o3, notH)
		a5 = a5.Or(e).Or(w)
		e, w = both32(s5, e, w, o5, notH)
		a4 = a4.Or(e).Or(w)
		e, w = both32(s1, e, w, o1, notH)
		a3 = a3.Or(e).Or(w)
		e, w = both32(s6, e, w, o6, notH)
		a2 = a2.Or(e).Or(w)
		e, w = both32(s2, e, w, o2, notH)
		a1 = a1.Or(e).Or(w)
		e, w = both32(s4, e, w, o4, notH)
		a0 = a0.Or(e).Or(w)
		a0, a1 = words32(a0, a1)
		a2, a3 = words32(a2, a3)
		a4, a5 = words32(a4, a5)
		a6, a7 = words32(a6, a7)
		a0, a2 = doubles32(a0, a2)
		a1, a3 = doubles32(a1, a3)
		a4, a6 = doubles32(a4, a6)
		a5, a7 = doubles32(a5, a7)
		a0, a4 = quads32(a0, a4)
		a2, a6 = quads32(a2, a6)
		a1, a5 = quads32(a1, a5)
		a3, a7 = quads32(a3, a7)
		store32(dst, 0, undo, a0)
		store32(dst, 1, undo, a4)
		store32(dst, 2, undo, a2)
		store32(dst, 3, undo, a6)
		store32(dst, 4, undo, a1)
		store32(dst, 5, undo, a5)
		store32(dst, 6, undo, a3)
		store32(dst, 7, undo, a7)
		dst, diagonal, orthogonal, empty = dst[32:], diagonal[32:], orthogonal[32:], empty[32:]
	}
}
