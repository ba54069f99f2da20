package movegen

import "github.com/koggestone/koggestone/quad"

// A Position is a board, the side to move and the two clocks of FEN. Positions
// with the same board, side and clocks are equal by ==; [Position.Same] leaves
// the clocks out. The zero Position is an empty board, which is not a valid one.
type Position struct {
	Board Board      // pieces, castling rights, en-passant target
	Side  quad.Color // the side to move

	// HalfMoves counts the moves since the last capture or pawn move, FullMoves
	// is the number of the full move, 1 at the start of a game. Both stop at
	// 65535.
	HalfMoves, FullMoves uint16
}
