package movegen

import (
	"unicode/utf8"

	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// ParseFEN parses a FEN with four to six fields, separated by spaces: piece placement, side
// to move, castling, en-passant target, and the clocks. Missing clocks are 0 and 1.
// Castling rights can be KQkq, which means the outermost rooks as in X-FEN, or the rooks'
// files (Shredder-FEN). Adjacent digits in the placement are added.
//
// ParseFEN drops an en-passant target if there is no legal capture. The error is a
// *[quad.FENError] if the text is not a FEN, if the position is invalid, or if the side not
// to move is in check. In a valid position each side has one king, there are no pawns on
// the first and last ranks, and castling rights have their king and rook on their side's
// first rank. The number of pieces is not limited. ParseFEN allocates only for errors.
func ParseFEN(text string) (Position, error) {
	s := fenParser{text: text}
	var p Position
	err := s.placement(&p)
	if err == nil {
		err = s.side(&p)
	}
	if err == nil {
		err = s.castling(&p)
	}
	if err == nil {
		err = s.enPassant(&p)
	}
	if err == nil {
		err = s.clocks(&p)
	}
	if err != nil {
		return Position{}, err
	}
	return p, nil
}

// A fenParser iterates over the fields of a text. text[start:end] is the current field.
type fenParser struct {
	text       string
	start, end int
}

// next moves to the next field and reports whether there is one.
func (s *fenParser) next() bool {
	s.start, s.end = fen.Next(s.text, s.end)
	return s.start < s.end
}

func (s *fenParser) field() string { return s.text[s.start:s.end] }

// isDash reports whether the current field is "-".
func (s *fenParser) isDash() bool { return s.end-s.start == 1 && s.text[s.start] == '-' }

// failField returns an error about the current field, which is missing if it is
// empty.
func (s *fenParser) failField(field, expected string) error {
	return &quad.FENError{Field: field, Offset: s.start, Problem: fen.Problem(expected, fen.Found(s.field()))}
}

// failAt returns an error about the letter of text at offset.
func (s *fenParser) failAt(field string, offset int, expected string) error {
	_, n := utf8.DecodeRuneInString(s.text[offset:])
	return &quad.FENError{Field: field, Offset: offset, Problem: fen.Problem(expected, fen.Found(s.text[offset:offset+n]))}
}

func (s *fenParser) placement(p *Position) error {
	b, rest, err := quad.ParsePlacement(s.text)
	if err != nil {
		return err
	}
	p.Board = b
	s.end = len(s.text) - len(rest)
	if err := b.Validate(); err != nil {
		return s.failBoard(err.(*quad.SquareError))
	}
	return nil
}

// failBoard returns an error at the last piece of the problem.
func (s *fenParser) failBoard(problem *quad.SquareError) error {
	first := 0
	for fen.IsBlank(s.text[first]) {
		first++
	}
	offset, sq := first, 56
	for i := first; i < s.end; i++ {
		switch c := s.text[i]; {
		case c == '/':
			sq -= 16
		case c <= '8':
			sq += int(c - '0')
		default:
			if problem.Squares>>sq&1 != 0 {
				offset = i
			}
			sq++
		}
	}
	return &quad.FENError{Field: fen.Placement, Offset: offset, Problem: problem.Problem}
}

func (s *fenParser) side(p *Position) error {
	s.next()
	switch black, ok := fen.Black(s.field()); {
	case !ok:
		return s.failField(fen.Side, fen.SideExpected)
	case black:
		p.Side = quad.Black
	}
	if attackers := checkers(&p.Board, p.Side.Other()); attackers != 0 {
		return &quad.FENError{Field: fen.Side, Offset: s.start, Problem: givesCheck(p, attackers)}
	}
	return nil
}

func (s *fenParser) castling(p *Position) error {
	if !s.next() {
		return s.failField(fen.Castling, fen.CastlingExpected)
	}
	if s.isDash() {
		return nil
	}
	for i := s.start; i < s.end; i++ {
		c := s.text[i]
		side := quad.White
		if c >= 'a' {
			side = quad.Black
			c -= 'a' - 'A'
		}
		own := p.Board.ByColor(side) & firstRank(side)
		var rook uint64
		switch {
		case c == 'K':
			rook = outermostRook(&p.Board, side, kingside)
		case c == 'Q':
			rook = outermostRook(&p.Board, side, queenside)
		case c >= 'A' && c <= 'H':
			rook = own & (squares.FileA << (c - 'A')) & p.Board.Rooks()
		default:
			return s.failAt(fen.Castling, i, fen.CastlingExpected)
		}
		king := own & p.Board.Kings()
		if rook == 0 || king == 0 {
			return s.failAt(fen.Castling, i, "a right with king and rook of "+side.String()+" on their first rank")
		}
		wing := kingside
		if rook < king {
			wing = queenside
		}
		switch others := own & p.Board.CastlingRooks() & beside(&p.Board, side, wing); {
		case others&rook != 0:
			return s.failAt(fen.Castling, i, "each right once")
		case others != 0:
			return s.failAt(fen.Castling, i, "one right on each side of the king")
		}
		p.Board.G2 &^= rook // 101 to 001
	}
	return nil
}

func (s *fenParser) enPassant(p *Position) error {
	if !s.next() {
		return s.failEnPassant(p.Side)
	}
	if s.isDash() {
		return nil
	}
	sq, ok := quad.ParseSquare(s.field())
	if !ok || sq>>3 != 5-3*int(p.Side) {
		return s.failEnPassant(p.Side)
	}
	if p.Board.EnPassantCapturers(1<<sq) != 0 {
		p.Board.Set(sq, quad.EnPassantTarget)
	}
	return nil
}

func (s *fenParser) failEnPassant(side quad.Color) error {
	return s.failField(fen.EnPassant, "- or a square on rank "+targetRank(side))
}

func (s *fenParser) clocks(p *Position) (err error) {
	p.FullMoves = 1
	if !s.next() {
		return nil
	}
	if p.HalfMoves, err = s.number(fen.HalfMoves); err != nil || !s.next() {
		return err
	}
	if p.FullMoves, err = s.number(fen.FullMoves); err != nil {
		return err
	}
	if s.next() {
		return s.failField(fen.End, fen.EndExpected)
	}
	return nil
}

func (s *fenParser) number(field string) (uint16, error) {
	n, ok := fen.Clock(s.field())
	if ok {
		return n, nil
	}
	for i := s.start; i < s.end; i++ {
		if c := s.text[i]; c < '0' || c > '9' {
			return 0, s.failAt(field, i, fen.ClockExpected)
		}
	}
	return 0, s.failField(field, fen.ClockExpected)
}
