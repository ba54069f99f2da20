package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/quad"
)

// keys contains a number for each of the sixteen codes that a square can have (see
// [quad.Piece]). These codes include castling rights and the en-passant target, so these
// need no other numbers. sideKey is the number for Black to move. The numbers come from
// splitmix64 (Guy Steele, Doug Lea and Christine Flood, 2014) with seed 0, in the order of
// code and square. An empty square has the number 0 and does not use up a number.
var keys, sideKey = zobrist()

func zobrist() (keys [16][64]uint64, side uint64) {
	state := uint64(0)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		return mix(state)
	}
	side = next()
	for code := range keys {
		if code == int(quad.NoPiece) {
			continue
		}
		for sq := range keys[code] {
			keys[code][sq] = next()
		}
	}
	return
}

// mix maps each number to another one. It is the finishing step of splitmix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Key hashes the board, castling rights, en-passant target and side to move (Albert
// Zobrist, 1970), which [Position.Same] also compares. It is stable within a major version
// of this package. Key reads all pieces; if you follow a line of moves, use
// [Position.PlayChange] instead.
func (p *Position) Key() uint64 { return keyOf(&p.Board, p.Side) }

func keyOf(b *quad.Board, side quad.Color) (key uint64) {
	g0, g1, g2, gb := b.G0, b.G1, b.G2, b.GB
	for x := g0 | g1 | g2 | gb; x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x)
		key ^= keys[g0>>sq&1|g1>>sq&1<<1|g2>>sq&1<<2|gb>>sq&1<<3][sq]
	}
	if side != quad.White {
		key ^= sideKey
	}
	return key
}

// PieceKey returns the number for a piece on square sq, 0 to 63. With White to move, a position's key is
// the XOR of the numbers for all squares, with the codes that [quad.Board.At] returns:
//
//	for sq := range 64 {
//		key ^= movegen.PieceKey(b.At(sq), sq)
//	}
//
// With Black to move, the key also contains [SideKey]. The codes include rooks that may castle and the
// en-passant target. An empty square has the number 0. You can also use the numbers for other keys,
// for example a key of only the minor pieces. It panics if p is above 15.
func PieceKey(p quad.Piece, sq int) uint64 { return keys[p][sq] }

// SideKey returns the number for Black to move: see [PieceKey].
func SideKey() uint64 { return sideKey }

// NonPawnKey hashes c's pieces other than pawns, for a correction history. It is the XOR of their
// numbers ([PieceKey]), with plain rooks for rooks that may castle. If you follow a line of moves,
// use [Change.NonPawnKeys].
func (p *Position) NonPawnKey(c quad.Color) (key uint64) {
	b := &p.Board
	for x := b.ByColor(c) &^ b.Pawns(); x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x)
		key ^= keys[plainRooks[codeAt(b, sq)]][sq]
	}
	return key
}

// PawnKey hashes only the pawns on both sides. Use it to index a pawn structure table.
func (p *Position) PawnKey() (key uint64) {
	for _, piece := range [...]quad.Piece{quad.WhitePawn, quad.BlackPawn} {
		for x := p.Board.Pieces(piece.Color(), quad.Pawn); x != 0; x &= x - 1 {
			key ^= keys[piece][bits.TrailingZeros64(x)]
		}
	}
	return key
}
