//go:build (amd64 || arm64) && gc && !purego

package movegen

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// legalTargetsBlocks sets the elements of as many of the first boards as blocks of
// them are worth it, and returns how many.
func legalTargetsBlocks(dst *LegalTargetsColumns, b *Batch) int {
	if simd.Active() == simd.Generic || b.Len() <= fewExpanded {
		return 0
	}
	var block expansion
	var t LegalTargets
	i := 0
	for b.Len()-i > fewExpanded {
		m := block.take(b, i, b.Len())
		for j := range m {
			side := quad.Color(block.Black[j] & 1)
			north := block.targets(j)
			capturers, rooks := uint64(0), uint64(0)
			if block.Flags[layout.RareFlag]>>j&1 != 0 {
				board := b.board(i + j)
				capturers, rooks = rareMoves(&board, side)
			}
			t.join(&north, capturers, rooks, side)
			dst.put(i+j, &t)
		}
		i += m
	}
	return i
}

// targets returns the sets of board j as setwiseTargets has them.
func (block *expansion) targets(j int) (t setwiseTargets) {
	stride := blockLen()
	set := func(k layout.MoveSet) uint64 { return block.Sets[stride*int(k)+j] }
	for d := range t.sliders {
		t.sliders[d] = set(layout.SliderTargets + layout.MoveSet(d))
	}
	free, targets := set(layout.FreeKnights), set(layout.PieceTargets)
	for d := range t.knights {
		t.knights[d] = squares.Jumps[d].From(free) & targets
	}
	t.king, t.castling = set(layout.KingTargets), set(layout.CastlingRooks)
	t.push, t.double = set(layout.PawnPushes), set(layout.PawnDoubles)|set(layout.PawnBeside)
	t.east, t.west = set(layout.PawnEast), set(layout.PawnWest)
	return t
}
