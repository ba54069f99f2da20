package emit

import (
	"encoding/binary"
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// broadcast sets r to x in every word.
func broadcast(r Vec, x uint64) Vec {
	VPBROADCASTQ(Word(x), r)
	return r
}

// Word returns an 8-byte constant in read-only memory. Calls with equal values share it.
func Word(x uint64) Mem {
	if m, ok := constants[x]; ok {
		return m
	}
	m := GLOBL(fmt.Sprintf("c%016x", x), attr.RODATA|attr.NOPTR)
	DATA(0, U64(x))
	constants[x] = m
	return m
}

var constants = map[uint64]Mem{}

// tables contains the tables of constants by name. All kernels share them.
var tables = map[string]Mem{}

// Table returns a table of words in read-only memory. The first call with a name creates
// the table, and later calls return it again.
func Table(name string, words []uint64) Mem {
	if m, ok := tables[name]; ok {
		return m
	}
	m := GLOBL(name, attr.RODATA|attr.NOPTR)
	for i, x := range words {
		DATA(8*i, U64(x))
	}
	tables[name] = m
	return m
}

// BytesOf returns a table where byte i is f(i). n must be a multiple of eight.
func BytesOf(name string, n int, f func(i int) int) Mem {
	table := make([]uint8, n)
	for i := range table {
		table[i] = uint8(f(i))
	}
	return ByteTable(name, table)
}

// ByteTable is [Table] for bytes. There must be a multiple of eight.
func ByteTable(name string, bytes []uint8) Mem { return Table(name, Words(bytes)) }

// Words returns bytes as words. There must be a multiple of eight.
func Words(bytes []uint8) (words []uint64) {
	for ; len(bytes) > 0; bytes = bytes[8:] {
		words = append(words, binary.LittleEndian.Uint64(bytes))
	}
	return words
}

// Ones returns a register with all bits set.
func (v *ISA) Ones() Vec { return v.Broadcast(^uint64(0)) }

// Clear zeroes a register. It loads zeros instead of XORing the register with itself,
// because avo would think that XOR uses the old value, which would extend the live range.
func (v *ISA) Clear(r Vec) { VPBROADCASTQ(Word(0), r) }

// Negated returns -x in words of 0 or 1: all bits for 1, and none for 0.
func (v *ISA) Negated(x Op) Vec {
	r := v.Vec()
	v.Clear(r)
	VPSUBQ(x, r, r)
	return r
}

// BitMatrix returns the matrix for a linear function on bytes. Byte 7-i of the matrix selects
// the bits of the argument that are XORed into bit i of the result.
func BitMatrix(f func(uint8) uint8) (m uint64) {
	for i := range 8 {
		for j := range 8 {
			m |= uint64(f(1<<j)>>i&1) << (8*(7-i) + j)
		}
	}
	return m
}

// Affine returns the bytes of x multiplied by the 8x8 bit matrix m (GFNI).
func Affine(x, m Op) Vec {
	r := ZMM()
	VGF2P8AFFINEQB(U8(0), m, x, r)
	return r
}
