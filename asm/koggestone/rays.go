package koggestone

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// rays emits RayAttacks or OccludedFills for one position.
func rays(v *emit.ISA, name, gen, pro, doc string, attacks bool) {
	emit.Kernel(name+v.Name, "func(dst *[8]uint64, "+gen+", "+pro+" uint64)")
	Doc(name+v.Name+" "+doc, "It works like "+name+"Generic.")
	dst := emit.Pointer("dst")
	g, p := v.BroadcastParam(gen), v.BroadcastParam(pro)
	c := emit.NewCompass(v)
	x := c.Fills(c.Chains(func(wrap Op) emit.Vec { return v.And(p, wrap) }), emit.Rays{g, g})[0]
	if attacks {
		x = c.Attacks(x)
	}
	c.StoreRays(x, dst)
	emit.Finish()
}

func rayBatch(v *emit.ISA) {
	name := "rayAttacksBatch"
	emit.Kernel(name+v.Name, "func(dst *[8][]uint64, sliders, empty *uint64, from, n int)")
	v.BatchComment(name, "dst[d][from+i] to Attacks(sliders[from+i], empty[from+i], d) for every direction d and")
	headers := emit.Pointer("dst")
	sliders, empty := emit.Argument("sliders"), emit.Argument("empty")
	var dst [8]reg.GPVirtual
	for d := range dst {
		dst[d] = emit.Register(headers.Offset(24 * d))
	}
	masks := v.Masks()
	lines := v.NewLines()
	from, n := emit.Argument("from"), emit.Argument("n")
	v.StreamFrom("", from, n, func(load emit.Loader, store emit.Storer) {
		e, s := load(empty), load(sliders)
		pro := v.NewPropagator(e, masks)
		single := v.SingleLines(lines, s, e)
		for i, d := range emit.Directions {
			if v.ByLine(d) {
				store(single(d), dst[i])
			} else {
				store(pro.Attacks(d, s)[0], dst[i])
			}
		}
	})
	emit.Finish()
}
