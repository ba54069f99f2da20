// Package quad emits the kernels of package quad: visions, threats and other sets.
package quad

import (
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// Kernels emits the kernels of package quad.
func Kernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.Half} {
		threats(v)
		legality(v)
		bothThreats(v)
		vision(v)
	}
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		visionBatch(v)
		threatsBatch(v)
		slidersBatch(v)
		leapsBatch(v)
	}
}

func boardsParams() (planes [4]reg.GPVirtual, from, n reg.GPVirtual) {
	inputs := emit.Pointer("planes")
	for p := range planes {
		planes[p] = emit.Register(inputs.Offset(24 * p))
	}
	from, n = emit.Argument("from"), emit.Argument("n")
	return planes, from, n
}

func loadBoard(v *emit.ISA, load emit.Loader, planes [4]reg.GPVirtual) *emit.Board {
	var g [4]emit.Vec
	for p := range g {
		g[p] = load(planes[p])
	}
	return v.NewBoard(g)
}
