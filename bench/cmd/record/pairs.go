package main

import (
	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// pairLists holds the results of package pairs. They are not on the stack, because every
// call would clear them there.
type pairLists struct {
	deltas   pairs.Deltas
	list     pairs.List
	numbers  pairs.FeatureDeltas
	lookedUp rivals.PairDeltas
}

// pairs times the threat pairs that moves in searches change: all pairs, also by magics, and their feature
// numbers in Stockfish's network for both sides. It also times finding all pairs on a board.
func (s *suite) pairs() {
	must := func(err error) {
		if err != nil {
			panic("record: " + err.Error()) // the codes and the numbering are constants
		}
	}
	numbering := pairs.SFNNv16()
	all, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	must(err)
	counted, err := pairs.NewRules(pairs.StockfishCodes(), numbering.Counts)
	must(err)
	features, err := counted.Features(numbering)
	must(err)
	moves, boards := rivals.PairMoves(s.searched, all)
	r := new(pairLists)

	ask := func(of string, result func() uint64) *question {
		return &question{name: "Pairs/of=" + of, n: len(moves), checkStep: 1, result: result}
	}
	deltas := ask("deltas", func() uint64 { return takeSet(r.deltas.Removed()) - 3*takeSet(r.deltas.Added()) })
	s.paths(deltas, func(lo, hi int) {
		for i := range moves[lo:hi] {
			x := &moves[lo+i]
			all.Deltas(&r.deltas, &x.Before, x.Change)
		}
	})
	s.add(deltas, rivals.FancyMagic, best(), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x := &moves[i]
			r.lookedUp.Change(&boards[i], int(x.From), int(x.To), x.Code)
		}
	}, func() uint64 {
		return takeSet(r.lookedUp.Removed[:r.lookedUp.R]) - 3*takeSet(r.lookedUp.Added[:r.lookedUp.A])
	})
	s.paths(ask("features", func() (h uint64) {
		for side := range quad.Color(2) {
			h = h*31 + takeSet(r.numbers.Removed(side)) - 3*takeSet(r.numbers.Added(side))
		}
		return h
	}), func(lo, hi int) {
		for i := range moves[lo:hi] {
			x := &moves[lo+i]
			counted.Deltas(&r.deltas, &x.Before, x.Change)
			features.Deltas(&r.numbers, &r.deltas, int(x.Kings[0]), int(x.Kings[1]))
		}
	})
	s.paths(ask("refresh", func() uint64 { return takeSet(r.list.Pairs()) }), func(lo, hi int) {
		for i := range moves[lo:hi] {
			all.Refresh(&r.list, &moves[lo+i].Before)
		}
	})
}
