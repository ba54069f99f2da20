package records

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// parseFEN returns the position of a FEN of four to six fields, valid or not. A FEN that
// [movegen.ParseFEN] accepts is valid. Any other text must have the form of a FEN. Castling
// rights and en-passant targets that are impossible are left out, and the validity is the
// reason.
func parseFEN(text []byte) (p movegen.Position, l columns.Validity, err error) {
	if p.UnmarshalText(text) == nil {
		return p, columns.Valid, nil
	}
	return parseForm(text)
}

//go:noinline
func parseForm(text []byte) (p movegen.Position, l columns.Validity, err error) {
	line := stringOf(text) // errors copy the text that they quote
	board, rest, err := quad.ParsePlacement(line)
	if err != nil {
		return p, 0, err
	}
	var fields [6]string
	n := 1
	for start, end := fen.Next(rest, 0); start < end; start, end = fen.Next(rest, end) {
		if n == len(fields) {
			return p, 0, fmt.Errorf("FEN: %s after six fields, expected nothing", quote.Short(rest[start:end]))
		}
		fields[n] = rest[start:end]
		n++
	}
	p = movegen.Position{Board: board, FullMoves: 1}
	switch black, ok := fen.Black(fields[1]); {
	case !ok:
		return p, 0, fieldError("side to move", fields[1], fen.SideExpected)
	case black:
		p.Side = quad.Black
	}
	badRight, err := setRights(&p, fields[2])
	if err != nil {
		return p, 0, err
	}
	badTarget, err := setTarget(&p, fields[3])
	if err != nil {
		return p, 0, err
	}
	for i, dst := range [...]*uint16{&p.HalfMoves, &p.FullMoves} {
		if field := fields[4+i]; field != "" {
			n, ok := fen.Clock(field)
			if !ok {
				return p, 0, fieldError([...]string{"half-move clock", "full-move number"}[i], field, fen.ClockExpected)
			}
			*dst = n
		}
	}
	return p, legalityWith(&p, badRight, badTarget), nil
}

// legalityWith returns the legality of p, which was written with a right or a target that
// it cannot have.
func legalityWith(p *movegen.Position, badRight, badTarget bool) columns.Validity {
	switch l := columns.ValidityOf(p); {
	case l != columns.Valid && l < columns.BadCastling:
		return l
	case badRight:
		return columns.BadCastling
	case l == columns.Valid && badTarget:
		return columns.BadEnPassant
	default:
		return l
	}
}

func fieldError(field, found, expected string) error {
	if found == "" {
		return fmt.Errorf("FEN: %s: missing, expected %s", field, expected)
	}
	return fmt.Errorf("FEN: %s: %s, expected %s", field, quote.Short(found), expected)
}

// setRights sets the castling rooks of p from a field of FEN, and reports whether the field
// contains an impossible right.
func setRights(p *movegen.Position, field string) (bad bool, err error) {
	if field == "-" {
		return false, nil
	}
	for i := range len(field) {
		if c := field[i] &^ 0x20; c != 'K' && c != 'Q' && (c < 'A' || c > 'H') {
			return false, fieldError("castling", field, "- or some of KQkq or files of rooks")
		}
	}
	if field == "" {
		return false, fieldError("castling", field, "- or some of KQkq or files of rooks")
	}
	for i := range len(field) {
		if rook := rightOf(&p.Board, field[i]); rook != 0 {
			p.Board.G2 &^= rook // a rook that may castle
		} else {
			bad = true
		}
	}
	return bad, nil
}

// rightOf returns the rook for a letter of the castling field, or 0 if it cannot castle or the
// wing already has a castling rook.
func rightOf(b *quad.Board, letter byte) uint64 {
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

// setTarget sets the en-passant target of p if it has a legal capture there, and reports
// whether the square is on the wrong rank.
func setTarget(p *movegen.Position, field string) (bad bool, err error) {
	if field == "-" {
		return false, nil
	}
	sq, ok := quad.ParseSquare(field)
	if !ok {
		return false, fieldError("en passant", field, "- or a square")
	}
	return placeTarget(p, sq), nil
}

// placeTarget sets the en-passant target of p to a square if there is a legal capture, and
// reports whether the square is on the wrong rank.
func placeTarget(p *movegen.Position, sq int) (bad bool) {
	if sq>>3 != 5-3*int(p.Side) {
		return true
	}
	if p.Board.EnPassantCapturers(1<<sq) != 0 {
		p.Board.Set(sq, quad.EnPassantTarget)
	}
	return false
}
