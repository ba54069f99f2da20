package koggestone

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// multi emits MultiAttacks or MultiOccluded. Four generators share the propagators of each
// bundle, and transpositions of 4 x 4 words convert lanes of directions to the order
// dst[direction][generator].
func multi(v *emit.ISA, name, pro, doc string, attacks bool) {
	emit.Kernel(name+v.Name, "func(dst *[8][4]uint64, gens *[4]uint64, "+pro+" uint64)")
	Doc(name+v.Name+" "+doc, "It works like "+name+"Generic.")
	dst, gens := emit.Pointer("dst"), emit.Pointer("gens")
	p := v.BroadcastParam(pro)
	g := v.PlanesParam(gens)
	v.MultiOf(dst, []Op{g[0], g[1], g[2], g[3]}, p, attacks)
	emit.Finish()
}

// multiBatch emits MultiAttacksBatch. It has a loop for each direction, so that only four
// outputs are written together. With all 32, arrays at distances of a power of two would
// evict one another from the first-level cache.
func multiBatch(v *emit.ISA) {
	name := "multiAttacksBatch"
	emit.Kernel(name+v.Name, "func(dst *[8][4][]uint64, gens *[4][]uint64, empty *uint64, from, n int)")
	v.BatchComment(name, "dst[d][g][from+i] to Attacks(gens[g][from+i], empty[from+i], d) for every direction d, generator g and")
	headers, inputs := emit.Pointer("dst"), emit.Pointer("gens")
	empty := emit.Argument("empty")
	v.MultiLoops(headers, inputs, func(load emit.Loader, gens [4]reg.GPVirtual) (x []Op, e Op) {
		for _, p := range gens {
			x = append(x, load(p))
		}
		return x, load(empty)
	})
	emit.Finish()
}
