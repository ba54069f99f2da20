package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"os"
	"time"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/bench/vectors"
	"github.com/koggestone/koggestone/examples/engine/search"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// vectors times the library's calls beside the rivals in C, on random nodes of searches. It also times the rivals and the exported
// kernels alone on nodes in the order in which a search visits them, once in a sample, and on few positions, which the branch
// predictor learns. It returns a function that ends the programs, or the reason why there are none.
func (s *suite) vectors(kernels string) (end func() error, err error) {
	dir, err := os.MkdirTemp("", "vectors")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // Linux keeps the running programs
	binary, err := vectors.Compile(dir, kernels)
	if err != nil {
		return nil, err
	}
	var programs []*vectors.Program
	for _, order := range []struct {
		name      string
		positions []movegen.Position
	}{{"Vectors", s.searched}, {"Walk", walk()}, {"Learnt", s.searched[:500]}} {
		v := &vectorSuite{suite: s, order: order.name, positions: order.positions}
		if err := v.start(binary); err != nil {
			return nil, err
		}
		programs = append(programs, v.program)
	}
	return func() (err error) {
		for _, p := range programs {
			err = errors.Join(err, p.Close())
		}
		return err
	}, nil
}

// walk returns 20,000 positions in the order in which the search of examples/engine visits them: 2,000 neighbouring nodes
// of each of ten games, after 20,000 other nodes.
func walk() (all []movegen.Position) {
	const skip, keep, games = 20000, 2000, 10
	starts := parsed.Positions(corpus.Games())
	for i := range games {
		engine, visited := search.New(16), 0
		engine.Visit = func(p *movegen.Position) {
			if visited++; visited > skip && visited <= skip+keep {
				all = append(all, *p)
			}
		}
		engine.Set(starts[(2*i+1)*len(starts)/(2*games)], nil, search.Limits{Nodes: 2 * skip})
		engine.Run(nil)
	}
	return all
}

// A vectorSuite adds the benchmarks of one order of positions.
type vectorSuite struct {
	*suite
	order     string // the first part of the benchmarks' names
	positions []movegen.Position
	in        *vectors.Inputs
	program   *vectors.Program
}

// start starts the program and adds all questions.
func (v *vectorSuite) start(binary string) error {
	numbering := pairs.SFNNv16()
	all, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		return err
	}
	counted, err := pairs.NewRules(pairs.StockfishCodes(), numbering.Counts)
	if err != nil {
		return err
	}
	features, err := counted.Features(numbering)
	if err != nil {
		return err
	}
	moves, _ := rivals.PairMoves(v.positions, all)
	v.in = vectors.NewInputs(v.positions, all, moves)
	if v.program, err = vectors.Start(binary, v.in); err != nil {
		return err
	}
	v.sliders()
	v.sets()
	v.lists(moves, all, counted, features)
	if v.order == "Vectors" {
		v.others()
	}
	return nil
}

// ask adds a question: the program's methods, and for random nodes the library's call. same compares the results of a method with
// the call's.
func (v *vectorSuite) ask(name string, q question, call method, same func(by int) error) *question {
	q.name = v.order + "/ask=" + name
	if q.ops == 0 {
		q.ops = q.n
	}
	if v.order == "Vectors" {
		v.paths(&q, call)
	}
	v.methods(name, q.name, q.ops, same)
	return &q
}

// methods adds the program's methods for a question to the benchmarks of a name.
func (v *vectorSuite) methods(question, name string, ops int, same func(by int) error) {
	for i, m := range v.program.Methods {
		if m.Question == question && m.By != "" {
			v.all = append(v.all, &benchmark{name: name + "/by=" + m.By, path: best(), ops: ops, once: v.order == "Walk",
				check: func() error {
					defer simd.Force(simd.Generic)()
					return same(i)
				},
				time: func(runs int) (time.Duration, error) { return v.program.Time(i, runs) }})
		}
	}
}

// equal compares the program's results with want, after set has computed it.
func (v *vectorSuite) equal(want any, set func()) func(by int) error {
	return func(by int) error {
		set()
		image, err := binary.Append(nil, binary.LittleEndian, want)
		if err != nil {
			return err
		}
		got := make([]byte, len(image))
		if err := v.program.Results(by, got); err != nil {
			return err
		}
		if !bytes.Equal(got, image) {
			return errDiffers
		}
		return nil
	}
}

