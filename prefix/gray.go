package prefix

// The reflected binary Gray code (Frank Gray, 1947): consecutive numbers have
// codes that differ in one bit. Encoding is local, decoding is a prefix problem:
// bit i of the number is the parity of the code's bits from i upwards.
//
// Packed bytes and nibbles are coded each by itself: a lane mask holds off the
// bits that a shift brings in from the lane above.

// GrayEncode returns the Gray code of x. It is the inverse of [GrayDecode] and of
// [ParityDown].
func GrayEncode(x uint64) uint64 { return x ^ x>>1 }

// GrayDecode returns the number whose Gray code is x. It is [ParityDown].
func GrayDecode(x uint64) uint64 { return ParityDown(x) }

// GrayEncodeBytes returns the Gray code of each of the eight bytes of x. It is
// the inverse of [GrayDecodeBytes].
func GrayEncodeBytes(x uint64) uint64 { return x ^ x>>1&0x7f7f7f7f7f7f7f7f }

// GrayDecodeBytes returns the eight bytes whose Gray codes are the bytes of x: in
// every byte, bit i is the parity of bits i to 7.
func GrayDecodeBytes(x uint64) uint64 {
	x ^= x >> 1 & 0x7f7f7f7f7f7f7f7f
	x ^= x >> 2 & 0x3f3f3f3f3f3f3f3f
	return x ^ x>>4&0x0f0f0f0f0f0f0f0f
}

// GrayEncodeNibbles returns the Gray code of each of the sixteen nibbles of x. It
// is the inverse of [GrayDecodeNibbles].
func GrayEncodeNibbles(x uint64) uint64 { return x ^ x>>1&0x7777777777777777 }

// GrayDecodeNibbles returns the sixteen nibbles whose Gray codes are the nibbles
// of x: in every nibble, bit i is the parity of bits i to 3.
func GrayDecodeNibbles(x uint64) uint64 {
	x ^= x >> 1 & 0x7777777777777777
	return x ^ x>>2&0x3333333333333333
}
