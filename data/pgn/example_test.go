package pgn_test

import (
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/koggestone/koggestone/data/pgn"
	"github.com/koggestone/koggestone/movegen"
)

// Every position of every game, with the move played there.
func Example() {
	text := `[White "de Legal"]
[Black "Saint Brie"]

1. e4 e5 2. Bc4 d6 { a quiet move } 1-0

[White "A"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O *
`
	for game, err := range pgn.NewReader(strings.NewReader(text)).Games() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(game.Tag("White"), game.Result)
		for p, m := range game.Positions() {
			if m == 0 {
				fmt.Println(p.FEN())
			} else {
				fmt.Println(p.FEN(), m)
			}
		}
	}
	// Output:
	// de Legal 1-0
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 e7e5
	// rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 f1c4
	// rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2 d7d6
	// rnbqkbnr/ppp2ppp/3p4/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 3
	// A *
	// 4k3/8/8/8/8/8/8/4K2R w K - 0 1 e1g1
	// 4k3/8/8/8/8/8/8/5RK1 b - - 1 1
}

// A malformed game ends with an error that names the line; the games after it are read.
func ExampleReader_Games() {
	text := "1. e4 e5\n2. Ke3 1-0\n\n1. d4 *\n"
	for game, err := range pgn.NewReader(strings.NewReader(text)).Games() {
		var malformed *pgn.Error
		switch {
		case errors.As(err, &malformed):
			fmt.Println("line", malformed.Line, "after", game.Moves)
		case err != nil: // the stream cannot be read
			log.Fatal(err)
		default:
			fmt.Println(game.Moves)
		}
	}
	// Output:
	// line 2 after [e2e4 e7e5]
	// [d2d4]
}

// The positions of games in a batch, to count their legal moves at once.
func ExampleGame_Positions() {
	game, err := pgn.NewReader(strings.NewReader("1. e4 e5 2. Nf3 *")).Read()
	if err != nil {
		log.Fatal(err)
	}
	var batch movegen.Batch
	for p := range game.Positions() {
		batch.Append(*p)
	}
	counts := make([]uint16, batch.Len())
	movegen.CountLegalBatch(counts, &batch)
	fmt.Println(counts)
	// Output: [20 20 29 29]
}
