package pgn_test

import (
	"errors"
	"fmt"
	"log"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/data/pgn"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
	"github.com/koggestone/koggestone/quad"
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

// PGN to training arrays: for each position with a move, the planes of the board, the legal moves as
// a mask, the move played as an index among AlphaZero's 4672, and the result for the side to move.
func Example_trainingArrays() {
	text := `[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Result "*"]

1. e4 *
`
	results := map[string]float32{"1-0": 1, "1/2-1/2": 0, "0-1": -1} // for White
	var (
		positions movegen.Batch
		played    []int
		values    []float32
	)
	for game, err := range pgn.NewReader(strings.NewReader(text)).Games() {
		if err != nil {
			log.Print(err) // the reader continues after a malformed game
			continue
		}
		result, ok := results[game.Result]
		if !ok {
			continue // without a result there is no value to learn
		}
		for p, m := range game.Positions() {
			if m == 0 {
				break // the last position
			}
			value := result
			if p.Side == quad.Black {
				value = -value
			}
			positions.Append(*p)
			played = append(played, policy.AlphaZero.Index(p, m))
			values = append(values, value)
		}
	}
	masks := make([]uint64, positions.Len()*policy.AlphaZero.Words())
	policy.AlphaZero.MaskBatch(masks, &positions)
	planes := positions.Planes() // codes of squares by bit: see package quad

	fmt.Println("moves", played, "values", values)
	for i, index := range played {
		mask := masks[i*policy.AlphaZero.Words():][:policy.AlphaZero.Words()]
		legal := 0
		for _, word := range mask {
			legal += bits.OnesCount64(word)
		}
		fmt.Printf("board %016x %016x %016x %016x, %d legal moves, played one of them: %v\n",
			planes[0][i], planes[1][i], planes[2][i], planes[3][i], legal, mask[index/64]>>(index%64)&1 != 0)
	}
	// Output:
	// moves [13 76 78 643] values [-1 1 -1 1]
	// board ad000000000000ad 3cff00000000ff3c 5a0000000000005a ffff000000000000, 20 legal moves, played one of them: true
	// board ad000000000000ad 3cff00000020df3c 5a0000000000005a ffff000000000000, 20 legal moves, played one of them: true
	// board ad000000000000ad 3cef00100020df3c 5a0000000000005a ffef001000000000, 19 legal moves, played one of them: true
	// board ad000000000000ad 3cef001040209f3c 5a0000000000005a ffef001000000000, 30 legal moves, played one of them: true
}
