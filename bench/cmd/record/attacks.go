package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

const (
	// batchSize is the number of positions in a run.
	batchSize = 4096
	// Benchmarks for single calls keep ringSize large results. These stay in the
	// first-level cache, as they do in an engine that uses each at once.
	ringSize = 64
)

// positions returns positions from games, each after a random legal move, in an order that
// branch predictors cannot learn.
func positions() (all []movegen.Position) {
	games := parsed.Positions(corpus.Games())
	rng := rand.New(rand.NewPCG(2002, 1973))
	for len(all) < batchSize {
		p := games[rng.IntN(len(games))]
		if moves := p.AppendLegalMoves(nil); len(moves) > 0 {
			all = append(all, p.Play(moves[rng.IntN(len(moves))]))
		}
	}
	return all
}

// boards holds positions as sets: sliders and all occupied squares, and the result.
type boards struct {
	diagonal, orthogonal, occupied, empty, dst [batchSize]uint64
}

// gameSliders returns the sliders in many positions, White's and Black's in turn.
func (s *suite) gameSliders() *boards {
	b := new(boards)
	for i := range s.positions {
		bb := s.positions[i].Board.Bitboards()
		side := bb.White
		if i&1 != 0 {
			side = bb.Black
		}
		b.diagonal[i], b.orthogonal[i] = (bb.Bishops|bb.Queens)&side, (bb.Rooks|bb.Queens)&side
		b.occupied[i], b.empty[i] = bb.White|bb.Black, ^(bb.White | bb.Black)
	}
	return b
}

// randomSliders returns positions with the given numbers of sliders. The sliders are on random
// squares that are occupied in a position from games.
func (s *suite) randomSliders(diagonal, orthogonal int) *boards {
	b, rng, next := new(boards), rand.New(rand.NewPCG(uint64(diagonal), uint64(orthogonal))), 0
	for i := range b.dst {
		occupied := uint64(0)
		for bits.OnesCount64(occupied) < diagonal+orthogonal {
			occupied = s.positions[next%batchSize].Board.Occupied()
			next++
		}
		rest := occupied
		pick := func(count int) (set uint64) {
			for range count {
				one := rest
				for range rng.IntN(bits.OnesCount64(rest)) {
					one &= one - 1
				}
				set |= one & -one
				rest &^= one & -one
			}
			return set
		}
		b.diagonal[i], b.orthogonal[i] = pick(diagonal), pick(orthogonal)
		b.occupied[i], b.empty[i] = occupied, ^occupied
	}
	return b
}

// one computes the attacks of all sliders by a call for each position.
func (b *boards) one(lo, hi int) {
	dst := b.dst[lo:hi]
	diagonal, orthogonal, empty := b.diagonal[lo:hi][:len(dst)], b.orthogonal[lo:hi][:len(dst)], b.empty[lo:hi][:len(dst)]
	for i := range dst {
		dst[i] = koggestone.SliderAttacks(diagonal[i], orthogonal[i], empty[i])
	}
}

// unions times the attacks of a side's sliders together, and single calls by the number of
// sliders, because a look-up works once for each slider but a fill works once for all.
func (s *suite) unions() {
	ask := func(b *boards, format string, args ...any) *question {
		return &question{name: fmt.Sprintf(format, args...), n: batchSize, result: func() uint64 { return take(b.dst[:]) }}
	}
	for _, sliders := range []struct {
		name string
		*boards
	}{{"1+1", s.randomSliders(1, 1)}, {"2+2", s.randomSliders(2, 2)}, {"3+3", s.randomSliders(3, 3)}, {"games", s.gameSliders()}} {
		b := sliders.boards
		one := ask(b, "Union/sliders=%s/call=one", sliders.name)
		batch := ask(b, "Union/sliders=%s/call=batch", sliders.name)
		s.paths(one, b.one)
		s.paths(batch, func(lo, hi int) {
			koggestone.SliderAttacksBatch(b.dst[:], b.diagonal[:], b.orthogonal[:], b.empty[:])
		})
		for _, r := range rivals.All() {
			s.add(one, r.Name, best(), func(lo, hi int) { r.UnionCalls(b.dst[:], b.diagonal[:], b.orthogonal[:], b.occupied[:]) })
			s.add(batch, r.Name, best(), func(lo, hi int) { r.Unions(b.dst[:], b.diagonal[:], b.orthogonal[:], b.occupied[:]) })
		}
		if rivals.HasArchsimd() {
			s.add(batch, "archsimd-avx512", best(), func(lo, hi int) { rivals.Archsimd(b.dst[:], b.diagonal[:], b.orthogonal[:], b.empty[:]) })
		}
	}
	for n := 1; n <= 12; n++ {
		b := s.randomSliders((n+1)/2, n/2)
		q := ask(b, "Crossover/sliders=%d", n)
		s.paths(q, b.one)
		for _, r := range rivals.All() {
			if r.Name == rivals.FancyMagic || r.Name == "hyperbola" {
				s.add(q, r.Name, best(), func(lo, hi int) { r.UnionCalls(b.dst[:], b.diagonal[:], b.orthogonal[:], b.occupied[:]) })
			}
		}
	}
}

