//go:build gc && !purego

package ranks

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

// Moves is like the function of the same name for amd64.
func Moves(dst *layout.MoveRanks, planes [4]*uint64, black *uint8, selection *layout.RowSelection, room *layout.RowRoom) bool {
	if simd.Active() != simd.NEON {
		return false
	}
	rankMovesNEON(dst, planes[0], planes[1], planes[2], planes[3], black, &selection[0], room)
	return true
}
