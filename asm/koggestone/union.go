package koggestone

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// union emits one position's attacks as one set. The generators are the diagonal sliders in
// lanes of even directions, and the orthogonal sliders in lanes of odd directions. An empty
// name means that there are no generators.
func union(v *emit.ISA, name, diagonal, orthogonal string, doc string) {
	params := diagonal + ", " + orthogonal
	switch {
	case diagonal == "":
		params = orthogonal
	case orthogonal == "":
		params = diagonal
	}
	emit.Kernel(name+v.Name, "func("+params+", empty uint64) uint64")
	Doc(name+v.Name+" "+doc, "It works like "+name+"Generic.")
	pro := v.BroadcastParam("empty")
	var sliders [2]emit.Vec
	for i, name := range []string{diagonal, orthogonal} {
		if name == "" {
			sliders[i] = v.Vec()
			v.Clear(sliders[i])
		} else {
			sliders[i] = v.BroadcastParam(name)
		}
	}
	gen := v.Vec()
	VPBLENDD(U8(0b11001100), sliders[1], sliders[0], gen)
	c := emit.NewCompass(v)
	fill := c.Fills(c.Chains(func(wrap Op) emit.Vec { return v.And(pro, wrap) }), emit.Rays{gen, gen})[0]
	up, down := c.Bundles[0], c.Bundles[1]
	y := v.AccAnd(up.Attacks(fill[0]), down.Step(fill[1], 0), down.Wrap)
	// OR the lanes together.
	x, h := XMM(), XMM()
	VEXTRACTI128(U8(1), y.AsY(), h)
	VPOR(y.AsX(), h, x)
	VPSHUFD(U8(0xee), x, h)
	VPOR(x, h, x)
	VMOVQ(x, emit.Result())
	emit.Finish()
}
