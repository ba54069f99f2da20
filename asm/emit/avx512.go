package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
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

func (avx512) Broadcast(x uint64) Vec { return broadcast(ZMM(), x) }

func (v avx512) Sideways(x Op, n int) Vec {
	if n == 1 {
		return v.AddBytes(x, x)
	}
	return Affine(x, v.Broadcast(BitMatrix(func(b uint8) uint8 {
		if n > 0 {
			return b << n
		}
		return b >> -n
	})))
}

func (avx512) PopcountBytes(x Op) Vec {
	r := ZMM()
	VPOPCNTB(x, r)
	return r
}

func (avx512) EqualBytes(a, b Vec) Vec {
	k, r := K(), ZMM()
	VPCMPEQB(b, a, k)
	VPMOVM2B(k, r)
	return r
}

func (avx512) ZeroBytes(x Vec) Vec {
	k, r := K(), ZMM()
	VPTESTNMB(x, x, k)
	VPMOVM2B(k, r)
	return r
}

func (avx512) Kernel(name, signature, doc string)                   { kernel(name, signature, doc) }
func (avx512) Param(name string) reg.Register                       { return Load(Param(name), GP64()) }
func (avx512) Finish()                                              { Finish() }
func (avx512) Unslice(x [8]Vec, base Mem)                           { AVX512.unslice(x, base) }
func (avx512) Blocks(arrays Arrays, body func(at func(string) Mem)) { AVX512.blocks(arrays, body) }
