package emit

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// avx2 has registers of 32 bytes, and one operation in each instruction.
type avx2 struct{ avo }

func (v avx2) Load(m Mem) Vec {
	r := YMM()
	VMOVDQU(m, r)
	return r
}

func (avx2) Store(x Op, m Mem) { VMOVDQU(x, m) }

func (avx2) Copy(x Vec) Vec {
	r := YMM()
	VMOVDQA(x, r)
	return r
}

func (v avx2) And(a, b Op) Vec    { return v.plain(VPAND, a, b) }
func (v avx2) Or(a, b Op) Vec     { return v.plain(VPOR, a, b) }
func (v avx2) Xor(a, b Op) Vec    { return v.plain(VPXOR, a, b) }
func (v avx2) NotAnd(a, b Op) Vec { return v.plain(VPANDN, a, b) }

// plain emits an instruction that cannot have a mask.
func (avx2) plain(f func(a, b, c Op), a, b Op) Vec {
	r := YMM()
	f(b, a, r)
	return r
}

func (avx2) Select(mask Op, a, b Vec) Vec {
	r := YMM()
	VPBLENDVB(mask, a, b, r)
	return r
}

func (v avx2) OrAndInto(x Vec, p, g Op) Vec { return v.Or(v.And(x, p), g) }
func (v avx2) AccAnd(acc Vec, x, m Op) Vec  { return v.Or(acc, v.And(x, m)) }
func (v avx2) Or3(a Vec, b, c Op) Vec       { return v.Or(v.Or(a, b), c) }

func (v avx2) AndNotOr(x Vec, a, b Op) Vec { return v.NotAnd(v.Or(AVX2.InRegister(a), b), x) }

func (v avx2) Sideways(x Op, n int) Vec {
	switch n {
	case 1:
		return v.AddBytes(x, x)
	case 2:
		y := v.AddBytes(x, x)
		return v.AddBytes(y, y)
	}
	r := YMM()
	VPSRLW(Imm(uint64(-n)), x, r)
	return v.And(r, everyByte(0xff>>-n))
}

// everyByte returns memory of a register's size with b in every byte. Using it as an
// operand saves the instruction for Broadcast.
func everyByte(b uint8) Mem {
	return BytesOf(fmt.Sprintf("bytes%02x", b), 32, func(int) int { return int(b) })
}

func (v avx2) PopcountBytes(x Op) Vec {
	return popcountBytes(x.(Vec), v.Load(digitCounts()), everyByte(0x0f))
}

// digitCounts returns a table that counts the bits in a digit, in both lanes.
func digitCounts() Mem {
	return BytesOf("bitcounts", 32, func(i int) int { return bits.OnesCount(uint(i % 16)) })
}

// popcountBytes counts the bits in every byte. counts is the table for digits, and low
// masks the low digit.
func popcountBytes(x, counts Vec, low Op) Vec {
	v := AVX2
	hi := YMM()
	VPSRLW(U8(4), x, hi)
	return v.AddBytes(into(YMM(), VPSHUFB, counts, v.And(x, low)), into(YMM(), VPSHUFB, counts, v.And(hi, low)))
}

func (avx2) EqualBytes(a, b Vec) Vec { return into(YMM(), VPCMPEQB, a, b) }

func (v avx2) ZeroBytes(x Vec) Vec { return v.EqualBytes(x, v.Broadcast(0)) }

// SliceOrder takes two steps for a position's bits (i2 i1 i0 lane q): a byte shuffle makes
// (i2 lane q i1 i0), a dword permutation (lane q i2 i1 i0).
func (v avx2) SliceOrder(x Vec) Vec {
	x = into(YMM(), VPSHUFB, x, v.laneBytes("bytesforth", func(k int) int { return k&3<<2 | k>>2 }))
	return v.permuteDwords(x, "dwordsforth", func(k int) int { return k&1<<2 | k>>1 })
}

func (v avx2) PositionOrder(x Vec) Vec {
	x = v.permuteDwords(x, "dwordsback", func(k int) int { return k&3<<1 | k>>2 })
	return into(YMM(), VPSHUFB, x, v.laneBytes("bytesback", func(k int) int { return k&3<<2 | k>>2 }))
}

// laneBytes returns an order of bytes, the same in each 128-bit lane.
func (v avx2) laneBytes(name string, from func(k int) int) Vec {
	return v.Load(BytesOf(name, 32, func(k int) int { return from(k % 16) }))
}

// permuteDwords returns the dwords of x in another order.
func (v avx2) permuteDwords(x Vec, name string, from func(k int) int) Vec {
	order := make([]uint8, 32)
	for k := range 8 {
		order[4*k] = uint8(from(k))
	}
	r := v.Vec()
	VPERMD(x, v.Load(ByteTable(name, order)), r)
	return r
}

func (v avx2) StoreBits(x Vec, m Mem) {
	x = v.PositionOrder(x)
	zero, bits := YMM(), GP32()
	AVX2.Clear(zero)
	VPCMPEQB(zero, x, zero)
	VPMOVMSKB(zero, bits)
	NOTL(bits)
	MOVL(bits, m)
}
