package emit

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/internal/layout"
)

// An ISA is an instruction set. Its methods emit one operation on whole registers and
// return the result's register, so that a kernel is only written once.
type ISA struct {
	Ops
	Name  string // suffix of the kernels' names
	Bytes int    // width of a register
}

// Ops are the operations that need different instructions on each instruction set.
// Methods of ISA combine them. The last operand may be memory.
type Ops interface {
	// Vec returns a new register.
	Vec() Vec
	Load(m Mem) Vec
	Store(x Op, m Mem)
	// Copy returns x in a register of its own.
	Copy(x Vec) Vec

	And(a, b Op) Vec
	Or(a, b Op) Vec
	Xor(a, b Op) Vec
	// NotAnd returns b &^ a; the operands are in the order of the instruction.
	NotAnd(a, b Op) Vec
	AddBytes(a, b Op) Vec
	SubBytes(a, b Op) Vec
	// AddWords and SubWords are AddBytes and SubBytes for words of 16 bits.
	AddWords(a, b Op) Vec
	SubWords(a, b Op) Vec
	// ShiftWords returns words of 16 bits << n, or >> -n for negative n.
	ShiftWords(x Op, n int) Vec
	// Shift returns x << n in words, or x >> -n for negative n.
	Shift(x Op, n int) Vec

	// Select returns a in the bytes that mask selects, and b elsewhere.
	Select(mask Op, a, b Vec) Vec
	// OrAndInto returns g | p&x and may overwrite x.
	OrAndInto(x Vec, p, g Op) Vec
	// AccAnd returns acc | x&m and may overwrite acc.
	AccAnd(acc Vec, x, m Op) Vec
	// Or3 returns a | b | c and may overwrite a.
	Or3(a Vec, b, c Op) Vec
	// AndNotOr returns x &^ (a | b) and may overwrite x.
	AndNotOr(x Vec, a, b Op) Vec

	// Broadcast returns a register with x in every word.
	Broadcast(x uint64) Vec
	// Sideways returns ranks moved n files to the east, or -n files to the west if n is negative.
	Sideways(x Op, n int) Vec
	// PopcountBytes counts the bits in every byte.
	PopcountBytes(x Op) Vec
	// EqualBytes returns a mask of the bytes where a and b are equal.
	EqualBytes(a, b Vec) Vec
	// ZeroBytes returns a mask of the bytes of x that are zero.
	ZeroBytes(x Vec) Vec
	// SliceOrder permutes bytes from position order to Slice order.
	SliceOrder(x Vec) Vec
	// PositionOrder undoes SliceOrder.
	PositionOrder(x Vec) Vec
	// StoreBits stores one bit for each position, which is 1 unless the position's byte in x
	// is zero. The bytes in x are in Slice order.
	StoreBits(x Vec, m Mem)

	// Kernel starts an assembly function. Its arguments do not escape.
	Kernel(name, signature, doc string)
	// Param returns a parameter in a general register.
	Param(name string) reg.Register
	// Finish ends a kernel.
	Finish()
}

// An Array is the memory that a parameter points to, with an element for each position.
type Array struct {
	Base reg.Register
	Bits int
}

// Arrays contains a kernel's arrays by parameter name.
type Arrays map[string]Array

// The instruction sets.
var (
	NEON   = &ISA{neon{}, "NEON", layout.BlockNEON}
	AVX2   = &ISA{avx2{avo{YMM}}, "AVX2", layout.BlockAVX2}
	AVX512 = &ISA{avx512{avo{ZMM}}, "AVX512", layout.BlockAVX512}
	// Half is AVX512 with 32-byte registers, for operations on words and for Sideways.
	Half = &ISA{avx512{avo{YMM}}, "AVX512", layout.BlockAVX512 / 2}
)

// Wide reports whether v is AVX-512, which has masks, ternary logic and GFNI.
func (v *ISA) Wide() bool { return v.Name == AVX512.Name }

// Columns returns a function that emits the address of column k of a block: see
// neon.Columns. Only NEON has it.
func (v *ISA) Columns(a Arrays, name string) func(k int) Mem { return neon{}.Columns(a, name) }

