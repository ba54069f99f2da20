package prefix

import (
	"github.com/koggestone/koggestone"
)

const (
	lowBits  = 0x0101010101010101 // bit 0 of every byte: the a-file
	highBits = 0x8080808080808080 // bit 7 of every byte: the h-file
)

// KoggeStoneByteAdd adds a and b byte by byte, modulo 256, like a Kogge-Stone adder: the
// carries are an east fill. [ByteAdd] returns the same result in fewer steps.
func KoggeStoneByteAdd(a, b uint64) uint64 {
	pro := a ^ b
	carries := bytePrefix(a&b, pro)
	return pro ^ koggestone.EastStep(carries)
}

// KoggeStoneByteSub subtracts b from a byte by byte, modulo 256, like a Kogge-Stone adder
// that computes a + ^b + 1. [ByteSub] returns the same result in fewer steps.
func KoggeStoneByteSub(a, b uint64) uint64 {
	carries, pro := subCarries(a, b)
	return pro ^ (koggestone.EastStep(carries) | lowBits)
}

// KoggeStoneByteSubBorrow returns the same result as [KoggeStoneByteSub], but computes
// it with borrows: a borrow enters a digit if no carry leaves the digit below. The
// propagator is the complement of a ^ b, so all complements cancel:
//
//	a ^ ^b ^ (EastStep(carries) | lowBits)  =  a ^ b ^ EastStep(^carries)
func KoggeStoneByteSubBorrow(a, b uint64) uint64 {
	carries, _ := subCarries(a, b)
	return a ^ b ^ koggestone.EastStep(^carries)
}

// subCarries returns the carries out of every digit in a + ^b + 1, and the propagators. The 1
// enters the lowest digit, where the carry is the majority of a, ^b and 1. So that digit
// generates where it would otherwise propagate.
func subCarries(a, b uint64) (carries, pro uint64) {
	pro = a ^ ^b
	gen := a&^b | pro&lowBits
	return bytePrefix(gen, pro), pro
}

// bytePrefix joins <gen,pro> within every byte and returns the generate signals.
func bytePrefix(gen, pro uint64) uint64 {
	pro &^= lowBits
	gen |= pro & (gen << 1)
	pro &= pro << 1
	gen |= pro & (gen << 2)
	pro &= pro << 2
	return gen | pro&(gen<<4)
}

// ByteAdd adds a and b byte by byte, modulo 256, with one addition for all eight bytes. It
// adds the low seven bits, which cannot overflow into the next byte, and computes the
// eighth bit by XOR (SWAR).
func ByteAdd(a, b uint64) uint64 {
	return (a&^highBits + b&^highBits) ^ (a^b)&highBits
}

// ByteSub subtracts b from a byte by byte, modulo 256, with one subtraction for all eight
// bytes. It sets the eighth bit in each byte of a, so that no byte borrows from the next,
// and then corrects that bit by XOR (SWAR).
func ByteSub(a, b uint64) uint64 {
	return ((a | highBits) - b&^highBits) ^ (a^^b)&highBits
}

// EastAttacksBySubtraction returns the squares that sliders attack going east, including the
// first blocker. The result is the same as [koggestone.EastAttacks] for all inputs. It
// computes o - 2r, known from hyperbola quintessence, for many rooks and all ranks at once
// (Gerd Isenberg). If you subtract a rook twice from the occupied squares on its rank, the
// subtraction borrows through the empty squares up to the first blocker, and the digits that
// change are the attacks. Every borrow ends at the next piece at the latest, so rooks do not
// interfere with each other.
//
//	o - 2r on one rank, a to h:
//
//	r              · · R · · · · ·
//	o              o · R · · o · o
//	o - 2r         o · R 1 1 · · o
//	o ^ (o - 2r)   · · · 1 1 1 · ·
func EastAttacksBySubtraction(sliders, empty uint64) uint64 {
	occupied := ^empty | sliders
	return occupied ^ ByteSub(occupied, koggestone.EastStep(sliders))
}

// WestAttacksBySubtraction returns the squares that sliders attack going west: east on
// the board with its files mirrored.
func WestAttacksBySubtraction(sliders, empty uint64) uint64 {
	return koggestone.MirrorFiles(EastAttacksBySubtraction(koggestone.MirrorFiles(sliders), koggestone.MirrorFiles(empty)))
}

// NorthAttacksBySubtraction returns the squares that sliders attack going north: east
// on the transposed board.
func NorthAttacksBySubtraction(sliders, empty uint64) uint64 {
	return Transpose(EastAttacksBySubtraction(Transpose(sliders), Transpose(empty)))
}

// SouthAttacksBySubtraction returns the squares that sliders attack going south: east
// on the board flipped about the diagonal a8-h1.
func SouthAttacksBySubtraction(sliders, empty uint64) uint64 {
	return AntiTranspose(EastAttacksBySubtraction(AntiTranspose(sliders), AntiTranspose(empty)))
}
