package koggestone

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"

	"github.com/koggestone/koggestone/asm/emit"
)

// directionBatch emits AttacksBatch and OccludedBatch. The shift and the wrap mask of the
// generalised ray are parameters. AVX2 cannot rotate, so it has one kernel for left and one
// for right shifts.
func directionBatch(v *emit.ISA, attacks bool) {
	gen, pro, kind := "gen", "pro", "occluded"
	if attacks {
		gen, pro, kind = "sliders", "empty", "attacks"
	}
	sets := func(d string) string {
		return fmt.Sprintf("dst[i] to %s(%s[i], %s[i], %s)", emit.Title(kind), gen, pro, d)
	}
	params := []string{"dst", gen, pro}
	rays := []*emit.Bundle{{V: v}}
	suffix := []string{""}
	if !v.Wide() {
		rays = []*emit.Bundle{{V: v, Left: true}, {V: v}}
		suffix = []string{"Left", "Right"}
	}
	for i, b := range rays {
		p := v.BatchKernel(kind+suffix[i]+"Batch", params, ", shift, wrap uint64",
			sets("d")+", where d has the given amount of shift and wrap mask,")
		b.Amounts[0] = v.BroadcastParam("shift")
		for i := 1; i < 3; i++ {
			b.Amounts[i] = v.Vec()
			VPADDQ(b.Amounts[i-1], b.Amounts[i-1], b.Amounts[i])
		}
		b.Wrap = v.BroadcastParam("wrap")
		v.Stream(func(load emit.Loader, store emit.Storer) {
			x := b.Fill(load(p[gen]), b.Chain(load(p[pro])))
			if attacks {
				x = b.Attacks(x)
			}
			store(x, p["dst"])
		})
	}
	for _, d := range emit.Directions {
		if !v.ByLine(d) {
			continue
		}
		p := v.BatchKernel(strings.ToLower(d.String())+emit.Title(kind)+"Batch", params, "", sets(d.String()))
		lines := v.NewLines()
		v.Stream(func(load emit.Loader, store emit.Storer) {
			g, e := load(p[gen]), load(p[pro])
			x := v.SingleLines(lines, g, e)(d)
			if !attacks {
				// The fill is the generator, and its attacks inside the propagator.
				x = v.OrAndInto(x, e, g)
			}
			store(x, p["dst"])
		})
	}
}
