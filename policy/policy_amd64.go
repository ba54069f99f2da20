//go:build gc && !purego

package policy

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

// fewMasks is the largest number of masks that are computed from lists, not in a block.
const fewMasks = 8

// blockLen returns the number of positions in a block of the kernels.
func blockLen() int {
	if simd.Active() == simd.AVX512 {
		return layout.BlockAVX512
	}
	return layout.BlockAVX2
}

// alphaZero sets the masks of a block. Bit i of the result is set if position i may have moves
// that the kernel leaves out.
func (w *maskWork) alphaZero(dst *uint64, planes [4]*uint64, black *uint8) (rare uint64) {
	if simd.Active() == simd.AVX512 {
		alphaZeroAVX512(dst, &w.sets, &rare, planes[0], planes[1], planes[2], planes[3], black, &w.room)
	} else {
		alphaZeroAVX2(dst, (*[maskSets * layout.BlockAVX2]uint64)(w.sets[:]), &rare, planes[0], planes[1], planes[2], planes[3], black, &w.room)
	}
	return rare
}
