package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// AlphaZeroNEON emits the kernels that make AlphaZero's masks of a block: one that makes the
// sets, and one with a loop over two positions.
func AlphaZeroNEON() {
	v := emit.NEON
	signature := fmt.Sprintf("func(sets *[%d]uint64, rare *uint64, g0, g1, g2, gb *uint64, black *uint8, room *[%d]uint64)",
		maskSets*v.Bytes, len(layout.LegalRoom{}))
	v.Kernel("alphaZeroSetsNEON", signature, "alphaZeroSetsNEON sets sets, for alphaZeroPlanesNEON, to those of the boards i whose sides to move are the lowest bits of black[i], for 0 <= i < 16. It sets bit i of rare if board i may have other moves.")
	sets, rare, black := v.Param("sets"), v.Param("rare"), v.Param("black")
	maskSetsOf(v, sets, rare, black)
	v.Finish()

	signature = fmt.Sprintf("func(dst *uint64, sets *[%d]uint64)", maskSets*v.Bytes)
	v.Kernel("alphaZeroPlanesNEON", signature, "alphaZeroPlanesNEON sets 73 words starting at dst[73*i] to the legal moves of position i of sets, for 0 <= i < 16.")
	var dst [2]reg.Register // of both positions, since stores reach farthest at multiples of 16
	dst[0], sets = v.Param("dst"), v.Param("sets")
	dst[1] = emit.General()
	left := emit.General()
	emit.Do("ADD $%v, %v, %v", alphaZeroBytes, dst[0], dst[1])
	emit.Do("MOVD $8, %v", left)
	emit.Target("planes")
	m := &masks{v: v,
		at:  func(position, plane int) Mem { return Mem{Base: dst[position], Disp: 8 * plane} },
		set: func(set layout.MoveSet) Mem { return Mem{Base: sets, Disp: int(set) * 8 * v.Bytes} },
	}
	m.all()
	emit.Do("ADD $%v, %v", v.Bytes, sets)
	for _, r := range dst {
		emit.Do("ADD $%v, %v", 2*alphaZeroBytes, r)
	}
	emit.Do("SUB $1, %v", left)
	emit.Do("CBNZ %v, planes", left)
	v.Finish()
}

// turnTwo transposes 2 x 2 words.
func turnTwo(x [2]emit.Vec) []emit.Vec {
	return []emit.Vec{
		emit.Let("VZIP1 V%v.D2, V%v.D2, V%v.D2", x[1], x[0]),
		emit.Let("VZIP2 V%v.D2, V%v.D2, V%v.D2", x[1], x[0]),
	}
}
