package movegen_test

import (
	"fmt"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/movegen"
)

func ExampleCountLegalBatch() {
	var b movegen.Batch
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
	} {
		if err := b.AppendFEN(fen); err != nil {
			fmt.Println(err)
			return
		}
	}
	counts := make([]uint16, b.Len())
	movegen.CountLegalBatch(counts, &b)
	fmt.Println(counts)
	// Output: [48 14 7]
}

func ExampleLegalTargetsBatch() {
	// White's rook on b3; a pawn on d3.
	var b movegen.Batch
	if err := b.AppendFEN("4k3/8/8/8/8/1R1p4/8/4K3 w - - 0 1"); err != nil {
		fmt.Println(err)
		return
	}
	c := movegen.NewLegalTargetsColumns(b.Len())
	movegen.LegalTargetsBatch(c, &b)
	set := c.Sliders[koggestone.North][0] | c.Sliders[koggestone.East][0] | c.King[0]
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			fmt.Print(".x"[set>>(8*rank+file)&1:][:1])
		}
		fmt.Println()
	}
	targets := c.At(0)
	fmt.Println(targets.Count(), "moves")
	// Output:
	// .x......
	// .x......
	// .x......
	// .x......
	// .x......
	// ..xx....
	// ...x.x..
	// ...x.x..
	// 14 moves
}

func ExampleAppendChildrenBatch() {
	parents, children := new(movegen.Batch), new(movegen.Batch)
	parents.Append(movegen.Start())
	for range 3 {
		children.Reset()
		movegen.AppendChildrenBatch(children, parents)
		parents, children = children, parents
		fmt.Println(parents.Len())
	}
	// Output:
	// 20
	// 400
	// 8902
}
