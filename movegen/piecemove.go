package movegen

import "github.com/koggestone/koggestone/quad"

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
