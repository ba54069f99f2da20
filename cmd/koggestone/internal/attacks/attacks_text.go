package attacks

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/textboard"
	"github.com/koggestone/koggestone/quad"
)

// writeLine writes a line for a position, under a heading if head is set.
func (*attacksCmd) writeLine(w *bufio.Writer, e *entry, head bool) error {
	if head {
		columns := fmt.Sprintf("%2s %2s %2s %3s  %-18s", "B", "R", "Q", "all", "set of all")
		fmt.Fprintf(w, "%8s  %-*s  %s\n", "", len(columns), "white attacks", "black attacks")
		fmt.Fprintf(w, "%8s  %s  %s  %s\n", "line", columns, columns, "position")
	}
	line := appendRight(w.AvailableBuffer(), e.line, 8)
	for _, sets := range e.attacks {
		line = append(line, ' ')
		for k, width := range [4]int{bishops: 3, rooks: 3, queens: 3, sliders: 4} {
			line = appendRight(line, bits.OnesCount64(sets[k]), width)
		}
		line = textboard.Hex(sets[sliders]).Append(append(line, "  "...))
	}
	line = e.board.AppendPlacement(append(line, "  "...))
	_, err := w.Write(append(line, '\n'))
	return err
}

// appendRight appends n to b, with spaces before it up to width.
func appendRight(b []byte, n, width int) []byte {
	var digits [20]byte
	text := strconv.AppendInt(digits[:0], int64(n), 10)
	for range width - len(text) {
		b = append(b, ' ')
	}
	return append(b, text...)
}

// writeOne writes the position as boards, or in the form of --json and --svg.
func (c *attacksCmd) writeOne(s *cli.Streams, e *entry) error {
	if c.SVG != "" {
		if err := c.Picture.Write(s, attackersDrawing(analyse(e.board, e.side), c.sets)); err != nil || c.SVG == "-" {
			return err
		}
	}
	if c.JSON {
		return c.writeJSON(s.Out, e)
	}
	if c.sets != nil {
		c.writeSetBoards(s, e)
	} else {
		writeAttackBoards(s, e)
	}
	return nil
}

// writeAttackBoards writes boards of the position and, for each colour, of the squares
// that its bishops, rooks, queens and all its sliders attack.
func writeAttackBoards(s *cli.Streams, e *entry) {
	b := e.board
	fmt.Fprintf(s.Out, "%s\n\n", textboard.Placement(b))
	s.WriteBoards(1, textboard.OfPieces("position", b))
	for _, c := range []quad.Color{quad.White, quad.Black} {
		var row []textboard.Board
		for k := range e.attacks[c] {
			row = append(row, textboard.OfSet(c.String()+" "+sliderSet(k).String(), e.attacks[c][k]))
		}
		// All sliders: the number of directions that attack the square.
		for sq, n := range directionCounts(b, c) {
			if n > 0 {
				row[sliders].Squares[sq].Mark = '0' + byte(n)
			}
		}
		io.WriteString(s.Out, "\n")
		s.WriteBoards(len(row), row...)
		for k := range e.attacks[c] {
			if names := textboard.SquareNames(e.pieces[c][k]); len(names) > 0 && sliderSet(k) != sliders {
				fmt.Fprintf(s.Prose(), "%s %s on %s attack %d squares.\n", c, sliderSet(k), strings.Join(names, ", "), bits.OnesCount64(e.attacks[c][k]))
			}
		}
	}
	fmt.Fprint(s.Prose(), "\n1 attacked. For all sliders the digit counts the directions that the attacks come from.\n")
}

// directionCounts counts, for each square, the directions of the attacks by sliders of c.
func directionCounts(b quad.Board, c quad.Color) (n [64]int) {
	own := b.ByColor(c)
	diagonal := koggestone.RayAttacks(b.Diagonal()&own, b.Empty())
	orthogonal := koggestone.RayAttacks(b.Orthogonal()&own, b.Empty())
	for d := range diagonal {
		ray := orthogonal[d]
		if cli.IsDiagonal(koggestone.Direction(d)) {
			ray = diagonal[d]
		}
		for ; ray != 0; ray &= ray - 1 {
			n[bits.TrailingZeros64(ray)]++
		}
	}
	return n
}
