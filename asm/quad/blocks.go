package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// visionBlocks emits VisionBatch for whole blocks.
func visionBlocks(v *emit.ISA) {
	name := "visionBlocks"
	v.Kernel(name+v.Name, "func(dst *[8][4][]uint64, planes *[4][]uint64, from, n int)",
		fmt.Sprintf("%s%s sets dst[d][p][from+i] to plane p of what is seen along d on board from+i, for every direction d, plane p and 0 <= i < n, in blocks of %d boards, with ranks in registers. n must be a multiple of %d.",
			name, v.Name, v.Bytes, v.Bytes))
	arrays := emit.Arrays{}
	dst, planes := v.Columns(arrays, "dst"), v.Columns(arrays, "planes")
	w := emit.NewRankWalk(v)
	w.Apart = true // no piece is on an empty square
	t := emit.NewSlicer(v)
	v.Blocks(arrays, func(func(string) Mem) {
		var gens [4]ranks
		var empty ranks
		for p := range gens {
			gens[p] = t.Slice(planes(p))
		}
		for r := range empty {
			b := rankBoard(v, gens, r)
			empty[r], gens[3][r] = b.Empty(), b.Black()
		}
		for p, g := range gens {
			for i, d := range emit.Directions {
				v.Unslice(w.Ray(d, emit.RanksOf(g), emit.RanksOf(empty)), dst(4*i+p))
			}
		}
	})
	v.Finish()
}

// rankBoard returns rank r of the boards of a block.
func rankBoard(v *emit.ISA, planes [4]ranks, r int) *emit.Board {
	return v.NewBoard([4]emit.Vec{planes[0][r], planes[1][r], planes[2][r], planes[3][r]})
}
