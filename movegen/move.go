package movegen

import "github.com/koggestone/koggestone/quad"

// A Move is a move of a position in 16 bits: two squares and the type of the move.
// Moves of one position are comparable with ==. The zero Move is no move.
//
//	bits 0-5    from
//	bits 6-11   to; castling: the square of the rook
//	bits 12-15  0 ordinary, 1 double pawn push, 2 en passant, 3 castling,
//	            8 + [quad.Kind] of the new piece for promotions
type Move uint16

const (
	doublePush = 1 << 12
	enPassant  = 2 << 12
	castling   = 3 << 12
	promotion  = 8 << 12
)

// promotions are the kinds of promotion, as bits of a Move.
var promotions = [4]Move{
	promotion | Move(quad.Queen)<<12,
	promotion | Move(quad.Rook)<<12,
	promotion | Move(quad.Bishop)<<12,
	promotion | Move(quad.Knight)<<12,
}

// From returns the square that the piece leaves. For castling it is the king's square.
func (m Move) From() int { return int(m & 63) }

// To returns the square that the piece moves to. For castling it is the square of the rook:
// the king takes its rook.
func (m Move) To() int { return int(m >> 6 & 63) }

// IsCastling reports whether m castles.
func (m Move) IsCastling() bool { return m&^0xfff == castling }

// IsEnPassant reports whether m captures en passant.
func (m Move) IsEnPassant() bool { return m&^0xfff == enPassant }

// IsDoublePush reports whether m moves a pawn two squares.
func (m Move) IsDoublePush() bool { return m&^0xfff == doublePush }

// IsPromotion reports whether m promotes a pawn.
func (m Move) IsPromotion() bool { return m&promotion != 0 }

// Promotion returns the kind that a pawn becomes, or [quad.None] if m is not a promotion.
func (m Move) Promotion() quad.Kind {
	if !m.IsPromotion() {
		return quad.None
	}
	return quad.Kind(m >> 12 & 7)
}

// CastlingSquares returns the squares of king and rook after m, which must be castling. For
// other moves they are arbitrary.
func (m Move) CastlingSquares() (king, rook int) {
	king, rook = castlingFiles(m.From()&7, m.To()&7)
	return m.From()&^7 | king, m.From()&^7 | rook
}

// String returns m in UCI's notation: "e2e4", "e7e8q". Castling is the king's move, "e1g1",
// if king and rook are on their squares of standard chess. Otherwise it is king takes rook,
// "f1h1". The zero Move is "0000".
func (m Move) String() string {
	if m == 0 {
		return "0000"
	}
	to := m.To()
	if m.usualCastling() {
		to, _ = m.CastlingSquares()
	}
	text := quad.SquareName(m.From()) + quad.SquareName(to)
	if m.IsPromotion() {
		text += string(quad.MakePiece(quad.Black, m.Promotion()).Letter())
	}
	return text
}

// usualCastling reports whether m castles with king and rook on their squares of standard
// chess.
func (m Move) usualCastling() bool {
	file := m.To() & 7
	return m.IsCastling() && m.From()&7 == 4 && (file == 0 || file == 7)
}
