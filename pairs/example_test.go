package pairs_test

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// The bishop leaves c4 with a capture: the rook behind it sees the queen.
//
//	8  . . . . . . . k
//	7  . . . . . p . .
//	6  . . . . . . . .
//	5  . . . . . . . .
//	4  R . B . . . q .
//	3  . . . . . . . .
//	2  . . . . . . . .
//	1  . . . . . . . K
//	   a b c d e f g h
func ExampleRules_Deltas() {
	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		panic(err)
	}
	p, err := movegen.ParseFEN("7k/5p2/8/8/R1B3q1/8/8/7K w - - 0 1")
	if err != nil {
		panic(err)
	}
	var mailbox [64]uint8 // an engine has its own
	rules.Mailbox(&mailbox, p.Board)

	const c4, f7 = 26, 53
	var d pairs.Deltas
	rules.Deltas(&d, &mailbox, pairs.MoveUpdate(c4, f7, rules.Code(quad.WhiteBishop)))
	show := func(what string, list []pairs.Pair) {
		codes := pairs.StockfishCodes()
		for _, p := range list {
			fmt.Printf("%s %c%s %c%s\n", what, codes[p.Attacker()].Letter(), quad.SquareName(p.From()),
				codes[p.Victim()].Letter(), quad.SquareName(p.To()))
		}
	}
	show("removed", d.Removed())
	show("added", d.Added())
	// Output:
	// removed Bc4 pf7
	// removed qg4 Bc4
	// removed Ra4 Bc4
	// added qg4 Ra4
	// added Ra4 qg4
}

// The feature numbers of a network that a move removes and adds, for both sides.
func ExampleFeatures_Deltas() {
	network := pairs.SFNNv16()
	rules, err := pairs.NewRules(pairs.QuadCodes(), network.Counts)
	if err != nil {
		panic(err)
	}
	features, err := rules.Features(network)
	if err != nil {
		panic(err)
	}
	p := movegen.Start()
	var mailbox [64]uint8
	rules.Mailbox(&mailbox, p.Board)

	const e1, g1, f3, e8 = 4, 6, 21, 60
	var d pairs.Deltas
	rules.Deltas(&d, &mailbox, pairs.MoveUpdate(g1, f3, rules.Code(quad.WhiteKnight)))
	var f pairs.FeatureDeltas
	features.Deltas(&f, &d, e1, e8) // the kings after the move
	if features.Mirrors(e1, e1) {   // the white king before and after the move
		panic("compute White's features again, with Rules.Refresh and Features.List")
	}
	fmt.Println("white removed", f.Removed(quad.White), "added", f.Added(quad.White))
	fmt.Println("black removed", f.Removed(quad.Black), "added", f.Added(quad.Black))
	// Output:
	// white removed [338 9072] added [9969 412 413 2 5]
	// black removed [32234 43351] added [44248 32154 32155 30144 30147]
}

// The active inputs of a network for both sides, as a trainer reads them.
func ExampleInputs_FillBatch() {
	var in pairs.Inputs
	for _, err := range []error{in.AddThreats(pairs.SFNNv16()), in.AddPawnPairs(), in.AddHalfKA()} {
		if err != nil {
			panic(err)
		}
	}
	b, _, err := quad.ParsePlacement("4k3/8/8/3n4/8/2N5/3P4/4K3")
	if err != nil {
		panic(err)
	}
	boards := []quad.Board{b}
	white, black := make([]int32, 8*len(boards)), make([]int32, 8*len(boards))
	fmt.Println(in.FillBatch(white, black, boards))
	fmt.Println(white)
	fmt.Println(black)
	// Output:
	// 7 7
	// [8 30771 88820 88187 88322 88403 88940 -1]
	// [30150 30830 88940 88291 88410 88331 88820 -1]
}
