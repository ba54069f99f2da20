//go:build !amd64 || !gc || purego

package movegen

import "github.com/koggestone/koggestone/internal/layout"

//go:noinline
func countLegalChunk(dst []uint16, planes *[4][]uint64, sides []uint8, from int) {
	countLegalGeneric(dst, planes, sides, from)
}

func appendChildrenBlocks(dst, parents *Batch) int { return 0 }

func legalTargetsBlocks(*LegalTargetsColumns, *Batch) int { return 0 }

func appendGroups(dst []Move, groups []layout.MoveGroup, where uint64) []Move {
	return appendGroupsGeneric(dst, groups, where)
}

func countTwoPlyBlocks([]uint32, *Batch) int { return 0 }
