// Package search times the search of examples/engine: alone, and with an accumulator that
// finds the features of threat pairs that every move changes.
package search

import (
	"math/bits"

	"github.com/koggestone/koggestone/examples/engine/search"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
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

// Stockfish's features of threat pairs, with Stockfish's codes for pieces.
var numbering = pairs.SFNNv16()
var rules, features = func() (*pairs.Rules, *pairs.Features) {
	r, err := pairs.NewRules(pairs.StockfishCodes(), numbering.Counts)
	if err != nil {
		panic(err) // the tables above are constants
	}
	f, err := r.Features(numbering)
	if err != nil {
		panic(err)
	}
	return r, f
}()

// A sums is an accumulator. In place of a network's, which adds up rows of weights, it
// adds up the numbers of the active features.
type sums struct {
	plies    [128]ply
	deltas   pairs.Deltas
	features pairs.FeatureDeltas
}

// A ply holds the state of an accumulator at a ply of the search.
type ply struct {
	mailbox [64]uint8
	kings   [2]int
	sums    [2]int // by side
}

// Set implements search.Accumulator.
func (s *sums) Set(p *movegen.Position) { s.plies[0].set(&p.Board) }

// Pass implements search.Accumulator.
func (s *sums) Pass(at int) { s.plies[at+1] = s.plies[at] }

// set sets p to the sums of b.
func (p *ply) set(b *quad.Board) {
	rules.Mailbox(&p.mailbox, *b)
	for side := range p.kings {
		p.kings[side] = bits.TrailingZeros64(b.Pieces(quad.Color(side), quad.King))
	}
	for side := range p.sums {
		p.refresh(quad.Color(side))
	}
}

// refresh computes the sum of a side from its mailbox.
func (p *ply) refresh(side quad.Color) {
	var l pairs.List
	var numbers pairs.FeatureList
	rules.Refresh(&l, &p.mailbox)
	features.List(&numbers, &l, p.kings[0], p.kings[1])
	p.sums[side&1] = sum(numbers.Features(side))
}

// Play implements search.Accumulator.
func (s *sums) Play(at int, c *movegen.Change) {
	here, child, d, numbers := &s.plies[at], &s.plies[at+1], &s.deltas, &s.features
	update := c.Pairs(rules)
	rules.Deltas(d, &here.mailbox, update)
	*child = *here
	rules.Apply(&child.mailbox, update)
	side := c.Piece.Color() & 1
	if c.Piece.Kind() == quad.King {
		child.kings[side] = int(c.To)
	}
	features.Deltas(numbers, d, child.kings[0], child.kings[1])
	for side := range quad.Color(2) {
		if features.Mirrors(here.kings[side], child.kings[side]) {
			child.refresh(side)
		} else {
			child.sums[side] += sum(numbers.Added(side)) - sum(numbers.Removed(side))
		}
	}
}

func sum(numbers []uint32) (n int) {
	for _, x := range numbers {
		n += int(x)
	}
	return n
}
