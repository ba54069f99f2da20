package movegen

import "github.com/koggestone/koggestone/quad"

// A Board is a position without its side to move and clocks: four planes, see package
// quad. It was an array.
type Board [4]uint64

// The planes of a Board by index.
const (
	G0 = iota
	G1
	G2
	GB
)

// Occupied returns the squares where a piece stands.
func (b Board) Occupied() uint64 { return b[G0] | b[G1] | b[G2] }

// EnPassant returns the en-passant target as a set: gB where no piece stands.
// Of a valid board it holds one square or none.
func (b Board) EnPassant() uint64 { return b[GB] &^ b.Occupied() }

// Black returns the squares of the black pieces, gB without an en-passant target.
func (b Board) Black() uint64 { return b[GB] & b.Occupied() }

// White returns the squares of the white pieces.
func (b Board) White() uint64 { return b.Occupied() &^ b[GB] }

// ByColor returns the squares of the pieces of colour c.
func (b Board) ByColor(c quad.Color) uint64 { return b.Occupied() & (b[GB] ^ ^blackMask(c)) }

// Pawns returns the pawns of both colours.
func (b Board) Pawns() uint64 { return b[G1] &^ (b[G0] | b[G2]) }

// Knights returns the knights of both colours.
func (b Board) Knights() uint64 { return b[G2] &^ (b[G0] | b[G1]) }

// Bishops returns the bishops of both colours.
func (b Board) Bishops() uint64 { return b[G0] & b[G1] &^ b[G2] }

// Rooks returns the rooks of both colours, those that may castle included.
func (b Board) Rooks() uint64 { return b[G0] &^ b[G1] }

// Queens returns the queens of both colours.
func (b Board) Queens() uint64 { return b[G0] & b[G1] & b[G2] }

// Kings returns the kings of both colours.
func (b Board) Kings() uint64 { return b[G1] & b[G2] &^ b[G0] }

// Diagonal returns the bishops and queens of both colours.
func (b Board) Diagonal() uint64 { return b[G0] & b[G1] }

// Orthogonal returns the rooks and queens of both colours.
func (b Board) Orthogonal() uint64 { return b[G0] & (b[G2] | ^b[G1]) }

// ByKind returns the squares of both colours' pieces of kind k: Rook means all
// rooks, CastlingRook those that may still castle, None the empty squares.
func (b Board) ByKind(k quad.Kind) uint64 {
	if k == quad.Rook {
		return b.Rooks()
	}
	return ^((b[G0] ^ -uint64(k&1)) | (b[G1] ^ -uint64(k>>1&1)) | (b[G2] ^ -uint64(k>>2&1)))
}

// Pieces returns the squares of the pieces of colour c and kind k, and nothing
// for None. Rook means all rooks, CastlingRook those that may still castle.
func (b Board) Pieces(c quad.Color, k quad.Kind) uint64 { return b.ByKind(k) & b.ByColor(c) }

// At returns what stands on square sq, EnPassantTarget included.
func (b Board) At(sq int) quad.Piece {
	return quad.Piece(b[G0]>>sq&1 | b[G1]>>sq&1<<1 | b[G2]>>sq&1<<2 | b[GB]>>sq&1<<3)
}
