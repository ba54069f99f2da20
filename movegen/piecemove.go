package movegen

import (
	"slices"
	"unsafe"

	"github.com/koggestone/koggestone/quad"
)

// A PieceMove is a [Move] with its pieces, for an engine that orders moves and keeps tables
// of them:
//
//	bits 0-15   the Move
//	bits 16-21  the square on which the piece lands, as [Move.To] returns it
//	bits 22-24  the kind that moves, as [Position.Moved] returns it
//	bits 25-27  the kind that it captures, as [Position.Captured] returns it
//
// [Node.AppendPieceMoves] lists them, which is faster than asking for the pieces of each move.
type PieceMove uint32

// PieceMove returns the legal move m with its pieces, for example a move from a hash table.
func (p *Position) PieceMove(m Move) PieceMove {
	return PieceMove(m) | PieceMove(m.To())<<16 | PieceMove(p.Moved(m))<<22 | PieceMove(p.Captured(m))<<25
}

// Move returns m without its pieces.
func (m PieceMove) Move() Move { return Move(m) }

// From returns the square that the piece leaves.
func (m PieceMove) From() int { return int(m & 63) }

// To returns the square that the piece moves to. For castling it is the king's target.
func (m PieceMove) To() int { return int(m >> 16 & 63) }

// Moved returns the kind that moves, Pawn for promotions and King for castling.
func (m PieceMove) Moved() quad.Kind { return quad.Kind(m >> 22 & 7) }

// Captured returns the kind that m captures, or [quad.None].
func (m PieceMove) Captured() quad.Kind { return quad.Kind(m >> 25 & 7) }

// PieceTo returns Moved and To as one number below 512, 64*Moved + To, to index a table of
// the history of moves.
func (m PieceMove) PieceTo() int { return int(m >> 16 & 511) }

// IsNoisy reports whether m captures or promotes.
func (m PieceMove) IsNoisy() bool { return m&(7<<25|promotion) != 0 }

// AppendPieceMoves appends the moves of [Node.Append] with their pieces.
func (n *Node) AppendPieceMoves(dst []PieceMove, s Selection) []PieceMove {
	// The moves are listed in the upper half of the room, and each PieceMove is written below
	// the moves that are not yet read.
	moves := n.Append(upperHalf(dst), s)
	dst = slices.Grow(dst, len(moves))
	return n.appendPieces(dst, moves)
}

// upperHalf returns the upper half of the room after dst as an empty list. It has room for as
// many moves as dst.
func upperHalf(dst []PieceMove) []Move {
	room := cap(dst) - len(dst)
	if room == 0 {
		return nil
	}
	start := unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), 4*len(dst)+2*room)
	return unsafe.Slice((*Move)(start), room)[:0]
}

// appendPiecesGeneric appends moves with the kinds of the planes, in which all rooks are plain.
func appendPiecesGeneric(dst []PieceMove, moves []Move, g0, g1, g2 uint64) []PieceMove {
	for _, m := range moves {
		from, to := m&63, m>>6&63
		moved := g0>>from&1 | g1>>from&1<<1 | g2>>from&1<<2
		captured := g0>>to&1 | g1>>to&1<<1 | g2>>to&1<<2
		if m >= enPassant && m < promotion {
			captured = uint64(quad.Pawn)
			if m >= castling {
				captured, to = 0, Move(m.kingTo())
			}
		}
		dst = append(dst, PieceMove(m)|PieceMove(uint64(to)|moved<<6|captured<<9)<<16)
	}
	return dst
}

func (n *Node) appendPieces(dst []PieceMove, moves []Move) []PieceMove {
	sliders := n.diagonal | n.Rooks
	return appendPiecesGeneric(dst, moves, sliders, n.Pawns|n.diagonal|n.Kings, n.Knights|n.Rooks|n.Queens|n.Kings)
}
