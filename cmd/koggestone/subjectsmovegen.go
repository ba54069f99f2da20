package main

import (
	"slices"

	"github.com/koggestone/koggestone/movegen"
)

const movegenPackage = "movegen."

// movegenSubjects returns the functions that count legal moves, as bench times
// them beside the attacks of the sliders of one side; verify --counts checks them.
// Their numbers are held to the lengths of lists.
func movegenSubjects() []subject {
	all := subjects()
	sliders := all[slices.IndexFunc(all, func(s subject) bool { return s.name == "SliderAttacksBatch" })]
	sliders.name = movegenPackage + "slider attacks"
	listed := func(o *oracle, i, _ int) uint64 { return uint64(len(o.in.positions[i].AppendLegalMoves(nil))) }
	var list []movegen.Move
	return []subject{
		sliders,
		{
			name: movegenPackage + "CountLegalBatch", shape: countColumn, asserted: true, want: listed,
			run: func(w work) { movegen.CountLegalBatch(w.out.counts[w.lo:w.hi], w.in.counted) },
		}, {
			name: movegenPackage + "CountLegal", shape: word, onePath: true, asserted: true, want: listed,
			run: func(w work) {
				for i := w.lo; i < w.hi; i++ {
					w.out.words[i] = uint64(w.in.positions[i].CountLegal())
				}
			},
		}, {
			name: movegenPackage + "AppendLegalMoves", shape: word, onePath: true, asserted: true, want: listed,
			run: func(w work) {
				for i := w.lo; i < w.hi; i++ {
					list = w.in.positions[i].AppendLegalMoves(list[:0])
					w.out.words[i] = uint64(len(list))
				}
			},
		},
	}
}
