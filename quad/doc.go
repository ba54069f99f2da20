// Package quad represents a whole position as four bitboards, and computes attacks, checks,
// pins and other sets for all pieces of a board at once.
//
// If your engine has bitboards of its own, make a [Board] with [Pack], and ask for what a
// search node needs:
//
//	b := quad.Pack(pawns, knights, bishops, rooks, queens, kings, black)
//	var t quad.Threats
//	t.Set(b, us) // t.Attacked, t.Danger, t.Checkers, t.CheckMask, t.Pinned ...
//
// A [Board] has four bits for each square, one in each of four planes. Three bits are the
// code of the piece, the fourth is set if it is black:
//
//	g2 g1 g0
//	 0  0  0  no piece
//	 0  0  1  a rook that may still castle
//	 0  1  0  a pawn
//	 0  1  1  a bishop
//	 1  0  0  a knight
//	 1  0  1  a rook
//	 1  1  0  a king
//	 1  1  1  a queen
//
// So g0 marks the sliders. gB on an empty square is the en-passant target. Placement,
// castling rights (also of Chess960) and en passant take 32 bytes, one vector register.
// Boards can be compared with ==.
//
//	r n b q k b n r     g0 1 · 1 1 · 1 · 1   g1 · · 1 1 1 1 · ·   g2 · 1 · 1 1 · 1 ·
//	p p p p p p p p        · · · · · · · ·      1 1 1 1 1 1 1 1      · · · · · · · ·
//
// (The rooks have the code 001: they may still castle.)
//
// Eight occluded fills, one for each direction, take the four planes as generators and the
// empty squares as their common propagator. The result is 32 bitboards: for every square
// and direction the code of the first piece in the opposite direction. That is a [Vision].
// Attacks, checks, pins, discovered checks and other sets follow from it by a few logical
// operations on whole sets, without a loop over pieces. [Board.DistinctRooks] keeps the targets
// of two rooks apart, and [Board.Sources] maps a target back to the piece that attacks it.
//
// Pins and checks follow from the squares that see a king along d, which the king would
// attack if it were a queen. If a slider also attacks such a square in the opposite
// direction, the square is on the line between king and slider. In a check all squares
// between them are empty; in a pin the only such square is the blocker's.
//
//	K · · P · · r      the rook's attacks going west meet the squares that see K
//	  1 1 1            going east, on P alone: P is pinned
//	      1 1 1
//
// If you need other sets than [Board.Threats] has, see [Board.Legality], [Board.AttacksByKind]
// and [Board.BothThreats]. A board is four words, which Go keeps in registers. A [Vision] is
// 288 bytes and is set in place.
//
// Three rules hold for every set in this package. Attacks include squares that the
// attacker's own pieces occupy, so they are also the defended squares. Pinned pieces attack
// like others. A slider's attacks include the first blocker of either colour.
//
// The quad-bitboard and its fill are by Gerd Isenberg ("Multiple Kogge-Stone-Fills", 24
// August 2004), based on the fills of Steffan Westcott ("Re: flood fill attack bitboards",
// Computer Chess Club, 15 September 2002).
package quad

//go:generate go run -C ../asm ./dispatch
//go:generate go run -C ../asm -tags purego . quad
//go:generate go run -C ../asm ./dispatch
