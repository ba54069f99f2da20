package main

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/bench/vectors"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// vectors times the library's calls beside the rivals in C, on positions of searches: the attacks of a queen; the
// attacks of a side's sliders, in a call for each position and in arrays; the sets of Threats and of BothThreats; the
// attackers of each square; and the pairs that a move changes. It also adds the rivals in C to the rows of RayAttacks, and,
// called in a loop, to the batch of Threats. Without the program in C it returns the reason.
func (s *suite) vectors(kernels string) (*vectors.Program, error) {
	positions := s.searched
	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		return nil, err
	}
	moves, _ := rivals.PairMoves(rules)
	in := vectors.NewInputs(positions, rules, moves)
	program, err := vectors.Start(kernels, in)
	if err != nil {
		return nil, err
	}
	n, sets := len(positions), make([]uint64, len(positions))
	addMethods := func(name, benchmarks string, ops int, same func(by int) error) {
		for i, m := range program.Methods {
			if m.Question == name && m.By != "" {
				s.all = append(s.all, &benchmark{name: benchmarks + "/by=" + m.By, path: best(), ops: ops,
					check: func() error {
						defer simd.Force(simd.Generic)()
						return same(i)
					},
					time: func(runs int) (time.Duration, error) { return program.Time(i, runs) }})
			}
		}
	}
	ask := func(name string, ops int, result func() uint64, call method, same func(by int) error) *question {
		q := &question{name: "Vectors/ask=" + name, n: n, ops: ops, result: result}
		if name == "pairs" {
			q.n, q.checkStep = len(moves), 1
		} else if name == "threats" || name == "both" {
			q.step = ringSize
		}
		s.paths(q, call)
		addMethods(name, q.name, q.ops, same)
		return q
	}
	// equal compares the program's results with want, after set has computed it.
	equal := func(want any, set func()) func(by int) error {
		return func(by int) error {
			set()
			image, err := binary.Append(nil, binary.LittleEndian, want)
			if err != nil {
				return err
			}
			got := make([]byte, len(image))
			if err := program.Results(by, got); err != nil {
				return err
			}
			if !bytes.Equal(got, image) {
				return errDiffers
			}
			return nil
		}
	}
	askWords := func(name string, ops int, call method) *question {
		return ask(name, ops, func() uint64 { return take(sets) }, call, equal(sets, func() { call(0, n) }))
	}
	askWords("queen", 0, func(lo, hi int) {
		for i, sq := range in.Square {
			sets[i] = koggestone.SliderAttacks(1<<sq, 1<<sq, in.Empty[i])
		}
	})
	askWords("side", 0, func(lo, hi int) {
		for i := range sets {
			sets[i] = koggestone.SliderAttacks(in.Diagonal[i], in.Orthogonal[i], in.Empty[i])
		}
	})
	sides := askWords("sides", 0, func(lo, hi int) { koggestone.SliderAttacksBatch(sets, in.Diagonal, in.Orthogonal, in.Empty) })
	if rivals.HasArchsimd() {
		s.add(sides, "archsimd-avx512", best(), func(lo, hi int) { rivals.Archsimd(sets, in.Diagonal, in.Orthogonal, in.Empty) })
	}
	threats, allThreats := make([]quad.Threats, ringSize), make([]quad.Threats, n)
	callThreats := func(dst []quad.Threats, lo, hi int) {
		for i := range dst[:hi-lo] {
			dst[i].Set(pack(&in.Bitboards[lo+i]), positions[lo+i].Side)
		}
	}
	ask("threats", 0, func() uint64 { return take(threats) }, func(lo, hi int) { callThreats(threats, lo, hi) },
		equal(allThreats, func() { callThreats(allThreats, 0, n) }))
	first := allThreats[:min(batchSize, n)]
	addMethods("threats-batch", "Threats/call=batch", len(first), equal(first, func() { callThreats(first, 0, len(first)) }))
	// The rivals' directions are in the order of their lanes.
	lanes := [8]koggestone.Direction{koggestone.NorthEast, koggestone.NorthWest, koggestone.SouthWest, koggestone.SouthEast,
		koggestone.North, koggestone.East, koggestone.South, koggestone.West}
	rays := func(n int, at func(i, lane int) int) func(by int) error {
		sets := make([]uint64, 8*n)
		return equal(sets, func() {
			var all [8]uint64
			for i := range n {
				koggestone.RayAttacksTo(&all, in.Diagonal[i]|in.Orthogonal[i], in.Empty[i])
				for lane, d := range lanes {
					sets[at(i, lane)] = all[d]
				}
			}
		})
	}
	columns := min(batchSize, n)
	addMethods("rays", "Rays/call=one", n, rays(n, func(i, lane int) int { return 8*i + lane }))
	addMethods("rays-ours", "Rays/call=one", n, rays(n, func(i, lane int) int { return 8*i + int(lanes[lane]) }))
	addMethods("rays-batch", "Rays/call=batch", columns, rays(columns, func(i, lane int) int { return lane*columns + i }))
	both, allBoth := make([]quad.BothThreats, ringSize), make([]quad.BothThreats, n)
	callBoth := func(dst []quad.BothThreats, lo, hi int) {
		for i := range dst[:hi-lo] {
			dst[i].Set(pack(&in.Bitboards[lo+i]))
		}
	}
	ask("both", 0, func() uint64 { return take(both) }, func(lo, hi int) { callBoth(both, lo, hi) },
		equal(allBoth, func() { callBoth(allBoth, 0, n) }))
	askWords("attackers", 64*n, func(lo, hi int) {
		for i := range sets {
			sum := uint64(0)
			for sq := range 64 {
				sum = bits.RotateLeft64(sum, 1) + positions[i].AttackersOf(sq)
			}
			sets[i] = sum
		}
	})
	deltas := new(pairs.Deltas)
	ask("pairs", 0, func() uint64 { return takeSet(deltas.Removed()) - 3*takeSet(deltas.Added()) }, func(lo, hi int) {
		for i := range moves[lo:hi] {
			rules.Deltas(deltas, &moves[lo+i].Before, moves[lo+i].Change)
		}
	}, func(by int) error {
		all := make([]vectors.Changes, len(moves))
		if err := program.Results(by, all); err != nil {
			return err
		}
		for i := range all {
			rules.Deltas(deltas, &moves[i].Before, moves[i].Change)
			for k, want := range [][]pairs.Pair{deltas.Removed(), deltas.Added()} {
				slices.Sort(want)
				if !slices.Equal(all[i].Sorted(k), want) {
					return errDiffers
				}
			}
		}
		return nil
	})
	return program, nil
}
