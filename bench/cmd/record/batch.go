package main

import (
	"math/rand/v2"

	"github.com/koggestone/koggestone/bench/peers"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
)

// A batchCall is a call for many positions and the loop of calls for one position that
// does the same. Each of the two is followed by a sum of its results for the check.
type batchCall struct {
	name               string
	ops                int
	batch, calls       func()
	batchSum, callsSum func() uint64
}

// benchmarks returns the benchmarks of the loop, and of the call on each path.
func (c *batchCall) benchmarks() (all []*benchmark) {
	check := func(run func(), sum func() uint64) func() error {
		return func() error {
			c.calls()
			want := c.callsSum()
			run()
			if got := sum(); got != want {
				return different("sum %#x, expected %#x", got, want)
			}
			return nil
		}
	}
	name := "Batch/call=" + c.name + "/by="
	all = append(all, &benchmark{name: name + "calls", path: best(), ops: c.ops, run: c.calls, check: check(c.calls, c.callsSum)})
	for _, path := range simd.Paths() {
		all = append(all, &benchmark{name: name + path.String(), path: path, ops: c.ops, run: c.batch, check: check(c.batch, c.batchSum)})
	}
	return all
}

// total returns the sum of values.
func total[T movegen.Move | uint16 | uint64](values []T) (sum uint64) {
	for _, v := range values {
		sum += uint64(v) * 0x9e3779b97f4a7c15
	}
	return sum
}

// batchBenchmarks times the calls that list, choose, play and encode the moves of many
// positions.
func batchBenchmarks(in *inputs) (all []*benchmark) {
	positions := in.pool()[:batchSize]
	plain, kept := batchOf(positions), movegen.NewBatch(movegen.WithClocks|movegen.WithKeys)
	for _, p := range positions {
		kept.Append(p)
	}
	var lists movegen.MoveLists
	movegen.AppendLegalMovesBatch(&lists, plain)
	rng := rand.New(rand.NewPCG(31, 5))
	k, chosen := make([]uint16, batchSize), make([]movegen.Move, batchSize)
	for i := range k {
		k[i] = uint16(rng.IntN(max(len(lists.At(i)), 1)))
	}
	movegen.SelectMoveBatch(chosen, plain, k)
	children := len(lists.Moves)

	var moves []movegen.Move
	add := func(c batchCall) { all = append(all, c.benchmarks()...) }
	add(batchCall{name: "lists", ops: batchSize, batch: func() {
		lists.Reset()
		movegen.AppendLegalMovesBatch(&lists, plain)
	}, batchSum: func() uint64 { return total(lists.Moves) }, calls: func() {
		moves = moves[:0]
		for i := range positions {
			moves = positions[i].AppendLegalMoves(moves)
		}
	}, callsSum: func() uint64 { return total(moves) }})

	// The order of the batch's lists is its own, so the loop counts that the move is legal.
	found := make([]movegen.Move, batchSize)
	legal := uint64(0)
	add(batchCall{name: "select", ops: batchSize, batch: func() {
		movegen.SelectMoveBatch(found, plain, k)
	}, batchSum: func() (n uint64) {
		for i, m := range found {
			if m != 0 && positions[i].IsLegal(m) {
				n++
			}
		}
		return n
	}, calls: func() {
		legal = 0
		for i := range positions {
			if moves = positions[i].AppendLegalMoves(moves[:0]); int(k[i]) < len(moves) && moves[k[i]] != 0 {
				legal++
			}
		}
	}, callsSum: func() uint64 { return legal }})

	played, keys := movegen.NewBatch(movegen.WithClocks|movegen.WithKeys), make([]uint64, batchSize)
	add(batchCall{name: "play", ops: batchSize, batch: func() {
		movegen.PlayBatch(played, kept, chosen)
	}, batchSum: func() uint64 { return total(played.Keys()) }, calls: func() {
		var child movegen.Position
		for i, m := range chosen {
			keys[i] = kept.Keys()[i]
			if m != 0 {
				var c movegen.Change
				positions[i].PlayChange(&child, m, &c)
				keys[i] ^= c.Key
			}
		}
	}, callsSum: func() uint64 { return total(keys) }})

	status, one := make([]movegen.Status, batchSize), make([]movegen.Status, batchSize)
	over := func(status []movegen.Status) (n uint64) {
		for _, s := range status {
			n = n<<1 ^ n>>63 ^ uint64(s&(movegen.StatusCheck|movegen.StatusCheckmate|movegen.StatusStalemate))
		}
		return n
	}
	add(batchCall{name: "status", ops: batchSize, batch: func() {
		movegen.StatusBatch(status, kept)
	}, batchSum: func() uint64 { return over(status) }, calls: func() {
		for i := range positions {
			p := &positions[i]
			s := movegen.Status(0)
			if p.InCheck() {
				s = movegen.StatusCheck
			}
			if p.CountLegal() == 0 {
				if s != 0 {
					s |= movegen.StatusCheckmate
				} else {
					s = movegen.StatusStalemate
				}
			}
			one[i] = s
		}
	}, callsSum: func() uint64 { return over(one) }})

	grown, n := new(movegen.Batch), 0
	add(batchCall{name: "children", ops: children, batch: func() {
		grown.Reset()
		movegen.AppendChildrenBatch(grown, plain)
	}, batchSum: func() uint64 { return uint64(grown.Len()) }, calls: func() {
		var child movegen.Position
		n = 0
		for i := range positions {
			moves = positions[i].AppendLegalMoves(moves[:0])
			for _, m := range moves {
				positions[i].PlayInto(&child, m)
			}
			n += len(moves)
		}
	}, callsSum: func() uint64 { return uint64(n) }})

	for _, e := range []policy.Encoding{policy.AlphaZero, policy.Leela} {
		mask := make([]uint64, e.Words()*batchSize)
		sum := func() uint64 { return total(mask) }
		add(batchCall{name: "mask-" + e.String(), ops: batchSize, batch: func() {
			e.MaskBatch(mask, plain)
		}, batchSum: sum, calls: func() {
			clear(mask)
			for i := range positions {
				moves = positions[i].AppendLegalMoves(moves[:0])
				for _, m := range moves {
					index := e.Index(&positions[i], m)
					mask[e.Words()*i+index/64] |= 1 << (index % 64)
				}
			}
		}, callsSum: sum})
	}
	all = append(all, playouts(kept, positions).benchmarks()...)
	return append(all, peerPlayouts(positions[:256], lists.Offsets[256]))
}

