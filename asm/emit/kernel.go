package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Kernel starts an assembly function. Its arguments do not escape.
func Kernel(name, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
}

// avo is the part of Ops that instruction sets of amd64 have in common.
type avo struct{}

func (avo) Kernel(name, signature, doc string) {
	Kernel(name, signature)
	Doc(doc)
}

func (avo) Param(name string) reg.Register { return Load(Param(name), GP64()) }
func (avo) Finish()                        { Finish() }

// Finish ends a kernel.
func Finish() {
	VZEROUPPER()
	RET()
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
func Pointer(name string) Mem { return Mem{Base: Load(Param(name), GP64())} }

// AlignedPointer returns the memory that a parameter points to, from the first multiple of
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
	r := v.Vec()
	VPBROADCASTQ(WordParam(name), r)
	return r
}

// PlanesParam loads a board of four words into every lane.
func (v *ISA) PlanesParam(board Mem) (g [4]Vec) {
	for i := range g {
		g[i] = v.Vec()
		VPBROADCASTQ(board.Offset(8*i), g[i])
	}
	return g
}
