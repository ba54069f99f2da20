// Package movegen emits the kernels of package movegen: legal moves counted, listed and played.
package movegen

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// Kernels emits the kernels of package movegen.
func Kernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		countBlocks(v)
		moveSets(v)
	}
	playMoves()
}

// boardParams are the parameters of a kernel that reads boards.
var boardParams = []string{"g0", "g1", "g2", "gb"}

// newLegalMoves returns what a kernel with a parameter room begins with, and the
// registers of the planes' parameters.
func newLegalMoves(v *emit.ISA) (c *legalMoves, planes map[string]reg.Register) {
	planes = map[string]reg.Register{}
	for _, s := range boardParams {
		planes[s] = Load(Param(s), GP64())
	}
	room := v.NewRoom(len(layout.LegalRoom{}))
	return &legalMoves{RankWalk: emit.NewRankWalk(v), Room: room}, planes
}
