// Package raylist is a second move generator, for checking package movegen. The
// two share no code and no method: this one is a single loop over single steps,
// and its only branch is the loop's own. [Compare] compares the legal moves that
// the two find in a position.
//
// The method is H.G. Muller's, discussed with Gerd Isenberg on 22 and 23 February
// 2006. A position consists of a mailbox of piece numbers with guards around the
// board, a list of the square of each piece, and a list of rays, one for each
// direction of each piece:
//
//	. . . ^ . . .       a rook has 4 rays, a bishop 4, a queen 8;
//	. . . | . . .       a king or knight 8 of a single step each;
//	< - - R - > p       a pawn 3: its push and its two captures
//	. . . | . . .
//	. . . v . . .
//
// Each ray has its step, its piece, the next ray, and a mask of what it must not
// land on and whether it slides. A turn of the loop takes one step:
//
//	y := x + step                        // the next square of the ray
//	store from and y                     // whether it is a move or not
//	end of list += board[y]&mask&0xf0 == 0
//	k := all bits if the ray ends at y   // otherwise 0
//	ray ^= (ray ^ next) & k              // the next ray, or the same one
//	x = y ^ (y^start)&k                  // the square of its piece, or y
//
// Making a move unlinks the rays of a captured piece, and unmaking it links them
// again, so the list always holds the rays of the pieces on the board.
//
// # Repairs
//
// As proposed, the loop generates wrong moves. These are the differences:
//
//   - A capture ends a ray. In the proposal a slider continues through the piece
//     that it has captured.
//   - The list has a dummy head. Ray 0 cannot be both the first ray and the end of
//     the list.
//   - Each side tests colours with its own masks, not by an XOR with the side to
//     move: XOR turns the code of an empty square, 0x40, into both colours. The
//     contents of a square are 0x10 to 0x1f (white pieces), 0x20 to 0x2f (black
//     pieces), 0x40 (empty) and 0x80 (off the board), so each has its own bit in
//     the high nibble. The high nibble of a mask has the bits of what the ray must
//     not land on: 0x90 for a white piece, 0xa0 for a black one, 0xb0 for the push
//     of a pawn, 0xd0 and 0xe0 for its captures. The low nibble contains the flags.
//   - Every piece owns eight slots for rays. A pawn that promotes uses more of
//     them, and its rays are linked anew; undoing restores the rays of the pawn.
//   - The next ray is chosen by mask arithmetic: Go compiles no conditional move
//     for a value that becomes the address of a load.
//
// Two more differences are for speed. A ray is a word of four bytes, and the loop
// chooses between the words of this ray and the next, so the next ray is loaded
// while the board is still being read. Choosing the slot first and then loading its
// ray takes 19 cycles a turn instead of 16. The mask k is computed by shift, AND
// and decrement; with a comparison (SETcc), widened and negated, a turn takes 17.
//
// # The board
//
// The mailbox is 16 by 16, with the board in a corner: rank*16 + file. Squares are
// bytes, so adding a step wraps around within the array, and Go needs no bounds
// check. A square is on the board if it has no bit of 0x88. A board of 10 by 12
// would be 136 bytes smaller, but would need a bounds check.
//
// # Around the loop
//
// Double steps, en passant, castling (including Chess960) and promotions follow
// the loop in plain code. A move is legal if the king cannot be captured after
// it. To find out, the generator makes the move and searches all lines from the
// king's square. There are 16 piece numbers a side: [New] returns an error for
// positions with more pieces. [Position.Perft] counts the leaves of a tree, and
// [Position.Stats] also counts the last moves by kind.
//
// # What the compiler makes of it
//
// On amd64 generate has one conditional jump, back to the start of the loop, one
// SETEQ for the end of the list, and no call or bounds check. A turn takes 46
// instructions. TestCompiledLoop checks the compiler's listing; make raylist-loop
// prints it.
//
// # What it shows
//
// Measured by this package's benchmarks with Go 1.26 on a shared virtual machine
// (Intel Xeon with AMX, about 2.6 GHz by a chain of multiplications; cycles are
// the measured time multiplied by that clock rate). Games are 600 unrelated
// positions with up to 32 pieces. A tree is 600 positions two plies below one root,
// in the order of a search.
//
//	                                 proposal's    branchless      two nested loops
//	                                  estimate   games    tree      games    tree
//	turns per move                               1.9      2.1       1.9      2.1
//	cycles per turn                    5 to 7    17       16        19       7
//	million pseudo-legal moves/s       300       86       82        78       187
//	the same at 2 GHz                  300       62       60        56       138
//	bytes                              1024      1464     1464      1464     1464
//
// The estimate assumes that instructions run in parallel. But a turn cannot start
// before the previous one ends: whether the ray continues depends on the byte of
// the board, that byte on the square, and the square on the ray. This chain takes
// the 16 or 17 cycles: an addition, a load of 5 cycles, and about 8 cycles of mask
// arithmetic and extraction. Nearly every second turn produces no move.
//
// The nested loops do not wait: the processor predicts where a ray ends. On
// unrelated positions it mispredicts often enough to make them a tenth slower. In a
// tree, where consecutive positions are similar, it predicts well, and they are more
// than twice as fast. (That branch prediction is the cause is inferred: the code is
// the same and only the data differ. No hardware counters were available.) So the
// branchless loop is faster where branches are unpredictable, and in a search they
// are not.
//
// The bytes are the mailbox (256) and two sides of 604 each: 129 rays of 4 bytes,
// with 72 rays in use at the start of a game, and 88 bytes for the piece list and
// links.
//
// Here each legal move is made and tested separately. This takes about twenty times
// as long as movegen, which computes pins and checks first.
package raylist
