//go:build gc && !purego

package env

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// setHistory sets the pieces of the last n positions up to ply, each in a group of planes.
func setHistory(dst []uint64, h *history, ply, n uint32, side quad.Color, group int) {
	if simd.Active() == simd.Generic {
		setHistoryGeneric(dst, h, ply, n, side, group)
		return
	}
	_ = dst[:group*int(n)]
	black := uint64(side & 1)
	historyAVX2(unsafe.SliceData(dst), (*uint64)(unsafe.Pointer(h)), uint64(ply), int(n), black, black-1, 8*group)
}
