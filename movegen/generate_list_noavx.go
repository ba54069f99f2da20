//go:build !amd64 || !gc || purego

package movegen

import "github.com/koggestone/koggestone/internal/layout"

func appendGroups(dst []Move, groups []layout.MoveGroup, where uint64) []Move {
	return appendGroupsGeneric(dst, groups, where)
}
