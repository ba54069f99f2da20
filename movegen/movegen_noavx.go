//go:build !amd64 || !gc || purego

package movegen

import "github.com/koggestone/koggestone/internal/layout"

func appendChildrenBlocks(dst, parents *Batch) int { return 0 }

func appendGroups(dst []Move, groups []layout.MoveGroup, where uint64) []Move {
	return appendGroupsGeneric(dst, groups, where)
}
