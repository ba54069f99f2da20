package perft

import (
	"math"

	"github.com/koggestone/koggestone/internal/simd"
)

// A growth describes how a ply grew from the ply before it.
type growth struct {
	moves float64 // moves of a position in the ply before, on average
	fresh float64 // the share of the moves that led to a new position
}

// usualGrowth is the typical growth a few plies after the start of a game.
var usualGrowth = growth{moves: 30, fresh: 0.5}

// newGrowth returns the growth measured on parents with the given number of moves, if these led to the
// given number of different positions.
func newGrowth(parents, moves, positions int) growth {
	if moves == 0 {
		return usualGrowth
	}
	return growth{float64(moves) / float64(parents), float64(positions) / float64(moves)}
}

// mergeDepth is the smallest distance between a merged ply and the leaves.
const mergeDepth = 2

// saves reports whether merging the next ply, after a ply of n positions, saves more time
// than it takes. Merging takes a look-up for each move. It saves a walk for each move
// that leads to a known position, if memory has room for that position.
//
// The next ply is expected to grow like the current one. However, near the root hardly any
// position occurs twice, although many do further down. Therefore at least a third of the
// moves is expected to save a walk. The unit of time is a leaf parent: playing the move to
// a position one ply above the leaves, and counting its moves. The estimate does not use a
// clock, so the choice depends only on the tree.
func (m *merger) saves(n int) bool {
	depth := m.depth - 1 // below the next ply
	if depth < mergeDepth {
		return false
	}
	positions := m.expected(n)
	kept := min(1, float64(m.room)/positions)
	found := max(1-m.growth.fresh, 1.0/3) * kept
	return found*m.job.walkCost(depth, m.growth.moves) > m.job.lookupCost()
}

// expected estimates how many positions the next ply has, after a ply with n positions.
func (m *merger) expected(n int) float64 { return float64(n) * m.growth.moves * m.growth.fresh }

// passes returns how many passes to use for merging the next ply, after a ply of n positions. It
// is 1 if the ply fits in memory. It is also 1 if more passes would take longer than they save,
// because each pass plays all moves again. Playing takes about half as long as looking the
// positions up.
func (m *merger) passes(n int) int {
	depth := m.depth - 1 // below the next ply
	if depth < mergeDepth {
		return 1
	}
	const all = 1 << shardBits
	fit := math.Floor(all * float64(m.mem.room()) / m.expected(n)) // how many shards fit, because a pass stores whole shards
	if fit < 1 || fit >= all {
		return 1
	}
	passes := math.Ceil(all / fit)
	cost := (passes - 1) * m.job.lookupCost() / 2
	gain := max(1-m.growth.fresh, 1.0/3) * m.job.walkCost(depth, m.growth.moves)
	if gain*(1-1/passes) < cost || gain < cost+m.job.lookupCost() {
		return 1
	}
	return int(passes)
}

// twoPlyCost is the time for a position two plies above the leaves if one call counts
// both plies.
const twoPlyCost = 8

// walkCost returns the time to count the leaves at the given depth, at least 2, below a position.
func (j *job) walkCost(depth int, moves float64) float64 {
	if j.mode == ModeBatch && j.twoPly {
		return twoPlyCost * math.Pow(moves, float64(depth-2))
	}
	return math.Pow(moves, float64(depth-1))
}

// lookupCost returns the time of a look-up in a large table, which mostly waits for memory. With AVX-512
// it was measured as 14 to 19. In the other modes the number is smaller, because a leaf parent takes
// longer there, but a look-up does not.
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
