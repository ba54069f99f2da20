package prefix

import "github.com/koggestone/koggestone"

// Sums and differences of eight bytes at once, each byte modulo 256 by itself.
// A carry runs through a byte as a slider runs along a rank: it arises where both
// digits are one, passes where one of them is, and stops elsewhere. So the carries
// are the east fill of the generators over the propagators, and one routine,
// [BytePrefix], serves addition, subtraction and attacks:
//
//	              generator              propagator   result
//	a + b         a & b                  a ^ b        pro ^ EastStep(fill)
//	a - b         a & ^b, majority       a ^ ^b       pro ^ (EastStep(fill) | low bits)
//	east attacks  sliders                empty        EastStep(fill)
//
// Peter Kogge and Harold Stone (1973); on bitboards Steffan Westcott (2002) and
// Gerd Isenberg.

const (
	lowBits  = 0x0101010101010101 // bit 0 of every byte: the a-file
	highBits = 0x8080808080808080 // bit 7 of every byte: the h-file
)

// BytePrefix returns the generate signals of the prefixes of <gen,pro> in every
// byte from bit 0 upwards: bit i is set if gen has a bit at or below i, in its
// byte, from which pro leads up to i. It is the east fill, EastOccluded, of
// package koggestone.
func BytePrefix(gen, pro uint64) uint64 { return koggestone.EastOccluded(gen, pro) }

// KoggeStoneByteAdd returns the sums of the bytes of a and b, each modulo 256:
// what a Kogge-Stone adder computes. [ByteAdd] does the same in fewer steps.
func KoggeStoneByteAdd(a, b uint64) uint64 {
	pro := a ^ b
	carries := BytePrefix(a&b, pro)
	return pro ^ koggestone.EastStep(carries)
}

// KoggeStoneByteSub returns the differences of the bytes of a and b, each modulo
// 256, as the sums a + ^b + 1: with the carries into every digit and a one into
// the lowest. [ByteSub] does the same in fewer steps, and
// [KoggeStoneByteSubBorrow] ends it in the other way.
func KoggeStoneByteSub(a, b uint64) uint64 {
	carries, pro := subCarries(a, b)
	return pro ^ (koggestone.EastStep(carries) | lowBits)
}

// KoggeStoneByteSubBorrow returns what [KoggeStoneByteSub] returns, from borrows:
// where no carry leaves a digit, a borrow enters the next. The propagator is the
// complement of a ^ b, and so is every term of the other ending:
//
//	a ^ ^b ^ (EastStep(carries) | lowBits)  =  a ^ b ^ EastStep(^carries)
func KoggeStoneByteSubBorrow(a, b uint64) uint64 {
	carries, _ := subCarries(a, b)
	return a ^ b ^ koggestone.EastStep(^carries)
}

// subCarries returns the carries out of every digit of a + ^b + 1 and the
// propagators. The carry out of the lowest digit, into which the one goes, is the
// majority of a, ^b and 1: it generates where it would only propagate.
func subCarries(a, b uint64) (carries, pro uint64) {
	pro = a ^ ^b
	gen := a&^b | pro&lowBits
	return BytePrefix(gen, pro), pro
}

// KoggeStoneEastAttacks returns the squares that sliders attack going east: the
// carries of [BytePrefix] with the sliders as generators and the empty squares as
// propagators, moved on to the first blocker. It is EastAttacks of package
// koggestone, written with the adder's parts.
func KoggeStoneEastAttacks(sliders, empty uint64) uint64 {
	return koggestone.EastStep(BytePrefix(sliders, empty))
}

// ByteAdd returns the sums of the bytes of a and b, each modulo 256, with one
// addition of words: of the low seven bits, which cannot overflow into the next
// byte, and the eighth by exclusive or (SWAR).
func ByteAdd(a, b uint64) uint64 {
	return (a&^highBits + b&^highBits) ^ (a^b)&highBits
}

// ByteSub returns the differences of the bytes of a and b, each modulo 256, with
// one subtraction of words: the eighth bit of a is set, so that nothing is
// borrowed from the next byte, and put right by exclusive or (SWAR).
func ByteSub(a, b uint64) uint64 {
	return ((a | highBits) - b&^highBits) ^ (a^^b)&highBits
}
