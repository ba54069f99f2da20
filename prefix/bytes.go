package prefix

import "github.com/koggestone/koggestone"

const (
	lowBits  = 0x0101010101010101 // bit 0 of every byte: the a-file
	highBits = 0x8080808080808080 // bit 7 of every byte: the h-file
)

// KoggeStoneByteAdd returns the sums of the bytes of a and b, each modulo 256, as a
// Kogge-Stone adder computes them: the carries are an east fill. [ByteAdd] returns
// the same in fewer steps.
func KoggeStoneByteAdd(a, b uint64) uint64 {
	pro := a ^ b
	carries := bytePrefix(a&b, pro)
	return pro ^ koggestone.EastStep(carries)
}

// KoggeStoneByteSub returns the differences of the bytes of a and b, each modulo 256,
// as a Kogge-Stone adder computes the sums a + ^b + 1. [ByteSub] returns the same in
// fewer steps, and [KoggeStoneByteSubBorrow] has another last step.
func KoggeStoneByteSub(a, b uint64) uint64 {
	carries, pro := subCarries(a, b)
	return pro ^ (koggestone.EastStep(carries) | lowBits)
}

// KoggeStoneByteSubBorrow returns what [KoggeStoneByteSub] returns, by borrows: one
// enters a digit where no carry leaves the digit below it. The propagator is the
// complement of a ^ b, so that all complements cancel:
//
//	a ^ ^b ^ (EastStep(carries) | lowBits)  =  a ^ b ^ EastStep(^carries)
func KoggeStoneByteSubBorrow(a, b uint64) uint64 {
	carries, _ := subCarries(a, b)
	return a ^ b ^ koggestone.EastStep(^carries)
}

// subCarries returns the carries out of every digit of a + ^b + 1, and the
// propagators. The 1 enters the lowest digit, whose carry is therefore the majority of
// a, ^b and 1: that digit generates where it would only propagate.
func subCarries(a, b uint64) (carries, pro uint64) {
	pro = a ^ ^b
	gen := a&^b | pro&lowBits
	return bytePrefix(gen, pro), pro
}

// bytePrefix returns the generate signals of the prefixes of <gen,pro> in every byte, by
// the steps of Kogge and Stone.
func bytePrefix(gen, pro uint64) uint64 {
	pro &^= lowBits
	gen |= pro & (gen << 1)
	pro &= pro << 1
	gen |= pro & (gen << 2)
	pro &= pro << 2
	return gen | pro&(gen<<4)
}

// ByteAdd returns the sums of the bytes of a and b, each modulo 256, by one addition
// of words. It adds the low seven bits, which cannot overflow into the next byte, and
// puts in the eighth by exclusive or (SWAR).
func ByteAdd(a, b uint64) uint64 {
	return (a&^highBits + b&^highBits) ^ (a^b)&highBits
}

// ByteSub returns the differences of the bytes of a and b, each modulo 256, by one
// subtraction of words. It sets the eighth bit of each byte of a, so that none borrows
// from the next, and corrects that bit by exclusive or (SWAR).
func ByteSub(a, b uint64) uint64 {
	return ((a | highBits) - b&^highBits) ^ (a^^b)&highBits
}
