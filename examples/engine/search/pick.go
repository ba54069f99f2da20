package search

import (
	"slices"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// rate lists the moves of a node in order of promise, best last, as score<<16 | move: the hash
// move, captures that do not lose material, quiet moves that refuted other positions at this ply
// (killers), other quiet moves by history, and losing captures. If noisyOnly is true, it lists
// only captures and queen promotions that do not lose material.
func (h *ply) rate(history *[1 << 12]int32, hash movegen.Move, noisyOnly bool) []int64 {
	selection, rated := movegen.AllMoves, h.rated[:0]
	if noisyOnly {
		selection = movegen.Captures | movegen.QueenPromotions
	}
	for _, m := range h.node.AppendPieceMoves(h.moves[:0], selection) {
		score, promotion := 0, m.Move().Promotion()
		switch {
		case m.Move() == hash:
			score = 1 << 22
		case m.IsNoisy() && (promotion == quad.None || promotion == quad.Queen):
			score = 1<<21 + 16*m.Captured().Order() + 16*promotion.Order() - m.Moved().Order()
			if !h.node.SEEAtLeast(m, 0, &exchanges) {
				if noisyOnly {
					continue
				}
				score -= 1 << 22
			}
		case m.Move() == h.killers[0] || m.Move() == h.killers[1]:
			score = 1 << 20
		default:
			score = int(history[m&0xfff])
		}
		rated = append(rated, int64(score)<<16|int64(m.Move()))
	}
	slices.Sort(rated)
	h.rated = rated
	return rated
}
