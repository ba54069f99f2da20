package prefix

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// parityUp is a carry-less multiplication by all ones on AVX-512, and six shifts and xors
// on AVX2, whose path has no carry-less multiplication of whole registers.
func parityUp(v *emit.ISA) unaryStep {
	if !v.Wide() {
		return func(x emit.Vec) emit.Vec {
			for s := 1; s < 64; s *= 2 {
				x = v.Xor(v.Shift(x, s), x)
			}
			return x
		}
	}
	ones := v.Ones()
	return func(x emit.Vec) emit.Vec {
		even, odd := ZMM(), ZMM()
		VPCLMULQDQ(U8(0x00), ones, x, even)
		VPCLMULQDQ(U8(0x01), ones, x, odd)
		return v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, even, odd)
	}
}

// parityDown is the xor of parityUp, x, and the parity of the whole word, which is the top
// bit of parityUp: bits i to 63 are all bits except those below i.
func parityDown(v *emit.ISA) unaryStep {
	if !v.Wide() {
		return func(x emit.Vec) emit.Vec {
			for s := 1; s < 64; s *= 2 {
				x = v.Xor(v.Shift(x, -s), x)
			}
			return x
		}
	}
	parityUp := parityUp(v)
	return func(x emit.Vec) emit.Vec {
		up, all := parityUp(x), ZMM()
		VPSRAQ(U8(63), up, all)
		emit.Tern(emit.TA^emit.TB^emit.TC, all, up, x)
		return all
	}
}
