// Package movegen plays chess: positions, FEN, legal moves, SAN, and what an
// engine wants around them, for chess and Chess960.
//
// A [Position] is a plain value, a [quad.Board] with a side to move and two
// clocks. Positions compare with ==, and [Position.Play] returns a new one: there
// is nothing to undo.
//
//	p, err := movegen.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
//	for _, m := range p.AppendLegalMoves(nil) {
//		child := p.Play(m)
//		fmt.Println(m, child.CountLegal())
//	}
//
// # Method
//
// Only legal moves are generated. An opponent's slider on a line of the king gives check
// if no piece is between them; a single piece between them is pinned. The check mask is the
// set of squares where a move ends all checks. Danger is the set of squares that the
// opponent attacks, seen through the king, which the king must not enter. Every other move is
// legal if its target is in the check mask and, for a pinned piece, on the line of the
// pin. En passant removes two pieces from a rank at once, so it is tested on the resulting
// occupancy.
//
//	K . . P . . r     P is pinned: it has the squares up to and with r
//	K . . . . . r     check: a move must end on them
//
// For Black the ranks are mirrored first, so that there is one routine, in which pawns
// move north.
//
// # Many positions at once
//
// [CountLegalBatch] counts the legal moves of a [Batch] set-wise: in one direction
// a square is the target of at most one slider, so the number of slider moves is a
// sum of population counts over eight directions, with no loop over pieces. The
// kernels process blocks of 64 (AVX-512), 32 (AVX2) or 16 (NEON) positions, transposed so
// that a register holds one rank of each of them, one byte for each position. Fills, the
// king's rays, pins, the check mask, danger, knights and pawns are then walks over eight
// registers. The counts are added in bytes, with both colours mixed. En passant and castling
// from unusual squares, which are rare, are added position by position.
// [LegalTargetsBatch] returns the sets that are counted.
//
// [AppendLegalMovesBatch] lists the moves of those sets. Sets are sparse: about 35 moves are
// in 16 rows, bytes of 8 possible moves, that are not empty. A set of a direction is
// stored as lines first: bytes of squares along that direction, in which a slider moves
// towards the lowest bit. Its source is then the lowest own piece at or above the target:
//
//	file e, rank 8 first     . . . x x R . .     moves of the rook on e3 to e5 and e4
//	own pieces               . . . . . R . P
//
// The kernels collect the rows that are not empty, expand several at once to moves, and
// look up squares by row and bit. The order of a list is the order of these bits, so that
// [SelectMoveBatch] finds move k by population counts.
//
// [AppendChildrenBatch] lists all moves of many positions and plays them:
// [AppendPlayedBatch] plays lists, and [PlayBatch] one move of each position. The kernels
// play four (AVX2) or eight (AVX-512) moves side by side, one in each lane. A plane of a child
// is the parent's plane without the two squares of the move, plus the target square if the
// plane has the piece.
//
// [CountTwoPlyBatch] counts the leaves two plies below positions. The replies to most
// moves follow from the position before the move, and are added up for all such moves
// together: one product of counters of squares. TWOPLY.md defines these moves and
// proves the count; [Position.ExplainTwoPly] lists the moves of a position. The other
// moves are played.
//
// # Rules of this package
//
// An en-passant target is stored only if a legal en-passant capture exists, so
// positions in which the same moves can be played compare equal. [ParseFEN]
// drops other targets.
//
// Functions expect positions as ParseFEN and Play give them. For others (a side
// without a king, the opponent in check) the results are arbitrary, except where a
// function says what they are; none panics.
package movegen