// plies is the length of random games.
const plies = 16

// random returns a number below n, which is at most 1<<16.
func random(rng *rand.Rand, n int) int { return int(uint64(n) * (rng.Uint64() >> 48) >> 16) }

// playouts returns games of random moves, side by side and one after another. An
// operation is a ply. The sum is the number of moves of all positions.
func playouts(start *movegen.Batch, positions []movegen.Position) *batchCall {
	var (
		games  = movegen.NewBatch(movegen.WithClocks | movegen.WithKeys)
		none   = make([]movegen.Move, len(positions))
		chosen = make([]movegen.Move, len(positions))
		counts = make([]uint16, len(positions))
		k      = make([]uint16, len(positions))
		status = make([]movegen.Status, len(positions))
		moves  []movegen.Move
		legal  uint64
	)
	sum := func() uint64 { return legal }
	return &batchCall{name: "playout", ops: plies * len(positions), batch: func() {
		rng := rand.New(rand.NewPCG(1, 2))
		movegen.PlayBatch(games, start, none) // a copy
		for ply := range plies {
			movegen.CountLegalBatch(counts, games)
			for i, n := range counts {
				k[i] = uint16(random(rng, int(n)))
			}
			if ply == 0 {
				legal = total(counts)
			}
			movegen.SelectMoveBatch(chosen, games, k)
			movegen.PlayBatch(games, games, chosen)
			movegen.StatusBatch(status, games)
		}
	}, batchSum: sum, calls: func() {
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range positions {
			p, key := positions[i], start.Keys()[i]
			for ply := range plies {
				if moves = p.AppendLegalMoves(moves[:0]); ply == 0 {
					counts[i] = uint16(len(moves))
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
		}
		legal = total(counts)
	}, callsSum: sum}
}

// peerPlayouts plays random games from positions, which have so many legal moves, by another package.
func peerPlayouts(positions []movegen.Position, moves uint32) *benchmark {
	fens := make([]string, len(positions))
	for i := range positions {
		fens[i] = positions[i].FEN()
	}
	play, failed := peers.CorentingsPlayouts(fens)
	b := &benchmark{name: "Batch/call=playout/by=corentings-v2.5.1", path: best(), ops: plies * len(fens)}
	b.run = func() {
		if failed != nil {
			return
		}
		rng := rand.New(rand.NewPCG(1, 2))
		if n := play(plies, func(n int) int { return random(rng, n) }); n != int(moves) {
			failed = different("%d moves, expected %d", n, moves)
		}
	}
	b.failed = func() error { return failed }
	b.check = func() error { b.run(); return failed }
	return b
}
