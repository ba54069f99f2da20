// Package textboard draws chess boards and sets of squares as text.
package textboard

import (
	"io"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/quad"
)

// A Square is a square of a text board.
type Square struct {
	Mark  byte
	Style Style
}

// A Style is the colour of a square on a terminal.
type Style uint8

const (
	Unstyled   Style = iota
	Faint            // empty and not in the set
	InSet            // in the set
	Fresh            // new in the set, or wrong
	Gone             // left the set
	WhitePiece       // a white piece
	BlackPiece       // a black piece
)

// sgr contains the terminal codes of the styles.
var sgr = [...]string{Faint: "2", InSet: "1;32", Fresh: "1;30;43", Gone: "1;37;41", WhitePiece: "1", BlackPiece: "1;35"}

// A Board is a text board with a title.
type Board struct {
	Title   string
	Squares [64]Square
}

// boardWidth is the width of a board without a longer title.
const boardWidth = 17

// gap is the space between boards.
const gap = 3

// Write writes boards side by side, with the eighth rank on top. A row has at most perRow boards, and
// fewer if they would otherwise need more than the given number of columns. If this number is 0, the
// width is not limited.
func Write(w io.Writer, colour bool, columns, perRow int, boards ...Board) {
	widths := make([]int, perRow)
	for {
		clear(widths[:perRow])
		all := -gap
		for i := range boards {
			column := &widths[i%perRow]
			all -= *column
			if i < perRow {
				all += gap
			}
			*column = max(*column, boardWidth, len("  "+boards[i].Title))
			all += *column
		}
		if columns == 0 || all <= columns || perRow == 1 {
			break
		}
		perRow--
	}
	for len(boards) > 0 {
		row := boards[:min(perRow, len(boards))]
		boards = boards[len(row):]
		var b strings.Builder
		line := func(cell func(x *Board) (width int)) {
			used := 0
			for i := range row {
				if i > 0 {
					b.WriteString(strings.Repeat(" ", widths[i-1]-used+gap))
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
		line(func(x *Board) int { return words("  " + x.Title) })
		for rank := 7; rank >= 0; rank-- {
			line(func(x *Board) int {
				b.WriteByte('1' + byte(rank))
				for file := range 8 {
					b.WriteByte(' ')
					s := x.Squares[8*rank+file]
					if colour && sgr[s.Style] != "" {
						b.WriteString("\x1b[" + sgr[s.Style] + "m" + string(s.Mark) + "\x1b[0m")
					} else {
						b.WriteByte(s.Mark)
					}
				}
				return boardWidth
			})
		}
		line(func(*Board) int { return words("  a b c d e f g h") })
		if len(boards) > 0 {
			io.WriteString(w, "\n")
		}
	}
}

// Mark sets the squares of b to show ch in style st.
func (x *Board) Mark(b uint64, ch byte, st Style) {
	for sq := range x.Squares {
		if b>>sq&1 != 0 {
			x.Squares[sq] = Square{ch, st}
		}
	}
}

// OfSet returns a board that shows the squares of b as 1.
func OfSet(title string, b uint64) Board {
	x := Board{Title: title}
	x.Mark(^b, '.', Faint)
	x.Mark(b, '1', InSet)
	return x
}

// OfPieces returns a board of the pieces of b.
func OfPieces(title string, b quad.Board) Board {
	x := OfSet(title, 0)
	for sq, p := range b.Squares() {
		if p.Kind() != quad.None {
			x.Squares[sq] = Square{p.Letter(), [...]Style{quad.White: WhitePiece, quad.Black: BlackPiece}[p.Color()]}
		}
	}
	return x
}

// Placement returns the first field of the FEN of b.
func Placement(b quad.Board) string { return string(b.AppendPlacement(nil)) }

// SquareNames returns the names of the squares of set, a1 first.
func SquareNames(set uint64) []string {
	names := make([]string, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		names = append(names, quad.SquareName(bits.TrailingZeros64(set)))
	}
	return names
}

// Hex is a bitboard, a1 = bit 0, that prints as 0x and 16 hexadecimal digits.
type Hex uint64

func (h Hex) String() string               { return string(h.Append(nil)) }
func (h Hex) MarshalText() ([]byte, error) { return h.Append(nil), nil }

// Append appends what String returns to b.
func (h Hex) Append(b []byte) []byte {
	b = append(b, "0x"...)
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[h>>shift&15])
	}
	return b
}
