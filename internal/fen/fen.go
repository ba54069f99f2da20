// Package fen splits a FEN into fields, and reads the fields that can be read without a board.
package fen

import (
	"math"

	"github.com/koggestone/koggestone/internal/quote"
)

// IsBlank reports whether c separates fields.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// Next returns where the first field at or after from starts and where it ends. If there is no such
// field, both are len(text).
func Next(text string, from int) (start, end int) {
	start = from
	for start < len(text) && IsBlank(text[start]) {
		start++
	}
	end = start
	for end < len(text) && !IsBlank(text[end]) {
		end++
	}
	return start, end
}

// The names of the fields, for error messages.
const (
	Placement = "piece placement"
	Side      = "side to move"
	Castling  = "castling"
	EnPassant = "en passant"
	HalfMoves = "half-move clock"
	FullMoves = "full-move number"
	End       = "end of the text"
)

// Descriptions of valid fields, for error messages.
const (
	SideExpected     = "w or b"
	CastlingExpected = "- or some of KQkq or files of rooks, A to H for white and a to h for black"
	ClockExpected    = "a number from 0 to 65535"
	EndExpected      = "nothing after six fields"
)

// Problem returns the text of an error about what was expected and what was found.
func Problem(expected, found string) string { return "expected " + expected + ", found " + found }

// Found describes a field in an error message. It is empty if it is missing.
func Found(field string) string {
	if field == "" {
		return "nothing"
	}
	return quote.Short(field)
}

// Black reports whether the side to move in a field is Black, and whether the field is valid.
func Black(field string) (black, ok bool) { return field == "b", field == "b" || field == "w" }

// Clock returns the number in a field, and whether the field is a number.
func Clock(field string) (n uint16, ok bool) {
	total := 0
	for _, c := range []byte(field) {
		if total = total*10 + int(c-'0'); c < '0' || c > '9' || total > math.MaxUint16 {
			return 0, false
		}
	}
	return uint16(total), field != ""
}
