package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// An ISA is one of the two vector instruction sets. Its methods emit one
// operation on whole registers and return the register of the result, so that
// the kernels are written once. Where AVX-512 has one instruction for two
// (VPTERNLOGQ), the method for both says so in its name.
type ISA struct {
	Name  string // suffix of the kernels' names
	Bytes int    // width of a register
}

var (
	AVX2   = &ISA{"AVX2", 32}
	AVX512 = &ISA{"AVX512", 64}
)

// Wide tells AVX-512 from AVX2.
func (v *ISA) Wide() bool { return v == AVX512 }

// Words is the number of bitboards in a register.
func (v *ISA) Words() int { return v.Bytes / 8 }

// A Vec is a vector register, not yet allocated.
type Vec = reg.VecVirtual

// Vec returns a new register.
func (v *ISA) Vec() Vec {
	if v.Wide() {
		return ZMM()
	}
	return YMM()
}

// Pick emits the YMM or the ZMM form of an instruction of two sources.
func (v *ISA) Pick(y, z func(...Op), a Op, b Op) Vec {
	c := v.Vec()
	if v.Wide() {
		z(b, a, c)
	} else {
		y(b, a, c)
	}
	return c
}

// The second operand of the two-source operations may be memory.
func (v *ISA) And(a, b Op) Vec { return v.Pick(ops(VPAND), VPANDQ, a, b) }

func (v *ISA) Or(a, b Op) Vec { return v.Pick(ops(VPOR), VPORQ, a, b) }

func (v *ISA) Xor(a, b Op) Vec { return v.Pick(ops(VPXOR), VPXORQ, a, b) }

// NotAnd returns b &^ a, in the operand order of the instruction.
func (v *ISA) NotAnd(a, b Op) Vec { return v.Pick(ops(VPANDN), VPANDNQ, a, b) }

func (v *ISA) AddBytes(a, b Op) Vec {
	return v.Pick(VPADDB, VPADDB, a, b)
}

func (v *ISA) SubBytes(a, b Op) Vec {
	return v.Pick(VPSUBB, VPSUBB, a, b)
}

// ops gives the three-operand instructions that have no EVEX form in avo the
// type of those that have one.
func ops(f func(a, b, c Op)) func(...Op) {
	return func(o ...Op) { f(o[0], o[1], o[2]) }
}

func (v *ISA) Load(m Mem) Vec {
	r := v.Vec()
	if v.Wide() {
		VMOVDQU64(m, r)
	} else {
		VMOVDQU(m, r)
	}
	return r
}

func (v *ISA) Store(r Op, m Mem) {
	if v.Wide() {
		VMOVDQU64(r, m)
	} else {
		VMOVDQU(r, m)
	}
}

// Shift returns x << n, or x >> -n for negative n.
func (v *ISA) Shift(x Op, n int) Vec {
	r := v.Vec()
	if n > 0 {
		VPSLLQ(Imm(uint64(n)), x, r)
	} else {
		VPSRLQ(Imm(uint64(-n)), x, r)
	}
	return r
}

// The truth tables of VPTERNLOGQ's three operands: a formula over them gives the
// immediate of the formula.
const (
	TA = 0xf0
	TB = 0xcc
	TC = 0xaa
)

// Tern overwrites a with the given function of a, b and c; c may be memory.
func Tern(table int, a, b, c Op) { VPTERNLOGQ(U8(table&0xff), c, b, a) }

// OrAndInto returns g | p&x and may overwrite x.
func (v *ISA) OrAndInto(x Vec, p, g Op) Vec {
	if v.Wide() {
		Tern(TC|TA&TB, x, p, g)
		return x
	}
	return v.Or(v.And(x, p), g)
}

// AccAnd returns acc | x&m and may overwrite acc.
func (v *ISA) AccAnd(acc Vec, x, m Op) Vec {
	if v.Wide() {
		Tern(TA|TB&TC, acc, x, m)
		return acc
	}
	return v.Or(acc, v.And(x, m))
}

// AndNotOr returns x &^ (a | b) and may overwrite x.
func (v *ISA) AndNotOr(x Vec, a, b Op) Vec {
	if v.Wide() {
		Tern(TA&^(TB|TC), x, v.InRegister(a), b)
		return x
	}
	return v.NotAnd(v.Or(v.InRegister(a), b), x)
}

// Join adds x to the union acc, which is nil at first.
func (v *ISA) Join(acc *Vec, x Vec) {
	if *acc == nil {
		*acc = x
	} else {
		*acc = v.Or(*acc, x)
	}
}

// Or3 returns a | b | c and may overwrite a.
func (v *ISA) Or3(a Vec, b, c Op) Vec {
	if v.Wide() {
		Tern(TA|TB|TC, a, b, c)
		return a
	}
	return v.Or(v.Or(a, b), c)
}

// Formula returns a function of three registers, which are kept: one ternary
// operation on AVX-512, what two() emits on AVX2.
func (v *ISA) Formula(table int, a, b, c Op, two func() Vec) Vec {
	if !v.Wide() {
		return two()
	}
	r := v.CopyOf(a)
	Tern(table, r, b, c)
	return r
}

// CopyOf returns x in a register of its own.
func (v *ISA) CopyOf(x Op) Vec {
	if m, ok := x.(Mem); ok {
		return v.Load(m)
	}
	r := v.Vec()
	if v.Wide() {
		VMOVDQA64(x, r)
	} else {
		VMOVDQA(x, r)
	}
	return r
}

// InRegister returns x, loaded if it is memory.
func (v *ISA) InRegister(x Op) Vec {
	if m, ok := x.(Mem); ok {
		return v.Load(m)
	}
	return x.(Vec)
}

// Select returns a in the bytes of the mask, b elsewhere.
func (v *ISA) Select(mask Op, a, b Vec) Vec {
	if v.Wide() {
		// avo takes VPBLENDMB for a reader of its result.
		r := v.CopyOf(b)
		VMOVDQU8(a, mask, r)
		return r
	}
	r := v.Vec()
	VPBLENDVB(mask, a, b, r)
	return r
}

// Union returns the union of the sets that are not nil, in a register of its own.
func (v *ISA) Union(sets ...Op) Vec {
	var x []Op
	for _, s := range sets {
		if s != nil {
			x = append(x, s)
		}
	}
	if len(x) == 1 {
		return v.CopyOf(x[0])
	}
	if len(x)%2 == 0 || !v.Wide() {
		// Down to an odd number, or two by two.
		u := v.Or(v.InRegister(x[0]), x[1])
		x = x[2:]
		for ; len(x) > 1 && v.Wide(); x = x[2:] {
			u = v.Or3(u, v.InRegister(x[0]), x[1])
		}
		for _, s := range x {
			u = v.Or(u, s)
		}
		return u
	}
	u := v.CopyOf(x[0])
	for x = x[1:]; len(x) > 0; x = x[2:] {
		u = v.Or3(u, v.InRegister(x[0]), x[1])
	}
	return u
}
