// Package raylist is a second move generator, for checking package movegen. It is a
// single loop over single steps, and its only branch is the jump back to its start.
// Therefore the two generators share neither code nor method. [Compare] compares
// the legal moves that both find in a position.
//
// The method is H.G. Muller's, discussed with Gerd Isenberg on 22 and 23 February
// 2006. A position consists of a mailbox of piece numbers with guards around the
// board, a list of the square of each piece, and a list of rays, one for each
// direction of each piece:
//
//	· · · ^ · · ·       a rook has 4 rays, a bishop 4, a queen 8;
//	· · · | · · ·       a king or knight 8 of a single step each;
//	< - - R - > p       a pawn 3: its push and its two captures
//	· · · | · · ·
//	· · · v · · ·
//
// Each ray contains its step, its piece, the next ray, and a mask. The mask selects
// the pieces that the ray must not land on, and whether it slides. Each iteration of
// the loop takes one step:
//
//	y := x + step                        // the next square of the ray
//	store from and y                     // whether it is a move or not
//	end of list += board[y]&mask&0xf0 == 0
//	k := all bits if the ray ends at y   // otherwise 0
//	ray ^= (ray ^ next) & k              // the next ray, or the same one
//	x = y ^ (y^start)&k                  // the square of its piece, or y
//
// [Position.Do] unlinks the rays of a captured piece, and [Position.Undo] links them again, so
// that the list always holds the rays of the pieces on the board.
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
//     move, because XOR turns the code of an empty square into both colours.
//   - Every piece owns eight slots for rays. A pawn that promotes uses more of
//     them, and its rays are linked anew; undoing the move restores the rays of the pawn.
//   - The next ray is chosen by mask arithmetic, because Go compiles no conditional
//     move for a value that becomes the address of a load.
//
// # Around the loop
//
// Double steps, en passant, castling (including Chess960) and promotions follow
// the loop in plain code. A move is legal if the king cannot be captured after
// it. To find out, the generator makes the move and searches all lines from the
// king's square. There are 16 piece numbers a side: [New] returns an error for
// positions with more pieces. [Position.Perft] counts the leaves of a tree.
//
// # How fast
//
// The proposal estimated 5 to 7 cycles for each turn of the loop. Measured on a Xeon it
// takes 16 or 17, because a turn cannot start before the previous one ends. In a search two
// nested loops with branches are more than twice as fast, because consecutive positions are
// similar and the processor predicts where a ray ends.
package raylist
