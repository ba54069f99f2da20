// Package raylist is a second move generator, to check package movegen. It is a single loop over
// single steps with no branch except the jump back to its start, so that the two generators share
// neither code nor method. [Compare] compares the legal moves that both find in a position.
//
// Each iteration takes one step along a ray, which is one direction of one piece:
//
//	y := x + step                        // the next square of the ray
//	store from and y                     // whether it is a move or not
//	end of list += board[y]&mask&0xf0 == 0
//	k := all bits if the ray ends at y   // otherwise 0
//	ray ^= (ray ^ next) & k              // the next ray, or the same one
//	x = y ^ (y^start)&k                  // the square of its piece, or y
//
// The method is H.G. Muller's, discussed with Gerd Isenberg on 22 and 23 February 2006. A position
// is a mailbox of piece numbers with guards around the board, a list with the square of each piece,
// and a linked list of rays. A rook has 4 rays, a bishop 4, a queen 8, a king or knight 8 of a
// single step, and a pawn 3, for its push and its two captures:
//
//	· · · ^ · · ·
//	· · · | · · ·     A ray contains its step, its piece, the next ray and a mask. The mask
//	< - - R - > p     selects the pieces that the ray must not land on, and whether it slides.
//	· · · v · · ·
//
// [Position.Do] unlinks the rays of a captured piece, and [Position.Undo] links them again, so
// that the list always contains the rays of the pieces on the board.
//
// In its original form, the loop generates wrong moves. These are the repairs:
//
//   - A capture ends a ray. In the proposal a slider continues through the piece that it has captured.
//   - The list has a dummy head, because ray 0 cannot be both the first ray and the end of the list.
//   - Each side tests colours with its own masks, because an XOR with the side to move turns the
//     code of an empty square into both colours.
//   - Every piece owns eight slots, so that a pawn that promotes has room for the rays of a queen.
//     Undoing the move restores its own.
//   - Mask arithmetic chooses the next ray, because Go compiles no conditional move for a value that
//     becomes the address of a load.
//
// Double steps, en passant, castling (including Chess960) and promotions follow the loop in plain
// code. A move is legal if the king cannot be captured after it: the generator makes the move,
// searches all lines from the king's square, and takes the move back. A side has only 16 piece
// numbers, so [New] returns an error for positions with more pieces.
//
// The proposal estimated 5 to 7 cycles for an iteration. Measured on a Xeon it takes 16 or 17,
// because an iteration cannot start before the previous one ends. In a search, two nested loops
// with branches are more than twice as fast, because consecutive positions are similar and the
// processor predicts where a ray ends.
package raylist
