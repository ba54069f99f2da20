package main

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// nodes times what a search asks about a position, each time with a new movegen.Node.
// Questions about a move are asked about every move of that kind, and the time is for one
// move. The positions are from corpus.Search, because a CPU learns the branches in a smaller
// set. Every question is asked twice: with hot caches, and with disturbed ones, where a few lines of a
// table are read before each position, as a search reads its hash table and its network.
func (s *suite) nodes() {
	positions := s.searched
	n := len(positions)
	lists, noisy, quiet := make([][]movegen.Move, n), make([][]movegen.PieceMove, n), make([][]movegen.PieceMove, n)
	total, captures, quiets := 0, 0, 0
	var node movegen.Node
	for i := range positions {
		node.Set(&positions[i])
		lists[i] = node.AppendLegalMoves(nil)
		noisy[i] = node.AppendPieceMoves(nil, movegen.Captures|movegen.QueenPromotions)
		quiet[i] = node.AppendPieceMoves(nil, movegen.Quiets)
		total, captures, quiets = total+len(lists[i]), captures+len(noisy[i]), quiets+len(quiet[i])
	}
	var (
		child  movegen.Position
		change movegen.Change
		buf    [320]movegen.Move
		pieces [320]movegen.PieceMove
		sum    uint64 // sum of the answers
		other  = &disturbance{table: make([]uint64, 1<<20)}
	)
	ask := func(name string, ops int, f func(i int)) {
		result := func() uint64 { return sum }
		s.paths(&question{name: "Node/ask=" + name, n: n, ops: ops, result: result}, func(lo, hi int) {
			sum = 0
			for i := range positions {
				f(i)
			}
		})
		s.paths(&question{name: "Disturbed/ask=" + name, n: n, ops: ops, result: result, rest: func() {
			for range positions {
				other.read()
			}
		}}, func(lo, hi int) {
			sum = 0
			for i := range positions {
				other.read()
				f(i)
			}
		})
	}
	count := func(x bool) {
		if x {
			sum++
		}
	}
	const tactical = movegen.Captures | movegen.QueenPromotions
	ask("moves", 0, func(i int) { node.Set(&positions[i]); mix(&sum, node.AppendLegalMoves(buf[:0])) })
	ask("piece-moves", 0, func(i int) { node.Set(&positions[i]); mix(&sum, node.AppendPieceMoves(pieces[:0], movegen.AllMoves)) })
	ask("captures", 0, func(i int) { node.Set(&positions[i]); mix(&sum, node.Append(buf[:0], tactical)) })
	ask("piece-captures", 0, func(i int) { node.Set(&positions[i]); mix(&sum, node.AppendPieceMoves(pieces[:0], tactical)) })
	ask("captures-then-quiets", 0, func(i int) {
		node.Set(&positions[i])
		mix(&sum, node.Append(node.Append(buf[:0], tactical), movegen.Quiets|movegen.Underpromotions))
	})
	ask("quiet-checks", 0, func(i int) { node.Set(&positions[i]); mix(&sum, node.AppendChecks(buf[:0])) })
	ask("in-check", 0, func(i int) { node.Set(&positions[i]); count(node.InCheck()) })
	ask("any-move", 0, func(i int) { node.Set(&positions[i]); count(node.HasLegalMove()) })
	ask("stalemate", 0, func(i int) { count(positions[i].IsStalemate()) })
	ask("play-and-keys", total, func(i int) {
		for _, m := range lists[i] {
			positions[i].PlayChange(&child, m, &change)
			own, other := change.NonPawnKeys()
			sum += change.Key + change.PawnKey + own + other + uint64(change.Material())
		}
	})
	ask("attackers", 64*n, func(i int) {
		for sq := range 64 {
			sum += positions[i].AttackersOf(sq)
		}
	})
	ask("legal", total, func(i int) {
		node.Set(&positions[i])
		for _, m := range lists[i] {
			count(node.IsLegal(m))
		}
	})
	ask("legal-pieces", quiets, func(i int) {
		node.Set(&positions[i])
		for _, m := range quiet[(i+1)%n] {
			count(node.IsLegalPieceMove(m))
		}
	})
	ask("gives-check", total, func(i int) {
		node.Set(&positions[i])
		for _, m := range lists[i] {
			count(node.GivesCheck(m))
		}
	})
	ask("play-and-key", total, func(i int) {
		for _, m := range lists[i] {
			positions[i].PlayChange(&child, m, &change)
			sum += change.Key
		}
	})
	ask("play-and-set", total, func(i int) {
		for _, m := range lists[i] {
			positions[i].PlayChange(&child, m, &change)
			node.Set(&child)
			sum += change.Key + node.Bitboards().Pawns
		}
	})
	rules := movegen.ExchangeRules{Values: [8]int{quad.Pawn: 1, quad.Knight: 4, quad.Bishop: 4, quad.Rook: 6, quad.Queen: 12}}
	ask("exchange", captures, func(i int) {
		node.Set(&positions[i])
		for _, m := range noisy[i] {
			count(node.SEEAtLeast(m, 0, &rules))
		}
	})
	ask("exchange-value", captures, func(i int) {
		node.Set(&positions[i])
		for _, m := range noisy[i] {
			sum += uint64(node.SEE(m, &rules))
		}
	})
	ask("position-exchange-value", captures, func(i int) {
		for _, m := range noisy[i] {
			sum += uint64(positions[i].SEE(m.Move(), &rules))
		}
	})
	ask("quiet-exchange", quiets, func(i int) {
		node.Set(&positions[i])
		for _, m := range quiet[i] {
			count(node.SEEAtLeast(m, -2, &rules))
		}
	})
}

// mix adds a move list to a sum over answers.
func mix[M movegen.Move | movegen.PieceMove](sum *uint64, moves []M) {
	*sum = *sum*31 + uint64(len(moves))
	if len(moves) > 0 {
		*sum += uint64(moves[len(moves)-1])
	}
}

// A disturbance reads a table of 8 MiB, so that the caches contain little else after some positions.
type disturbance struct {
	table    []uint64
	rng, sum uint64
}

// disturbedLines is the number of cache lines that are read before each position.
const disturbedLines = 32

// read reads lines at random places.
func (d *disturbance) read() {
	for range disturbedLines {
		d.rng = d.rng*6364136223846793005 + 1442695040888963407
		d.sum += d.table[d.rng>>44&^7] // one of 2^17 lines
	}
}
