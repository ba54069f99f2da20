package movegen_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/koggestone/koggestone/movegen"
)

func ExampleAppendLegalMovesBatch() {
	var b movegen.Batch
	for _, fen := range []string{
		"8/8/8/8/8/5k2/8/Q3K3 w - - 0 1",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", // stalemate
		"8/P7/8/8/8/4k3/8/4K3 w - - 0 1",
	} {
		if err := b.AppendFEN(fen); err != nil {
			fmt.Println(err)
			return
		}
	}
	var lists movegen.MoveLists // once; Reset keeps its memory
	lists.Reset()
	movegen.AppendLegalMovesBatch(&lists, &b)
	for i := range lists.Len() {
		fmt.Println(len(lists.At(i)), lists.At(i))
	}
	// Output:
	// 20 [a1h8 a1g7 a1f6 a1e5 a1d4 a1c3 a1b2 e1f1 a1d1 a1c1 a1b1 e1d1 e1d2 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2]
	// 0 []
	// 6 [e1f1 e1d1 a7a8q a7a8r a7a8b a7a8n]
}

func ExampleAppendMovesBatch() {
	var b movegen.Batch
	if err := b.AppendFEN("r3k3/8/8/8/8/8/1P6/R3K3 w - - 0 1"); err != nil {
		fmt.Println(err)
		return
	}
	var lists movegen.MoveLists
	movegen.AppendMovesBatch(&lists, &b, movegen.Captures)
	movegen.AppendMovesBatch(&lists, &b, movegen.Quiets)
	fmt.Println(lists.At(0))
	fmt.Println(len(lists.At(1)), "quiet moves")
	// Output:
	// [a1a8]
	// 16 quiet moves
}

// One random move of each of many games.
func ExampleSelectMoveBatch() {
	var b movegen.Batch
	for range 4 {
		b.Append(movegen.Start())
	}
	counts, moves := make([]uint16, b.Len()), make([]movegen.Move, b.Len())
	rng := rand.New(rand.NewPCG(1, 2))

	movegen.CountLegalBatch(counts, &b)
	k := make([]uint16, b.Len())
	for i, n := range counts {
		if n > 0 {
			k[i] = uint16(rng.UintN(uint(n)))
		}
	}
	movegen.SelectMoveBatch(moves, &b, k)
	fmt.Println(k, moves)
	// Output: [15 12 15 15] [d2d4 a2a4 d2d4 d2d4]
}
