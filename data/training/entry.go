// Package training reads positions of games with moves, scores and results, and makes batches of
// network inputs of them.
package training

import "github.com/koggestone/koggestone/movegen"

// An Entry is a position of a game with what a network can learn from it.
type Entry struct {
	Position movegen.Position
	Move     movegen.Move // played or best in the position; castling is king takes rook
	Score    int16        // of the side to move, in the units of the file
	Ply      uint16       // since the start of the game
	Result   int8         // for the side to move: 1 is a win, 0 a draw, -1 a loss
}
