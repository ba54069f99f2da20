package search

import (
	"slices"

	"github.com/koggestone/koggestone/movegen"
)

// rate lists the moves of a node in order of promise, the best last, as score<<16 | move: the hash
// move, captures that do not lose material, quiet moves that refuted other positions at this ply
// (killers), other quiet moves by their history, and losing captures. With noisyOnly it lists only
// captures and queen promotions that do not lose material.
func (h *ply) rate(history *[1 << 12]int32, hash movegen.Move, noisyOnly bool) []int64 {
	p, rated := &h.pos, h.rated[:0]
	for _, m := range h.node.Append(h.moves[:0], movegen.Captures|movegen.QueenPromotions) {
		score := 1<<21 + 16*p.Captured(m).Order() + 16*m.Promotion().Order() - p.Moved(m).Order()
		switch loses := !p.SEEAtLeast(m, 0, &exchanges); {
		case m == hash:
			score = 1 << 22
		case loses && noisyOnly:
			continue
		case loses:
			score -= 1 << 22
		}
		rated = append(rated, int64(score)<<16|int64(m))
	}
	if !noisyOnly {
		for _, m := range h.node.Append(h.moves[:0], movegen.Quiets|movegen.Underpromotions) {
			score := int(history[m&0xfff])
			if m == hash {
				score = 1 << 22
			} else if m == h.killers[0] || m == h.killers[1] {
				score = 1 << 20
			}
			rated = append(rated, int64(score)<<16|int64(m))
		}
	}
	slices.Sort(rated)
	h.rated = rated
	return rated
}
