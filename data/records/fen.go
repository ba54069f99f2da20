package records

import (
	"fmt"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/data/internal/formats"
	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// parseFEN parses a FEN with four to six fields, and reports whether the position is valid. Text
// that [movegen.ParseFEN] accepts is valid. Other text must at least have the form of a FEN.
// Impossible castling rights and en-passant targets are left out, and are then the reason why the
// position is not valid.
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

// legalityWith returns the validity of p. badRight and badTarget report whether the record contained
// an impossible castling right or en-passant target.
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

// setRights sets p's castling rooks from FEN's castling field. It reports whether the field
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
		if rook := formats.RightOf(&p.Board, field[i]); rook != 0 {
			p.Board.G2 &^= rook // a rook that may castle
		} else {
			bad = true
		}
	}
	return bad, nil
}

// setTarget sets the en-passant target of p if a legal capture exists there. It reports whether the
// square is on the wrong rank.
func setTarget(p *movegen.Position, field string) (bad bool, err error) {
	if field == "-" {
		return false, nil
	}
	sq, ok := quad.ParseSquare(field)
	if !ok {
		return false, fieldError("en passant", field, "- or a square")
	}
	return formats.PlaceTarget(p, sq), nil
}
