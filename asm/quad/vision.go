package quad

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/squares"
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

// sideways returns x one file to the east and to the west.
func sideways(v *emit.ISA, x, notA, notH Op) emit.Vec {
	return v.AccAnd(v.And(v.Shift(x, +1), notA), v.Shift(x, -1), notH)
}

// kingSteps returns the neighbours of kings.
func kingSteps(v *emit.ISA, kings, notA, notH Op) emit.Vec {
	sides := sideways(v, kings, notA, notH)
	row := v.Or(sides, kings)
	return v.Or3(sides, v.Shift(row, +8), v.Shift(row, -8))
}

// knightSteps returns the jumps of knights: one file and two ranks, or two files
// and one rank.
func knightSteps(v *emit.ISA, knights, notA, notH Op) emit.Vec {
	one := sideways(v, knights, notA, notH)
	two := sideways2(v, knights)
	return v.Or(v.Or(v.Shift(one, +16), v.Shift(one, -16)), v.Or(v.Shift(two, +8), v.Shift(two, -8)))
}

// sideways2 returns x two files to the east and to the west.
func sideways2(v *emit.ISA, x Op) emit.Vec {
	return v.AccAnd(v.And(v.Shift(x, +2), v.Broadcast(squares.NotFilesAB)), v.Shift(x, -2), v.Broadcast(squares.NotFilesGH))
}

// pawnSteps returns the captures of pawns. If up is true, pawns go up in lanes where
// black is set and down in the others; if it is false, the other way round.
func pawnSteps(v *emit.ISA, pawns, notA, notH, black Op, up bool) emit.Vec {
	x := sideways(v, pawns, notA, notH)
	above, below := v.Shift(x, +8), v.Shift(x, -8)
	if !up {
		above, below = below, above
	}
	// below ^ (above ^ below) & black
	return v.Xor(v.And(v.Xor(above, below), black), below)
}
