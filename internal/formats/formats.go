// Package formats decodes binary training data: Stockfish's .bin and .binpack, marlinformat,
// viriformat and bulletformat. It encodes records of the last three.
package formats

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A Row is a position with its move, score and result. It has the same fields as
// training.Entry.
type Row struct {
	Position movegen.Position
	Move     movegen.Move // castling is king takes rook; 0 if there is none
	Score    int16        // for the side to move
	Ply      uint16
	Result   int8 // for the side to move: 1, 0 or -1
}

// How movegen encodes the type of move in bits 12 to 15, without promotions.
const (
	doublePush = 1
	enPassant  = 2
	castling   = 3
)

// A moveType is how Stockfish's formats encode the type of move.
type moveType uint8

const (
	normalMove moveType = iota
	promotionMove
	castlingMove
	enPassantMove
)

// Promotions are the kinds that pawns can promote to, as all formats number them.
var Promotions = [4]quad.Kind{quad.Knight, quad.Bishop, quad.Rook, quad.Queen}

// stockfishMove returns a move that is encoded as in Stockfish's formats, where castling is king
// takes rook. It does not recognise double pushes, because that needs the board.
func stockfishMove(from, to int, kind moveType, promotion int) movegen.Move {
	if from == to {
		return 0
	}
	m := movegen.Move(from | to<<6)
	switch kind {
	case promotionMove:
		return m | movegen.Move(8+Promotions[promotion&3])<<12
	case castlingMove:
		return m | castling<<12
	case enPassantMove:
		return m | enPassant<<12
	}
	return m
}

// markDoublePush marks an ordinary move as a double push if it moves a pawn by two squares.
func (row *Row) markDoublePush() {
	m := row.Move
	if d := m.To() - m.From(); m>>12 == 0 && (d == 16 || d == -16) && row.Position.Board.Pawns()>>m.From()&1 != 0 {
		row.Move |= doublePush << 12
	}
}

// RightOf returns the rook that a letter in FEN's castling field selects, as a set. If there is no
// such rook, or if a rook on the same side of the king already has the right, it returns 0.
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

// PlaceTarget sets p's en-passant target to a square if there is a legal capture. It reports
// whether the square is on the wrong rank.
func PlaceTarget(p *movegen.Position, sq int) (bad bool) {
	if sq>>3 != 5-3*int(p.Side) {
		return true
	}
	if p.Board.EnPassantCapturers(1<<sq) != 0 {
		p.Board.Set(sq, quad.EnPassantTarget)
	}
	return false
}
