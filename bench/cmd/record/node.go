package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/koggestone/koggestone/bench/peers"
	"github.com/koggestone/koggestone/bench/search"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// nodeBenchmarks times the questions of a search about a position, each time with a new
// movegen.Node, and the list of legal moves by another package. Questions about a move
// are asked about every legal move, and the time is for one move.
func nodeBenchmarks(in *inputs) (all []*benchmark) {
	positions := in.pool()[:batchSize]
	lists, captures := make([][]movegen.Move, batchSize), make([][]movegen.Move, batchSize)
	total, taken := 0, 0
	var node movegen.Node
	for i := range positions {
		lists[i] = positions[i].AppendLegalMoves(nil)
		node.Set(&positions[i])
		captures[i] = node.Append(nil, movegen.Captures)
		total, taken = total+len(lists[i]), taken+len(captures[i])
	}
	var (
		child movegen.Position
		buf   [320]movegen.Move
		sum   uint64 // of the answers, which every path must share
	)
	add := func(ask string, ops int, f func(i int)) {
		run := func() {
			sum = 0
			for i := range positions {
				f(i)
			}
		}
		expected := sync.OnceValue(func() uint64 {
			defer simd.Force(simd.Generic)()
			run()
			return sum
		})
		for _, path := range simd.Paths() {
			all = append(all, &benchmark{name: "Node/ask=" + ask + "/by=" + path.String(), path: path, ops: ops, run: run,
				check: func() error {
					want := expected()
					run()
					if sum != want {
						return different("answers %x, expected %x", sum, want)
					}
					return nil
				}})
		}
	}
	mix := func(moves []movegen.Move) {
		sum = sum*31 + uint64(len(moves))
		if len(moves) > 0 {
			sum += uint64(moves[len(moves)-1])
		}
	}
	count := func(x bool) {
		if x {
			sum++
		}
	}
	add("moves", batchSize, func(i int) { node.Set(&positions[i]); mix(node.AppendLegalMoves(buf[:0])) })
	add("captures-then-quiets", batchSize, func(i int) {
		node.Set(&positions[i])
		mix(node.Append(node.Append(buf[:0], movegen.Captures), movegen.QueenPromotions|movegen.Quiets|movegen.Underpromotions))
	})
	add("quiet-checks", batchSize, func(i int) { node.Set(&positions[i]); mix(node.AppendChecks(buf[:0])) })
	add("in-check", batchSize, func(i int) { node.Set(&positions[i]); count(node.InCheck()) })
	add("legal", total, func(i int) {
		node.Set(&positions[i])
		for _, m := range lists[i] {
			count(node.IsLegal(m))
		}
	})
	add("gives-check", total, func(i int) {
		node.Set(&positions[i])
		for _, m := range lists[i] {
			count(node.GivesCheck(m))
		}
	})
	add("play-and-key", total, func(i int) {
		var change movegen.Change
		for _, m := range lists[i] {
			positions[i].PlayChange(&child, m, &change)
			sum += change.Key
		}
	})
	add("exchange", taken, func(i int) {
		for _, m := range captures[i] {
			count(positions[i].SEEAtLeast(m, 0, nil))
		}
	})
	return append(all, peerMoves(positions[:256], lists))
}

// brighamskarda is the package that nodes are timed beside: the fastest of the peers that
// do not cache their list of moves.
const brighamskarda = "brighamskarda-v2.0.0"

// peerMoves lists the legal moves of positions by another package.
func peerMoves(positions []movegen.Position, lists [][]movegen.Move) *benchmark {
	fens, want := make([]string, len(positions)), 0
	for i := range positions {
		fens[i] = positions[i].FEN()
		want += len(lists[i])
	}
	list, failed := peers.BrighamskardaMoves(fens)
	b := &benchmark{name: "Node/ask=moves/by=" + brighamskarda, path: best(), ops: len(fens)}
	b.run = func() {
		n := 0
		for i := 0; i < len(fens) && failed == nil; i++ {
			n += list(i)
		}
		if failed == nil && n != want {
			failed = different("%d moves, expected %d", n, want)
		}
	}
	b.failed = func() error { return failed }
	b.check = func() error { b.run(); return failed }
	return b
}

// searchBenchmarks runs the search of examples/engine on each path, and the same search
// with threat pairs.
func searchBenchmarks(quick bool) (all []*benchmark) {
	for _, name := range []string{"start", "kiwipete", "position3", "position5"} {
		p := &standard[slices.IndexFunc(standard[:], func(p standardPosition) bool { return p.name == name })]
		depth := 12
		if quick {
			depth = 4
		}
		type found struct {
			nodes uint64
			score int
			best  string
		}
		type searcher func(fen string, depth int) (nodes uint64, score int, best string, err error)
		run := func(f searcher) (found, error) {
			nodes, score, best, err := f(p.fen, depth)
			return found{nodes, score, best}, err
		}
		expected := sync.OnceValue(func() found {
			defer simd.Force(simd.Generic)()
			f, err := run(search.Plain)
			if err != nil {
				panic("record: " + err.Error())
			}
			return f
		})
		add := func(by string, path simd.Path, f searcher) {
			var failed error
			want := expected()
			b := &benchmark{name: fmt.Sprintf("Search/position=%s/depth=%d/by=%s", name, depth, by), path: path,
				ops: int(want.nodes), perSecond: "nodes/s", threads: 1, once: true}
			b.run = func() {
				if got, err := run(f); err != nil {
					failed = err
				} else if got != want {
					failed = different("found %v, expected %v", got, want)
				}
			}
			b.failed = func() error { return failed }
			b.check = func() error { b.run(); return failed }
			all = append(all, b)
		}
		for _, path := range simd.Paths() {
			add(path.String(), path, search.Plain)
			add("pairs-"+path.String(), path, search.Pairs)
		}
	}
	return all
}
