//go:build !amd64 || !gc || purego

package env

import "github.com/koggestone/koggestone/quad"

// setHistory sets the pieces of the last n positions up to ply, each in a group of planes.
func setHistory(dst []uint64, h *history, ply, n uint32, side quad.Color, group int) {
	setHistoryGeneric(dst, h, ply, n, side, group)
}
