package env

import (
	"encoding/binary"
	"unsafe"
)

// streamLen is the size of an output, in bytes, at which the kernels start to write around the caches. Smaller
// outputs fit in the caches, so writing through them is faster (BenchmarkExpand).
const streamLen = 48 << 20

// streams returns 1 if dst, a part of n elements, can be written around the caches, otherwise 0.
func streams[T uint8 | float32](dst []T, n int) uint64 {
	if n*int(unsafe.Sizeof(dst[0])) < streamLen || uintptr(unsafe.Pointer(&dst[0]))%64 != 0 {
		return 0
	}
	return 1
}

// expandBytesGeneric sets dst[64*i+s] to bit s of src[i]. If stream is not 0, dst must be divisible by 64.
//
//asm:dispatch n=len(src)
func expandBytesGeneric(dst []uint8, src []uint64, stream uint64) {
	for i, x := range src {
		d := (*[64]uint8)(dst[64*i:])
		for r := range 8 {
			b := x >> (8 * r) & 0xff
			// Byte k of the product is b; keep its bit k, and move it to bit 0.
			b = (b*0x0101010101010101&0x8040201008040201 + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101
			binary.LittleEndian.PutUint64(d[8*r:], b)
		}
	}
}

// expandFloatsGeneric is expandBytesGeneric for numbers.
//
//asm:dispatch n=len(src)
func expandFloatsGeneric(dst []float32, src []uint64, stream uint64) {
	for i, x := range src {
		d := (*[64]float32)(dst[64*i:])
		for r := range 8 {
			*(*[8]float32)(d[8*r:]) = rows[x>>(8*r)&0xff]
		}
	}
}

// rows contains the eight bits of each byte as numbers.
var rows = func() (rows [256][8]float32) {
	for x := range rows {
		for i := range rows[x] {
			rows[x][i] = float32(x >> i & 1)
		}
	}
	return rows
}()