// words asks for a word for each position. call sets all of them.
func (v *vectorSuite) words(name string, ops int, call func(dst []uint64)) *question {
	dst := make([]uint64, len(v.positions))
	return v.ask(name, question{n: len(dst), ops: ops, result: func() uint64 { return take(dst) }}, func(lo, hi int) { call(dst) },
		v.equal(dst, func() { call(dst) }))
}

// setsInC asks for some sets for each position. call computes them for the positions that begin at lo.
func setsInC[T comparable](v *vectorSuite, name string, call func(dst []T, lo int)) {
	ring, all := make([]T, ringSize), make([]T, len(v.positions))
	v.ask(name, question{n: len(all), step: ringSize, result: func() uint64 { return take(ring) }},
		func(lo, hi int) { call(ring[:hi-lo], lo) }, v.equal(all, func() { call(all, 0) }))
}

// list asks for a list for each of n inputs. result returns the list's digest, and clears the list.
func (v *vectorSuite) list(name string, n int, result func() uint64, call method) {
	digests := make([]uint64, n)
	v.ask(name, question{n: n, checkStep: 1, result: result}, call, v.equal(digests, func() {
		for i := range digests {
			call(i, i+1)
			digests[i] = result()
		}
	}))
}

// sliders asks for the attacks of sliders: of a queen, of a side, and of both sides.
func (v *vectorSuite) sliders() {
	in := v.in
	v.words("queen", 0, func(dst []uint64) {
		for i, sq := range in.Square {
			dst[i] = koggestone.SliderAttacks(1<<sq, 1<<sq, in.Empty[i])
		}
	})
	v.words("side", 0, func(dst []uint64) {
		for i := range dst {
			dst[i] = koggestone.SliderAttacks(in.Diagonal[i], in.Orthogonal[i], in.Empty[i])
		}
	})
	sides := make([]uint64, len(v.positions))
	call := func(lo, hi int) { koggestone.SliderAttacksBatch(sides, in.Diagonal, in.Orthogonal, in.Empty) }
	q := v.ask("sides", question{n: len(sides), result: func() uint64 { return take(sides) }}, call, v.equal(sides, func() { call(0, len(sides)) }))
	if v.order == "Vectors" && rivals.HasArchsimd() {
		v.add(q, "archsimd-avx512", best(), func(lo, hi int) { rivals.Archsimd(sides, in.Diagonal, in.Orthogonal, in.Empty) })
	}
	v.words("of-both", 0, func(dst []uint64) {
		for i := range dst {
			b := &in.Boards[i]
			own, foe := b.White, b.Black
			if b.Side != 0 {
				own, foe = foe, own
			}
			diagonal, orthogonal, empty := b.Kinds[2]|b.Kinds[4], b.Kinds[3]|b.Kinds[4], in.Empty[i]
			dst[i] = koggestone.SliderAttacks(diagonal&own, orthogonal&own, empty) + 3*koggestone.SliderAttacks(diagonal&foe, orthogonal&foe, empty)
		}
	})
}

// A legal is like struct legal in threats.h.
type legal struct{ Attacked, Danger, Checkers, CheckMask, Pinned uint64 }

// sets asks for sets that an engine needs, and for the attackers of each square.
func (v *vectorSuite) sets() {
	positions, bitboards := v.positions, v.in.Bitboards
	v.words("squares", 0, func(dst []uint64) {
		for i := range dst {
			b := pack(&bitboards[i])
			dst[i] = b.Attacks(positions[i].Side.Other())
		}
	})
	setsInC(v, "legality", func(dst []legal, lo int) {
		var l quad.Legality
		for i := range dst {
			b, us := pack(&bitboards[lo+i]), positions[lo+i].Side
			l.Set(b, us)
			dst[i] = legal{l.Attacked(b, us), l.Danger, l.Checkers, l.CheckMask, l.Pinned}
		}
	})
	setsInC(v, "threats", v.threats)
	setsInC(v, "both", func(dst []quad.BothThreats, lo int) {
		for i := range dst {
			dst[i].Set(pack(&bitboards[lo+i]))
		}
	})
	v.words("attackers", 64*len(positions), func(dst []uint64) {
		for i := range dst {
			sum := uint64(0)
			for sq := range 64 {
				sum = bits.RotateLeft64(sum, 1) + positions[i].AttackersOf(sq)
			}
			dst[i] = sum
		}
	})
}

