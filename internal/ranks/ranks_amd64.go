//go:build gc && !purego

package ranks

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

// Moves computes the selected moves on a block of boards, without captures en passant and Chess960's
// castling. The lowest bit of each byte in black is the board's side to move. Moves reports whether
// the active path has a kernel. If it does not, it writes nothing.
func Moves(dst *layout.MoveRanks, planes [4]*uint64, black *uint8, selection *layout.RowSelection, room *layout.RowRoom) bool {
	switch simd.Active() {
	case simd.AVX512:
		rankMovesAVX512(dst, planes[0], planes[1], planes[2], planes[3], black, &selection[0], room)
		return true
	case simd.AVX2:
		rankMovesAVX2(dst, planes[0], planes[1], planes[2], planes[3], black, &selection[0], room)
		return true
	}
	return false
}
