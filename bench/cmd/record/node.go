package main

import "github.com/koggestone/koggestone/movegen"

// nodes times the questions of a search about a position, each time with a new movegen.Node.
// Questions about a move are asked about every legal move, and the time is for one move.
func (s *suite) nodes() {
	positions := s.positions
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
		sum   uint64 // sum of the answers
	)
	ask := func(name string, ops int, f func(i int)) {
		s.paths(&question{name: "Node/ask=" + name, n: batchSize, ops: ops, result: func() uint64 { return sum }}, func(lo, hi int) {
			sum = 0
			for i := range positions {
				f(i)
			}
		})
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
	ask("moves", 0, func(i int) { node.Set(&positions[i]); mix(node.AppendLegalMoves(buf[:0])) })
	ask("captures-then-quiets", 0, func(i int) {
		node.Set(&positions[i])
		mix(node.Append(node.Append(buf[:0], movegen.Captures), movegen.QueenPromotions|movegen.Quiets|movegen.Underpromotions))
	})
	ask("quiet-checks", 0, func(i int) { node.Set(&positions[i]); mix(node.AppendChecks(buf[:0])) })
	ask("in-check", 0, func(i int) { node.Set(&positions[i]); count(node.InCheck()) })
	ask("legal", total, func(i int) {
		node.Set(&positions[i])
		for _, m := range lists[i] {
			count(node.IsLegal(m))
		}
	})
	ask("gives-check", total, func(i int) {
		node.Set(&positions[i])
		for _, m := range lists[i] {
			count(node.GivesCheck(m))
		}
	})
	ask("play-and-key", total, func(i int) {
		var change movegen.Change
		for _, m := range lists[i] {
			positions[i].PlayChange(&child, m, &change)
			sum += change.Key
		}
	})
	ask("exchange", taken, func(i int) {
		for _, m := range captures[i] {
			count(positions[i].SEEAtLeast(m, 0, nil))
		}
	})
}