func (v *vectorSuite) threats(dst []quad.Threats, lo int) {
	for i := range dst {
		dst[i].Set(pack(&v.in.Bitboards[lo+i]), v.positions[lo+i].Side)
	}
}

// lists asks for the pairs that a move changes and for the pairs of a board, and for the features of both.
func (v *vectorSuite) lists(moves []rivals.PairMove, all, counted *pairs.Rules, features *pairs.Features) {
	r := new(struct { // not on the stack, because every call would clear it there
		deltas  pairs.Deltas
		list    pairs.List
		changed pairs.FeatureDeltas
		active  pairs.FeatureList
	})
	v.list("pairs", len(moves), func() uint64 {
		defer func() { r.deltas = pairs.Deltas{} }()
		return vectors.Digest(r.deltas.Removed()) - 3*vectors.Digest(r.deltas.Added())
	}, func(lo, hi int) {
		for i := range moves[lo:hi] {
			all.Deltas(&r.deltas, &moves[lo+i].Before, moves[lo+i].Change)
		}
	})
	v.list("features", len(moves), func() (h uint64) {
		for side := range quad.Color(2) {
			h = h*31 + vectors.Digest(r.changed.Removed(side)) - 3*vectors.Digest(r.changed.Added(side))
		}
		r.changed = pairs.FeatureDeltas{}
		return h
	}, func(lo, hi int) {
		for i := range moves[lo:hi] {
			m := &moves[lo+i]
			counted.Deltas(&r.deltas, &m.Before, m.Change)
			features.Deltas(&r.changed, &r.deltas, int(m.Kings[0]), int(m.Kings[1]))
		}
	})
	boards := v.in.Boards
	v.list("refresh", len(boards), func() uint64 {
		defer func() { r.list = pairs.List{} }()
		return vectors.Digest(r.list.Pairs())
	}, func(lo, hi int) {
		for i := range boards[lo:hi] {
			counted.Refresh(&r.list, &boards[lo+i].Mailbox)
		}
	})
	v.list("refresh-features", len(boards), func() (h uint64) {
		for side := range quad.Color(2) {
			h = h*31 - 3*vectors.Digest(r.active.Active(side))
		}
		r.active = pairs.FeatureList{}
		return h
	}, func(lo, hi int) {
		for i := range boards[lo:hi] {
			b := &boards[lo+i]
			counted.Refresh(&r.list, &b.Mailbox)
			features.List(&r.active, &r.list, bits.TrailingZeros64(b.Kinds[5]&b.White), bits.TrailingZeros64(b.Kinds[5]&b.Black))
		}
	})
}

// others adds the rivals in C to the rows of RayAttacks, and, called in a loop, to the batch of Threats.
func (v *vectorSuite) others() {
	n := len(v.positions)
	first := make([]quad.Threats, min(batchSize, n))
	v.methods("threats-batch", "Threats/call=batch", len(first), v.equal(first, func() { v.threats(first, 0) }))
	// The rivals' directions are in the order of their lanes.
	lanes := [8]koggestone.Direction{koggestone.NorthEast, koggestone.NorthWest, koggestone.SouthWest, koggestone.SouthEast,
		koggestone.North, koggestone.East, koggestone.South, koggestone.West}
	rays := func(n int, at func(i, lane int) int) func(by int) error {
		sets := make([]uint64, 8*n)
		return v.equal(sets, func() {
			var all [8]uint64
			for i := range n {
				koggestone.RayAttacksTo(&all, v.in.Diagonal[i]|v.in.Orthogonal[i], v.in.Empty[i])
				for lane, d := range lanes {
					sets[at(i, lane)] = all[d]
				}
			}
		})
	}
	v.methods("rays", "Rays/call=one", n, rays(n, func(i, lane int) int { return 8*i + lane }))
	v.methods("rays-ours", "Rays/call=one", n, rays(n, func(i, lane int) int { return 8*i + int(lanes[lane]) }))
	v.methods("rays-batch", "Rays/call=batch", len(first), rays(len(first), func(i, lane int) int { return lane*len(first) + i }))
}
