// Package quad represents a whole position as four bitboards, and computes attacks, checks,
// pins and other sets for all pieces of a board at once.
//
//	you want                                              call
//	five sets for legal moves: checkers, pins, danger     Legality.Set
//	also attacks by kind and checking squares: 17 sets    Threats.Set
//	attacks, pins and checks of both sides                BothThreats.Set
//	the first piece seen from each square                 Vision.Set, and its methods for other sets
//	all squares that a side attacks                       Board.Attacks, Board.AttacksByKind
//	the same for thousands of boards                      ThreatsBatch, AttacksBatch, VisionBatch
//
// All of them need a [Board], which [Pack] makes of your bitboards:
//
//	b := quad.Pack(pawns, knights, bishops, rooks, queens, kings, black)
//	var t quad.Threats
//	t.Set(b, us) // t.Attacked, t.Danger, t.Checkers, t.CheckMask, t.Pinned ...
//
// For one position in a search, package movegen's Node or your own look-ups are usually faster.
// [Threats] is worth a call from Go if you use most of its 17 sets, and so is [Legality] for all
// five of its sets, but look-ups find checkers and pins alone faster. docs/engines.md says more.
//
// # Boards
//
// A [Board] has four bits for each square, one in each of four planes. Three bits are the
// code of the piece, and the fourth is set if the piece is black:
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
// castling rights (also in Chess960) and en passant take 32 bytes together, which is
// one vector register. You can compare boards with ==. A board is four words, which Go can
// keep in registers.
//
//	r n b q k b n r     g0 1 · 1 1 · 1 · 1   g1 · · 1 1 1 1 · ·   g2 · 1 · 1 1 · 1 ·
//	p p p p p p p p        · · · · · · · ·      1 1 1 1 1 1 1 1      · · · · · · · ·
//
// (The rooks have the code 001, because they may still castle.)
//
// # Method
//
// Eight occluded fills, one for each direction, use the four planes as generators and the empty
// squares as their common propagator. The result is 32 bitboards: for every square and
// direction they contain the code of the first piece in the opposite direction. That is a
// [Vision]. From it you get attacks, checks, pins, discovered checks and other sets by a few
// logical operations on whole sets, without a loop over pieces. [Board.DistinctRooks] keeps the
// targets of two rooks apart, and [Board.Sources] maps a target back to the piece that attacks
// it.
//
// Pins and checks follow from the squares that see a king along d, which the king would
// attack if it were a queen. If a slider also attacks such a square in the opposite
// direction, the square is on the line between king and slider. In a check, all squares
// between them are empty. In a pin, the only such square is the blocker's square.
//
//	K · · P · · r      the rook's attacks going west meet the squares that see K
//	  1 1 1            going east, on P alone: P is pinned
//	      1 1 1
//
// # Rules of this package
//
// Three rules hold for every set. Attacks include squares with the attacker's own pieces, so
// they also contain what is defended. Pinned pieces attack like others. A slider's attacks
// include the first blocker of either colour.
//
// The functions that compute sets accept any board, even without kings. A [Vision] has 288 bytes,
// so it is better to set it in place than to return it.
//
// The quad-bitboard and its fill are by Gerd Isenberg ("Multiple Kogge-Stone-Fills", 24
// August 2004), based on the fills of Steffan Westcott ("Re: flood fill attack bitboards",
// Computer Chess Club, 15 September 2002).
package quad

//go:generate go run -C ../asm ./dispatch
//go:generate go run -C ../asm -tags purego . quad
//go:generate go run -C ../asm ./dispatch
