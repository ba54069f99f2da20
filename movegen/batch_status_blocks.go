//go:build (amd64 || arm64) && gc && !purego

package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// statusOfChunk sets dst[i] to the status of position from+i, except the bits of clocks. It
// processes whole blocks in place, and copies the rest to a block on the stack.
//
//go:noinline
func statusOfChunk(dst []Status, b *Batch, from int) {
	if simd.Active() == simd.Generic || len(dst) <= fewBoards {
		statusGeneric(dst, b, from)
		return
	}
	var flags statusFlags
	var room layout.LegalRoom
	var planes [4]*uint64
	n := len(dst) &^ (blockLen() - 1)
	if n > 0 {
		for p := range planes {
			planes[p] = &b.planes[p][from]
		}
		callStatusBlocks(dst[:n], &flags, &planes, &b.sides[from], &room)
		flags.apply(dst[:n], b, from)
	}
	if rest := len(dst) - n; rest > fewBoards {
		var words [4][64]uint64
		var black [64]uint8
		var status [64]Status
		for p := range words {
			copy(words[p][:], b.planes[p][from+n:from+n+rest])
			planes[p] = &words[p][0]
		}
		copy(black[:], b.sides[from+n:from+n+rest])
		callStatusBlocks(status[:blockLen()], &flags, &planes, &black[0], &room)
		copy(dst[n:], status[:rest])
		flags.apply(dst[n:], b, from+n)
		n = len(dst)
	}
	statusGeneric(dst[n:], b, from+n)
}

// statusFlags holds bits for the boards of a chunk.
type statusFlags struct {
	rare  [statusChunk / 64]uint64 // may have moves that the kernel does not find
	light [statusChunk / 64]uint64 // no pawns, rooks and queens
}

// apply corrects the status of the positions of b starting at from by the flags.
func (f *statusFlags) apply(dst []Status, b *Batch, from int) {
	for i := 0; i < len(dst); i += 64 {
		there := ^uint64(0)
		if left := len(dst) - i; left < 64 {
			there = 1<<left - 1
		}
		for x := f.rare[i/64] & there; x != 0; x &= x - 1 {
			j := i + bits.TrailingZeros64(x)
			if dst[j]&(StatusCheckmate|StatusStalemate) == 0 {
				continue
			}
			board := b.board(from + j)
			if rareCount(&board, quad.Color(b.sides[from+j]&1)) != 0 {
				dst[j] &^= StatusCheckmate | StatusStalemate
			}
		}
		for x := f.light[i/64] & there; x != 0; x &= x - 1 {
			j := i + bits.TrailingZeros64(x)
			if board := b.board(from + j); isLight(board.Knights(), board.Bishops()) {
				dst[j] |= StatusInsufficientMaterial
			}
		}
	}
}
