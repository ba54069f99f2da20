package prefix

import "math/bits"

// ParityUp sets bit i of the result to the parity of bits 0 to i of x, which is 1 if an odd
// number of them is set. The result is the low half of the carry-less product of x and a
// word of all ones. The inverse is [ParityUpInverse].
//
//	bit            7 6 5 4 3 2 1 0
//	x              · 1 · · 1 · 1 ·
//	ParityUp(x)    1 1 · · · 1 1 ·
//
// The result is 1 from the first set bit up to the second, 0 from there up to the third,
// and so on: pairs of set bits become the runs between them.
func ParityUp(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}

// ParityUpInverse is the inverse of [ParityUp]: bit i of the result is set if bits i and
// i-1 of x differ, with a 0 below bit 0.
func ParityUpInverse(x uint64) uint64 { return x ^ x<<1 }

// ParityDown sets bit i of the result to the parity of bits i to 63 of x, which is 1 if an odd
// number of them is set. It decodes Gray codes ([GrayDecode]), so that its inverse is
// [GrayEncode].
//
//	bit            7 6 5 4 3 2 1 0
//	x              · 1 · · 1 · 1 ·
//	ParityDown(x)  · 1 1 1 · · 1 1
func ParityDown(x uint64) uint64 {
	x ^= x >> 1
	x ^= x >> 2
	x ^= x >> 4
	x ^= x >> 8
	x ^= x >> 16
	return x ^ x>>32
}

// Parity returns 1 if an odd number of bits of x is set, otherwise 0: bit 63 of
// [ParityUp] and bit 0 of [ParityDown].
func Parity(x uint64) int { return bits.OnesCount64(x) & 1 }

// GrayEncode returns the reflected binary Gray code of x. The codes of consecutive numbers
// differ in one bit. Its inverse is [GrayDecode]. Frank Gray (1947).
func GrayEncode(x uint64) uint64 { return x ^ x>>1 }

// GrayDecode returns the number with the Gray code x. It is [ParityDown], because bit i of
// the number is the parity of the code's bits i to 63.
func GrayDecode(x uint64) uint64 { return ParityDown(x) }

// GrayEncodeBytes returns the Gray code of each of the eight bytes of x. Its inverse is
// [GrayDecodeBytes].
func GrayEncodeBytes(x uint64) uint64 {
	return x ^ x>>1&0x7f7f7f7f7f7f7f7f // without the bits from the byte above
}

// GrayDecodeBytes decodes the Gray code in each of the eight bytes of x: in every byte, bit
// i of the result is the parity of bits i to 7.
func GrayDecodeBytes(x uint64) uint64 {
	x ^= x >> 1 & 0x7f7f7f7f7f7f7f7f
	x ^= x >> 2 & 0x3f3f3f3f3f3f3f3f
	return x ^ x>>4&0x0f0f0f0f0f0f0f0f
}

// GrayEncodeNibbles returns the Gray code of each of the sixteen nibbles of x. Its inverse is
// [GrayDecodeNibbles].
func GrayEncodeNibbles(x uint64) uint64 { return x ^ x>>1&0x7777777777777777 }

// GrayDecodeNibbles decodes the Gray code in each of the sixteen nibbles of x: in every nibble,
// bit i of the result is the parity of bits i to 3.
func GrayDecodeNibbles(x uint64) uint64 {
	x ^= x >> 1 & 0x7777777777777777
	return x ^ x>>2&0x3333333333333333
}
