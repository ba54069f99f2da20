//go:build (amd64 || arm64) && gc && !purego

package movegen

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// An expansion is a block of positions on the way to their children.
type expansion struct {
	layout.Expansion
	rare [64]struct{ capturers, rooks uint64 } // by rareMoves
	room layout.LegalRoom
}

// fewExpanded is how many boards are expanded one by one rather than in a block
// that is mostly empty: its sets take the time of five to seven boards.
const fewExpanded = 5

// board returns board i.
func (block *expansion) board(i int) quad.Board {
	w := &block.Boards
	return quad.Board{G0: w[quad.G0][i], G1: w[quad.G1][i], G2: w[quad.G2][i], GB: w[quad.GB][i]}
}

// take sets the boards, as many as there are from i to n-1 or fit, and their sets.
// It returns how many boards they are.
func (block *expansion) take(b *Batch, i, n int) int {
	n = min(n-i, blockLen())
	w := &block.Boards
	for p := range w {
		copy(w[p][:n], b.planes[p][i:])
	}
	copy(block.Black[:n], b.sides[i:])
	block.moveSets()
	return n
}
