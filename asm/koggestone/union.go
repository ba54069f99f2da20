package koggestone

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// union emits the attacks of one position as one set. The generators are the diagonal sliders
// in the lanes of even directions and orthogonal sliders in the lanes of odd directions. An
// empty name means no generators.
func union(v *emit.ISA, name, diagonal, orthogonal string, doc string) {
	params := diagonal + ", " + orthogonal
	switch {
	case diagonal == "":
		params = orthogonal
	case orthogonal == "":
		params = diagonal
	}
	emit.Kernel(name+v.Name, "func("+params+", empty uint64) uint64")
	Doc(name+v.Name+" "+doc, "It works like "+name+"Generic.")
	pro := v.BroadcastParam("empty")
	var gen emit.Vec
	switch {
	case v.Wide():
		// Merge-masked and zero-masked broadcasts: lanes 1, 3, 5, 7 are odd.
		odd, bits := K(), GP32()
		if orthogonal == "" {
			MOVL(U32(0x55), bits)
		} else {
			MOVL(U32(0xaa), bits)
		}
		KMOVB(bits, odd)
		gen = v.Vec()
		switch {
		case diagonal == "":
			VPBROADCASTQ_Z(emit.WordParam(orthogonal), odd, gen)
		case orthogonal == "":
			VPBROADCASTQ_Z(emit.WordParam(diagonal), odd, gen)
		default:
			VPBROADCASTQ(emit.WordParam(diagonal), gen)
			VPBROADCASTQ(emit.WordParam(orthogonal), odd, gen)
		}
	default:
		// Lanes alternate in both bundles: diagonal, orthogonal, ...
		x := XMM()
		switch {
		case diagonal == "":
			VMOVQ(emit.WordParam(orthogonal), x)
			VPSLLDQ(U8(8), x, x)
		case orthogonal == "":
			VMOVQ(emit.WordParam(diagonal), x)
		default:
			VMOVQ(emit.WordParam(diagonal), x)
			VPINSRQ(U8(1), emit.WordParam(orthogonal), x, x)
		}
		gen = YMM()
		VPERMQ(U8(0x44), x.AsY(), gen)
	}
	var sum emit.Vec
	for b := range v.Bundles {
		v.Join(&sum, b.Onto(b.Fill(gen, b.Chain(pro))))
	}
	// OR the lanes together.
	y := sum
	if v.Wide() {
		h := YMM()
		VEXTRACTI64X4(U8(1), sum, h)
		y = YMM()
		VPOR(sum.AsY(), h, y)
	}
	x, h := XMM(), XMM()
	VEXTRACTI128(U8(1), y.AsY(), h)
	VPOR(y.AsX(), h, x)
	VPSHUFD(U8(0xee), x, h)
	VPOR(x, h, x)
	VMOVQ(x, emit.Result())
	emit.Finish()
}
