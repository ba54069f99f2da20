package movegen

import (
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// A Position is a board, the side to move and the two clocks of FEN. You can compare
// positions with ==; [Position.Same] ignores the clocks. The zero Position is an empty
// board, which is not valid.
//
// If a struct embeds both a Position and a [quad.Bitboards], Board is ambiguous, because it is a
// field of Position and a method of Bitboards. Embed only one of them, and make the other a
// named field.
//
// Most methods have pointer receivers, because copying a position that has just been written
// takes longer than some methods. Play, CountLegal, AppendLegalMoves and the methods that
// read or write text have value receivers, so that you can call them on results such as
// b.At(i).FEN() and p.Play(m).CountLegal().
type Position struct {
	Board quad.Board // pieces, castling rights, en-passant target
	Side  quad.Color // the side to move

	// HalfMoves counts the plies since the last capture or pawn move. FullMoves is the move
	// number, 1 at the start of a game. Both stop at 65535.
	HalfMoves, FullMoves uint16
}

// Start returns the start position of chess.
func Start() Position {
	return Position{
		Board: quad.Board{
			G0: 0xad000000000000ad,
			G1: 0x3cff00000000ff3c,
			G2: 0x5a0000000000005a,
			GB: 0xffff000000000000,
		},
		FullMoves: 1,
	}
}

// Same reports whether p and q have the same board, castling rights, en-passant
// target and side to move, as required for a repetition.
func (p *Position) Same(q Position) bool {
	return p.Board == q.Board && p.Side == q.Side
}

// String returns a picture of the board, as [quad.Board.String] draws it, with the FEN
// below it.
func (p Position) String() string { return p.Board.String() + "\n" + p.FEN() }

// Repetitions returns how often key, the key of a position, is in earlier, the keys of the
// positions before it, latest last. It only compares the last halfMoves of them, the plies
// since the last capture or pawn move: see [Position.HalfMoves]. A draw by threefold
// repetition needs 2. Different positions can have the same key, but [Position.Same]
// compares positions exactly.
//
// Null moves count as plies like other moves. Therefore two null moves in a row repeat the
// position two plies before, although a game needs four plies for that, and a position before a
// null move can be repeated after it. If your search does not want this, set HalfMoves of the
// child to 0 after [Position.PlayNull], so that no position before the null move is compared.
func Repetitions(key uint64, earlier []uint64, halfMoves int) int {
	n := 0
	// Only every other position has the same side to move.
	for i := 2; i <= len(earlier) && i <= halfMoves; i += 2 {
		if earlier[len(earlier)-i] == key {
			n++
		}
	}
	return n
}

// FromBitboards converts an engine's own bitboards to a position with side to move, and
// with the clocks as at the start of a game. It drops an en-passant target if side cannot
// legally capture there. It does not check bb: see [quad.Bitboards.Validate] and
// [Position.Validate].
func FromBitboards(bb *quad.Bitboards, side quad.Color) Position {
	// The board stays in registers. If it were part of a Position, it would go through memory.
	b := bb.Board()
	if target := b.EnPassant(); target != 0 {
		rank := squares.Rank6 >> (24 & blackMask(side))
		if b.EnPassantCapturers(target&rank) == 0 {
			b.GB &^= target
		}
	}
	return Position{Board: b, Side: side & 1, FullMoves: 1}
}
