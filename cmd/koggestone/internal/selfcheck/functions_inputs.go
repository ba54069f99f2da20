package selfcheck

import (
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// inputRow is the length of the rows of inputFunctions.
const inputRow = 288

// inputFunctions returns the function that fills rows of features. The result is a sum over the
// features of both sides, which must be that of the pairs found by walks.
func inputFunctions() []Function {
	network := pairs.SFNNv16()
	in := new(pairs.Inputs)
	for _, err := range []error{in.AddThreats(network), in.AddPawnPairs(), in.AddHalfKA()} {
		if err != nil {
			panic(err)
		}
	}
	fill := Function{
		Package: "pairs", Name: "FillBatch", Batch: true, result: words, asserted: true,
		run: func(w work) {
			rows := w.out.rows(w.in)
			in.FillBatch(rows[0][w.lo*inputRow:w.hi*inputRow], rows[1][w.lo*inputRow:w.hi*inputRow], w.out.boards[w.lo:w.hi])
		},
		unpack: func(w work) {
			rows := w.out.rows(w.in)
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = 0
				for c := range rows {
					for _, f := range rows[c][i*inputRow:][:inputRow] {
						if f >= 0 {
							w.out.words[i] += featureWord(c, int(f))
						}
					}
				}
			}
		},
		want: func(o *oracle, i, _ int) (sum uint64) {
			for c := range 2 {
				sum += featuresOf(o.in.positions[i].Board, quad.Color(c), network)
			}
			return sum
		},
	}
	refill := fill
	refill.Name = "RefillBatch"
	refill.run = func(w work) {
		rows := w.out.rows(w.in)
		in.RefillBatch(rows[0][w.lo*inputRow:w.hi*inputRow], rows[1][w.lo*inputRow:w.hi*inputRow],
			w.out.used[2*w.lo:2*w.hi], w.out.boards[w.lo:w.hi])
	}
	return []Function{fill, refill}
}

// rows returns memory for rows of the positions of in, and sets boards.
func (o *output) rows(in *input) [2][]int32 {
	if len(o.boards) != len(in.positions) {
		o.boards = make([]quad.Board, len(in.positions))
		for i := range o.boards {
			o.boards[i] = in.positions[i].Board
		}
		for c := range o.inputs {
			o.inputs[c] = make([]int32, len(o.boards)*inputRow)
		}
		o.used = slices.Repeat([]int32{inputRow}, 2*len(o.boards))
	}
	return o.inputs
}

// featureWord returns a word for a feature of a side. Sums of words are equal if the features are.
func featureWord(c, feature int) uint64 {
	x := uint64(feature+c<<32+1) * 0x9e3779b97f4a7c15
	return (x ^ x>>29) * 0xbf58476d1ce4e5b9
}

// featuresOf returns the sum of the words of the features of a side, by the definition.
func featuresOf(b quad.Board, c quad.Color, network pairs.Numbering) (sum uint64) {
	// The view of the side: White's, not mirrored.
	view := b
	if c == quad.Black {
		view = b.FlipRanks()
		view.GB = view.Occupied() &^ view.GB
	}
	king := bits.TrailingZeros64(view.Pieces(quad.White, quad.King))
	turn := 7 * (king >> 2 & 1)
	squares := view.Squares()
	add := func(feature int) { sum += featureWord(int(c), feature) }
	for from, victims := range walkVictims(&squares) {
		for ; victims != 0; victims &= victims - 1 {
			to := bits.TrailingZeros64(victims)
			if n := network.Index(squares[from].Plain(), from^turn, squares[to].Plain(), to^turn); n >= 0 {
				add(n)
			}
		}
	}
	pawn := func(sq int) int { return (sq ^ turn) - 8 + 48*int(squares[sq].Color()) }
	for i, p := range squares {
		if p.Kind() == quad.None {
			continue
		}
		bucket := (7-king>>3)*4 + min(king&7, 7-king&7)
		piece := 2*(p.Kind().Order()-1) + int(p.Color())
		add(network.Size + pairs.PawnPairFeatures + 768*bucket + 64*piece + (i ^ turn ^ 7))
		for j, q := range squares[:i] {
			if files := i&7 - j&7; p.Kind() == quad.Pawn && q.Kind() == quad.Pawn && -1 <= files && files <= 1 {
				second, first := max(pawn(i), pawn(j)), min(pawn(i), pawn(j))
				add(network.Size + second*(second-1)/2 + first)
			}
		}
	}
	return sum
}
