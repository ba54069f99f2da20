//go:build (amd64 || arm64) && gc && !purego

package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// countLegalChunk sets dst[i] to the number of moves of board from+i, for at most
// countChunk boards. It counts whole blocks in place, and copies the rest to a block on
// the stack.
//
//go:noinline
func countLegalChunk(dst []uint16, planes *[4][]uint64, sides []uint8, from int) {
	if simd.Active() == simd.Generic || len(dst) <= fewBoards {
		countLegalGeneric(dst, planes, sides, from)
		return
	}
	block := blockLen()
	var room layout.LegalRoom
	n := len(dst) &^ (block - 1)
	if n > 0 {
		var boards [4][]uint64
		for p := range boards {
			boards[p] = planes[p][from : from+n]
		}
		countBlocks(dst[:n], &boards, sides[from:from+n], &room)
	}
	if rest := len(dst) - n; rest > fewBoards {
		var words [4][64]uint64
		var black [64]uint8
		var counts [64]uint16
		var boards [4][]uint64
		for p := range words {
			copy(words[p][:], planes[p][from+n:from+n+rest])
			boards[p] = words[p][:block]
		}
		copy(black[:], sides[from+n:from+n+rest])
		countBlocks(counts[:block], &boards, black[:block], &room)
		copy(dst[n:], counts[:rest])
		n = len(dst)
	}
	countLegalGeneric(dst[n:], planes, sides, from+n)
}

// countBlocks counts whole blocks of boards, including the rare moves.
func countBlocks(dst []uint16, boards *[4][]uint64, black []uint8, room *layout.LegalRoom) {
	var rare [countChunk / 64]uint64
	n := len(dst)
	callCountBlocks(dst, &rare, boards, black, room)
	for i, word := range rare[:(n+63)/64] {
		for ; word != 0; word &= word - 1 {
			j := 64*i + bits.TrailingZeros64(word)
			b := boardAt(boards, j)
			dst[j] += uint16(rareCount(&b, quad.Color(black[j]&1)))
		}
	}
}
