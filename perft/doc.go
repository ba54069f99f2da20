// Package perft counts the leaves of the tree of legal moves, the usual test of a
// move generator and a measure of its speed.
//
//	r, err := perft.Count(ctx, movegen.Start(), 6, perft.Options{})
//	fmt.Println(r.Nodes) // 119060324
//
// The tree is cut a few plies below the root. The subtrees go to the workers one
// at a time, and what these find is added up, so that the result is the same with
// any number of workers.
//
// # Modes
//
// [Single] plays every move. [Bulk] counts the moves of the last ply from sets of
// target squares, position by position. [Batch], the default on the assembly
// paths, gathers positions three plies above the leaves, plays all moves of some
// hundreds of them at once with movegen.AppendChildrenBatch, twice, and counts the
// moves of the positions one ply above the leaves, the leaf parents, some thousands
// at a time with movegen.CountLegalBatch.
//
// With [Options.Merge] the tree is walked breadth first, and equal positions of a
// ply (the same 256 bits of board, castling rights and en-passant target: no hash
// decides) are counted once, times the number of ways that lead to them, for as
// many plies as [Options.Memory] has room: some 45 bytes a position. Blocks of
// positions and the pieces of their index are used again from ply to ply, so that
// no garbage of theirs adds to the limit. [Result.Unique] tells how many there are.
//
// # Where the time goes
//
// In the mode Batch a leaf costs nothing, and what a leaf parent costs is counted.
// Below the start position to depth 7 there are 119,060,324 of them, with 26.8
// leaves each. On one thread of a 3 GHz Sapphire Rapids a leaf parent takes 11.4
// nanoseconds and about 70 instructions on AVX-512, 1.6 times as long as counting
// its moves:
//
//	                                  instructions      ns
//	counting its moves                          46     7.2
//	playing the move to it                      15     2.4
//	target sets of its own parent                2     0.6
//	adding up, copies, plies above,              7     1.2
//	moves that are played one by one
//
// The kernel that plays writes lists of moves, which keeps the shuffle port of the
// CPU busy, and then makes eight children at a time. In Batch mode on AVX2, where
// the moves are played one by one, a leaf parent takes 25 nanoseconds, and in
// [Bulk] mode 48.
//
// # Kinds of moves
//
// With [Options.Stats] the moves of the last ply are counted by kind, as the usual
// tables do. A move may be of several kinds.
//
//   - Captures: a piece is taken, en passant included.
//   - En passant: a pawn is taken by a pawn that does not go to its square.
//   - Castles: king and rook move together.
//   - Promotions: a pawn becomes a piece, each of the four counted.
//   - Checks: the opponent's king is attacked after the move.
//   - Discovered checks: it is attacked, and by no piece that has moved. With
//     castling both king and rook have moved; a promoted pawn has moved as well.
//   - Double checks: two pieces attack it.
//   - Mates: it is attacked, and the opponent has no legal move.
package perft
