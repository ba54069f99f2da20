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
	positions := m.expected(n)
	if m.onRefusal == stopPly && positions > float64(m.room) {
		return false
	}
	kept := min(1, float64(m.room)/positions)
	found := max(1-m.growth.fresh, 1.0/3) * kept
	return found*m.job.walkCost(depth, m.growth.moves) > m.job.lookupCost()
}

// expected returns how many positions the next ply probably has, after one of n.
func (m *merger) expected(n int) float64 { return float64(n) * m.growth.moves * m.growth.fresh }

// passes returns in how many passes to merge the next ply, after one of n positions: 1 if
// it fits in memory, or if more would take longer than they save. Each pass plays all moves,
// which takes about half the time of looking the positions up.
func (m *merger) passes(n int) int {
	depth := m.depth - 1 // below the next ply
	if depth < mergeDepth {
		return 1
	}
	const all = 1 << shardBits
	fit := math.Floor(all * float64(m.mem.room()) / m.expected(n)) // shards, which a pass stores as a whole
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

// twoPlyCost is the time of a position two plies above the leaves if both plies are
// counted with one call.
const twoPlyCost = 8

// walkCost returns the time of a walk of depth plies, at least 2, below a position.
func (j *job) walkCost(depth int, moves float64) float64 {
	if j.mode == ModeBatch && j.twoPly {
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
