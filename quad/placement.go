package quad

import (
	"strconv"
	"unicode/utf8"

	"github.com/koggestone/koggestone/internal/quote"
)

// A FENError tells what is wrong with a FEN, and where.
type FENError struct {
	Field   string // "piece placement", "side to move", "castling", ...
	Offset  int    // in bytes from the start of the text
	Problem string // what was found and what was expected
}

// Error returns the error as one line.
func (e *FENError) Error() string {
	return "FEN: " + e.Field + ", offset " + strconv.Itoa(e.Offset) + ": " + e.Problem
}

// ParsePlacement returns the board that the first field of line describes, the
// piece placement of FEN and EPD, and what follows the field: nothing, or a blank
// and more. Blanks before the field are skipped; blanks are spaces, tabs and the
// ends of lines.
//
// Any number of any pieces is fine, and so are no kings: [Board.Validate] tells
// whether the board can be played on. Rooks are plain ones. The error is a
// *[FENError].
func ParsePlacement(line string) (b Board, rest string, err error) {
	start := 0
	for start < len(line) && isBlank(line[start]) {
		start++
	}
	// One pass without a branch that depends on the text. n counts the squares in
	// its low bits and the slashes from bit 23 up, and slashes has a bit for each
	// number of squares that a slash stands behind. A rank that is too short or
	// too long moves the slash at its end.
	var squares [64]Piece
	var n uint32
	var slashes uint64
	i := start
	for end := min(len(line), start+longestPlacement); i < end; i++ {
		m := placementMeanings[line[i]]
		if m == 0 {
			break
		}
		squares[n&63^56] = Piece(m & 0xff) // nothing for a count, which the next piece may overwrite
		slashes |= uint64(m>>31) << (n & 63)
		n += m >> 8
	}
	if n != 7*oneSlash+64 || slashes != 0x0101010101010100 || i < len(line) && !isBlank(line[i]) {
		return Board{}, "", placementError(line, start)
	}
	return FromSquares(&squares), line[i:], nil
}

// longestPlacement is the length of a field of 64 pieces and 7 slashes.
const longestPlacement = 71

// oneSlash is what n of ParsePlacement counts for a slash.
const oneSlash = 1 << 23

// placementMeanings holds for each byte of a piece placement the code of a piece in
// the lowest eight bits, and above them what ParsePlacement counts: squares, or a
// slash, which has the highest bit. Other bytes have 0.
var placementMeanings = placementTable()

func placementTable() (t [256]uint32) {
	for c := range 256 {
		if p, ok := PieceFromLetter(byte(c)); ok {
			t[c] = uint32(p) | 1<<8
		}
	}
	for c := uint32('1'); c <= '8'; c++ {
		t[c] = (c - '0') << 8
	}
	t['/'] = oneSlash << 8
	return t
}

// isBlank reports whether c separates fields.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// placementError returns what is wrong with the field at start.
//
//go:noinline
func placementError(line string, start int) error {
	fail := func(offset int, expected string) error {
		found := "missing"
		switch {
		case offset < len(line) && !isBlank(line[offset]):
			_, n := utf8.DecodeRuneInString(line[offset:])
			found = quote.Short(line[offset : offset+n])
		case offset > start:
			found = "the field ends"
		}
		return &FENError{"piece placement", offset, found + ", expected " + expected}
	}
	if start == len(line) {
		return fail(start, "eight ranks separated by /")
	}
	rank, file := 7, 0
	i := start
	for ; i < len(line) && !isBlank(line[i]); i++ {
		m := placementMeanings[line[i]]
		squares := int(m >> 8)
		switch {
		case line[i] == '/' && file == 8 && rank > 0:
			rank, file = rank-1, 0
		case m != 0 && file+squares <= 8:
			file += squares
		default:
			return fail(i, expectedInRank(rank, file))
		}
	}
	return fail(i, expectedInRank(rank, file))
}

// expectedInRank returns what may follow after file squares of a rank.
func expectedInRank(rank, file int) string {
	name := strconv.Itoa(rank + 1)
	switch {
	case file < 7:
		return "one of PNBRQKpnbrqk or a digit up to " + strconv.Itoa(8-file) + " (rank " + name + ")"
	case file < 8:
		return "one of PNBRQKpnbrqk or 1 (rank " + name + ")"
	case rank > 0:
		return "/ after the eighth square of rank " + name
	}
	return "a space after the eighth rank"
}

// AppendPlacement appends the piece placement of b to dst, the first field of FEN.
func (b Board) AppendPlacement(dst []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for sq := 8 * rank; sq < 8*rank+8; sq++ {
			piece := b.At(sq)
			if piece.Kind() == None {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = append(dst, piece.Letter())
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}
