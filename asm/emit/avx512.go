package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// avx512 has registers of 64 bytes, masks, and any function of three sets in one
// instruction.
type avx512 struct{}

// The truth tables of VPTERNLOGQ's three operands: a formula over them gives the
// immediate of the formula.
const (
	TA = 0xf0
	TB = 0xcc
	TC = 0xaa
)

// Tern overwrites a with the given function of a, b and c; c may be memory.
func Tern(table int, a, b, c Op) { VPTERNLOGQ(U8(table&0xff), c, b, a) }

func (avx512) Vec() Vec { return ZMM() }

func (avx512) Load(m Mem) Vec {
	r := ZMM()
	VMOVDQU64(m, r)
	return r
}

func (avx512) Store(x Op, m Mem) { VMOVDQU64(x, m) }

func (avx512) Copy(x Vec) Vec {
	r := ZMM()
	VMOVDQA64(x, r)
	return r
}

func (avx512) And(a, b Op) Vec       { return three(ZMM(), VPANDQ, a, b) }
func (avx512) Or(a, b Op) Vec        { return three(ZMM(), VPORQ, a, b) }
func (avx512) Xor(a, b Op) Vec       { return three(ZMM(), VPXORQ, a, b) }
func (avx512) NotAnd(a, b Op) Vec    { return three(ZMM(), VPANDNQ, a, b) }
func (avx512) AddBytes(a, b Op) Vec  { return three(ZMM(), VPADDB, a, b) }
func (avx512) SubBytes(a, b Op) Vec  { return three(ZMM(), VPSUBB, a, b) }
func (avx512) Shift(x Op, n int) Vec { return shift(ZMM(), x, n) }

func (v avx512) Select(mask Op, a, b Vec) Vec {
	// avo takes VPBLENDMB for a reader of its result.
	r := v.Copy(b)
	VMOVDQU8(a, mask, r)
	return r
}

func (avx512) OrAndInto(x Vec, p, g Op) Vec {
	Tern(TC|TA&TB, x, p, g)
	return x
}

func (avx512) AccAnd(acc Vec, x, m Op) Vec {
	Tern(TA|TB&TC, acc, x, m)
	return acc
}

func (avx512) Or3(a Vec, b, c Op) Vec {
	Tern(TA|TB|TC, a, b, c)
	return a
}

func (avx512) AndNotOr(x Vec, a, b Op) Vec {
	Tern(TA&^(TB|TC), x, AVX512.InRegister(a), b)
	return x
}
