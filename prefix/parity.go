package prefix

import "math/bits"

// ParityUp sets bit i to the parity of bits 0 to i, which is 1 if an odd number of them is
// set. The result is the low half of the carry-less product of x and a word with all bits
// set. [ParityUpInverse] is its inverse.
//
//	bit            7 6 5 4 3 2 1 0
//	x              · 1 · · 1 · 1 ·
//	ParityUp(x)    1 1 · · · 1 1 ·
//
// The result is 1 from the first set bit up to the second, 0 from there up to the third,
// and so on. So you can use it to turn pairs of set bits into the runs between them.
func ParityUp(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}

// ParityUpInverse undoes [ParityUp]: bit i is set if bits i and i-1 of x differ, with a 0
// below bit 0.
func ParityUpInverse(x uint64) uint64 { return x ^ x<<1 }

// ParityDown sets bit i to the parity of bits i to 63, which is 1 if an odd number of them
// is set. It decodes Gray codes ([GrayDecode]), so [GrayEncode] is its inverse.
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

// Parity returns 1 if x has an odd number of set bits, and otherwise 0. This is bit 63
// of [ParityUp] and bit 0 of [ParityDown].
func Parity(x uint64) int { return bits.OnesCount64(x) & 1 }

// GrayEncode returns the reflected binary Gray code of x. Consecutive numbers have codes
// that differ in one bit. [GrayDecode] is its inverse. Frank Gray (1947).
func GrayEncode(x uint64) uint64 { return x ^ x>>1 }

// GrayDecode returns the number with the Gray code x. It is the same as [ParityDown],
// because bit i of the number is the parity of bits i to 63 of the code.
func GrayDecode(x uint64) uint64 { return ParityDown(x) }

// GrayEncodeBytes is [GrayEncode] for each of the eight bytes in x. [GrayDecodeBytes] is
// its inverse.
func GrayEncodeBytes(x uint64) uint64 {
	return x ^ x>>1&0x7f7f7f7f7f7f7f7f // without the bits from the byte above
}

// GrayDecodeBytes is [GrayDecode] for each of the eight bytes in x: in every byte, bit i
// becomes the parity of bits i to 7.
func GrayDecodeBytes(x uint64) uint64 {
	x ^= x >> 1 & 0x7f7f7f7f7f7f7f7f
	x ^= x >> 2 & 0x3f3f3f3f3f3f3f3f
	return x ^ x>>4&0x0f0f0f0f0f0f0f0f
}

// GrayEncodeNibbles is [GrayEncode] for each of the sixteen nibbles in x. [GrayDecodeNibbles]
// is its inverse.
func GrayEncodeNibbles(x uint64) uint64 { return x ^ x>>1&0x7777777777777777 }

// GrayDecodeNibbles is [GrayDecode] for each of the sixteen nibbles in x: in every nibble, bit
// i becomes the parity of bits i to 3.
func GrayDecodeNibbles(x uint64) uint64 {
	x ^= x >> 1 & 0x7777777777777777
	return x ^ x>>2&0x3333333333333333
}
