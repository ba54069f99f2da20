package raylist_test

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
)

func ExampleCompare() {
	p, err := movegen.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(raylist.Compare(p)) // nil: both packages find the same moves
	q, err := raylist.New(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(q.Perft(3))
	// Output:
	// <nil>
	// 97862
}
