//go:build gc && !purego

package movegen

import (
	"github.com/koggestone/koggestone/internal/simd"
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
			side := quad.Color(block.black[j] & 1)
			north := block.targets(j)
			capturers, rooks := uint64(0), uint64(0)
			if block.flags[rareFlag]>>j&1 != 0 {
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
	set := func(k int) uint64 { return block.sets[stride*k+j] }
	for d := range t.sliders {
		t.sliders[d] = set(d)
	}
	free, targets := set(knightSet), set(targetSet)
	for d := range t.knights {
		t.knights[d] = knightJump(free, d) & targets
	}
	t.king, t.castling = set(kingSet), set(castlingSet)
	t.push, t.double = set(pushSet), set(doubleSet)|set(besideSet)
	t.east, t.west = set(eastSet), set(westSet)
	return t
}
