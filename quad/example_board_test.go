package quad_test

import (
	"fmt"

	"github.com/koggestone/koggestone/quad"
)

func ExampleBoard_String() {
	bb := quad.Bitboards{
		Pawns:         1<<35 | 1<<36, // d5, e5
		Rooks:         1<<0 | 1<<7 | 1<<56,
		Kings:         1<<4 | 1<<60,
		White:         1<<0 | 1<<4 | 1<<7 | 1<<35,
		Black:         1<<36 | 1<<56 | 1<<60,
		CastlingRooks: 1<<0 | 1<<7 | 1<<56,
		EnPassant:     1 << 44, // e6
	}
	fmt.Println(bb.Board())
	// Output:
	// r . . . k . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . P p . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// R . . . K . . R
	// castling rooks: a1, h1, a8
	// en passant: e6
}

func ExampleBoard_Validate() {
	var b quad.Board
	b.Set(4, quad.WhiteKing)
	b.Set(60, quad.BlackKing)
	b.Set(57, quad.WhitePawn)
	fmt.Println(b.Validate())
	// Output: quad: b8: pawn on an end rank
}
