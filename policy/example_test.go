package policy_test

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
)

func Example() {
	p, err := movegen.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.ParseMove("e8g8")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range []policy.Encoding{policy.AlphaZero, policy.Leela} {
		i := e.Index(&p, m)
		back, ok := e.Move(&p, i)
		fmt.Println(e, i, back, ok)
	}
	// Output:
	// alphazero 964 e8g8 true
	// leela 103 e8g8 true
}

// The legal moves of many positions, a bit each.
func ExampleEncoding_MaskBatch() {
	var b movegen.Batch
	b.Append(movegen.Start())
	b.Append(movegen.Start().Play(12 | 28<<6 | 1<<12)) // e2e4

	const words = 73
	mask := make([]uint64, words*b.Len())
	policy.AlphaZero.MaskBatch(mask, &b)
	for i := range b.Len() {
		n := 0
		for _, word := range mask[words*i:][:words] {
			n += bits.OnesCount64(word)
		}
		fmt.Println(n, "moves")
	}
	fmt.Printf("%#x\n", mask[0]) // plane 0: pawns that move one square to the north
	// Output:
	// 20 moves
	// 20 moves
	// 0xff00
}
