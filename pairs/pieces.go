package pairs

import "github.com/koggestone/koggestone/quad"

// pieces is the twelve pieces that have codes.
var pieces = [...]quad.Piece{
	quad.WhitePawn, quad.WhiteKnight, quad.WhiteBishop, quad.WhiteRook, quad.WhiteQueen, quad.WhiteKing,
	quad.BlackPawn, quad.BlackKnight, quad.BlackBishop, quad.BlackRook, quad.BlackQueen, quad.BlackKing,
}
