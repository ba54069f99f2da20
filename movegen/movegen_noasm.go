//go:build !(amd64 || arm64) || !gc || purego

package movegen

//go:noinline
func countLegalChunk(dst []uint16, planes *[4][]uint64, sides []uint8, from int) {
	countLegalGeneric(dst, planes, sides, from)
}

func legalTargetsBlocks(*LegalTargetsColumns, *Batch) int { return 0 }

func countTwoPlyBlocks([]uint32, *Batch) int { return 0 }

//go:noinline
func statusOfChunk(dst []Status, b *Batch, from int) { statusGeneric(dst, b, from) }
