package prefix

// GrayEncode returns the reflected binary Gray code of x. The codes of consecutive numbers
// differ in one bit. Its inverse is [GrayDecode]. Frank Gray (1947).
func GrayEncode(x uint64) uint64 { return x ^ x>>1 }

// GrayDecode returns the number whose Gray code is x. It is [ParityDown]: bit i of the
// number is the parity of the code's bits i to 63.
func GrayDecode(x uint64) uint64 { return ParityDown(x) }

// GrayEncodeBytes returns the Gray code of each of the eight bytes of x. Its inverse is
// [GrayDecodeBytes].
func GrayEncodeBytes(x uint64) uint64 {
	return x ^ x>>1&0x7f7f7f7f7f7f7f7f // without the bits from the byte above
}

// GrayDecodeBytes returns the eight bytes whose Gray codes are the bytes of x: in
// every byte, bit i is the parity of bits i to 7.
func GrayDecodeBytes(x uint64) uint64 {
	x ^= x >> 1 & 0x7f7f7f7f7f7f7f7f
	x ^= x >> 2 & 0x3f3f3f3f3f3f3f3f
	return x ^ x>>4&0x0f0f0f0f0f0f0f0f
}
