package main

import (
	"io"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/quad"
)

// A square is what a text board shows of one square.
type square struct {
	mark  byte
	style style
}

// A style is how a square is coloured on a terminal.
type style uint8

const (
	unstyled style = iota
	faint          // empty and not in the set
	inSet          // in the set
	fresh          // new in the set, or wrong
	whiteP         // a white piece
	blackP         // a black piece
)

// sgr holds the terminal's codes for the styles.
var sgr = [...]string{faint: "2", inSet: "1;32", fresh: "1;30;43", whiteP: "1", blackP: "1;35"}

// A board is a text board with a title.
type board struct {
	title   string
	squares [64]square
}

// boardWidth is the width of a board without a longer title.
const boardWidth = 17

// writeBoards writes boards side by side, perRow in a row, the eighth rank on top.
func writeBoards(w io.Writer, colour bool, perRow int, boards ...board) {
	// As wide as the longest title of the column.
	widths := make([]int, perRow)
	for i := range boards {
		widths[i%perRow] = max(widths[i%perRow], boardWidth, len("  "+boards[i].title))
	}
	for len(boards) > 0 {
		row := boards[:min(perRow, len(boards))]
		boards = boards[len(row):]
		var b strings.Builder
		line := func(cell func(x *board) (width int)) {
			used := 0
			for i := range row {
				if i > 0 {
					b.WriteString(strings.Repeat(" ", widths[i-1]-used+len("   ")))
				}
				used = cell(&row[i])
			}
			text := strings.TrimRight(b.String(), " ")
			io.WriteString(w, text+"\n")
			b.Reset()
		}
		words := func(text string) int {
			b.WriteString(text)
			return len(text)
		}
		line(func(x *board) int { return words("  " + x.title) })
		for rank := 7; rank >= 0; rank-- {
			line(func(x *board) int {
				b.WriteByte('1' + byte(rank))
				for file := range 8 {
					b.WriteByte(' ')
					s := x.squares[8*rank+file]
					if colour && sgr[s.style] != "" {
						b.WriteString("\x1b[" + sgr[s.style] + "m" + string(s.mark) + "\x1b[0m")
					} else {
						b.WriteByte(s.mark)
					}
				}
				return boardWidth
			})
		}
		line(func(*board) int { return words("  a b c d e f g h") })
		if len(boards) > 0 {
			io.WriteString(w, "\n")
		}
	}
}

// mark sets the squares of b to show ch in style st.
func (x *board) mark(b uint64, ch byte, st style) {
	for sq := range x.squares {
		if b>>sq&1 != 0 {
			x.squares[sq] = square{ch, st}
		}
	}
}

// setBoard returns a board that shows the squares of b as 1.
func setBoard(title string, b uint64) board {
	x := board{title: title}
	x.mark(^b, '.', faint)
	x.mark(b, '1', inSet)
	return x
}

// pieceBoard returns a board of the pieces of b.
func pieceBoard(title string, b quad.Board) board {
	x := setBoard(title, 0)
	for sq, p := range b.Squares() {
		if p.Kind() != quad.None {
			x.squares[sq] = square{p.Letter(), [...]style{quad.White: whiteP, quad.Black: blackP}[p.Color()]}
		}
	}
	return x
}

// placement returns the first field of the FEN of b.
func placement(b quad.Board) string { return string(b.AppendPlacement(nil)) }

// squareNames returns the names of the squares of set, a1 first.
func squareNames(set uint64) []string {
	names := make([]string, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		names = append(names, quad.SquareName(bits.TrailingZeros64(set)))
	}
	return names
}

// hex is a bitboard, a1 = bit 0, that prints as 0x and 16 hexadecimal digits.
type hex uint64

func (h hex) String() string               { return string(h.append(nil)) }
func (h hex) MarshalText() ([]byte, error) { return h.append(nil), nil }

// append appends what String returns to b.
func (h hex) append(b []byte) []byte {
	b = append(b, "0x"...)
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[h>>shift&15])
	}
	return b
}
