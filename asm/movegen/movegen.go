// Package movegen emits the kernels of package movegen: legal moves counted, listed and played.
package movegen

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// Kernels emits the kernels of package movegen.
func Kernels() {
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		countBlocks(v)
		moveSets(v)
	}
	playMoves()
}

// legalRoom is the number of words of memory that the kernels work in.
const legalRoom = 8*250 + 8

// boardParams are the parameters of a kernel that reads boards.
var boardParams = []string{"g0", "g1", "g2", "gb"}

// newLegalMoves returns what a kernel with a parameter room begins with, and the
// registers of the planes' parameters.
func newLegalMoves(v *emit.ISA) (c *legalMoves, planes map[string]reg.Register) {
	planes = map[string]reg.Register{}
	for _, s := range boardParams {
		planes[s] = Load(Param(s), GP64())
	}
	base := GP64()
	Load(Param("room"), base)
	ADDQ(I32(63), base)
	ANDQ(I32(-64), base)
	// EVEX displacements of one byte reach 128 registers either way.
	ADDQ(I32(128*v.Bytes), base)
	c = &legalMoves{RankWalk: emit.NewRankWalk(v), room: Mem{Base: base, Disp: -128 * v.Bytes}}
	return c, planes
}
