package koggestone

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// multi emits MultiAttacks or MultiOccluded: four generators share the propagators of each
// bundle, and 4x4 transpositions convert lanes from directions to the order
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
