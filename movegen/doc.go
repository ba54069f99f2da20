// Package movegen implements the rules of chess and Chess960: positions, FEN, legal
// moves, SAN, hash keys and static exchange evaluation.
//
// A [Position] is a plain value: a [quad.Board] with the side to move and two clocks.
// You can compare positions with ==. [Position.Play] returns a new position, so you
// never have to undo moves.
//
//	p, err := movegen.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
//	for _, m := range p.AppendLegalMoves(nil) {
//		child := p.Play(m)
//		fmt.Println(m, child.CountLegal())
//	}
//
// A search keeps a [Node] for each ply. After [Node.Set] it can list the position's moves,
// either all of them or the captures first, and tell you which moves give check and which
// exchanges win material. [Position.PlayChange] plays a move and reports what has changed,
// for keys and evaluations that are kept up to date:
//
//	n := &stack[ply].node
//	n.Set(pos)
//	moves = n.AppendPieceMoves(moves[:0], movegen.AllMoves) // with the moved and the captured piece
//	for _, m := range moves {
//		pos.PlayChange(&stack[ply+1].pos, m.Move(), &stack[ply].change)
//		...
//	}
//
// If you have many positions, put them into a [Batch]. The functions with names that end in
// Batch can count, list, select and play moves for all of them in one call.
//
// # Rules of this package
//
// An en-passant target is stored only if there is a legal en-passant capture, so that
// positions do not differ by a target that has no effect on their moves. [ParseFEN]
// drops other targets.
//
// Functions expect positions as ParseFEN and Play return them: see [Position.Validate].
// For other positions (for example if a side has no king or the opponent is in check)
// the results are arbitrary unless a function documents them, but no function panics.
//
// # Method
//
// Only legal moves are generated. An opponent's slider on a line with the king gives check
// if no piece is between them; if there is a single piece between them, it is pinned. The
// check mask contains the squares where a move ends all checks. Danger contains the
// squares that the opponent attacks, seen through the king, which must not go there. Every
// other move is legal if its target is in the check mask and, for a pinned piece, on the
// pin's line. En passant removes two pieces from a rank at once, so it is tested on the
// resulting occupancy.
//
//	K · · P · · r     P is pinned: it may move between K and r, or capture r
//	K · · · · · r     check: other pieces must move between K and r, or capture r
//
// One routine serves both sides, because only pawns, castling and en passant depend on the side.
// The batches work differently: they first exchange ranks and colours for Black, so that pawns
// go north in all lanes of a register.
//
// # Many positions at once
//
// [CountLegalBatch] counts legal moves set-wise: in each direction at most one slider
// reaches a square, so the number of slider moves is a sum of population counts over eight
// directions, without a loop over pieces. The kernels process blocks of 64 (AVX-512), 32
// (AVX2) or 16 (NEON) positions. A block is transposed: each register holds one rank of all
// positions, with one byte for each. Then a walk over eight registers computes fills, the
// king's rays, pins, the check mask, danger, knights and pawns. The counts are added in
// bytes. A block can mix positions with White and Black to move. En passant and castling
// from unusual squares are rare, so they are added separately for each position.
// [LegalTargetsBatch] returns the sets that are counted.
//
// [AppendLegalMovesBatch] lists the moves in those sets. The sets are sparse: about 35 moves
// are in only 16 non-empty rows, where a row is a byte with 8 possible moves. The set for a
// direction is first transposed to lines: bytes with the squares along that direction, so
// that a slider moves towards the lowest bit. The source of a move is then the lowest own
// piece at or above the target:
//
//	file e, rank 8 first     · · · x x R · ·     moves of the rook on e3 to e5 and e4
//	own pieces               · · · · · R · P
//
// The kernels collect the non-empty rows, expand several of them to moves together, and
// look up squares by row and bit. Lists are in the order of these bits, so
// [SelectMoveBatch] can find move k by population counts.
//
// [AppendChildrenBatch] lists all moves in many positions and plays them, [PlayListsBatch]
// plays lists, and [PlayBatch] plays one move in each position. The kernels play four (AVX2)
// or eight (AVX-512) moves in parallel, one in each lane. To compute a plane of the child,
// they remove the move's two squares from the parent's plane, and add the target if the
// piece is in that plane.
//
// [CountTwoPlyBatch] counts the leaves two plies below positions. For most moves the number of
// replies can be computed from the position before the move. The replies to all these moves are
// added up together, by multiplying two counters for each square. The other moves are played.
// TWOPLY.md says which moves these are and why the count is exact.
//
// # Backwards
//
// [Position.AppendUnmoves] lists the moves that could have led to a position, for retrograde
// analysis and proof games. [Position.Unplay] takes such a move back.
package movegen

//go:generate go run -C ../asm -tags purego . movegen
//go:generate go run -C ../asm -tags purego . twoply
//go:generate go run -C ../asm -tags purego . endings
//go:generate go run -C ../asm -tags purego . lists
//go:generate go run -C ../asm -tags purego . play
//go:generate go run -C ../asm ./dispatch
