package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// An isa is one of the two vector instruction sets. Its methods emit one
// operation on whole registers and return the register of the result, so that
// the kernels are written once. Where AVX-512 has one instruction for two
// (VPTERNLOGQ), the method for both says so in its name.
type isa struct {
	name  string // suffix of the kernels' names
	bytes int    // width of a register
}

var (
	avx2   = &isa{"AVX2", 32}
	avx512 = &isa{"AVX512", 64}
)

func (v *isa) wide() bool { return v == avx512 }

// words is the number of bitboards in a register.
func (v *isa) words() int { return v.bytes / 8 }

func (v *isa) vec() reg.VecVirtual {
	if v.wide() {
		return ZMM()
	}
	return YMM()
}

// pick emits the YMM or the ZMM form of an instruction of two sources.
func (v *isa) pick(y, z func(...Op), a Op, b Op) reg.VecVirtual {
	c := v.vec()
	if v.wide() {
		z(b, a, c)
	} else {
		y(b, a, c)
	}
	return c
}

// The second operand of the two-source operations may be memory.
func (v *isa) and(a, b Op) reg.VecVirtual { return v.pick(ops(VPAND), VPANDQ, a, b) }
func (v *isa) or(a, b Op) reg.VecVirtual  { return v.pick(ops(VPOR), VPORQ, a, b) }
func (v *isa) xor(a, b Op) reg.VecVirtual { return v.pick(ops(VPXOR), VPXORQ, a, b) }

// notAnd returns b &^ a, in the operand order of the instruction.
func (v *isa) notAnd(a, b Op) reg.VecVirtual { return v.pick(ops(VPANDN), VPANDNQ, a, b) }
func (v *isa) addBytes(a, b Op) reg.VecVirtual {
	return v.pick(VPADDB, VPADDB, a, b)
}
func (v *isa) subBytes(a, b Op) reg.VecVirtual {
	return v.pick(VPSUBB, VPSUBB, a, b)
}

// ops gives the three-operand instructions that have no EVEX form in avo the
// type of those that have one.
func ops(f func(a, b, c Op)) func(...Op) {
	return func(o ...Op) { f(o[0], o[1], o[2]) }
}

func (v *isa) load(m Mem) reg.VecVirtual {
	r := v.vec()
	if v.wide() {
		VMOVDQU64(m, r)
	} else {
		VMOVDQU(m, r)
	}
	return r
}

func (v *isa) store(r Op, m Mem) {
	if v.wide() {
		VMOVDQU64(r, m)
	} else {
		VMOVDQU(r, m)
	}
}

// broadcast returns a register with x in every word.
func (v *isa) broadcast(x uint64) reg.VecVirtual {
	r := v.vec()
	VPBROADCASTQ(constant(x), r)
	return r
}

// constant returns an 8-byte constant in read-only memory, one for each value.
func constant(x uint64) Mem {
	if m, ok := constants[x]; ok {
		return m
	}
	m := GLOBL(fmt.Sprintf("c%016x", x), attr.RODATA|attr.NOPTR)
	DATA(0, U64(x))
	constants[x] = m
	return m
}

var constants = map[uint64]Mem{}

// words64 returns consecutive 8-byte constants in read-only memory.
func words64(name string, xs []uint64) Mem {
	m := GLOBL(name, attr.RODATA|attr.NOPTR)
	for i, x := range xs {
		DATA(8*i, U64(x))
	}
	return m
}

// shift returns x << n, or x >> -n for negative n.
func (v *isa) shift(x Op, n int) reg.VecVirtual {
	r := v.vec()
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
	ta = 0xf0
	tb = 0xcc
	tc = 0xaa
)

// tern overwrites a with the given function of a, b and c; c may be memory.
func tern(table int, a, b, c Op) { VPTERNLOGQ(U8(table&0xff), c, b, a) }

// orAndInto returns g | p&x and may overwrite x.
func (v *isa) orAndInto(x reg.VecVirtual, p, g Op) reg.VecVirtual {
	if v.wide() {
		tern(tc|ta&tb, x, p, g)
		return x
	}
	return v.or(v.and(x, p), g)
}

// accAnd returns acc | x&m and may overwrite acc.
func (v *isa) accAnd(acc reg.VecVirtual, x, m Op) reg.VecVirtual {
	if v.wide() {
		tern(ta|tb&tc, acc, x, m)
		return acc
	}
	return v.or(acc, v.and(x, m))
}

// or3 returns a | b | c and may overwrite a.
func (v *isa) or3(a reg.VecVirtual, b, c Op) reg.VecVirtual {
	if v.wide() {
		tern(ta|tb|tc, a, b, c)
		return a
	}
	return v.or(v.or(a, b), c)
}

// kernel starts an assembly function whose arguments do not escape.
func kernel(name, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
}
