// Package movechain contains the kernel that decodes chains of moves of Stockfish's .binpack
// (data/internal/formats), and the layout of its arguments.
package movechain

//go:generate go run -C ../../asm -tags purego . movechain

// The words of the state of a chain.
const (
	G0       = iota
	G1       // planes of quad.Board
	G2       //
	White    // pieces
	Black    // pieces
	From     // the move of the position, as two sets of one square
	To       //
	At       // bits of the text that were read
	End      // bits of the text
	Score    // of the side to move
	Plies    // moves that were not read
	Skip     // positions to drop before one is returned, below 0 after it
	Gap      // those of them at the end that are not early
	Half     // the half-move clock
	Last     // the last score that is not NoScore
	Drawn    // not 0 if zero scores are scores
	NoScore  // the score that means none
	NoScores // positions dropped because they have no score
	NoEarly  // those of them that also counted for Skip
	Side     // the side to move, 0 for White
	Special  // the type of the move in bits 12 to 15, or any bit if the kernel cannot play it
	Fault    // why the kernel ended; 0 if a position is returned, the chain ends, or Special is not 0

	// For the kernel alone.
	Window
	Pawn
	Rooks
	Normal
	Turned
	Words
)

// The faults.
const (
	BadMove = iota + 1
	BadEnd
)

// The layout of the tables, in bytes.
const (
	Reaches = 0                  // of 8 kinds and 64 squares: masks of file, diagonal, antidiagonal, leaps
	Kinds   = Reaches + 8*64*4*8 // of 8 kinds: masks of kinds that move along ranks, of pawns, of kings, and 0
	Ranks   = Kinds + 8*4*8      // of 8 files and 64 sets of squares b1 to g1: bytes of targets on rank 1
	Pawns   = Ranks + 8*64       // of 2 sides and 64 squares: attacks
	Shifts  = Pawns + 2*64*8     // of 128 numbers: bytes, 63 less the bits of a number below
	Size    = Shifts + 128
)
