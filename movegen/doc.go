// Package movegen implements the rules of chess and Chess960: positions, FEN, legal
// moves, SAN, hash keys and static exchange evaluation (SEE), for one position or for
// thousands in one call.
//
//	you have             you want                                 call
//	a FEN                a position, and back                     ParseFEN, Position.FEN
//	a position           its legal moves, their number            Position.AppendLegalMoves, Position.CountLegal
//	                     the position after a move                Position.Play
//	                     moves as text (UCI, SAN), and back       Move.String, Position.ParseMove, SAN, ParseSAN
//	a search             moves by kind; in check? legal? mated?   Node.AppendPieceMoves, InCheck, IsLegal, HasLegalMove
//	                     the value of an exchange                 Node.SEEAtLeast, Node.SEE
//	                     what a move changes, and the new keys    Position.PlayChange, Change
//	                     repetitions                              Repetitions
//	many positions       numbers of moves, lists, one move each   CountLegalBatch, AppendLegalMovesBatch, SelectMoveBatch
//	                     the positions after moves                PlayBatch, AppendChildrenBatch, PlayListsBatch
//	                     checks, mates and draws                  StatusBatch
//	                     the targets of moves as sets             LegalTargetsBatch
//	a puzzle             the moves that could have led to it      Position.AppendUnmoves, Position.Unplay
//	one piece            the squares that it attacks              RookAttacksFrom, KnightAttacksFrom, PawnAttacksFrom
//
// # One position
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
// # A search
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
//		pos.PlayChange(&stack[ply+1].pos, m.Move(), &stack[ply+1].change)
//		...
//	}
//
// # Many positions
//
// If you have many positions, put them into a [Batch]. The functions with names that end in
// Batch can count, list, select and play moves for all of them in one call. A batch can mix
// positions with White and Black to move. It is best to have at least 64 positions, because
// the kernels work on blocks; with fewer than 8 to 12, calls for one position are faster.
//
//	var b movegen.Batch
//	b.Append(p)
//	counts := make([]uint16, b.Len())
//	movegen.CountLegalBatch(counts, &b) // counts[i] is the number of legal moves of position i
//
// # Rules of this package
//
// Only legal moves are generated. An en-passant target is stored only if there is a legal
// en-passant capture, so that positions do not differ by a target that has no effect on
// their moves. [ParseFEN] drops other targets.
//
// Functions expect positions as ParseFEN and Play return them: see [Position.Validate].
// For other positions (for example if a side has no king or the opponent is in check)
// the results are arbitrary unless a function documents them, but no function panics.
//
// TWOPLY.md beside this file explains how [CountTwoPlyBatch] counts two plies at once. The
// method of the other kernels is described in the source, above the functions that call them.
package movegen

//go:generate go run -C ../asm -tags purego . movegen
//go:generate go run -C ../asm -tags purego . twoply
//go:generate go run -C ../asm -tags purego . endings
//go:generate go run -C ../asm -tags purego . lists
//go:generate go run -C ../asm -tags purego . play
//go:generate go run -C ../asm ./dispatch
