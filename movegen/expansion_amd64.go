//go:build gc && !purego

package movegen

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// The sets that the kernels moveSets make, 8 of sliders by direction before them,
// of a board on which the own pawns go north.
const (
	kingSet     = 8 + iota
	knightSet   // knights that are not pinned
	targetSet   // where these may go, and any other piece but king and pawn
	castlingSet // rooks on a1 and h1 to castle with
	pushSet
	doubleSet // without besideSet
	eastSet
	westSet
	besideSet // targets of double steps beside one of their pawns
	moveSets
)

// The flags of the kernels, a bit for each position.
const (
	rareFlag    = iota // isRare
	specialFlag        // rare, or with castling, promotions or besideSet
	oddFlag            // a side has not one king
)

// An expansion is a block of positions on the way to their children. The kernel
// playMoves knows where its fields are.
type expansion struct {
	boards [4][64]uint64
	sets   [64 * moveSets]uint64 // set by set: of blockLen boards each
	flags  [3]uint64
	listed [64]struct{ slides, leaps, others, _ uint8 } // moves of each board; others are not the kernel's
	black  [64]uint8
	lists  [2 * 4 * 448]uint8
	rare   [64]struct{ capturers, rooks uint64 } // by rareMoves
	room   [legalRoom]uint64
}

// What the kernel takes for granted.
var (
	_ [10752]byte = [unsafe.Offsetof(expansion{}.flags)]byte{}
	_ [10776]byte = [unsafe.Offsetof(expansion{}.listed)]byte{}
	_ [11032]byte = [unsafe.Offsetof(expansion{}.black)]byte{}
	_ [11096]byte = [unsafe.Offsetof(expansion{}.lists)]byte{}
)

// fewExpanded is how many boards are expanded one by one rather than in a block
// that is mostly empty: its sets take the time of five to seven boards.
const fewExpanded = 5

// board returns board i.
func (block *expansion) board(i int) quad.Board {
	w := &block.boards
	return quad.Board{G0: w[quad.G0][i], G1: w[quad.G1][i], G2: w[quad.G2][i], GB: w[quad.GB][i]}
}

// take sets the boards, as many as there are from i to n-1 or fit, and their sets.
// It returns how many boards they are.
func (block *expansion) take(b *Batch, i, n int) int {
	n = min(n-i, blockLen())
	w := &block.boards
	for p := range w {
		copy(w[p][:n], b.planes[p][i:])
	}
	copy(block.black[:n], b.sides[i:])
	if simd.Active() == simd.AVX512 {
		moveSetsAVX512(&block.sets, &block.flags, &w[0][0], &w[1][0], &w[2][0], &w[3][0], &block.black[0], &block.room)
	} else {
		moveSetsAVX2((*[32 * moveSets]uint64)(block.sets[:]), &block.flags, &w[0][0], &w[1][0], &w[2][0], &w[3][0], &block.black[0], &block.room)
	}
	return n
}
