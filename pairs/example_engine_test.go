package pairs_test

import (
	"fmt"
	"log"
	"math/bits"
	"math/rand/v2"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

const threatWidth = 128

// A ply is a position of the line under search.
type ply struct {
	pos      movegen.Position
	mailbox  [64]uint8
	change   movegen.Change // the move that leads here
	deltas   pairs.Deltas   // and its pairs: 1 KB
	sums     [2][threatWidth]int16
	computed bool // whether sums is
}

// A network is one thread's: it has scratch memory. Threads can share rules, features and weights.
type network struct {
	rules    *pairs.Rules
	features *pairs.Features
	biases   []int16
	weights  []int8
	list     pairs.List // memory for update
	active   pairs.FeatureList
	changes  pairs.FeatureDeltas
}

// play makes a move. It only lists the pairs, because many positions are never evaluated.
func (n *network) play(child, here *ply, m movegen.Move) {
	here.pos.PlayChange(&child.pos, m, &child.change)
	update := child.change.Pairs(n.rules) // of any move
	n.rules.Deltas(&child.deltas, &here.mailbox, update)
	child.mailbox = here.mailbox
	n.rules.Apply(&child.mailbox, update)
	child.computed = false
}

// update computes the accumulators of the last ply, before it is evaluated.
func (n *network) update(line []ply) {
	last := len(line) - 1
	p := &line[last]
	if p.computed {
		return
	}
	white := bits.TrailingZeros64(p.pos.Board.Pieces(quad.White, quad.King))
	black := bits.TrailingZeros64(p.pos.Board.Pieces(quad.Black, quad.King))
	if last > 0 {
		n.update(line[:last])
		n.features.Deltas(&n.changes, &p.deltas, white, black)
	}
	for side := range quad.Color(2) {
		if last == 0 || n.mirrors(&p.change, side) {
			n.rules.Refresh(&n.list, &p.mailbox) // at the root, once for each side
			n.features.List(&n.active, &n.list, white, black)
			pairs.Accumulate(p.sums[side][:], n.biases, n.weights, n.active.Active(side), nil)
		} else {
			parent := line[last-1].sums[side][:]
			pairs.Accumulate(p.sums[side][:], parent, n.weights, n.changes.Added(side), n.changes.Removed(side))
		}
	}
	p.computed = true
}

// mirrors reports whether a move of side's king changes all its features.
func (n *network) mirrors(c *movegen.Change, side quad.Color) bool {
	return c.Piece == quad.MakePiece(side, quad.King) && n.features.Mirrors(int(c.From), int(c.To))
}

// The example makes five moves, among them castling, en passant, a king's move that mirrors its board, and a promotion. Only the last
// position is evaluated, and its accumulators are equal to those computed from its board.
func Example_engine() {
	sfnn := pairs.SFNNv16()
	rules, err := pairs.NewRules(pairs.StockfishCodes(), sfnn.Counts)
	if err != nil {
		log.Fatal(err)
	}
	features, err := rules.Features(sfnn)
	if err != nil {
		log.Fatal(err)
	}
	n := &network{rules: rules, features: features}
	n.biases, n.weights = make([]int16, threatWidth), make([]int8, threatWidth*sfnn.Size)
	for i := range n.weights {
		n.weights[i] = int8(rand.Uint32())
	}

	line := make([]ply, 6)
	line[0].pos, err = movegen.ParseFEN("r1b1k3/1P1p1n2/2n5/4P3/3q4/2N2N2/5PP1/2BQK2R w K - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	rules.Mailbox(&line[0].mailbox, line[0].pos.Board)
	for i, text := range []string{"e1g1", "d7d5", "e5d6", "e8d7", "b7a8q"} {
		here, child := &line[i], &line[i+1]
		m, err := here.pos.ParseMove(text)
		if err != nil {
			log.Fatal(err)
		}
		n.play(child, here, m)
		fmt.Println(text, len(child.deltas.Removed()), "removed", len(child.deltas.Added()), "added")
	}
	n.update(line) // all six
	again := []ply{{pos: line[5].pos, mailbox: line[5].mailbox}}
	n.update(again)
	fmt.Println("equal to the sums from the start:", line[5].sums == again[0].sums)
	// Output:
	// e1g1 0 removed 2 added
	// d7d5 3 removed 2 added
	// e5d6 6 removed 2 added
	// e8d7 0 removed 0 added
	// b7a8q 3 removed 2 added
	// equal to the sums from the start: true
}
