package quad

import (
	"strconv"

	"github.com/koggestone/koggestone"
)

// A Kind is the three-bit code of a piece without its colour: bit p is in plane p.
//
//	None 0, CastlingRook 1, Pawn 2, Bishop 3, Knight 4, Rook 5, King 6, Queen 7
//
// CastlingRook is a rook that may still castle. As an argument, Rook means all rooks,
// whether they may castle or not, unless the documentation says otherwise.
//
// The planes determine this order, not the values: bishops come before knights, and kings before
// queens. [Kind.Order] returns the usual order. If you need another numbering, use a table, for
// example pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5:
//
//	var number = [8]int{quad.Pawn: 0, quad.Knight: 1, quad.Bishop: 2,
//		quad.CastlingRook: 3, quad.Rook: 3, quad.Queen: 4, quad.King: 5}
type Kind uint8

// The eight codes of a [Kind].
const (
	None Kind = iota
	CastlingRook
	Pawn
	Bishop
	Knight
	Rook
	King
	Queen
)

var kindNames = [8]string{"nothing", "castling rook", "pawn", "bishop", "knight", "rook", "king", "queen"}

// String returns the name of the kind in lower case: "pawn", "castling rook",
// and "nothing" for None.
func (k Kind) String() string {
	if k > Queen {
		return "Kind(" + strconv.Itoa(int(k)) + ")"
	}
	return kindNames[k]
}

// Order returns a number that orders kinds by their usual value: None 0, Pawn 1, Knight 2,
// Bishop 3, Rook and CastlingRook 4, Queen 5, King 6. Knights come before bishops, as in
// captures by the least valuable piece first.
func (k Kind) Order() int {
	k.check()
	return int(0x56423140 >> (4 * k) & 15)
}

// Plain returns k, but Rook for CastlingRook. If you index a table by plain kinds, it needs no
// entry for CastlingRook. Plain panics if k is not a kind.
func (k Kind) Plain() Kind {
	k.check()
	return Kind(uint32(0x76543250) >> (4 * k) & 15)
}

// check panics if k is not a code of a kind.
func (k Kind) check() {
	if k > Queen {
		badKind(k)
	}
}

//go:noinline
func badKind(k Kind) { panic("quad: expected one of the eight kinds, found " + k.String()) }

// A Piece is a four-bit code for what is on a square: the Kind, plus 8 if the piece is
// black. The value 8, black without a piece, is the en-passant target.
type Piece uint8

// The sixteen codes of a square.
const (
	NoPiece           = Piece(None)
	WhiteCastlingRook = Piece(CastlingRook)
	WhitePawn         = Piece(Pawn)
	WhiteBishop       = Piece(Bishop)
	WhiteKnight       = Piece(Knight)
	WhiteRook         = Piece(Rook)
	WhiteKing         = Piece(King)
	WhiteQueen        = Piece(Queen)

	EnPassantTarget   = black | NoPiece
	BlackCastlingRook = black | WhiteCastlingRook
	BlackPawn         = black | WhitePawn
	BlackBishop       = black | WhiteBishop
	BlackKnight       = black | WhiteKnight
	BlackRook         = black | WhiteRook
	BlackKing         = black | WhiteKing
	BlackQueen        = black | WhiteQueen

	black = Piece(8)
)

// MakePiece returns the piece of colour c and kind k.
func MakePiece(c Color, k Kind) Piece { return Piece(c&1)<<3 | Piece(k&7) }

// Kind returns the kind of p, None for NoPiece and EnPassantTarget.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// Plain returns p, but a plain rook if p is a rook that may castle. It panics if p is above 15.
func (p Piece) Plain() Piece {
	checkPiece(p)
	return Piece(uint64(0xfedcbad876543250) >> (4 * p) & 15)
}

// Color returns the colour of p, White for NoPiece and Black for EnPassantTarget.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// letters contains FEN's letters, with '.' for an empty square and '*' for an
// en-passant target.
const letters = ".RPBNRKQ*rpbnrkq"

// Letter returns the piece's letter in FEN, upper case for white. Both rook codes have the
// same letter. The letter is '.' for NoPiece, '*' for EnPassantTarget and '?' for values
// above 15.
func (p Piece) Letter() byte {
	if p > BlackQueen {
		return '?'
	}
	return letters[p]
}

// PieceFromLetter returns the piece for a letter of FEN, and whether the letter is in
// PNBRQKpnbrqk. R and r are WhiteRook and BlackRook.
func PieceFromLetter(letter byte) (Piece, bool) {
	for _, p := range [...]Piece{WhitePawn, WhiteBishop, WhiteKnight, WhiteRook, WhiteKing, WhiteQueen} {
		switch letter {
		case letters[p]:
			return p, true
		case letters[p|black]:
			return p | black, true
		}
	}
	return NoPiece, false
}

// String returns colour and kind, as in "black bishop". It returns "nothing" for NoPiece
// and "en-passant target" for EnPassantTarget.
func (p Piece) String() string {
	switch {
	case p > BlackQueen:
		return "Piece(" + strconv.Itoa(int(p)) + ")"
	case p == NoPiece:
		return kindNames[None]
	case p == EnPassantTarget:
		return "en-passant target"
	}
	return p.Color().String() + " " + p.Kind().String()
}

// A Color is a side. This package only uses its lowest bit.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// Forward returns the direction of c's pawn moves: North for White, South for Black.
func (c Color) Forward() koggestone.Direction {
	return koggestone.North - koggestone.Direction(c&1)*4
}

// String returns "white" or "black".
func (c Color) String() string {
	switch c {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return "Color(" + strconv.Itoa(int(c)) + ")"
}

// mask returns no squares for White and all squares for Black. black ^ c.mask() contains
// the squares where black has no piece of colour c.
func (c Color) mask() uint64 { return -uint64(c & 1) }
