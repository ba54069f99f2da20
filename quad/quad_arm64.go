//go:build gc && !purego

package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

// Whole blocks of 16 boards are done with ranks in registers, the generic twin does the
// rest. Nothing is read or written past the slices.

// wholeBlocks returns how many of n boards go to the kernels.
func wholeBlocks(n int) int {
	if simd.Active() == simd.NEON {
		return n &^ (layout.BlockNEON - 1)
	}
	return 0
}

//go:noinline
func visionChunk(dst *[8][4][]uint64, planes *[4][]uint64, lo, hi int) {
	m := wholeBlocks(hi - lo)
	if m > 0 {
		visionBlocksNEON(dst, planes, lo, m)
	}
	visionBatchGeneric(dst, planes, lo+m, hi)
}

//go:noinline
func threatsChunk(dst *[threatSets][]uint64, planes *[4][]uint64, us []Color, lo, hi int) {
	m := wholeBlocks(hi - lo)
	if m > 0 {
		var room layout.ThreatBlocksRoom
		threatsBlocksNEON(dst, planes, (*uint8)(unsafe.SliceData(us[lo:])), lo, m, &room)
	}
	threatsBatchGeneric(dst, planes, us, lo+m, hi)
}
