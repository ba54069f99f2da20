package main

import (
	"slices"

	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// pairRun holds what the benchmarks of threat pairs share. Its lists are not on the stack,
// where every call would clear them.
type pairRun struct {
	moves    []rivals.PairMove
	boards   []rivals.PairBoard // the same for magics
	all      *pairs.Rules       // every pair counts
	counted  *pairs.Rules       // those that Stockfish has a feature for
	features *pairs.Features

	deltas   pairs.Deltas
	list     pairs.List
	numbers  pairs.FeatureDeltas
	lookedUp rivals.PairDeltas
}

// pairBenchmarks times the threat pairs that moves of games change, in order: all of them,
// also by magics; those that Stockfish has a feature for; and these with the feature
// numbers of both sides. It also times all pairs of a board.
func pairBenchmarks() (all []*benchmark) {
	r, numbering := new(pairRun), pairs.SFNNv16()
	rules := func(counts func(attacker, victim quad.Piece) bool) *pairs.Rules {
		rules, err := pairs.NewRules(pairs.StockfishCodes(), counts)
		if err != nil {
			panic("record: " + err.Error()) // the codes are a constant, as is the numbering
		}
		return rules
	}
	r.all, r.counted = rules(nil), rules(numbering.Counts)
	var err error
	if r.features, err = r.counted.Features(numbering); err != nil {
		panic("record: " + err.Error())
	}
	r.moves, r.boards = rivals.PairMoves(r.all)
	add := func(of, by string, path simd.Path, run func(r *pairRun, lo, hi int), lists, want func(i int) [][]uint32) {
		all = append(all, &benchmark{name: "Pairs/of=" + of + "/by=" + by, path: path, ops: len(r.moves),
			run: func() { run(r, 0, len(r.moves)) },
			check: func() error {
				for i := range r.moves {
					run(r, i, i+1)
					got := lists(i)
					restore := simd.Force(simd.Generic)
					expected := want(i)
					restore()
					for k := range got {
						slices.Sort(got[k])
						slices.Sort(expected[k])
						if !slices.Equal(got[k], expected[k]) {
							return different("move %d: list %d is %x, expected %x", i, k, got[k], expected[k])
						}
					}
				}
				return nil
			}})
	}
	deltas := func(int) [][]uint32 { return [][]uint32{words(r.deltas.Removed()), words(r.deltas.Added())} }
	refreshed := func(int) [][]uint32 { return [][]uint32{words(r.list.Pairs())} }
	numbers := func(int) (all [][]uint32) {
		for side := range quad.Color(2) {
			all = append(all, slices.Clone(r.numbers.Removed(side)), slices.Clone(r.numbers.Added(side)))
		}
		return all
	}
	after := func(run func(r *pairRun, lo, hi int), lists func(i int) [][]uint32) func(i int) [][]uint32 {
		return func(i int) [][]uint32 {
			run(r, i, i+1)
			return lists(i)
		}
	}
	add("deltas", rivals.FancyMagic, best(), (*pairRun).lookUp, func(int) [][]uint32 {
		d := &r.lookedUp
		return [][]uint32{words(d.Removed[:d.R]), words(d.Added[:d.A])}
	}, after((*pairRun).findAll, deltas))
	for _, path := range simd.Paths() {
		by := path.String()
		add("deltas", by, path, (*pairRun).findAll, deltas, after((*pairRun).findAll, deltas))
		add("counted-deltas", by, path, (*pairRun).find, deltas, after((*pairRun).find, deltas))
		add("features", by, path, (*pairRun).number, numbers, after((*pairRun).number, numbers))
		add("refresh", by, path, (*pairRun).refresh, refreshed, after((*pairRun).refresh, refreshed))
	}
	return all
}

func words(list []pairs.Pair) (all []uint32) {
	for _, p := range list {
		all = append(all, uint32(p))
	}
	return all
}

func (r *pairRun) lookUp(lo, hi int) {
	for i := lo; i < hi; i++ {
		x := &r.moves[i]
		r.lookedUp.Change(&r.boards[i], int(x.From), int(x.To), x.Code)
	}
}

func (r *pairRun) findAll(lo, hi int) {
	for i := range r.moves[lo:hi] {
		x := &r.moves[lo+i]
		r.all.Deltas(&r.deltas, &x.Before, x.Change)
	}
}

func (r *pairRun) find(lo, hi int) {
	for i := range r.moves[lo:hi] {
		x := &r.moves[lo+i]
		r.counted.Deltas(&r.deltas, &x.Before, x.Change)
	}
}

func (r *pairRun) number(lo, hi int) {
	for i := range r.moves[lo:hi] {
		x := &r.moves[lo+i]
		r.counted.Deltas(&r.deltas, &x.Before, x.Change)
		r.features.Deltas(&r.numbers, &r.deltas, int(x.Kings[0]), int(x.Kings[1]))
	}
}

func (r *pairRun) refresh(lo, hi int) {
	for i := range r.moves[lo:hi] {
		r.all.Refresh(&r.list, &r.moves[lo+i].Before)
	}
}
