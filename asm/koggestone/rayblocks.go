package koggestone

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// rayBlocks emits RayAttacksBatch for whole blocks.
func rayBlocks(v *emit.ISA) {
	name := "rayAttacksBlocks"
	v.Kernel(name+v.Name, "func(dst *[8][]uint64, sliders, empty *uint64, from, n int)",
		fmt.Sprintf("%s%s sets dst[d][from+i] to Attacks(sliders[i], empty[i], d) for every direction d and 0 <= i < n, in blocks of %d positions with ranks in registers. n must be a multiple of %d.",
			name, v.Name, v.Bytes, v.Bytes))
	arrays := emit.Arrays{}
	v.Array(arrays, 64, "sliders", "empty")
	dst := v.Columns(arrays, "dst")
	t := emit.NewSlicer(v)
	v.Blocks(arrays, func(at func(string) Mem) {
		empty, sliders := emit.RanksOf(t.Slice(at("empty"))), emit.RanksOf(t.Slice(at("sliders")))
		w, free := emit.NewRankWalk(v).Separate(sliders, empty)
		for i, d := range emit.Directions {
			v.Unslice(w.Ray(d, sliders, free), dst(i))
		}
	})
	v.Finish()
}

// multiBlocks emits MultiAttacksBatch for whole blocks.
func multiBlocks(v *emit.ISA) {
	name := "multiAttacksBlocks"
	v.Kernel(name+v.Name, "func(dst *[8][4][]uint64, gens *[4][]uint64, empty *uint64, from, n int)",
		fmt.Sprintf("%s%s sets dst[d][g][from+i] to Attacks(gens[g][from+i], empty[i], d) for every direction d, generator g and 0 <= i < n, in blocks of %d positions with ranks in registers. n must be a multiple of %d.",
			name, v.Name, v.Bytes, v.Bytes))
	arrays := emit.Arrays{}
	v.Array(arrays, 64, "empty")
	dst, gens := v.Columns(arrays, "dst"), v.Columns(arrays, "gens")
	t := emit.NewSlicer(v)
	v.Blocks(arrays, func(at func(string) Mem) {
		empty := emit.RanksOf(t.Slice(at("empty")))
		for g := range 4 {
			sliders := emit.RanksOf(t.Slice(gens(g)))
			w, free := emit.NewRankWalk(v).Separate(sliders, empty)
			for i, d := range emit.Directions {
				v.Unslice(w.Ray(d, sliders, free), dst(4*i+g))
			}
		}
	})
	v.Finish()
}
