package emit

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// interleave returns the lower and the upper halves of the two registers' 128-bit
// lanes, with alternating bytes.
func (v *ISA) interleave(lo, hi Op) (a, b Vec) {
	return v.Pick(VPUNPCKLBW, VPUNPCKLBW, lo, hi), v.Pick(VPUNPCKHBW, VPUNPCKHBW, lo, hi)
}

// stage interleaves the pairs of registers that have numbers differing in one bit. It moves
// the top bit of a byte's index in its lane into the register number, and the register's bit
// to the bottom of the index.
func (v *ISA) stage(x *[8]Vec, bit int) {
	for i := range x {
		if i&bit == 0 {
			x[i], x[i|bit] = v.interleave(x[i], x[i|bit])
		}
	}
}

// A Slicer contains the constants of the transposition.
type Slicer struct {
	v         *ISA
	gather    Op
	even, odd reg.OpmaskVirtual // AVX-512: every other dword
}

// gatherBytes is the byte order that turns a lane's four half boards into four quadruples: (q
// i2 b1 b0) becomes (b1 b0 q i2), in the notation of Slice.
var gatherBytes = []uint8{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}

// NewSlicer loads the constants of Slice.
func NewSlicer(v *ISA) *Slicer {
	if v == NEON {
		return &Slicer{v: v}
	}
	gather := ByteTable(fmt.Sprintf("gather%d", v.Bytes), slices.Repeat(gatherBytes, v.Bytes/16))
	t := &Slicer{v: v, gather: gather}
	if v.Wide() {
		t.gather = v.Load(gather)
		r := GP32()
		t.even, t.odd = K(), K()
		MOVL(U32(0x5555), r)
		KMOVW(r, t.even)
		MOVL(U32(0xaaaa), r)
		KMOVW(r, t.odd)
	}
	return t
}

// Slice transposes eight registers of boards at base into eight of ranks.
//
// Write a register's number as (i2 i1 i0), and a byte's index in its 128-bit lane as (q b2 b1
// b0), for rank b of board q. The first stage exchanges i2 and b2: it blends the lower halves
// of the boards in two registers, and then the upper halves. Loading one register at an offset
// of four bytes makes a shuffle unnecessary. Then the byte shuffle turns (q i2 b1 b0) into (b1
// b0 q i2), and two more stages lead to the number (b2 b1 b0) and the index (q i2 i1 i0).
func (t *Slicer) Slice(base Mem) (x [8]Vec) {
	v := t.v
	if v == NEON {
		return neon{}.slice(base)
	}
	for i := range 4 {
		lo, hi := base.Offset(i*v.Bytes), base.Offset((i+4)*v.Bytes)
		x[i] = t.blend(v.Load(lo), hi.Offset(-4), 0xaa, t.odd)
		x[i+4] = t.blend(v.Load(hi), lo.Offset(4), 0x55, t.even)
	}
	for i := range x {
		x[i] = v.Pick(VPSHUFB, VPSHUFB, x[i], t.gather)
	}
	v.stage(&x, 2)
	v.stage(&x, 1)
	return x
}

// blend returns x with every other dword from m.
func (t *Slicer) blend(x Vec, m Mem, bits uint8, mask Op) Vec {
	if t.v.Wide() {
		VMOVDQU32(m, mask, x)
		return x
	}
	VPBLENDD(U8(bits), m, x, x)
	return x
}

// Unslice undoes Slice and stores the boards at base. Three stages lead to the number
// (q i2 i1) and the byte index (i0 b2 b1 b0), and the last exchanges q and i0.
func (v *ISA) Unslice(x [8]Vec, base Mem) {
	if v == NEON {
		neon{}.unslice(x, base)
		return
	}
	v.stage(&x, 4)
	v.stage(&x, 2)
	v.stage(&x, 1)
	for i := range 4 {
		lo := v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x[i], x[i|4])
		hi := v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x[i], x[i|4])
		v.Store(lo, base.Offset(2*i*v.Bytes))
		v.Store(hi, base.Offset((2*i+1)*v.Bytes))
	}
}

// Blocks emits a loop over n positions, where n must be a multiple of the block length. Bit
// arrays have no register, so their addresses are computed at each use.
func (v *ISA) Blocks(arrays Arrays, body func(at func(string) Mem)) {
	if v == NEON {
		neon{}.blocks(arrays, body)
		return
	}
	n := Argument("n")
	i := GP64()
	XORQ(i, i)
	JMP(LabelRef("check"))
	Label("loop")
	body(func(name string) Mem {
		a := arrays[name]
		if a.Bits == 1 {
			byte := Register(i)
			SHRQ(U8(3), byte)
			return Mem{Base: a.Base, Index: byte, Scale: 1}
		}
		return Mem{Base: a.Base, Index: i, Scale: uint8(a.Bits / 8)}
	})
	ADDQ(I32(v.Bytes), i)
	Label("check")
	CMPQ(i, n)
	JLT(LabelRef("loop"))
}
