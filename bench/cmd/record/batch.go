package main

import (
	"math/rand/v2"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
)

// counts times counting legal moves, and leaves two plies below: by look-ups, one position a
// call, and in batches.
func (s *suite) counts() {
	batch := new(movegen.Batch)
	for _, p := range s.positions {
		batch.Append(p)
	}
	moves, leaves := make([]uint16, batchSize), make([]uint32, batchSize)
	one := &question{name: "Count/plies=1", n: batchSize, result: func() uint64 { return take(moves) }}
	s.paths(one, func(lo, hi int) { movegen.CountLegalBatch(moves, batch) })
	calls(s, one, "lookups", func() {
		for i := range moves {
			moves[i] = uint16(s.positions[i].CountLegal())
		}
	})
	two := &question{name: "Count/plies=2", n: batchSize, result: func() uint64 { return take(leaves) }}
	s.paths(two, func(lo, hi int) { movegen.CountTwoPlyBatch(leaves, batch) })
	var list []movegen.Move
	var child movegen.Position
	calls(s, two, "lookups", func() {
		for i := range leaves {
			p, n := &s.positions[i], 0
			list = p.AppendLegalMoves(list[:0])
			for _, m := range list {
				p.PlayInto(&child, m)
				n += child.CountLegal()
			}
			leaves[i] = uint32(n)
		}
	})
}

// calls adds a loop of the library's calls for one position, on the best path and in plain Go.
func calls(s *suite, q *question, by string, loop func()) {
	s.add(q, by, best(), func(lo, hi int) { loop() })
	if best() != simd.Generic {
		s.add(q, by+"-generic", simd.Generic, func(lo, hi int) { loop() })
	}
}

