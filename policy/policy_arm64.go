//go:build gc && !purego

package policy

import "github.com/koggestone/koggestone/internal/layout"

// fewMasks is the largest number of masks that are computed from lists, not in a block: any rest
// of a block.
const fewMasks = layout.BlockNEON - 1

// blockLen returns the number of positions in a block of the kernels.
func blockLen() int { return layout.BlockNEON }

// alphaZero sets the masks of a block. Bit i of the result is set if position i may have moves
// that the kernels leave out.
func (w *maskWork) alphaZero(dst *uint64, planes [4]*uint64, black *uint8) (rare uint64) {
	sets := (*[maskSets * layout.BlockNEON]uint64)(w.sets[:])
	alphaZeroSetsNEON(sets, &rare, planes[0], planes[1], planes[2], planes[3], black, &w.room)
	alphaZeroPlanesNEON(dst, sets)
	return rare
}
