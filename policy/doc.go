// Package policy numbers moves as the policy heads of neural networks do: by
// AlphaZero's 8x8x73 = 4672 outputs, and by Leela Chess Zero's list of 1858.
//
//	index := policy.Leela.Index(&pos, m)       // of a legal move
//	m, ok := policy.Leela.Move(&pos, index)    // the legal move of an index
//
//	mask := make([]uint64, policy.AlphaZero.Words()*b.Len())
//	policy.AlphaZero.MaskBatch(mask, b)        // the legal moves of many positions
//
// Squares are seen from the side to move: for Black the ranks are turned over, so that
// its pawns go north, too, and e7e5 is e2e4.
//
// # AlphaZero
//
// The network has 73 planes of the squares on which moves begin (David Silver and
// others, 2017, table S2). Index 64*plane + square is the move of a plane from a square,
// a1 = 0 to h8 = 63. The planes are in the order of the package gym-chess (Lucas Wolf):
//
//	0-55   moves of a queen by direction, N NE E SE S SW W NW, each by 1 to 7 squares
//	56-63  jumps of a knight, clockwise from north-north-east
//	64-72  promotions to the north-west, north and north-east, each to knight, bishop, rook
//
// A promotion to a queen is a move of a queen. So a mask is 73 bitboards. From a queen on
// d4, plane+1 of some targets:
//
//	. . . 4 . . . .
//	49. . 3 . . 10.
//	. 51. 2 . 9 . .      50 on c5, 8 on e5
//	. . . 1 . . . .
//	. . . Q 15. . .
//
// Castling is the king's move by two squares if the king stands on the e-file and the
// rook on the a-file or h-file. Otherwise, in Chess960, it is the move of the king to the
// square of the rook, on which no other move of the king can end.
//
// # Leela
//
// The list (lc0's src/neural/encoder.cc) has the moves of a queen and a knight from each
// square, a1 first, by the square on which they end; then promotions to queen, rook and
// bishop by the file from which and the file to which the pawn goes. A promotion to a
// knight is the plain move of the pawn. Castling is the move of the king to the square of
// the rook.
package policy
