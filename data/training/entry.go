// Package training reads training data of neural networks, which are positions of games with
// moves, scores and results, and makes batches of network inputs.
//
//	stream, err := training.Open(files, training.Options{Cyclic: true, Workers: 4, Shuffle: 1 << 20})
//	features, err := training.ParseFeatures("Full_Threats+PP_3Wide+HalfKAv2_hm")
//	batches, err := training.NewBatches(stream, features, training.BatchOptions{Size: 16384, Workers: 4})
//	b, err := batches.Next()
//	... // b.White, b.Black, b.Score, b.Outcome
//	batches.Recycle(b)
package training

import "github.com/koggestone/koggestone/movegen"

// An Entry is a position of a game with what a network can learn from it.
type Entry struct {
	Position movegen.Position
	Move     movegen.Move // played or best in the position; castling is king takes rook
	Score    int16        // score for the side to move, in the units of the file
	Ply      uint16       // since the start of the game
	Result   int8         // for the side to move: 1 is a win, 0 a draw, -1 a loss
}
