package quad

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// vision emits MultiAttacks of a board's planes.
func vision(v *emit.ISA) {
	emit.Kernel("vision"+v.Name, "func(dst *[8][4]uint64, board *[4]uint64)")
	Doc("vision"+v.Name+" sets dst[d][p] to plane p of what is seen along direction d.", "It works like visionGeneric.")
	dst, planes := emit.Pointer("dst"), emit.Pointer("board")
	b := v.NewBoard(v.PlanesParam(planes))
	gens := []Op{b.G0, b.G1, b.G2, b.Black()}
	v.MultiOf(dst, gens, b.Empty(), true)
	emit.Finish()
}

// visionBatch emits the batch of vision.
func visionBatch(v *emit.ISA) {
	name := "visionBatch"
	emit.Kernel(name+v.Name, "func(dst *[8][4][]uint64, planes *[4][]uint64, from, n int)")
	v.BatchComment(name, "dst[d][p][from+i] to plane p of what is seen along d on board from+i, for every direction d, plane p and")
	headers, inputs := emit.Pointer("dst"), emit.Pointer("planes")
	v.MultiLoops(headers, inputs, func(load emit.Loader, planes [4]reg.GPVirtual) ([]Op, Op) {
		b := loadBoard(v, load, planes)
		return []Op{b.G0, b.G1, b.G2, b.Black()}, b.Empty()
	})
	emit.Finish()
}
