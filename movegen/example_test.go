package movegen_test

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
)

func ExamplePosition_AppendLegalMoves() {
	// The pawn on e4 is pinned on the file, the king in no check.
	p, err := movegen.ParseFEN("4r2k/8/8/8/4P3/8/8/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	for _, m := range p.AppendLegalMoves(nil) {
		fmt.Print(p.SAN(m), " ")
	}
	fmt.Println(p.CountLegal())
	// Output:
	// . . . . r . . k
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . P . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . K . . .
	// 4r2k/8/8/8/4P3/8/8/4K3 w - - 0 1
	// Kd1 Kf1 Kd2 Ke2 Kf2 e5 6
}

func ExampleParseFEN() {
	_, err := movegen.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1")
	fmt.Println(err)
	// Output:
	// FEN: side to move, offset 44: "x", expected w or b
}

func ExamplePosition_Play() {
	p := movegen.Start()
	for _, text := range []string{"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"} {
		m, err := p.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.Play(m)
	}
	fmt.Println(p.FEN())
	fmt.Println(p.IsCheckmate())
	// Output:
	// r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
	// true
}
