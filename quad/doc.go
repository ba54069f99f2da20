// Package quad holds a whole position in four bitboards and tells all that its
// pieces see.
//
// A [Board] has four bits a square, spread over four planes. Three bits are the
// code of what stands there, the fourth is set for black:
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
// so that g0 marks the sliders. gB alone, on an empty square, is the en-passant
// target. Placement, castling rights (of Chess960, too) and en
// passant are 32 bytes, one vector register; boards compare with ==.
//
//	r n b q k b n r     g0 1 . 1 1 . 1 . 1   g1 . . 1 1 1 1 . .   g2 . 1 . 1 1 . 1 .
//	p p p p p p p p        . . . . . . . .      1 1 1 1 1 1 1 1      . . . . . . . .
//
// (the rooks there are 001: they may still castle.)
//
// Eight occluded fills, one a direction, each with the four planes as its
// generators and the empty squares as their common propagator, give 32
// bitboards: for every square and every direction the code of the first piece
// that one meets looking back. That is a [Vision]. Attacks, checks, pins,
// discovered checks and the rest follow from it by a few logical operations on
// whole sets, with no loop over pieces.
//
// What concerns kings follows from looking at them: the squares that see a king
// along d are those that it would see as a queen. Where they meet the attacks of
// sliders that come the other way, only that square lies between king and slider:
// it is empty in a check, and holds the blocker in a pin.
//
//	K . . P . . r      the rook's attacks going west meet the squares that see K
//	  1 1 1            going east, on P alone: P is pinned
//	      1 1 1
//
// An engine that has its own sets makes a board of them by [Pack] and asks for its
// [Threats], for its [Legality], for its [AttacksByKind], or for the
// [BothThreats] of the two sides. A board is four words, which Go keeps in registers; a [Vision] is 288
// bytes and is set in place.
//
// Three rules hold for every set in this package. Attacks include squares that
// the attacker's own pieces occupy (so that they are also the defended squares).
// Pinned pieces attack like others. A slider's attacks include the first
// blocker of either colour.
//
// The quad-bitboard and its fill are Gerd Isenberg's ("Multiple Kogge-Stone-Fills",
// 24 August 2004), on the fills of Steffan Westcott ("Re: flood fill attack
// bitboards", Computer Chess Club, 15 September 2002).
package quad