// rays times the squares that the sliders of a side attack in each direction.
func (s *suite) rays() {
	b, rows := s.gameSliders(), make([][8]uint64, batchSize)
	sliders := make([]uint64, batchSize)
	for i := range sliders {
		sliders[i] = b.diagonal[i] | b.orthogonal[i]
	}
	var columns [8][]uint64
	for d := range columns {
		columns[d] = make([]uint64, batchSize)
	}
	one := &question{name: "Rays/call=one", n: batchSize, step: ringSize, result: func() uint64 { return take(rows[:ringSize]) }}
	batch := &question{name: "Rays/call=batch", n: batchSize, result: func() uint64 { return take(rows) }}
	s.paths(one, func(lo, hi int) {
		dst := rows[:hi-lo]
		sliders, empty := sliders[lo:hi][:len(dst)], b.empty[lo:hi][:len(dst)]
		for i := range dst {
			koggestone.RayAttacksTo(&dst[i], sliders[i], empty[i])
		}
	})
	s.paths(batch, func(lo, hi int) { koggestone.RayAttacksBatch(&columns, sliders, b.empty[:]) }, func() uint64 {
		for i := range rows {
			for d := range columns {
				rows[i][d], columns[d][i] = columns[d][i], 0
			}
		}
		return take(rows)
	})
	for _, r := range rivals.All() {
		s.add(one, r.Name, best(), func(lo, hi int) { r.RayCalls(rows[:hi-lo], sliders[lo:hi], b.occupied[lo:hi]) })
		s.add(batch, r.Name, best(), func(lo, hi int) { r.RayCalls(rows, sliders, b.occupied[:]) })
	}
}

// sets times the sets that an engine needs at a node: all of quad.Threats, or only the sets
// that decide which moves are legal. Single calls are at nodes of searches and start from an
// engine's bitboards, so the library's time includes the conversion to a quad.Board.
func (s *suite) sets() {
	var bitboards []quad.Bitboards
	var us []quad.Color
	batch := new(quad.Batch)
	for i, p := range s.searched {
		bitboards, us = append(bitboards, p.Board.Bitboards()), append(us, p.Side)
		if i < batchSize {
			batch.Append(p.Board)
		}
	}
	threats := setsOf(s, "Threats/call=one", len(bitboards), func(dst []quad.Threats, lo int) {
		bb, us := bitboards[lo:][:len(dst)], us[lo:][:len(dst)]
		for i := range dst {
			dst[i].Set(pack(&bb[i]), us[i])
		}
	}, func(dst []quad.Threats, lo int) {
		for i := range dst {
			rivals.Threats(&dst[i], &bitboards[lo+i], us[lo+i])
		}
	})
	setsOf(s, "Calls/sets=legality", len(bitboards), func(dst []quad.Legality, lo int) {
		bb, us := bitboards[lo:][:len(dst)], us[lo:][:len(dst)]
		for i := range dst {
			dst[i].Set(pack(&bb[i]), us[i])
		}
	}, func(dst []quad.Legality, lo int) {
		for i := range dst {
			rivals.Legality(&dst[i], &bitboards[lo+i], us[lo+i])
		}
	})
	rows, columns := make([]quad.Threats, batchSize), quad.NewThreatsColumns(batchSize)
	q := &question{name: "Threats/call=batch", n: batchSize, result: func() uint64 { return take(rows) }}
	s.paths(q, func(lo, hi int) { quad.ThreatsBatch(columns, batch, us[:batchSize]) }, func() uint64 {
		for i := range rows {
			rows[i] = columns.At(i)
		}
		*columns = *quad.NewThreatsColumns(batchSize)
		return take(rows)
	})
	s.add(q, rivals.FancyMagic, best(), func(lo, hi int) { threats(rows, 0) })
}

// pack returns an engine's bitboards as a board.
func pack(bb *quad.Bitboards) quad.Board {
	return quad.Pack(bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings, bb.Black)
}

// setsOf times the library's calls for one position, and also an engine's look-ups, which it returns,
// for the given number of positions. Both fill dst for the positions that begin at lo.
func setsOf[T comparable](s *suite, name string, n int, calls, lookups func(dst []T, lo int)) func(dst []T, lo int) {
	ring := make([]T, ringSize)
	q := &question{name: name, n: n, step: ringSize, result: func() uint64 { return take(ring) }}
	s.paths(q, func(lo, hi int) { calls(ring[:hi-lo], lo) })
	s.add(q, rivals.FancyMagic, best(), func(lo, hi int) { lookups(ring[:hi-lo], lo) })
	return lookups
}
