package pairs

import "github.com/koggestone/koggestone/quad"

// pieces are the twelve that a code stands for.
var pieces = [...]quad.Piece{
	quad.WhitePawn, quad.WhiteKnight, quad.WhiteBishop, quad.WhiteRook, quad.WhiteQueen, quad.WhiteKing,
	quad.BlackPawn, quad.BlackKnight, quad.BlackBishop, quad.BlackRook, quad.BlackQueen, quad.BlackKing,
}
