package env

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// streamLen is the size of an output, in bytes, at which the kernels start to write around the caches. Smaller
// outputs fit in the caches, so writing through them is faster (BenchmarkOutputs).
const streamLen = 16 << 20

// streams returns the argument stream for dst: 0 to write through the caches, and 1 or 2 for large outputs, depending on the
// address. Large numpy arrays have addresses that are divisible by 16 but not by 64.
func streams[T uint8 | float32](dst []T) uint64 {
	switch {
	case len(dst)*int(unsafe.Sizeof(T(0))) < streamLen || uintptr(unsafe.Pointer(&dst[0]))%16 != 0:
		return 0
	case uintptr(unsafe.Pointer(&dst[0]))%64 == 0:
		return 1
	}
	return 2
}

// byteOnes fills eight bytes with a bit's value, for expandBytes. floatOnes fills two numbers, for expandFloats.
func byteOnes(one uint64) uint64  { return min(one, math.MaxUint8) * ones }
func floatOnes(one uint64) uint64 { return uint64(math.Float32bits(float32(one))) * 0x100000001 }

// expandBytesGeneric sets dst[64*i+s] to the byte in one if bit s of src[i] is 1, and to 0 otherwise. The argument
// stream is the result of streams, and the caller must call fence after the last call.
//
//asm:dispatch n=len(src)
func expandBytesGeneric(dst []uint8, src []uint64, one, stream uint64) {
	for i, x := range src {
		d := (*[64]uint8)(dst[64*i:])
		for r := range 8 {
			b := x >> (8 * r) & 0xff
			// The product repeats b in all bytes. Byte k keeps bit k and moves it to bit 0.
			b = (b*ones&0x8040201008040201 + 0x7f7f7f7f7f7f7f7f) >> 7 & ones
			binary.LittleEndian.PutUint64(d[8*r:], b*(one&0xff))
		}
	}
}

// expandFloatsGeneric is like expandBytesGeneric, for numbers.
//
//asm:dispatch n=len(src)
func expandFloatsGeneric(dst []float32, src []uint64, one, stream uint64) {
	for i, x := range src {
		d := (*[64]float32)(dst[64*i:])
		for r := range 8 {
			row := rows[x>>(8*r)&0xff]
			if number := math.Float32frombits(uint32(one)); number != 1 {
				for k := range row {
					row[k] *= number
				}
			}
			*(*[8]float32)(d[8*r:]) = row
		}
	}
}

// fenceGeneric makes everything that was written around the caches visible to other threads.
//
//asm:dispatch
func fenceGeneric() {}

// rows contains the eight bits of each byte as numbers.
var rows = func() (rows [256][8]float32) {
	for x := range rows {
		for i := range rows[x] {
			rows[x][i] = float32(x >> i & 1)
		}
	}
	return rows
}()
