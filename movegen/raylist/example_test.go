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

// Do unlinks the rays of a captured piece and Undo links them again. Here White captures the
// rook, so that Black has only the king's moves left.
func ExamplePosition_Undo() {
	p, err := movegen.ParseFEN("4k3/8/8/3r4/8/8/6B1/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := raylist.New(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	var moves, replies raylist.List
	q.GenerateLegal(&moves)
	for _, m := range moves.Moves() {
		if m.String() == "g2d5" {
			u := q.Do(m)
			q.GenerateLegal(&replies)
			fmt.Println("after", m, replies.Len(), replies.Moves())
			q.Undo(m, u)
		}
	}
	board := q.Position().Board
	fmt.Printf("%s\n", board.AppendPlacement(nil))
	// Output:
	// after g2d5 4 [e8f8 e8e7 e8d8 e8d7]
	// 4k3/8/8/3r4/8/8/6B1/4K3
}
