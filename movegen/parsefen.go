package movegen

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

// A FENError tells what is wrong with a FEN, and where.
type FENError struct {
	Field   string // "piece placement", "side to move", "castling", ...
	Offset  int    // in bytes from the start of the text
	Problem string // what was found and what was expected
}

// Error returns the error as one line.
func (e *FENError) Error() string {
	return "movegen: FEN: " + e.Field + ", offset " + strconv.Itoa(e.Offset) + ": " + e.Problem
}

// ParseFEN returns the position of a FEN with four to six fields, separated by
// spaces: piece placement, side to move, castling, en-passant target, and the
// clocks, 0 and 1 if they are missing. Castling rights are given as in FEN (KQkq;
// the outermost rook, as in X-FEN, if there are two) or by the files of the rooks
// (Shredder-FEN).
//
// An en-passant target without a legal capture is dropped. The error is a
// *[FENError] if the text is no FEN, if the position is none of chess (each side
// has one king, pawns stand on neither end rank, castling rights have their king
// and rook on the first rank), or if the side not to move is in check. Any number
// of pieces is fine.
func ParseFEN(text string) (Position, error) {
	s := fenParser{text: text}
	var p Position
	for _, parse := range [...]func(*fenParser, *Position) error{
		(*fenParser).placement, (*fenParser).side, (*fenParser).castling,
		(*fenParser).enPassant, (*fenParser).clocks,
	} {
		if err := parse(&s, &p); err != nil {
			return Position{}, err
		}
	}
	return p, nil
}

// A fenParser goes through the fields of a text. The current one is
// text[start:end].
type fenParser struct {
	text       string
	name       string
	start, end int
}

const blanks = " \t\r\n"

// next goes on to the next field and reports whether there is one.
func (s *fenParser) next(name string) bool {
	s.name = name
	rest := strings.TrimLeft(s.text[s.end:], blanks)
	s.start = len(s.text) - len(rest)
	s.end = len(s.text)
	if i := strings.IndexAny(rest, blanks); i >= 0 {
		s.end = s.start + i
	}
	return s.start < s.end
}

// require goes on to the next field, which must exist.
func (s *fenParser) require(name, expected string) error {
	if !s.next(name) {
		return s.fail(s.start, "missing", expected)
	}
	return nil
}

// field returns the current field.
func (s *fenParser) field() string { return s.text[s.start:s.end] }

// fail returns an error at a byte of text.
func (s *fenParser) fail(offset int, found, expected string) error {
	return &FENError{s.name, offset, found + ", expected " + expected}
}

// failAt returns an error about the byte of text at offset, or the end of the
// field there.
func (s *fenParser) failAt(offset int, expected string) error {
	if offset >= s.end {
		return s.fail(offset, "the field ends", expected)
	}
	return s.fail(offset, quote.Short(s.text[offset:offset+1]), expected)
}

func (s *fenParser) placement(p *Position) error {
	if err := s.require("piece placement", "eight ranks separated by /"); err != nil {
		return err
	}
	var offsets [64]int // of the pieces
	rank, file := 7, 0
	for i := s.start; i < s.end; i++ {
		c := s.text[i]
		piece, isPiece := quad.PieceFromLetter(c)
		switch {
		case c == '/' && file == 8 && rank > 0:
			rank, file = rank-1, 0
		case isPiece && file < 8:
			p.Board.Set(rank*8+file, piece)
			offsets[rank*8+file] = i
			file++
		case c >= '1' && c <= '8' && file+int(c-'0') <= 8:
			file += int(c - '0')
		default:
			return s.failAt(i, expectedInRank(rank, file))
		}
	}
	if rank > 0 || file < 8 {
		return s.failAt(s.end, expectedInRank(rank, file))
	}
	if err := p.Board.Validate(); err != nil {
		problem := err.(*quad.SquareError)
		offset := s.start
		for x := problem.Squares; x != 0; x &= x - 1 {
			offset = max(offset, offsets[bits.TrailingZeros64(x)])
		}
		return &FENError{s.name, offset, problem.Problem}
	}
	return nil
}

