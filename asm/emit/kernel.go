package emit

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Kernel starts an assembly function. Its arguments do not escape.
func Kernel(name, signature string) { start(name, NOSPLIT, signature) }

// SplitKernel is like Kernel, but the function checks the stack, because its frame is too large
// for NOSPLIT.
func SplitKernel(name, signature string) { start(name, 0, signature) }

func start(name string, attributes attr.Attribute, signature string) {
	noteEmitter(name)
	TEXT(name, attributes, signature)
	Pragma("noescape")
}

// avo implements the methods of Ops that the amd64 instruction sets share.
type avo struct{ register func() Vec }

func (a avo) Vec() Vec               { return a.register() }
func (a avo) AddBytes(x, y Op) Vec   { return into(a.Vec(), VPADDB, x, y) }
func (a avo) SubBytes(x, y Op) Vec   { return into(a.Vec(), VPSUBB, x, y) }
func (a avo) AddWords(x, y Op) Vec   { return into(a.Vec(), VPADDW, x, y) }
func (a avo) SubWords(x, y Op) Vec   { return into(a.Vec(), VPSUBW, x, y) }
func (a avo) Broadcast(x uint64) Vec { return broadcast(a.Vec(), x) }

func (a avo) Shift(x Op, n int) Vec      { return a.shift(VPSLLQ, VPSRLQ, x, n) }
func (a avo) ShiftWords(x Op, n int) Vec { return a.shift(VPSLLW, VPSRLW, x, n) }

func (a avo) shift(left, right func(...Op), x Op, n int) Vec {
	r := a.Vec()
	if n > 0 {
		left(U8(n), x, r)
	} else {
		right(U8(-n), x, r)
	}
	return r
}

func (avo) Kernel(name, signature, doc string) {
	Kernel(name, signature)
	Doc(doc)
}

func (avo) Param(name string) reg.Register { return Argument(name) }
func (avo) Finish()                        { Finish() }

// Finish ends a kernel.
func Finish() {
	VZEROUPPER()
	RET()
}

// Argument returns a one-word parameter in a general register.
func Argument(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// Register returns x, a word, in a new general register.
func Register(x Op) reg.GPVirtual {
	r := GP64()
	MOVQ(x, r)
	return r
}

// Address returns the address of m in a register.
func Address(m Mem) reg.GPVirtual {
	r := GP64()
	LEAQ(m, r)
	return r
}

// Zero returns a general register that is zero.
func Zero() reg.GPVirtual {
	r := GP64()
	XORL(r.As32(), r.As32())
	return r
}

// WordParam returns the memory of a one-word parameter.
func WordParam(name string) Mem {
	c, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return c.Addr
}

// Pointer returns the memory that a parameter points to.
func Pointer(name string) Mem { return Mem{Base: Argument(name)} }

// AlignedPointer returns the memory that a parameter points to, starting at a multiple of
// bytes, a power of two.
func AlignedPointer(name string, bytes int) Mem {
	m := Pointer(name)
	ADDQ(I32(bytes-1), m.Base)
	ANDQ(I32(-bytes), m.Base)
	return m
}

// Result returns the memory of a one-word result.
func Result() Mem {
	c, err := ReturnIndex(0).Resolve()
	if err != nil {
		panic(err)
	}
	return c.Addr
}

// BroadcastParam returns a parameter in every lane.
func (v *ISA) BroadcastParam(name string) Vec {
	return v.BroadcastAt(WordParam(name))
}

// PlanesParam loads a board of four words into every lane.
func (v *ISA) PlanesParam(board Mem) (g [4]Vec) {
	for i := range g {
		g[i] = v.BroadcastAt(board.Offset(8 * i))
	}
	return g
}
