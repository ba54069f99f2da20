package quad

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/quote"
)

// A FENError describes an error in a FEN and where it is.
type FENError struct {
	Field   string // "piece placement", "side to move", "castling", ...
	Offset  int    // in bytes from the start of the text
	Problem string // what was expected and what was found
}

// Error returns the error as one line.
func (e *FENError) Error() string {
	return "FEN: " + e.Field + ", offset " + strconv.Itoa(e.Offset) + ": " + e.Problem
}

// ParsePlacement parses the first field of line, the piece placement of FEN and EPD. It
// returns the board and the text after the field, which is empty or begins with a blank.
// Blanks are spaces, tabs and line ends; blanks before the field are skipped.
//
// Adjacent digits are added, so "4k12" is "4k3": some programs write this, although the
// standard requires a single digit. Any number of pieces is accepted, and also boards without
// kings; [Board.Validate] reports whether you can play on the board. Rooks cannot castle. The
// error is a *[FENError].
func ParsePlacement(line string) (b Board, rest string, err error) {
	start := 0
	for start < len(line) && fen.IsBlank(line[start]) {
		start++
	}
	// There is one pass without branches that depend on the text. A rank has nine places,
	// and the ninth is for the slash. If a slash comes too early, it is in the place of a
	// square; if it comes too late or is missing, the ninth place contains something else.
	var places [128]byte
	text := line[start:min(len(line), start+longestPlacement)]
	meanings := &placementMeanings
	i, n := 0, uint32(0)
	for ; i < len(text); i++ {
		m := meanings[text[i]]
		if m == 0 {
			break
		}
		places[n%128] = byte(m)
		n += m >> 8
	}
	rest = line[start+i:]
	slashes := places[8] & places[17] & places[26] & places[35] & places[44] & places[53] & places[62]
	b, ok := fromRanks(
		binary.LittleEndian.Uint64(places[63:]), binary.LittleEndian.Uint64(places[54:]),
		binary.LittleEndian.Uint64(places[45:]), binary.LittleEndian.Uint64(places[36:]),
		binary.LittleEndian.Uint64(places[27:]), binary.LittleEndian.Uint64(places[18:]),
		binary.LittleEndian.Uint64(places[9:]), binary.LittleEndian.Uint64(places[0:]))
	if !ok || n != longestPlacement || slashes != slash || rest != "" && !fen.IsBlank(rest[0]) {
		return Board{}, "", placementError(line, start)
	}
	return b, rest, nil
}

// longestPlacement is the length of a field with 64 pieces and 7 slashes.
const longestPlacement = 71

// slash is the code for a slash. It shares no bits with piece codes.
const slash = 16

// placementMeanings maps each byte of a piece placement to two numbers: in the lower
// eight bits the code of a piece, an empty square or a slash, and above them how many
// squares it fills. Invalid bytes map to 0.
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
	t['/'] = slash | 1<<8
	return t
}

// placementError returns the error of the field at start.
//
//go:noinline
func placementError(line string, start int) error {
	fail := func(offset int, expected string) error {
		found := "nothing"
		switch {
		case offset < len(line) && !fen.IsBlank(line[offset]):
			_, n := utf8.DecodeRuneInString(line[offset:])
			found = quote.Short(line[offset : offset+n])
		case offset > start:
			found = "the end of the field"
		}
		return &FENError{fen.Placement, offset, fen.Problem(expected, found)}
	}
	if start == len(line) {
		return fail(start, "eight ranks separated by /")
	}
	rank, file := 7, 0
	i := start
	for ; i < len(line) && !fen.IsBlank(line[i]); i++ {
		m := placementMeanings[line[i]]
		squares := int(m >> 8)
		switch {
		case line[i] == '/' && file == 8 && rank > 0:
			rank, file = rank-1, 0
		case m != 0 && line[i] != '/' && file+squares <= 8:
			file += squares
		default:
			return fail(i, expectedInRank(rank, file))
		}
	}
	return fail(i, expectedInRank(rank, file))
}

// expectedInRank describes what may follow after file squares on a rank.
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

// AppendPlacement appends the piece placement, the first field in a FEN, to dst.
func (b Board) AppendPlacement(dst []byte) []byte {
	// In the order of the text, rank 8 first.
	g0, g1, g2, gb := bits.ReverseBytes64(b.G0), bits.ReverseBytes64(b.G1), bits.ReverseBytes64(b.G2), bits.ReverseBytes64(b.GB)
	dst = slices.Grow(dst, longestPlacement+len(gap{}))
	text := dst[len(dst):cap(dst)]
	n, next, file := 0, 0, 0 // what was written, the square after the last piece, its file or 8
	for occ := g0 | g1 | g2; occ != 0; occ &= occ - 1 {
		sq := bits.TrailingZeros64(occ) & 63
		n += copyGap(text[n:], &gaps[file][sq-next])
		if sq&7 == 0 && sq != 0 {
			text[n] = '/'
			n++
		}
		text[n] = letters[g0>>sq&1|g1>>sq&1<<1|g2>>sq&1<<2|gb>>sq&1<<3]
		n++
		next, file = sq+1, sq&7+1
	}
	n += copyGap(text[n:], &gaps[file][64-next])
	return dst[:len(dst)+n]
}

// A gap is the text for the empty squares between two pieces, as in "3/8/2", without a
// slash before a piece on the a-file. The last byte is its length.
type gap [16]byte

// copyGap writes g and the bytes after it, and returns the length of g.
func copyGap(dst []byte, g *gap) int {
	*(*gap)(dst) = *g
	return int(g[15] & 15)
}

// gaps[file][n] is the text for n empty squares starting on file, which is 8 if the last
// piece is on the h-file.
var gaps = func() (t [9][65]gap) {
	for file := range t {
		for squares := range min(65-file, 65) {
			text := make([]byte, 0, len(gap{}))
			for at, left := file, squares; left > 0; {
				if at == 8 {
					text, at = append(text, '/'), 0
				}
				run := min(8-at, left)
				text = append(text, '0'+byte(run))
				at, left = at+run, left-run
			}
			copy(t[file][squares][:], text)
			t[file][squares][15] = byte(len(text))
		}
	}
	return
}()
