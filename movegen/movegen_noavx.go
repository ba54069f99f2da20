//go:build !amd64 || !gc || purego

package movegen

import "github.com/koggestone/koggestone/internal/layout"

func appendGroups(dst []Move, groups []layout.MoveGroup, where uint64) []Move {
	return appendGroupsGeneric(dst, groups, where)
}

//go:noinline
func playMovesChunk(dst, src *Batch, moves []Move, lo, hi int) {
	playMovesGeneric(dst, src, moves, lo, hi)
}

func playLists(dst, parents *Batch, lo, from int) (others []uint32) {
	playListsGeneric(dst, parents, lo, from)
	return nil
}
