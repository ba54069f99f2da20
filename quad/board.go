package quad

import (
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// A Board is a position without the side to move and the clocks. It has four bits for each
// square, in the four planes g0, g1, g2 and gB; the package comment lists the codes. The
// zero Board is empty. Any 256 bits are a Board, and every function accepts any Board.
// [Board.Validate] reports whether you can play on it.
//
// It is a struct because Go can keep four words in registers, even in function calls, but
// would copy an array through memory.
type Board struct {
	G0, G1, G2 uint64 // the kind of piece; G0 marks the sliders
	GB         uint64 // black pieces, and the en-passant target
}

// The indices of the planes in arrays and slices.
const (
	PlaneG0 = iota
	PlaneG1
	PlaneG2
	PlaneGB
)

// Planes returns the four planes as an array, in the order G0, G1, G2, GB.
func (b Board) Planes() [4]uint64 { return [4]uint64{b.G0, b.G1, b.G2, b.GB} }

// planes returns b as an array, in place. Fields that all have one type have no padding.
func (b *Board) planes() *[4]uint64 { return (*[4]uint64)(unsafe.Pointer(b)) }

// Occupied returns the squares with a piece.
func (b Board) Occupied() uint64 { return b.G0 | b.G1 | b.G2 }

// Empty returns the squares without a piece. They include an en-passant target.
func (b Board) Empty() uint64 { return ^b.Occupied() }

// EnPassant returns the en-passant target as a set: gB on squares without a piece. A
// valid board has at most one such square.
func (b Board) EnPassant() uint64 { return b.GB &^ b.Occupied() }

// Black returns the squares of the black pieces, gB without an en-passant target.
func (b Board) Black() uint64 { return b.GB & b.Occupied() }

// White returns the squares of the white pieces.
func (b Board) White() uint64 { return b.Occupied() &^ b.GB }

// ByColor returns the squares that c's pieces occupy.
func (b Board) ByColor(c Color) uint64 { return b.Occupied() & (b.GB ^ ^c.mask()) }

// Pawns returns the pawns of both colours.
func (b Board) Pawns() uint64 { return b.G1 &^ (b.G0 | b.G2) }

// Knights returns the knights of both colours.
func (b Board) Knights() uint64 { return b.G2 &^ (b.G0 | b.G1) }

// Bishops returns the bishops of both colours.
func (b Board) Bishops() uint64 { return b.G0 & b.G1 &^ b.G2 }

// Rooks returns the rooks of both colours, including rooks that may castle.
func (b Board) Rooks() uint64 { return b.G0 &^ b.G1 }

// CastlingRooks returns the rooks of both colours that may still castle.
func (b Board) CastlingRooks() uint64 { return b.G0 &^ (b.G1 | b.G2) }

// Queens returns the queens of both colours.
func (b Board) Queens() uint64 { return b.G0 & b.G1 & b.G2 }

// Kings returns the kings of both colours.
func (b Board) Kings() uint64 { return b.G1 & b.G2 &^ b.G0 }

// Sliders returns the bishops, rooks and queens of both colours.
func (b Board) Sliders() uint64 { return b.G0 }

// Diagonal returns the bishops and queens of both colours.
func (b Board) Diagonal() uint64 { return b.G0 & b.G1 }

// Orthogonal returns the rooks and queens of both colours.
func (b Board) Orthogonal() uint64 { return b.G0 & (b.G2 | ^b.G1) }

// ByKind returns where both colours have pieces of kind k. Rook means all rooks,
// CastlingRook only rooks that may still castle, and None the empty squares. It panics if k
// is not a kind.
func (b Board) ByKind(k Kind) uint64 {
	k.check()
	if k == Rook {
		return b.Rooks()
	}
	return b.match(k)
}

// Pieces returns where colour c has pieces of kind k, and the empty set if k is None. Rook
// means all rooks, but CastlingRook only rooks that may still castle. It panics if k is not
// a kind.
func (b Board) Pieces(c Color, k Kind) uint64 { return b.ByKind(k) & b.ByColor(c) }

// match returns the squares where b has code k.
func (b Board) match(k Kind) uint64 {
	return ^((b.G0 ^ -uint64(k&1)) | (b.G1 ^ -uint64(k>>1&1)) | (b.G2 ^ -uint64(k>>2&1)))
}

// Attacks returns all squares that the pieces of colour c attack. It returns the same set
// as [Vision.Attacks], in less time.
func (b Board) Attacks(c Color) uint64 {
	own := b.ByColor(c)
	return koggestone.SliderAttacks(b.Diagonal()&own, b.Orthogonal()&own, b.Empty()) | b.leaps(own, c)
}

// leaps returns the squares that the pawns, knights and kings in own attack. own is a set of
// c's pieces.
func (b Board) leaps(own uint64, c Color) uint64 {
	return squares.KnightAttacks(b.Knights()&own) | squares.KingAttacks(b.Kings()&own) | pawnAttacks(b.Pawns()&own, c)
}

// pawnAttacks returns the squares that c's pawns attack: the neighbours on the rank in
// front of them. It selects the colour by a conditional move, because steps in a variable
// direction are slower.
func pawnAttacks(pawns uint64, c Color) uint64 {
	front := pawns >> 8
	if c&1 == 0 {
		front = pawns << 8
	}
	return front<<1&squares.NotFileA | front>>1&squares.NotFileH
}

// At returns the code of square sq, which may be EnPassantTarget. It panics if sq is not 0
// to 63.
func (b Board) At(sq int) Piece {
	checkSquare(sq)
	return Piece(b.G0>>sq&1 | b.G1>>sq&1<<1 | b.G2>>sq&1<<2 | b.GB>>sq&1<<3)
}

// Set replaces the code of square sq by p. It panics if sq is not 0 to 63 or p is above 15.
func (b *Board) Set(sq int, p Piece) {
	checkSquare(sq)
	checkPiece(p)
	b.G0 = b.G0&^(1<<sq) | uint64(p&1)<<sq
	b.G1 = b.G1&^(1<<sq) | uint64(p>>1&1)<<sq
	b.G2 = b.G2&^(1<<sq) | uint64(p>>2&1)<<sq
	b.GB = b.GB&^(1<<sq) | uint64(p>>3&1)<<sq
}

// Generators returns the four planes as generators of a fill. The last is gB without the
// en-passant target, because that would fill the empty squares.
func (b Board) Generators() [4]uint64 {
	return [4]uint64{b.G0, b.G1, b.G2, b.Black()}
}

// checkSquare panics unless sq is on the board. It calls no function, so that At is inlined.
func checkSquare(sq int) {
	if uint(sq) > 63 {
		panic(badSquare(sq))
	}
}

func checkPiece(p Piece) {
	if p > BlackQueen {
		badPiece(p)
	}
}

// A badSquare is a number that is not a square, as the value of a panic.
type badSquare int

func (sq badSquare) Error() string {
	return "quad: expected a square from 0 to 63, found " + strconv.Itoa(int(sq))
}

//go:noinline
func badPiece(p Piece) { panic("quad: expected one of the sixteen pieces, found " + p.String()) }

// MirrorFiles returns b with the files in reverse order: a and h, b and g, c and f, d and e
// change places. Attacks are mirrored, but castling is not: a king that castles to the
// c-file would have to castle to the f-file, which the rules do not allow.
func (b Board) MirrorFiles() Board { return b.each(koggestone.MirrorFiles) }

// FlipRanks returns b with the ranks in reverse order. Pawns then move in the wrong
// direction, but [Board.FlipColors] returns the same position with the sides exchanged.
//
// If your engine has a8 as bit 0, you do not need it. Instead call your white pieces Black
// and your black pieces White, in [Pack], [Bitboards] and all [Color] arguments. This
// package then sees the same position with the sides exchanged, and returns all sets in your
// engine's own mapping.
func (b Board) FlipRanks() Board { return b.each(koggestone.FlipRanks) }

// ReverseSquares returns b turned by 180 degrees, to convert between this package's
// boards and boards with a1 as the most significant bit.
func (b Board) ReverseSquares() Board { return b.each(koggestone.ReverseSquares) }

// FlipColors returns the same position with the sides exchanged: each piece changes its
// colour and moves to the other side of the line between ranks 4 and 5. Files do not
// change. All moves are preserved, including castling and en passant.
func (b Board) FlipColors() Board {
	b.GB ^= b.Occupied()
	return b.FlipRanks()
}

func (b Board) each(f func(uint64) uint64) Board {
	return Board{f(b.G0), f(b.G1), f(b.G2), f(b.GB)}
}

// String returns a picture of b, eighth rank first. Below it are the rooks that may castle
// and the en-passant target:
//
//	r . . . k . . r
//	p p p . . p p p
//	. . . . . . . .
//	. . . P p . . .
//	. . . . . . . .
//	. . . . . . . .
//	P P P . . P P P
//	R . . . K . . R
//	castling rooks: a1, h1, a8
//	en passant: e6
func (b Board) String() string {
	text := make([]byte, 0, 8*16+64)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			p := b.At(8*rank + file)
			if p == EnPassantTarget {
				p = NoPiece
			}
			text = append(text, p.Letter(), ' ')
		}
		text[len(text)-1] = '\n'
	}
	if rooks := b.CastlingRooks(); rooks != 0 {
		text = append(text, "castling rooks: "+squareNames(rooks)+"\n"...)
	}
	if target := b.EnPassant(); target != 0 {
		text = append(text, "en passant: "+squareNames(target)+"\n"...)
	}
	return string(text[:len(text)-1])
}

// SquareName returns the name of square sq, "a1" for 0, "h8" for 63.
func SquareName(sq int) string {
	if uint(sq) > 63 {
		return "square " + strconv.Itoa(sq)
	}
	return allSquares[2*sq : 2*sq+2]
}

// allSquares contains the names of all squares, one after the other.
const allSquares = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4" +
	"a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8"

// ParseSquare returns the square with the given name, and whether there is one:
// a letter a to h and a digit 1 to 8.
func ParseSquare(name string) (sq int, ok bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return 0, false
	}
	return int(name[1]-'1')*8 + int(name[0]-'a'), true
}

// squareNames lists the squares in set, a1 first: "a1, h1".
func squareNames(set uint64) string {
	var names []byte
	for ; set != 0; set &= set - 1 {
		if names != nil {
			names = append(names, ", "...)
		}
		names = append(names, SquareName(bits.TrailingZeros64(set))...)
	}
	return string(names)
}
