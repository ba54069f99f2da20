// Package movechain contains the kernel that decodes the move chains of Stockfish's .binpack
// (internal/formats), and defines the layout of its arguments.
package movechain

//go:generate go run -C ../../asm -tags purego . movechain

// The words of a chain's state. White and Black each have a word for pieces, result and square
// sets. Black's word is 4 words after White's, so that the kernel can select it by the side to
// move.
const (
	G0      = iota
	G1      // planes of quad.Board
	G2      //
	From    // source of the move, as a set
	White   // White's pieces
	Result  // result of the game for White: 1, 0 or -1
	To      // target of the move, as a set
	_       //
	Black   // Black's pieces
	Lost    // result of the game for Black
	Side    // side to move: 0 for White, 32 for Black
	Kind    // address of the masks of the piece that moves
	Rooks   // castling rooks of the side to move, if its king moves
	Text    // address of the text
	At      // how many bits of the text have been read
	End     // how many bits the text has
	Score   // score for the side to move
	Plies   // how many moves have not been read yet
	Skip    // how many positions to drop before the next one is kept
	Gap     // the part of Skip that does not count positions without a score
	Half    // half-move clock
	Last    // last score that is not NoScore
	Won     // 1 if the game was not drawn, so that a zero after a large score is a missing score
	Large   // 1 if Last is large and Won is 1
	NoScore // the score that means a missing score

	NoScores // how many positions were dropped because they have no score
	NoEarly  // how many of them counted for Skip
	Gaps     // address of the next value for Skip and Gap
	Rows     // address of the next row
	RowsEnd  // address after the last row
	LastPly  // ply when Plies is 0
	LastFull // twice the full-move number when Plies is 0, plus 1 if Black moves
	LastRow  // number of the position when Plies is 0

	Type    // type of the move in bits 12 to 15
	Special // not 0 if the kernel cannot play the move
	Fault   // not 0 if the kernel found a fault
	Middle  // not 0 between the halves of a move

	// Words that only the kernel uses.
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
	Kinds   = 0               // masks for 8 kinds, then for 8 kinds of promoting pawns, as below
	Squares = Kinds + 16*64   // masks of the four lines of each square, and the addresses of their Lines
	Pawns   = Squares + 65*64 // attacks, pushes, squares beside a double push, and promotion, for each square and side
	Leaps   = Pawns + 64*2*32 // targets of knights and kings, for each kind and square
	Lines   = Leaps + 8*64*8  // targets in a line, a byte for each place of the piece and each occupied set
	Widths  = Lines + 8*256   // bit length of a number below n, a byte for each n
	Tops    = Widths + 128    // mask of the highest Widths bits, for each n
	Lengths = Tops + 128*8    // bit length of a score, for each value of its 3 continuation bits
	Groups  = Lengths + 8*8   // mask of the highest Lengths bits, for each such value
	More    = Groups + 8*8    // mask of the continuation bits
	Digits  = More + 8        // mask of the 16 other bits of a score
	Size    = Digits + 8      // number of bytes of the tables
	RowSize = 56              // number of bytes of a row of output: a formats.Row and the number of the position
)

// The masks of a kind, in bytes.
const (
	Orthogonal = 0  // pieces that move along ranks and files
	Diagonal   = 8  // pieces that move along diagonals
	Pawn       = 16 // pawns
	King       = 24 // kings
	Planes     = 32 // the three planes of the piece after its move
)