// Array loads parameters that point to elements of the given number of bits, one for each
// position.
func (v *ISA) Array(a Arrays, bits int, names ...string) {
	for _, s := range names {
		a[s] = Array{v.Param(s), bits}
	}
}

// SumBytes adds registers in memory byte by byte, and returns the sums as 16-bit words. The bytes are in Slice
// order, and the sums in position order. On NEON there must be an even number of registers.
func (v *ISA) SumBytes(x ...Mem) (lo, hi Vec) {
	if v == NEON {
		return neon{}.sumBytes(x...)
	}
	for k, m := range x {
		x := v.PositionOrder(v.Load(m))
		l, h := v.Vec(), v.Vec()
		if v.Wide() {
			y := YMM()
			VEXTRACTI64X4(U8(1), x, y)
			VPMOVZXBW(x.AsY(), l)
			VPMOVZXBW(y, h)
		} else {
			y := XMM()
			VEXTRACTI128(U8(1), x, y)
			VPMOVZXBW(x.AsX(), l)
			VPMOVZXBW(y, h)
		}
		if k == 0 {
			lo, hi = l, h
		} else {
			lo, hi = v.AddWords(lo, l), v.AddWords(hi, h)
		}
	}
	return lo, hi
}

// Popcounter returns a PopcountBytes to call for many sets. On AVX2 it keeps two constants in
// registers until the last call.
func (v *ISA) Popcounter() func(x Vec) Vec {
	if v != AVX2 {
		return func(x Vec) Vec { return v.PopcountBytes(x) }
	}
	counts, low := v.Load(digitCounts()), v.BroadcastByte(0x0f)
	return func(x Vec) Vec { return popcountBytes(x, counts, low) }
}

// Words returns the number of bitboards in a register.
func (v *ISA) Words() int { return v.Bytes / 8 }

// A Vec is a vector register, not yet allocated.
type Vec = reg.VecVirtual

// Pick emits the AVX2 or the AVX-512 form of an instruction with two sources.
func (v *ISA) Pick(y, z func(...Op), a, b Op) Vec {
	if v.Wide() {
		y = z
	}
	return into(v.Vec(), y, a, b)
}

// into emits an instruction with two sources and the destination dst, which it returns.
func into(dst Vec, f func(...Op), a, b Op) Vec {
	f(b, a, dst)
	return dst
}

// CopyOf returns x in a register of its own.
func (v *ISA) CopyOf(x Op) Vec {
	if m, ok := x.(Mem); ok {
		return v.Load(m)
	}
	return v.Copy(x.(Vec))
}

// BroadcastAt returns a register with the word at m in every word.
func (v *ISA) BroadcastAt(m Mem) Vec {
	if v == NEON {
		at := arm64().address(m)
		return arm64().load(func(d, _ []int) string { return fmt.Sprintf("MOVD %s, R21\n\tVDUP R21, V%d.D2", at, d[0]) })
	}
	x := v.Vec()
	VPBROADCASTQ(m, x)
	return x
}

// InRegister returns x, and first loads it if it is in memory.
func (v *ISA) InRegister(x Op) Vec {
	if m, ok := x.(Mem); ok {
		return v.Load(m)
	}
	return x.(Vec)
}

// Join sets acc to the union of acc and x. At first, acc is nil.
func (v *ISA) Join(acc *Vec, x Vec) {
	if *acc == nil {
		*acc = x
	} else {
		*acc = v.Or(*acc, x)
	}
}

// Formula returns a Boolean function of three registers and preserves them. On AVX-512 it emits
// one ternary operation with the given truth table. Otherwise it calls two, which has to emit
// the same function with two-operand instructions.
func (v *ISA) Formula(table int, a, b, c Op, two func() Vec) Vec {
	if !v.Wide() {
		return two()
	}
	r := v.CopyOf(a)
	Tern(table, r, b, c)
	return r
}

// Union joins the sets that are not nil, in a register of its own.
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
		// The first two are joined. Then Or3 joins the rest in pairs, or without Or3 they
		// are joined one by one.
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