// expectedInRank returns what may follow after file squares of a rank.
func expectedInRank(rank, file int) string {
	switch {
	case file < 7:
		return "one of PNBRQKpnbrqk or a digit up to " + strconv.Itoa(8-file) + " (rank " + strconv.Itoa(rank+1) + ")"
	case file < 8:
		return "one of PNBRQKpnbrqk or 1 (rank " + strconv.Itoa(rank+1) + ")"
	case rank > 0:
		return "/ after the eighth square of rank " + strconv.Itoa(rank+1)
	}
	return "a space after the eighth rank"
}

func (s *fenParser) side(p *Position) error {
	if err := s.require("side to move", "w or b"); err != nil {
		return err
	}
	switch s.field() {
	case "w":
	case "b":
		p.Side = quad.Black
	default:
		return s.fail(s.start, quote.Short(s.field()), "w or b")
	}
	if attackers := checkers(&p.Board, p.Side.Other()); attackers != 0 {
		return s.fail(s.start, p.Side.String()+" to move and "+p.Side.Other().String()+" in check by the "+
			p.Board.At(bits.TrailingZeros64(attackers)).Kind().String()+" on "+
			quad.SquareName(bits.TrailingZeros64(attackers)), "the side not to move not to be in check")
	}
	return nil
}

func (s *fenParser) castling(p *Position) error {
	const expected = "- or some of KQkq or files of rooks, A to H for white and a to h for black"
	if err := s.require("castling", expected); err != nil {
		return err
	}
	if s.field() == "-" {
		return nil
	}
	for i := s.start; i < s.end; i++ {
		c := s.text[i]
		side := quad.White
		if c >= 'a' {
			side = quad.Black
			c -= 'a' - 'A'
		}
		king := p.Board.Pieces(side, quad.King)
		var rook uint64
		switch {
		case c == 'K':
			rook = outermostRook(&p.Board, side, kingside)
		case c == 'Q':
			rook = outermostRook(&p.Board, side, queenside)
		case c >= 'A' && c <= 'H':
			rook = firstRank(side) & (fileA << (c - 'A')) & p.Board.Rooks() & p.Board.ByColor(side)
		default:
			return s.failAt(i, expected)
		}
		if rook == 0 || king&firstRank(side) == 0 {
			return s.failAt(i, "a right with king and rook of "+side.String()+" on their first rank")
		}
		if p.Board.CastlingRooks()&rook != 0 {
			return s.failAt(i, "each right once")
		}
		p.Board.G2 &^= rook // 101 to 001
		if p.Board.Validate() != nil {
			return s.failAt(i, "one right on each side of the king")
		}
	}
	return nil
}

func (s *fenParser) enPassant(p *Position) error {
	rank := 6 - 3*int(p.Side)
	expected := "- or a square on rank " + strconv.Itoa(rank) + " with " + p.Side.String() + " to move"
	if err := s.require("en passant", expected); err != nil {
		return err
	}
	if s.field() == "-" {
		return nil
	}
	sq, ok := quad.ParseSquare(s.field())
	if !ok || sq>>3 != rank-1 {
		return s.fail(s.start, quote.Short(s.field()), expected)
	}
	if p.Board.EnPassantCapturers(1<<sq) != 0 {
		p.Board.Set(sq, quad.EnPassantTarget)
	}
	return nil
}

func (s *fenParser) clocks(p *Position) (err error) {
	p.FullMoves = 1
	for _, clock := range [...]struct {
		name  string
		value *uint16
	}{{"half-move clock", &p.HalfMoves}, {"full-move number", &p.FullMoves}} {
		if !s.next(clock.name) {
			return nil
		}
		if *clock.value, err = s.number(); err != nil {
			return err
		}
	}
	if s.next("end of the text") {
		return s.fail(s.start, quote.Short(s.field()), "nothing after six fields")
	}
	return nil
}

// number returns the number that is the current field.
func (s *fenParser) number() (uint16, error) {
	n := 0
	for i := s.start; i < s.end; i++ {
		c := s.text[i]
		if c < '0' || c > '9' {
			return 0, s.failAt(i, "a number from 0 to 65535")
		}
		if n = n*10 + int(c-'0'); n > math.MaxUint16 {
			return 0, s.fail(s.start, quote.Short(s.field()), "a number from 0 to 65535")
		}
	}
	return uint16(n), nil
}
