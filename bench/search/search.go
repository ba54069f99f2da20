// Package search times the search of examples/engine: alone, and with an accumulator that
// finds the features of threat pairs that every move changes.
package search

import (
	"github.com/koggestone/koggestone/examples/engine/search"
	"github.com/koggestone/koggestone/movegen"
)

// Plain searches a position to a depth with a new transposition table of 1 MiB. It returns
// the number of nodes, the score and the best move.
func Plain(fen string, depth int) (nodes uint64, score int, best string, err error) {
	return run(fen, depth, nil)
}

// Pairs is Plain with threat pairs: it finds the same nodes, score and move.
func Pairs(fen string, depth int) (nodes uint64, score int, best string, err error) {
	return run(fen, depth, new(sums))
}

func run(fen string, depth int, a search.Accumulator) (nodes uint64, score int, best string, err error) {
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		return 0, 0, "", err
	}
	s := search.New(1)
	s.Accumulator = a
	s.Set(p, nil, search.Limits{Depth: depth})
	move, score := s.Run(nil)
	return s.Nodes(), score, move.String(), nil
}
