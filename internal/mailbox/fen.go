package mailbox

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/corpus"
)

// A Position is a board with the colour of the side to move and the clocks.
type Position struct {
	Board
	Side       int
	Half, Full int
}

// FromFEN returns the position of a FEN or EPD line. It only reads valid test data. A castling
// letter K or Q means the outermost rook on that side, and a file letter means the rook on that
// file. The en-passant target is kept even if no pawn can capture there.
func FromFEN(line string) (b Position, err error) {
	fields := strings.Fields(line)
	if len(fields) < 4 {
		return b, fmt.Errorf("%q: %d fields, expected 4", line, len(fields))
	}
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != 8 {
		return b, fmt.Errorf("%q: %d ranks, expected 8", line, len(ranks))
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
				return b, fmt.Errorf("%q: rank %d", line, 8-i)
			}
			if c >= 'a' {
				code += 8
			}
			b.Board[8*(7-i)+file] = uint8(code)
			file++
		}
		if file != 8 {
			return b, fmt.Errorf("%q: rank %d has %d squares", line, 8-i, file)
		}
	}
	for _, c := range fields[2] {
		if c == '-' {
			continue
		}
		if err := b.addRight(c); err != nil {
			return b, fmt.Errorf("%q: %w", line, err)
		}
	}
	if ep := fields[3]; ep != "-" {
		b.Board[8*int(ep[1]-'1')+int(ep[0]-'a')] = Target
	}
	b.Side, b.Full = strings.Index("wb", fields[1]), 1
	if len(fields) > 5 {
		fmt.Sscan(fields[4], &b.Half)
		fmt.Sscan(fields[5], &b.Full)
	}
	return b, nil
}

// addRight gives the rook of castling letter c the right to castle.
func (b *Board) addRight(c rune) error {
	home, rook := 0, uint8(Rook)
	if c >= 'a' {
		home, rook = 56, Rook|Black
	}
	files := []int{0, 1, 2, 3, 4, 5, 6, 7}
	switch letter := c &^ 32; letter {
	case 'K':
		slices.Reverse(files)
	case 'Q':
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

// Placement returns the first field of the FEN.
func (b *Board) Placement() string {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for sq := 8 * rank; sq < 8*rank+8; sq++ {
			text.WriteByte(max(b.Letter(sq), '1'))
		}
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	all := text.String()
	for n := 8; n > 1; n-- {
		all = strings.ReplaceAll(all, strings.Repeat("1", n), fmt.Sprint(n))
	}
	return all
}

// FEN returns the position as FEN. A castling right is K or Q if its rook is the outermost
// rook, and otherwise the file's letter.
func (p *Position) FEN() string {
	side, rights, target := "wb"[p.Side:p.Side+1], "", "-"
	for color := range 2 {
		for file := 7; file >= 0; file-- {
			rook := 56*color + file
			if p.Board[rook] != uint8(CastlingRook+Black*color) {
				continue
			}
			letter, beyond := byte('K'), [2]int{rook + 1, 56*color + 8}
			if rook < p.kings(color)[0] {
				letter, beyond = 'Q', [2]int{56 * color, rook}
			}
			for sq := beyond[0]; sq < beyond[1]; sq++ {
				if p.Is(sq, color) && p.Kind(sq) == Rook {
					letter = "ABCDEFGH"[file]
				}
			}
			rights += string(letter | byte(0x20*color))
		}
	}
	if rights == "" {
		rights = "-"
	}
	if sq := slices.Index(p.Board[:], Target); sq >= 0 {
		target = name(sq)
	}
	return fmt.Sprintf("%s %s %s %s %d %d", p.Placement(), side, rights, target, p.Half, p.Full)
}

// Legal returns the legal moves.
func (p *Position) Legal() []Move { return p.Board.Legal(p.Side) }

// After returns the position after m.
func (p *Position) After(m Move) Position {
	after := Position{p.Play(m), 1 - p.Side, p.Half + 1, p.Full + p.Side}
	if p.Kind(m.From) == Pawn || p.Captures(m) {
		after.Half = 0
	}
	return after
}

// Suite returns the positions of a suite.
func Suite(suite corpus.Suite) (all []Position, err error) {
	for line := range suite.FENs() {
		p, err := FromFEN(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", suite.Name, err)
		}
		all = append(all, p)
	}
	return all, nil
}
