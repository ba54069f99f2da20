//go:build gc && !purego

package prefix

import "github.com/koggestone/koggestone/internal/simd"

// With AVX2 the generic twin does the last one to three words. Nothing is read or
// written past the slices.

//go:noinline
func parityUpChunk(dst, x []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		parityUpBatchAVX512(&dst[0], &x[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		parityUpBatchAVX2(&dst[0], &x[0], n)
	}
	parityUpBatchGeneric(dst[n:], x[n:])
}

//go:noinline
func parityDownChunk(dst, x []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		parityDownBatchAVX512(&dst[0], &x[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		parityDownBatchAVX2(&dst[0], &x[0], n)
	}
	parityDownBatchGeneric(dst[n:], x[n:])
}

//go:noinline
func grayEncodeChunk(dst, x []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		grayEncodeBatchAVX512(&dst[0], &x[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		grayEncodeBatchAVX2(&dst[0], &x[0], n)
	}
	grayEncodeBatchGeneric(dst[n:], x[n:])
}

//go:noinline
func grayEncodeBytesChunk(dst, x []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		grayEncodeBytesBatchAVX512(&dst[0], &x[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		grayEncodeBytesBatchAVX2(&dst[0], &x[0], n)
	}
	grayEncodeBytesBatchGeneric(dst[n:], x[n:])
}

//go:noinline
func grayDecodeBytesChunk(dst, x []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		grayDecodeBytesBatchAVX512(&dst[0], &x[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		grayDecodeBytesBatchAVX2(&dst[0], &x[0], n)
	}
	grayDecodeBytesBatchGeneric(dst[n:], x[n:])
}

//go:noinline
func grayEncodeNibblesChunk(dst, x []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		grayEncodeNibblesBatchAVX512(&dst[0], &x[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		grayEncodeNibblesBatchAVX2(&dst[0], &x[0], n)
	}
	grayEncodeNibblesBatchGeneric(dst[n:], x[n:])
}

//go:noinline
func grayDecodeNibblesChunk(dst, x []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		grayDecodeNibblesBatchAVX512(&dst[0], &x[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		grayDecodeNibblesBatchAVX2(&dst[0], &x[0], n)
	}
	grayDecodeNibblesBatchGeneric(dst[n:], x[n:])
}

//go:noinline
func byteAddChunk(dst, a, b []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		byteAddBatchAVX512(&dst[0], &a[0], &b[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		byteAddBatchAVX2(&dst[0], &a[0], &b[0], n)
	}
	byteAddBatchGeneric(dst[n:], a[n:], b[n:])
}

//go:noinline
func byteSubChunk(dst, a, b []uint64) {
	n := 0
	switch simd.Active() {
	case simd.AVX512:
		n = len(dst)
		byteSubBatchAVX512(&dst[0], &a[0], &b[0], n)
	case simd.AVX2:
		n = len(dst) &^ 3
		byteSubBatchAVX2(&dst[0], &a[0], &b[0], n)
	}
	byteSubBatchGeneric(dst[n:], a[n:], b[n:])
}
