// Package perft counts the leaves of the tree of legal moves, which is the usual way to
// test a move generator and to measure its speed.
//
//	r, err := perft.Count(ctx, movegen.Start(), 6, perft.Options{})
//	fmt.Println(r.Nodes) // 119060324
//
// Workers count subtrees that begin a few plies below the root, and their counts are added
// up. The result does not depend on the number of workers.
//
// # Modes
//
// [ModeSingle] plays every move. [ModeBulk] counts the moves of the last ply from sets of
// target squares, position by position. [ModeBatch] is the default if the kernels are
// assembly. It collects positions three plies above the leaves, and plays all moves of a
// few hundred of them with one call of movegen.AppendChildrenBatch. Then
// movegen.CountTwoPlyBatch counts the leaves two plies below the children, without
// playing most of the moves. On the generic path it plays these moves instead, and
// movegen.CountLegalBatch counts the moves of a few thousand positions with one call.
//
// # Merging
//
// With [Options.Merge] the tree is walked breadth first. Equal positions of a ply are stored
// once, with the number of ways that lead to them. Merging ends at the ply where look-ups
// would take more time than they save, or where [Options.Memory] is full. Positions are equal
// if the 256 bits of board, castling rights and en-passant target are equal; hashes only
// choose where to look. A position takes about 45 bytes. Plies reuse the memory of earlier
// plies, because otherwise this memory would become garbage and could exceed the limit until
// it is collected. [Result.Unique] contains the number of different positions in each ply.
//
// If a ply does not fit in memory, it is merged in several passes if that saves time. Each pass
// plays all moves of the ply before, stores the positions of some groups, and counts the leaves
// below them.
//
// The ply after the last stored ply is merged only in part. Its parents are sorted into groups by
// the pieces of the side that has just moved. The next move does not change these pieces unless
// it captures, so nearly all equal children come from the same group of parents. Each worker
// merges the children of one group after the other in a table that fits in the caches. If equal
// positions come from different captures, they are not merged there. For example, at ply 7 of the
// start position this table contains 6 % more positions than there are.
//
// [Expand] returns the positions of a ply, and [CountWeighted] counts the leaves below positions
// with weights. With both, the module beam can count a tree on many machines.
//
// # Where the time goes
//
// Leaves cost next to nothing, because they are only counted. Nearly all time is spent on
// positions one and two plies above them: on playing the moves that lead to these positions,
// and on counting their moves and replies. The record in bench/ contains measured times.
//
// # Kinds of moves
//
// With [Options.Stats] the moves of the last ply are also counted by kind, as in the
// usual tables. A move can have several kinds.
//
//   - Captures: a piece is taken, en passant included.
//   - En passant: a pawn takes a pawn and goes to another square than its victim's.
//   - Castles: king and rook move in one move.
//   - Promotions: a pawn becomes another piece. Each of the four choices is a move.
//   - Checks: the opponent's king is attacked after the move.
//   - Discovered checks: the king is attacked, but not by a piece that has moved. After
//     castling both king and rook have moved. A promoted pawn has also moved.
//   - Double checks: two pieces attack the king.
//   - Mates: the king is attacked, and the opponent has no legal move.
package perft
