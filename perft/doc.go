// Package perft counts the leaves of the tree of legal moves, the usual test of a
// move generator and a measure of its speed.
//
//	r, err := perft.Count(ctx, movegen.Start(), 6, perft.Options{})
//	fmt.Println(r.Nodes) // 119060324
//
// Workers count subtrees that begin a few plies below the root, and the counts are added
// up. The result does not depend on the number of workers.
//
// # Modes
//
// [ModeSingle] plays every move. [ModeBulk] counts the moves of the last ply from sets of
// target squares, position by position. [ModeBatch] is the default where the kernels
// are assembly. It collects positions three plies above the leaves, and plays all
// moves of a few hundred of them with one call of movegen.AppendChildrenBatch.
// movegen.CountTwoPlyBatch then counts the leaves two plies below the children, without
// playing most of the moves. On the generic path these moves are played as well, and
// movegen.CountLegalBatch counts the moves of a few thousand positions with one call.
//
// # Merging
//
// With [Options.Merge] the tree is walked breadth first. Equal positions of a ply
// are stored once, with the number of ways that lead to them. Merging ends at the ply
// where look-ups would take more time than they save, or where [Options.Memory] is
// full. Positions are equal if the 256 bits of board, castling rights and en-passant
// target are equal; hashes only choose where to look. A position takes about 45 bytes.
// Plies reuse the memory of earlier plies, so that none of it becomes garbage, which a
// limit could not bound. [Result.Unique] is the number of different positions of each
// ply.
//
// A ply that does not fit in memory is merged in passes if that saves time. Each pass plays
// all moves of the ply before, keeps the positions of some groups, and counts below them.
//
// The ply below the last one that is stored is merged in part. Its parents are sorted into
// groups, by the pieces of the side that has just moved. The next move does not change these
// pieces unless it captures, so nearly all equal children come from one group of parents.
// Each worker merges the children of one group after the other in a table that fits in the
// caches. Equal positions whose last captures differ are not merged there: at ply 7 of the
// start position it counts 6 % more positions than there are.
//
// A [Checkpoint] stores the counts of parts of the last ply that is merged, so that a
// count can be stopped and resumed. The plies above it, a small part of the work, are
// merged again.
//
// [Expand] finds the positions of a ply, [CountWeighted] counts below positions that
// have weights. The module beam uses both to count a tree on many machines.
//
// # Where the time goes
//
// Leaves cost next to nothing, as they are only counted. Nearly all time goes into the
// positions one and two plies above them: into playing the moves that lead to them,
// and into counting their moves and replies. bench/ has the times of recorded runs.
//
// # Kinds of moves
//
// With [Options.Stats] the moves of the last ply are also counted by kind, with the
// definitions of the usual tables. A move may be of several kinds.
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
