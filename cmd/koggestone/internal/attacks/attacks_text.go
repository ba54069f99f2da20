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

// writeMany writes a line for each position, under a heading if head is set.
func (c *attacksCmd) writeMany(w *bufio.Writer, a *attackBatch, head bool) error {
	if c.sets != nil {
		return c.writeSetLines(w, a, head)
	}
	if head {
		columns := fmt.Sprintf("%2s %2s %2s %3s  %-18s", "B", "R", "Q", "all", "set of all")
		fmt.Fprintf(w, "%8s  %-*s  %s\n", "", len(columns), "white attacks", "black attacks")
		fmt.Fprintf(w, "%8s  %s  %s  %s\n", "line", columns, columns, "position")
	}
	var line []byte
	for i := range a.boards {
		line = appendRight(line[:0], a.lines[i], 8)
		for c := range a.attacks {
			line = append(line, ' ')
			for k, width := range [4]int{bishops: 3, rooks: 3, queens: 3, sliders: 4} {
				line = appendRight(line, bits.OnesCount64(a.attacks[c][k][i]), width)
			}
			line = textboard.Hex(a.attacks[c][sliders][i]).Append(append(line, "  "...))
		}
		line = a.boards[i].AppendPlacement(append(line, "  "...))
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
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

// writeOne writes the position of a as boards, or in the form of --json and --svg.
func (c *attacksCmd) writeOne(s *cli.Streams, a *attackBatch) error {
	if c.SVG != "" {
		d := attackersDrawing(analyse(a.boards[0], a.sides[0]), c.sets)
		if c.Narrow {
			d.Narrow()
		}
		if err := s.WriteSVG(c.SVG, d.Write); err != nil || c.SVG == "-" {
			return err
		}
	}
	if c.JSON {
		return c.writeJSON(s.Out, a)
	}
	if c.sets != nil {
		c.writeSetBoards(s, a)
	} else {
		writeAttackBoards(s, a)
	}
	return nil
}

// writeAttackBoards writes boards of the position of a and, for each colour, of the squares
// that its bishops, rooks, queens and all its sliders attack.
func writeAttackBoards(s *cli.Streams, a *attackBatch) {
	b := a.boards[0]
	fmt.Fprintf(s.Out, "%s\n\n", textboard.Placement(b))
	s.WriteBoards(1, textboard.OfPieces("position", b))
	for _, c := range []quad.Color{quad.White, quad.Black} {
		var row []textboard.Board
		for k := range a.attacks[c] {
			row = append(row, textboard.OfSet(c.String()+" "+sliderSet(k).String(), a.attacks[c][k][0]))
		}
		// All sliders: the number of directions that attack the square.
		for sq, n := range directionCounts(b, c) {
			if n > 0 {
				row[sliders].Squares[sq].Mark = '0' + byte(n)
			}
		}
		io.WriteString(s.Out, "\n")
		s.WriteBoards(len(row), row...)
		for k := range a.attacks[c] {
			if names := textboard.SquareNames(a.pieces[c][k][0]); len(names) > 0 && sliderSet(k) != sliders {
				fmt.Fprintf(s.Prose(), "%s %s on %s attack %d squares.\n", c, sliderSet(k), strings.Join(names, ", "), bits.OnesCount64(a.attacks[c][k][0]))
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
