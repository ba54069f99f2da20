//go:build (!amd64 && !arm64) || !gc || purego

package ranks

import "github.com/koggestone/koggestone/internal/layout"

// Moves returns false, because there are no kernels.
func Moves(*layout.MoveRanks, [4]*uint64, *uint8, *layout.RowSelection, *layout.RowRoom) bool {
	return false
}
