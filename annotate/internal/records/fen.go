package records

import (
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// parseFEN parses a FEN with four to six fields, and reports whether the position is valid. Text
// that [movegen.ParseFEN] accepts is valid. Other text must at least have the form of a FEN.
// Impossible castling rights and en-passant targets are left out; then they are the reason why
// the position is not valid.
func parseFEN(text []byte) (p movegen.Position, l columns.Validity, err error) {
	if p.UnmarshalText(text) == nil {
		return p, columns.Valid, nil
	}
	return parseForm(text)
}

//go:noinline
func parseForm(text []byte) (p movegen.Position, l columns.Validity, err error) {
	line := StringOf(text) // errors copy the text that they quote
	board, rest, err := quad.ParsePlacement(line)
	if err != nil {
		return p, 0, err
	}
	var fields [6]string
	var offsets [6]int
	n, first := 1, len(line)-len(rest)
	for i := range offsets {
		offsets[i] = len(line)
	}
	fail := func(name string, i int, expected string) error {
		return &quad.FENError{Field: name, Offset: offsets[i], Problem: fen.Problem(expected, fen.Found(fields[i]))}
	}
	for start, end := fen.Next(rest, 0); start < end; start, end = fen.Next(rest, end) {
		if n == len(fields) {
			offsets[0], fields[0] = first+start, rest[start:end]
			return p, 0, fail(fen.End, 0, fen.EndExpected)
		}
		offsets[n], fields[n] = first+start, rest[start:end]
		n++
	}
	p = movegen.Position{Board: board, FullMoves: 1}
	switch black, ok := fen.Black(fields[1]); {
	case !ok:
		return p, 0, fail(fen.Side, 1, fen.SideExpected)
	case black:
		p.Side = quad.Black
	}
	badRight, ok := setRights(&p, fields[2])
	if !ok {
		return p, 0, fail(fen.Castling, 2, fen.CastlingExpected)
	}
	badTarget, ok := setTarget(&p, fields[3])
	if !ok {
		return p, 0, fail(fen.EnPassant, 3, "- or a square")
	}
	for i, dst := range [...]*uint16{&p.HalfMoves, &p.FullMoves} {
		if field := fields[4+i]; field != "" {
			n, ok := fen.Clock(field)
			if !ok {
				return p, 0, fail([...]string{fen.HalfMoves, fen.FullMoves}[i], 4+i, fen.ClockExpected)
			}
			*dst = n
		}
	}
	return p, LegalityWith(&p, badRight, badTarget), nil
}

// LegalityWith returns the validity of p. badRight and badTarget say whether the record contained an
// impossible castling right or en-passant target.
func LegalityWith(p *movegen.Position, badRight, badTarget bool) columns.Validity {
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

// setRights sets p's castling rooks from FEN's castling field. It reports whether the field
// contains an impossible right, and whether it is a castling field.
func setRights(p *movegen.Position, field string) (bad, ok bool) {
	if field == "-" {
		return false, true
	}
	for i := range len(field) {
		if c := field[i] &^ 0x20; c != 'K' && c != 'Q' && (c < 'A' || c > 'H') {
			return false, false
		}
	}
	for i := range len(field) {
		if rook := formats.RightOf(&p.Board, field[i]); rook != 0 {
			p.Board.G2 &^= rook // a rook that may castle
		} else {
			bad = true
		}
	}
	return bad, field != ""
}

// setTarget sets p's en-passant target if there is a legal capture. It reports whether the square
// is on the wrong rank, and whether the field is a square or a dash.
func setTarget(p *movegen.Position, field string) (bad, ok bool) {
	if field == "-" {
		return false, true
	}
	sq, ok := quad.ParseSquare(field)
	return ok && formats.PlaceTarget(p, sq), ok
}

// AddFEN adds a row for a record that contains a FEN.
func (b *Block) AddFEN(r *Request, record, fen Span) error {
	p, legality, err := parseFEN(b.Bytes(fen))
	if err != nil {
		return err
	}
	b.Add(&p, legality, record)
	b.SetFEN(r, &p, fen)
	return nil
}
