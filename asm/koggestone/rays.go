package koggestone

import (
	. "github.com/mmcloughlin/avo/build"

	"github.com/koggestone/koggestone/asm/emit"
)

// rays emits RayAttacks or OccludedFills for one position.
func rays(v *emit.ISA, name, gen, pro, doc string, attacks bool) {
	emit.Kernel(name+v.Name, "func(dst *[8]uint64, "+gen+", "+pro+" uint64)")
	Doc(name+v.Name+" "+doc, "It works like "+name+"Generic.")
	dst := emit.Pointer("dst")
	g, p := v.BroadcastParam(gen), v.BroadcastParam(pro)
	for b := range v.Bundles {
		x := b.Fill(g, b.Chain(p))
		if attacks {
			x = b.Onto(x)
		}
		b.StoreRays(x, dst)
	}
	emit.Finish()
}
