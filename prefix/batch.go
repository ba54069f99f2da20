package prefix

import "github.com/koggestone/koggestone/internal/slicecheck"

// chunk is the number of words passed to assembly in one call, about 10 microseconds of
// work. See package koggestone.
const chunk = 16384

// ParityUpBatch sets dst[i] to ParityUp(x[i]) for every i.
//
// Both slices must have the same length. dst may be x, but must not overlap it partially.
// Otherwise it panics before it writes anything.
func ParityUpBatch(dst, x []uint64) {
	slicecheck.In("prefix: ParityUpBatch", "x", x, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		parityUpChunk(dst[:n], x[:n])
		dst, x = dst[n:], x[n:]
	}
}

// ParityDownBatch sets dst[i] to ParityDown(x[i]) for every i. It also decodes Gray codes,
// because [GrayDecode] is [ParityDown].
//
// Both slices must have the same length. dst may be x, but must not overlap it partially.
// Otherwise it panics before it writes anything.
func ParityDownBatch(dst, x []uint64) {
	slicecheck.In("prefix: ParityDownBatch", "x", x, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		parityDownChunk(dst[:n], x[:n])
		dst, x = dst[n:], x[n:]
	}
}

// GrayEncodeBatch sets dst[i] to GrayEncode(x[i]) for every i.
//
// Both slices must have the same length. dst may be x, but must not overlap it partially.
// Otherwise it panics before it writes anything.
func GrayEncodeBatch(dst, x []uint64) {
	slicecheck.In("prefix: GrayEncodeBatch", "x", x, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		grayEncodeChunk(dst[:n], x[:n])
		dst, x = dst[n:], x[n:]
	}
}

// GrayEncodeBytesBatch sets dst[i] to GrayEncodeBytes(x[i]) for every i.
//
// Both slices must have the same length. dst may be x, but must not overlap it partially.
// Otherwise it panics before it writes anything.
func GrayEncodeBytesBatch(dst, x []uint64) {
	slicecheck.In("prefix: GrayEncodeBytesBatch", "x", x, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		grayEncodeBytesChunk(dst[:n], x[:n])
		dst, x = dst[n:], x[n:]
	}
}

// GrayDecodeBytesBatch sets dst[i] to GrayDecodeBytes(x[i]) for every i.
//
// Both slices must have the same length. dst may be x, but must not overlap it partially.
// Otherwise it panics before it writes anything.
func GrayDecodeBytesBatch(dst, x []uint64) {
	slicecheck.In("prefix: GrayDecodeBytesBatch", "x", x, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		grayDecodeBytesChunk(dst[:n], x[:n])
		dst, x = dst[n:], x[n:]
	}
}

// ByteAddBatch sets dst[i] to ByteAdd(a[i], b[i]) for every i.
//
// All slices must have the same length. dst may be one of the inputs, but must not overlap
// any of them partially. Otherwise it panics before it writes anything.
func ByteAddBatch(dst, a, b []uint64) {
	const name = "prefix: ByteAddBatch"
	slicecheck.In(name, "a", a, dst)
	slicecheck.In(name, "b", b, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		byteAddChunk(dst[:n], a[:n], b[:n])
		dst, a, b = dst[n:], a[n:], b[n:]
	}
}

// ByteSubBatch sets dst[i] to ByteSub(a[i], b[i]) for every i.
//
// All slices must have the same length. dst may be one of the inputs, but must not overlap
// any of them partially. Otherwise it panics before it writes anything.
func ByteSubBatch(dst, a, b []uint64) {
	const name = "prefix: ByteSubBatch"
	slicecheck.In(name, "a", a, dst)
	slicecheck.In(name, "b", b, dst)
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		byteSubChunk(dst[:n], a[:n], b[:n])
		dst, a, b = dst[n:], a[n:], b[n:]
	}
}
