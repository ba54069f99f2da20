package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// avx512 has registers of 64 bytes and masks, and computes any Boolean function of three sets in
// one instruction.
type avx512 struct{ avo }

// The truth tables of VPTERNLOGQ's three operands. Write a formula with them to get its truth
// table: for example, TA&TB | TC is the immediate operand for a&b | c.
const (
	TA = 0xf0
	TB = 0xcc
	TC = 0xaa
)

// Tern overwrites a with the given function of a, b and c; c may be memory.
func Tern(table int, a, b, c Op) { VPTERNLOGQ(U8(table&0xff), c, b, a) }

func (v avx512) Load(m Mem) Vec {
	r := v.Vec()
	VMOVDQU64(m, r)
	return r
}

func (avx512) Store(x Op, m Mem) { VMOVDQU64(x, m) }

func (v avx512) Copy(x Vec) Vec {
	r := v.Vec()
	VMOVDQA64(x, r)
	return r
}

func (v avx512) And(a, b Op) Vec    { return into(v.Vec(), VPANDQ, a, b) }
func (v avx512) Or(a, b Op) Vec     { return into(v.Vec(), VPORQ, a, b) }
func (v avx512) Xor(a, b Op) Vec    { return into(v.Vec(), VPXORQ, a, b) }
func (v avx512) NotAnd(a, b Op) Vec { return into(v.Vec(), VPANDNQ, a, b) }

func (v avx512) Select(mask Op, a, b Vec) Vec {
	// avo believes that VPBLENDMB reads its result.
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

func (v avx512) Sideways(x Op, n int) Vec {
	if n == 1 {
		return v.AddBytes(x, x)
	}
	r := v.Vec()
	VGF2P8AFFINEQB(U8(0), v.Broadcast(BitMatrix(func(b uint8) uint8 {
		if n > 0 {
			return b << n
		}
		return b >> -n
	})), x, r)
	return r
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

// SliceOrder moves the byte of position (i, lane, q) to byte (lane, q, i). Slice read the position
// from register i.
func (v avx512) SliceOrder(x Vec) Vec {
	to := slicedPositions()
	return v.permuteBytes(x, "sliceorder", to[:])
}

func (v avx512) PositionOrder(x Vec) Vec {
	var back [64]uint8
	for b, p := range slicedPositions() {
		back[p] = uint8(b)
	}
	return v.permuteBytes(x, "positionorder", back[:])
}

// slicedPositions returns the position that each byte of a register from Slice belongs to.
func slicedPositions() (position [64]uint8) {
	const lanes = 4
	for i := range 8 {
		for lane := range lanes {
			for q := range 2 {
				position[lane*16+q*8+i] = uint8(i*2*lanes + lane*2 + q)
			}
		}
	}
	return position
}

// permuteBytes returns the bytes of x in another order (VBMI).
func (v avx512) permuteBytes(x Vec, name string, from []uint8) Vec {
	return into(v.Vec(), VPERMB, v.Load(ByteTable(name, from)), x)
}

func (v avx512) StoreBits(x Vec, m Mem) {
	x = v.PositionOrder(x)
	k := K()
	VPTESTMB(x, x, k)
	KMOVQ(k, m)
}