// batches times the calls that list, choose, play and encode moves in many positions,
// beside loops of single calls that do the same.
func (s *suite) batches() {
	positions := s.positions
	plain, kept := new(movegen.Batch), movegen.NewBatch(movegen.WithClocks|movegen.WithKeys)
	for _, p := range positions {
		plain.Append(p)
		kept.Append(p)
	}
	compare := func(name string, ops int, result func() uint64, batch, single func()) {
		q := &question{name: "Batch/call=" + name, n: batchSize, ops: ops, result: result}
		s.paths(q, func(lo, hi int) { batch() })
		calls(s, q, "calls", single)
	}

	var lists movegen.MoveLists
	var moves, listed []movegen.Move
	compare("lists", 0, func() uint64 { return takeSet(listed) }, func() {
		lists.Reset()
		movegen.AppendLegalMovesBatch(&lists, plain)
		listed = lists.Moves
	}, func() {
		moves = moves[:0]
		for i := range positions {
			moves = positions[i].AppendLegalMoves(moves)
		}
		listed = moves
	})

	movegen.AppendLegalMovesBatch(&lists, plain)
	children := len(lists.Moves)
	rng, k := rand.New(rand.NewPCG(31, 5)), make([]uint16, batchSize)
	for i := range k {
		k[i] = uint16(rng.IntN(max(len(lists.At(i)), 1)))
	}
	// Batches list moves in another order, so the check counts the legal choices.
	found := make([]movegen.Move, batchSize)
	compare("select", 0, func() (n uint64) {
		for i, m := range found {
			if m != 0 && positions[i].IsLegal(m) {
				n++
			}
		}
		clear(found)
		return n
	}, func() { movegen.SelectMoveBatch(found, plain, k) }, func() {
		for i := range positions {
			found[i] = 0
			if moves = positions[i].AppendLegalMoves(moves[:0]); int(k[i]) < len(moves) {
				found[i] = moves[k[i]]
			}
		}
	})

	chosen := make([]movegen.Move, batchSize)
	movegen.SelectMoveBatch(chosen, plain, k)
	played, own := movegen.NewBatch(movegen.WithClocks|movegen.WithKeys), make([]uint64, batchSize)
	var keys []uint64
	compare("play", 0, func() uint64 { return take(keys) }, func() {
		movegen.PlayBatch(played, kept, chosen)
		keys = played.Keys()
	}, func() {
		var child movegen.Position
		for i, m := range chosen {
			own[i] = kept.Keys()[i]
			if m != 0 {
				var c movegen.Change
				positions[i].PlayChange(&child, m, &c)
				own[i] ^= c.Key
			}
		}
		keys = own
	})

	status := make([]movegen.Status, batchSize)
	compare("status", 0, func() (h uint64) {
		for _, st := range status {
			h = h*31 + uint64(st&(movegen.StatusCheck|movegen.StatusCheckmate|movegen.StatusStalemate))
		}
		clear(status)
		return h
	}, func() { movegen.StatusBatch(status, kept) }, func() {
		for i := range positions {
			p := &positions[i]
			st := movegen.Status(0)
			if p.InCheck() {
				st = movegen.StatusCheck
			}
			if p.CountLegal() == 0 {
				if st != 0 {
					st |= movegen.StatusCheckmate
				} else {
					st = movegen.StatusStalemate
				}
			}
			status[i] = st
		}
	})

	grown, n := new(movegen.Batch), 0
	compare("children", children, func() uint64 { defer func() { n = 0 }(); return uint64(n) }, func() {
		grown.Reset()
		movegen.AppendChildrenBatch(grown, plain)
		n = grown.Len()
	}, func() {
		var child movegen.Position
		n = 0
		for i := range positions {
			moves = positions[i].AppendLegalMoves(moves[:0])
			for _, m := range moves {
				positions[i].PlayInto(&child, m)
			}
			n += len(moves)
		}
	})

	for _, e := range []policy.Encoding{policy.AlphaZero, policy.Leela} {
		mask := make([]uint64, e.Words()*batchSize)
		compare("mask-"+e.String(), 0, func() uint64 { return take(mask) }, func() { e.MaskBatch(mask, plain) }, func() {
			clear(mask)
			for i := range positions {
				moves = positions[i].AppendLegalMoves(moves[:0])
				for _, m := range moves {
					index := e.Index(&positions[i], m)
					mask[e.Words()*i+index/64] |= 1 << (index % 64)
				}
			}
		})
	}

	// Games with random moves, side by side and one after another. The games differ, so the
	// check compares how many legal moves the first positions have.
	const plies = 16
	games, none := movegen.NewBatch(movegen.WithClocks|movegen.WithKeys), make([]movegen.Move, batchSize)
	counts, first, drawn := make([]uint16, batchSize), make([]uint16, batchSize), make([]uint16, batchSize)
	random := func(rng *rand.Rand, n int) int { return int(uint64(n) * (rng.Uint64() >> 48) >> 16) }
	compare("playout", plies*batchSize, func() uint64 { return take(first) }, func() {
		rng := rand.New(rand.NewPCG(1, 2))
		movegen.PlayBatch(games, kept, none) // a copy
		for ply := range plies {
			movegen.CountLegalBatch(counts, games)
			if ply == 0 {
				copy(first, counts)
			}
			for i, n := range counts {
				drawn[i] = uint16(random(rng, int(n)))
			}
			movegen.SelectMoveBatch(found, games, drawn)
			movegen.PlayBatch(games, games, found)
			movegen.StatusBatch(status, games)
		}
	}, func() {
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range positions {
			p, key := positions[i], kept.Keys()[i]
			for ply := range plies {
				if moves = p.AppendLegalMoves(moves[:0]); ply == 0 {
					first[i] = uint16(len(moves))
				}
				if len(moves) > 0 {
					var c movegen.Change
					p.PlayChange(&p, moves[random(rng, len(moves))], &c)
					key ^= c.Key
				}
				status[i] = 0
				if p.HasInsufficientMaterial() {
					status[i] = movegen.StatusInsufficientMaterial
				} else if p.HalfMoves >= 100 {
					status[i] = movegen.StatusFiftyMoves
				}
			}
			own[i] = key
		}
	})
}
