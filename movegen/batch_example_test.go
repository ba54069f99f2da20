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

// Games side by side: a move each, then what has become of them.
func ExamplePlayBatch() {
	games := movegen.NewBatch(movegen.WithClocks | movegen.WithKeys)
	for _, fen := range []string{
		"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 99 80",
		"7k/8/6KQ/8/8/8/8/8 b - - 3 70",
		"8/8/8/8/8/5k2/4p3/4K3 b - - 0 60",
	} {
		if err := games.AppendFEN(fen); err != nil {
			fmt.Println(err)
			return
		}
	}
	var moves []movegen.Move
	for i, text := range []string{"a1a8", "h8g8", "f3e3"} {
		m, err := games.At(i).ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		moves = append(moves, m)
	}
	movegen.PlayBatch(games, games, moves)
	status := make([]movegen.Status, games.Len())
	movegen.StatusBatch(status, games)
	for i, s := range status {
		p := games.At(i)
		fmt.Println(p.FEN(), games.Keys()[i] == p.Key(),
			"checkmate:", s&movegen.StatusCheckmate != 0,
			"stalemate:", s&movegen.StatusStalemate != 0,
			"fifty moves:", s&movegen.StatusFiftyMoves != 0)
	}
	// Output:
	// R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80 true checkmate: true stalemate: false fifty moves: true
	// 6k1/8/6KQ/8/8/8/8/8 w - - 4 71 true checkmate: false stalemate: false fifty moves: false
	// 8/8/8/8/8/4k3/4p3/4K3 w - - 1 61 true checkmate: false stalemate: true fifty moves: false
}
