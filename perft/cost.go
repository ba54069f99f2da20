package perft

import (
	"math"

	"github.com/koggestone/koggestone/internal/simd"
)

// A growth describes how a ply grew out of the ply before it.
type growth struct {
	moves float64 // of a position of the ply before, on average
	fresh float64 // share of the moves that led to a position not found before
}

// usualGrowth is the growth a few plies after the start of a game.
var usualGrowth = growth{moves: 30, fresh: 0.5}

// newGrowth returns the growth from parents with so many moves to positions.
func newGrowth(parents, moves, positions int) growth {
	if moves == 0 {
		return usualGrowth
	}
	return growth{float64(moves) / float64(parents), float64(positions) / float64(moves)}
}

// mergeDepth is the least depth below the last ply that is merged.
const mergeDepth = 2

// saves reports whether merging the next ply takes less time than it saves, after a
// ply of n positions. It takes a look-up for each move. It saves a walk for each move
// that leads to a position found before, as far as memory has room for positions.
//
// The next ply is expected to grow like the current one. Near the root hardly any
// position occurs twice, while below they do: there, a third of the moves is expected
// to save a walk. Times are multiples of that of a leaf parent, a position one ply
// above the leaves: of playing the move to it and counting its moves. So the choice
// depends on the tree and not on a clock.
func (m *merger) saves(n int) bool {
	depth := m.depth - 1 // below the next ply
	if depth < mergeDepth {
		return false
	}
	positions := float64(n) * m.growth.moves * m.growth.fresh
	if m.onRefusal == stopPly && positions > float64(m.room) {
		return false
	}
	kept := min(1, float64(m.room)/positions)
	found := max(1-m.growth.fresh, 1.0/3) * kept
	return found*m.job.walkCost(depth, m.growth.moves) > m.job.lookupCost()
}

// twoPlyCost is the time of a position two plies above the leaves if both plies are
// counted with one call.
const twoPlyCost = 8

// walkCost returns the time of a walk of depth plies, at least 2, below a position.
func (j *job) walkCost(depth int, moves float64) float64 {
	if j.mode == ModeBatch && j.plies == 2 {
		return twoPlyCost * math.Pow(moves, float64(depth-2))
	}
	return math.Pow(moves, float64(depth-1))
}

// lookupCost returns the time of a look-up in a large table. Most of it is spent waiting
// for memory. BenchmarkMergePly puts it between 14 and 19 on AVX-512. In the other modes a
// leaf parent takes longer, and a look-up does not.
func (j *job) lookupCost() float64 {
	switch {
	case j.mode == ModeBatch && simd.Active() == simd.AVX512:
		return 16
	case j.mode == ModeBatch:
		return 8
	case j.mode == ModeBulk:
		return 4
	}
	return 0.5
}
