package movegen

import "github.com/koggestone/koggestone/quad"

// A Move is packed into 16 bits: two squares and the type of move. You can compare moves in
// one position with ==. The zero Move is not a move.
//
//	bits 0-5    from
//	bits 6-11   to; castling: the square of the rook, which identifies the move in Chess960
//	bits 12-15  0 ordinary, 1 double pawn push, 2 en passant, 3 castling,
//	            8 + [quad.Kind] of the new piece for promotions
//
// The methods treat castling as a king move. [Move.To] returns the square that the king goes
// to, as for other moves. [Move.RookFrom] and [Move.RookTo] return the rook's squares:
//
//	          From  To  RookFrom  RookTo
//	O-O       e1    g1  h1        f1
//	O-O-O     e1    c1  a1        d1
//
// A Move does not contain the piece. For example, IsLegal can accept a killer move although
// another piece makes it in the new position. A [PieceMove] also contains the pieces.
type Move uint16

const (
	doublePush = 1 << 12
	enPassant  = 2 << 12
	castling   = 3 << 12
	promotion  = 8 << 12
)

// promotions lists the pieces that a pawn can become, as bits in a Move.
var promotions = [4]Move{
	promotion | Move(quad.Queen)<<12,
	promotion | Move(quad.Rook)<<12,
	promotion | Move(quad.Bishop)<<12,
	promotion | Move(quad.Knight)<<12,
}

// From returns the square that the piece leaves. For castling it is the king's square.
func (m Move) From() int { return int(m & 63) }

// To returns the square that the piece moves to. For castling it is the king's target, on the
// c-file or g-file. In Chess960 this can be the king's own square, or a square with a rook.
func (m Move) To() int {
	if m.IsCastling() {
		return m.kingTo()
	}
	return m.square()
}

// RookFrom returns the square of the castling rook. If m is another move, the result is
// arbitrary.
func (m Move) RookFrom() int { return m.square() }

// RookTo returns the rook's square after castling. If m is another move, the result is
// arbitrary.
func (m Move) RookTo() int {
	if m>>6&7 > m&7 {
		return int(m&56 | 5)
	}
	return int(m&56 | 3)
}

// kingTo returns the king's square after castling.
func (m Move) kingTo() int {
	if m>>6&7 > m&7 {
		return int(m&56 | 6)
	}
	return int(m&56 | 2)
}

// square returns bits 6 to 11 of m.
func (m Move) square() int { return int(m >> 6 & 63) }

// IsCastling reports whether m castles.
func (m Move) IsCastling() bool { return m&^0xfff == castling }

// IsEnPassant reports whether m captures en passant.
func (m Move) IsEnPassant() bool { return m&^0xfff == enPassant }

// IsDoublePush reports whether m moves a pawn two squares.
func (m Move) IsDoublePush() bool { return m&^0xfff == doublePush }

// IsPromotion reports whether m promotes a pawn.
func (m Move) IsPromotion() bool { return m&promotion != 0 }

// Promotion returns the kind that a pawn promotes to, or [quad.None] if m is not a promotion.
func (m Move) Promotion() quad.Kind {
	if !m.IsPromotion() {
		return quad.None
	}
	return quad.Kind(m >> 12 & 7)
}

// String formats m for UCI: "e2e4", "e7e8q". Castling is the king's move, "e1g1", if king
// and rook are on their standard squares, and otherwise king takes rook, "f1h1". The zero
// Move is "0000".
func (m Move) String() string {
	if m == 0 {
		return "0000"
	}
	to := m.square()
	if m.usualCastling() {
		to = m.kingTo()
	}
	text := quad.SquareName(m.From()) + quad.SquareName(to)
	if m.IsPromotion() {
		text += string(quad.MakePiece(quad.Black, m.Promotion()).Letter())
	}
	return text
}

// usualCastling reports whether m castles with king and rook on their standard squares.
func (m Move) usualCastling() bool {
	file := m.RookFrom() & 7
	return m.IsCastling() && m.From()&7 == 4 && (file == 0 || file == 7)
}
