// Package raylist generates moves in another way than package movegen, with which
// it shares no code: by one loop over single steps, whose only branch is its own
// end. It is a second opinion. [Compare] asks both for the moves of a position.
//
// The method is H.G. Muller's, discussed with Gerd Isenberg on 22 and 23 February
// 2006. A position is a mailbox with guards around the board, which holds piece numbers; a list of
// where each piece stands; and a list of rays, one for each direction of each
// piece:
//
//	. . . ^ . . .       a rook has 4 rays, a bishop 4, a queen 8;
//	. . . | . . .       a king or knight 8 of a single step each;
//	< - - R - > p       a pawn 3: its push and its two captures
//	. . . | . . .
//	. . . v . . .
//
// Each ray has its step, its piece, the next ray, and a mask that tells what it
// must not land on and whether it slides. A turn of the loop takes one step:
//
//	y := x + step                        // the next square of the ray
//	store from and y                     // whether it is a move or not
//	end of list += board[y]&mask&0xf0 == 0
//	k := all bits if the ray ends at y   // else none
//	ray ^= (ray ^ next) & k              // the next ray, or this one again
//	x = y ^ (y^start)&k                  // from its piece, or from y on
//
// Making a move unlinks the rays of a captured piece, and unmaking links them
// again, so that the list always holds the rays of what is on the board.
//
// # Repairs
//
// As proposed, the loop generates wrong moves. These are the differences:
//
//   - A capture ends a ray. A slider that is only tested for what it must not land
//     on runs on through the piece that it has captured.
//   - The list has a dummy head. Ray 0 cannot be both the first ray and the end of
//     the list.
//   - Colours are tested by a mask for each side, not by an XOR with the side to
//     move: XOR turns the code of an empty square, 0x40, into both colours. The
//     contents of a square are 0x10 to 0x1f and 0x20 to 0x2f (white and black
//     pieces), 0x40 (empty) and 0x80 (off the board), a bit of the high nibble for
//     each. A mask's high nibble has the bits of what the ray must not land on: 0x90
//     for a white piece, 0xa0 for a black one, for a pawn's push 0xb0, for its
//     captures 0xd0 and 0xe0. The flags are in its low nibble.
//   - Every piece owns eight slots for rays. A pawn that promotes uses more of
//     them, and its rays are linked anew; undoing puts the pawn's back.
//   - The next ray is chosen by mask arithmetic: Go compiles no conditional move
//     for a value that becomes the address of a load.
//
// Two more are for speed. A ray is a word of four bytes, and the loop chooses
// between the words of this ray and the next, so that the next ray is loaded while
// the board is still being read. To choose the slot first and load its ray then
// takes 19 cycles a turn instead of 16. The mask k is computed by shift, AND and
// decrement; a comparison (SETcc), widened and negated, takes 17.
//
// # The board
//
// The mailbox is 16 by 16, with the board in a corner: rank*16 + file. Adding a
// step to a byte wraps around within it, so that a square is on the board if it
// has no bit of 0x88, no step leads out of the array, and Go needs no bounds check.
// A board of 10 by 12 would be 136 bytes smaller and need one.
//
// # Around the loop
//
// Double steps, en passant, castling (of Chess960, too) and promotions follow
// the loop in plain code. A move is legal if the king cannot be captured after
// it, which is found by making it and looking from the king's square along all
// lines. Piece numbers end at 16 a side: [New] refuses positions with more.
// [Position.Perft] counts trees, [Position.Stats] by kinds of moves.
//
// # What the compiler makes of it
//
// On amd64 generate has one conditional jump, back to the loop's start, one SETEQ
// for the end of the list, and no call or bounds check. A turn is 46 instructions.
// TestCompiledLoop reads the compiler's listing; make raylist-loop prints it.
//
// # What it shows
//
// Measured by this package's benchmarks with Go 1.26 on a shared virtual machine
// (Intel Xeon with AMX, about 2.6 GHz by a chain of multiplications; cycles are
// time by that clock, not counted). Games are 600 unrelated positions of 32 pieces
// and less, a tree is 600 positions at ply 2 from one root, in order of search.
//
//	                                 proposal's    branchless      two nested loops
//	                                  estimate   games    tree      games    tree
//	turns per move                               1.9      2.1       1.9      2.1
//	cycles per turn                    5 to 7    17       16        19       7
//	million pseudo-legal moves/s       300       86       82        78       187
//	the same at 2 GHz                  300       62       60        56       138
//	bytes                              1024      1464     1464      1464     1464
//
// The estimate counts instructions that run side by side. But a turn cannot start
// before the last one ends: whether to go on along the ray hangs on the board's
// byte, which hangs on the square, which hangs on the ray. That chain, an addition,
// a load of 5 cycles and about 8 cycles of mask arithmetic and extraction, is
// the 16 or 17 cycles; nearly every second turn gives no move.
//
// The plain loops do not wait: the processor guesses where a ray ends and goes on.
// On unrelated positions it guesses wrong often enough for them to lose by a
// tenth. In a tree, where one position is much like the last, it guesses right and
// they are more than twice as fast. (That it is the guesses is inferred: it is the
// same code on other data, and there were no hardware counters to ask.) So the
// branchless loop wins where branches cannot be foreseen, and a search is not
// such a place.
//
// The bytes are the mailbox (256) and two sides of 604: 129 rays of 4, of which
// 72 are in use at the start, and 88 for the piece list and links.
//
// Legal moves are made and tested one by one here, which takes some twenty times as long
// as in movegen, which knows pins and checks.
package raylist
