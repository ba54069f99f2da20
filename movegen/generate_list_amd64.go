//go:build gc && !purego

package movegen

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

// appendGroups appends the moves of groups to squares of where. It calls the kernels while
// there is room for the elements that they may write.
func appendGroups(dst []Move, groups []layout.MoveGroup, where uint64) []Move {
	path := simd.Active()
	if room := cap(dst) - len(dst); path != simd.Generic && room >= layout.MovesAhead {
		next := (*uint16)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), 2*len(dst)))
		var moves, left int
		if path == simd.AVX512 {
			moves, left = listMovesAVX512(next, room, &groups[0].Targets, len(groups), where)
		} else {
			moves, left = listMovesAVX2(next, room, &groups[0].Targets, len(groups), where)
		}
		dst, groups = dst[:len(dst)+moves], groups[len(groups)-left:]
	}
	return appendGroupsGeneric(dst, groups, where)
}
