package formats

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// RightOf returns the rook, as a set, that a letter of FEN's castling field selects. It returns 0 if
// there is no such rook, or if a rook on the same side of the king has the right already.
func RightOf(b *quad.Board, letter byte) uint64 {
	side, home := quad.White, squares.Rank1
	if letter >= 'a' {
		side, home = quad.Black, squares.Rank8
	}
	king := b.Pieces(side, quad.King)
	if king&home == 0 || king&(king-1) != 0 {
		return 0
	}
	rooks := b.Pieces(side, quad.Rook) & home
	west, east := rooks&(king-1), rooks&^(king-1)
	var rook uint64
	switch c := letter &^ 0x20; c {
	case 'K':
		if east != 0 {
			rook = 1 << (bits.Len64(east) - 1)
		}
	case 'Q':
		rook = west & -west
	default:
		rook = rooks & (squares.FileA << (c - 'A'))
	}
	wing := east
	if rook&west != 0 {
		wing = west
	}
	if wing&b.CastlingRooks() != 0 {
		return 0
	}
	return rook
}

// PlaceTarget sets the en-passant target of p to a square if a legal capture exists there. It
// reports whether the square is on the wrong rank.
func PlaceTarget(p *movegen.Position, sq int) (bad bool) {
	if sq>>3 != 5-3*int(p.Side) {
		return true
	}
	if p.Board.EnPassantCapturers(1<<sq) != 0 {
		p.Board.Set(sq, quad.EnPassantTarget)
	}
	return false
}
