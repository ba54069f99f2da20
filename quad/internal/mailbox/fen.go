package mailbox

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/corpus"
)

// FromFEN returns the board of the first four fields of a FEN or EPD line and whether black
// is to move. It reads only valid test data. A castling letter K or Q means the outermost
// rook on that side, a file letter the rook on that file. The en-passant target is kept even
// if no pawn can capture it.
func FromFEN(line string) (b Board, blackToMove bool, err error) {
	fields := strings.Fields(line)
	if len(fields) < 4 {
		return b, false, fmt.Errorf("%q: %d fields, expected 4", line, len(fields))
	}
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != 8 {
		return b, false, fmt.Errorf("%q: %d ranks, expected 8", line, len(ranks))
	}
	for i, rank := range ranks {
		file := 0
		for _, c := range rank {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			code := strings.IndexRune("..pbnrkq", c|32)
			if code < 0 || file > 7 {
				return b, false, fmt.Errorf("%q: rank %d", line, 8-i)
			}
			if c >= 'a' {
				code += 8
			}
			b[8*(7-i)+file] = uint8(code)
			file++
		}
		if file != 8 {
			return b, false, fmt.Errorf("%q: rank %d has %d squares", line, 8-i, file)
		}
	}
	for _, c := range fields[2] {
		if c == '-' {
			continue
		}
		if err := b.addRight(c); err != nil {
			return b, false, fmt.Errorf("%q: %w", line, err)
		}
	}
	if ep := fields[3]; ep != "-" {
		b[8*int(ep[1]-'1')+int(ep[0]-'a')] = Target
	}
	return b, fields[1] == "b", nil
}

// addRight lets the rook of castling letter c castle.
func (b *Board) addRight(c rune) error {
	home, rook := 0, uint8(Rook)
	if c >= 'a' {
		home, rook = 56, Rook|Black
	}
	var files []int
	switch letter := c &^ 32; letter {
	case 'K':
		files = []int{7, 6, 5, 4, 3, 2, 1, 0}
	case 'Q':
		files = []int{0, 1, 2, 3, 4, 5, 6, 7}
	default:
		files = []int{int(letter - 'A')}
	}
	for _, f := range files {
		if b[home+f] == rook {
			b[home+f] = rook - Rook + CastlingRook
			return nil
		}
	}
	return fmt.Errorf("castling right %c without a rook", c)
}

// Suite returns the boards of the positions of a suite, and for each whether black
// is to move.
func Suite(suite corpus.Suite) (boards []Board, blackToMove []bool, err error) {
	for line := range suite.FENs() {
		b, black, err := FromFEN(line)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", suite.Name, err)
		}
		boards, blackToMove = append(boards, b), append(blackToMove, black)
	}
	return boards, blackToMove, nil
}
