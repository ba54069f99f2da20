// Package prefix emits the kernels of package prefix.
package prefix

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// Kernels emits the kernels of package prefix.
func Kernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		unary(v, "parityUp", "ParityUp(x[i])", parityUp)
		unary(v, "parityDown", "ParityDown(x[i])", parityDown)
		unary(v, "grayEncode", "GrayEncode(x[i])", inFields(64, 1))
		unary(v, "grayEncodeBytes", "GrayEncodeBytes(x[i])", inFields(8, 1))
		unary(v, "grayDecodeBytes", "GrayDecodeBytes(x[i])", inFields(8, 1, 2, 4))
		binary(v, "byteAdd", "ByteAdd(a[i], b[i])", v.AddBytes)
		binary(v, "byteSub", "ByteSub(a[i], b[i])", v.SubBytes)
	}
}

// A unaryStep emits the computation of a kernel on one register. The function that returns
// it loads the constants, before the loop.
type unaryStep func(emit.Vec) emit.Vec

func unary(v *emit.ISA, name, sets string, prepare func(*emit.ISA) unaryStep) {
	p := v.BatchKernel(name+"Batch", []string{"dst", "x"}, "", "dst[i] to "+sets)
	step := prepare(v)
	v.Stream(func(load emit.Loader, store emit.Storer) { store(step(load(p["x"])), p["dst"]) })
}

func binary(v *emit.ISA, name, sets string, op func(a, b Op) emit.Vec) {
	p := v.BatchKernel(name+"Batch", []string{"dst", "a", "b"}, "", "dst[i] to "+sets)
	v.Stream(func(load emit.Loader, store emit.Storer) { store(op(load(p["a"]), load(p["b"])), p["dst"]) })
}
