package selfcheck

import (
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/quad"
)

// An oracle contains, for the positions of an input, the attacks of each generator in each
// direction and the vision of the pieces, both found by ray walks.
type oracle struct {
	in      *input
	attacks [8][4][]uint64
	visions []quad.Vision
	pairs   [64]pairSets // of the last positions; see pairsOf
}

func newOracle(in *input) *oracle {
	o := &oracle{in: in, visions: make([]quad.Vision, len(in.empty))}
	for d := range o.attacks {
		for g := range o.attacks[d] {
			o.attacks[d][g] = make([]uint64, len(in.empty))
		}
	}
	return o
}

// walk computes position i.
func (o *oracle) walk(i int) {
	for d := range o.attacks {
		for g := range o.attacks[d] {
			o.attacks[d][g][i] = raywalk.Attacks(o.in.gens[g][i], o.in.empty[i], d)
		}
	}
	o.visions[i] = walkVision(o.in.boards[i])
}

// walkVision returns the vision of the pieces of b, found by ray walks.
func walkVision(b quad.Board) quad.Vision {
	v := quad.Vision{Board: b}
	occupied := b.G0 | b.G1 | b.G2
	b.GB &= occupied // without an en-passant target
	for d := range v.Rays {
		for p, gen := range b.Planes() {
			*plane(&v.Rays[d], p) = raywalk.Attacks(gen, ^occupied, d)
		}
	}
	return v
}

// fill returns the occluded fill: the generator and the empty squares that it attacks.
func (o *oracle) fill(d, g, i int) uint64 {
	return o.in.gens[g][i] | o.attacks[d][g][i]&o.in.empty[i]
}

// bishop and rook return the union of the attacks along diagonals and along ranks
// and files.
func (o *oracle) bishop(g, i int) (b uint64) {
	for d := 0; d < 8; d += 2 {
		b |= o.attacks[d][g][i]
	}
	return b
}

func (o *oracle) rook(g, i int) (b uint64) {
	for d := 1; d < 8; d += 2 {
		b |= o.attacks[d][g][i]
	}
	return b
}

// Correct results of functions for the columns that they read.
var (
	wantRook   = func(o *oracle, i, _ int) uint64 { return o.rook(orthogonalGen, i) }
	wantBishop = func(o *oracle, i, _ int) uint64 { return o.bishop(diagonalGen, i) }
	wantQueen  = func(o *oracle, i, _ int) uint64 { return o.rook(sliderGen, i) | o.bishop(sliderGen, i) }
	wantSlider = func(o *oracle, i, _ int) uint64 { return o.rook(orthogonalGen, i) | o.bishop(diagonalGen, i) }
	wantRay    = func(o *oracle, i, d int) uint64 { return o.attacks[d][sliderGen][i] }
	wantFill   = func(o *oracle, i, d int) uint64 { return o.fill(d, sliderGen, i) }
	wantMulti  = func(o *oracle, i, slot int) uint64 { return o.attacks[slot/4][slot%4][i] }
	wantVision = func(o *oracle, i, slot int) uint64 { return o.visions[i].Rays[slot/4].Planes()[slot%4] }
	wantByKind = func(o *oracle, i, slot int) uint64 {
		v, c := &o.visions[i], o.in.us[i]
		if kings := v.Board.Pieces(c.Other(), quad.King); kings != 0 {
			b := v.Board
			for p := range 4 {
				*plane(&b, p) &^= kings
			}
			without := walkVision(b)
			v = &without
		}
		return byKindSets[slot].want(v, c)
	}
	wantLegality = func(o *oracle, i, slot int) uint64 {
		v, us := &o.visions[i], o.in.us[i]
		if kings := v.Board.Pieces(us, quad.King); kings&(kings-1) != 0 {
			// Legality uses the king on the lowest square. The others become pawns here.
			b := v.Board
			b.G2 &^= kings & (kings - 1)
			one := walkVision(b)
			v = &one
		}
		return legalitySets[slot].want(v, us)
	}
	wantBothThreats = func(o *oracle, i, slot int) uint64 {
		c, set := sideThreatOf(slot)
		return set.want(&o.visions[i], c)
	}
	wantThreat = func(o *oracle, i, slot int) uint64 { return threatSets[slot].want(&o.visions[i], o.in.us[i]) }
)

// Where every square is empty the occluded fill is the fill on an empty board;
// where none is, attacks are one step.
func emptyBoard(in *input, i int) bool { return in.empty[i] == ^uint64(0) }
func fullBoard(in *input, i int) bool  { return in.empty[i] == 0 }
