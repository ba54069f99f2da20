package prefix

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// inFields emits x ^= x >> s for each s, in separate fields of 8 or 64 bits. For bytes,
// GFNI does all steps with one matrix.
func inFields(width int, shifts ...int) func(*emit.ISA) unaryStep {
	// low returns the bits of each field that a shift by s keeps.
	low := func(s int) (m uint64) {
		for i := 0; i < 64; i += width {
			m |= (1<<(width-s) - 1) << i
		}
		return m
	}
	return func(v *emit.ISA) unaryStep {
		if v.Wide() && width <= 8 {
			m := v.Broadcast(emit.BitMatrix(func(x uint8) uint8 {
				for _, s := range shifts {
					x ^= x >> s & uint8(low(s))
				}
				return x
			}))
			return func(x emit.Vec) emit.Vec { return emit.Affine(x, m) }
		}
		var masks []Op
		for _, s := range shifts {
			if width < 64 {
				masks = append(masks, v.Broadcast(low(s)))
			}
		}
		return func(x emit.Vec) emit.Vec {
			for i, s := range shifts {
				y := v.Shift(x, -s)
				if width < 64 {
					y = v.And(y, masks[i])
				}
				x = v.Xor(y, x)
			}
			return x
		}
	}
}
