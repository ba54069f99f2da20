// Package movechain contains the kernel that decodes chains of moves of Stockfish's .binpack
// (data/internal/formats), and the layout of its arguments.
package movechain

//go:generate go run -C ../../asm -tags purego . movechain

// The words of the state of a chain. Pairs of words 4 apart are those of White and Black.
const (
	G0      = iota
	G1      // planes of quad.Board
	G2      //
	From    // the move of the position, as two sets of one square
	White   // pieces
	Result  // of the game for White, 1, 0 or -1
	To      //
	_       //
	Black   // pieces
	Lost    // the result for Black
	Side    // the side to move: 0 for White, 32 for Black
	Kind    // the address of the masks of the piece that moves
	Rooks   // castling rooks of the side to move, if its king moves
	Text    // the address of the text
	At      // bits of the text that were read
	End     // bits of the text
	Score   // of the side to move
	Plies   // moves that were not read
	Skip    // positions to drop before one is found
	Gap     // the last of them, which are not early
	Half    // the half-move clock
	Last    // the last score that is not NoScore
	Won     // 1 if a zero after a large score means no score: the game was not drawn
	Large   // 1 if Last is large and Won is 1
	NoScore // the score that means none

	NoScores // positions dropped because they have no score
	NoEarly  // those of them that also counted for Skip
	Gaps     // the address of the next values of Skip and Gap
	Rows     // the address of the next row
	RowsEnd  // the address after the last row
	LastPly  // the ply when Plies is 0
	LastFull // twice the number of the full move when Plies is 0, plus 1 if Black moves
	LastRow  // the number of the position when Plies is 0

	Type    // the type of the move in bits 12 to 15
	Special // not 0 if the kernel cannot play the move
	Fault   // not 0 if the kernel found a fault
	Middle  // not 0 between the halves of a move

	// For the kernel alone.
	Window
	Ours
	Theirs
	Row
	File
	Targets
	Words = (Targets + 8) &^ 7
)

// The faults.
const (
	BadMove = iota + 1
	BadEnd
)

// The layout of the tables, in bytes.
const (
	Kinds   = 0               // of 8 kinds, and 8 of pawns that promote to them: 8 masks, as below
	Squares = Kinds + 16*64   // of 64 squares and none: masks of rank, file, diagonal and antidiagonal, and the addresses of Lines for them
	Pawns   = Squares + 65*64 // of 64 squares and 2 sides: attacks, pushes, squares beside a double push, promotion
	Leaps   = Pawns + 64*2*32 // of 8 kinds and 64 squares
	Lines   = Leaps + 8*64*8  // of 8 places in a line and 256 occupied sets of it: bytes of targets
	Widths  = Lines + 8*256   // of 128 numbers n: bytes, the length in bits of a number below n
	Tops    = Widths + 128    // of 128 numbers n: masks of the highest bits, as many as Widths
	Lengths = Tops + 128*8    // of 3 bits that report whether more groups follow: the length of a score in bits
	Groups  = Lengths + 8*8   // of the same: masks of as many of the highest bits
	More    = Groups + 8*8    // the mask of the 3 bits
	Digits  = More + 8        // the mask of the 16 bits of the number
	Size    = Digits + 8      //
	RowSize = 56              // of a row of output: a formats.Row and the number of the position
)

// The masks of a kind, in bytes.
const (
	Orthogonal = 0  // moves along ranks and files
	Diagonal   = 8  // moves along diagonals
	Pawn       = 16 // is a pawn
	King       = 24 // is a king
	Planes     = 32 // 3: the piece after its move
)
