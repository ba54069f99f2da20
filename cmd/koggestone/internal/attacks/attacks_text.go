package attacks

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/textboard"
	"github.com/koggestone/koggestone/quad"
)

// writeAttackBoards draws the position and, for each colour, the attacks of its
// bishops, rooks, queens and all sliders.
func writeAttackBoards(s *cli.Streams, e *entry) {
	b := e.board
	fmt.Fprintf(s.Out, "%s\n\n", textboard.Placement(b))
	s.WriteBoards(1, textboard.OfPieces("position", b))
	for _, c := range []quad.Color{quad.White, quad.Black} {
		var row []textboard.Board
		for k := range e.attacks[c] {
			row = append(row, textboard.OfSet(c.String()+" "+sliderSet(k).String(), e.attacks[c][k]))
		}
		// All sliders: in how many directions the square is attacked.
		for sq, n := range directionCounts(b, c) {
			if n > 0 {
				row[sliders].Squares[sq].Mark = '0' + byte(n)
			}
		}
		io.WriteString(s.Out, "\n")
		s.WriteBoards(len(row), row...)
		for k := range e.attacks[c] {
			if names := textboard.SquareNames(e.pieces[c][k]); len(names) > 0 && sliderSet(k) != sliders {
				fmt.Fprintf(s.Out, "%s %s on %s attack %d squares.\n", c, sliderSet(k), strings.Join(names, ", "), bits.OnesCount64(e.attacks[c][k]))
			}
		}
	}
	fmt.Fprintln(s.Out)
	s.WriteText("", "1 attacked. For all sliders the digit counts the directions that the attacks come from.")
}

// directionCounts returns, for each square, in how many directions c's sliders attack it.
func directionCounts(b quad.Board, c quad.Color) (n [64]int) {
	own := b.ByColor(c)
	diagonal := koggestone.RayAttacks(b.Diagonal()&own, b.Empty())
	orthogonal := koggestone.RayAttacks(b.Orthogonal()&own, b.Empty())
	for d := range diagonal {
		ray := orthogonal[d]
		if koggestone.Direction(d).Diagonal() {
			ray = diagonal[d]
		}
		for ; ray != 0; ray &= ray - 1 {
			n[bits.TrailingZeros64(ray)]++
		}
	}
	return n
}

// writeSetBoards writes the position and c.sets as boards.
func (c *attacksCmd) writeSetBoards(s *cli.Streams, e *entry) {
	v := analyse(e.board, e.side)
	fmt.Fprintf(s.Out, "%s, %v to move\n\n", textboard.Placement(e.board), v.us)
	boards := []textboard.Board{textboard.OfPieces("position", e.board)}
	digits := false
	for _, set := range c.sets {
		for k, x := range v.titled(set) {
			b := textboard.OfSet(x.title, x.set)
			if set.name == "attacks" {
				digits = true
				for sq, n := range v.attackers(quad.Color(k)) {
					if n > 0 {
						b.Squares[sq].Mark = "123456789+"[min(n, 10)-1]
					}
				}
			}
			boards = append(boards, b)
		}
	}
	s.WriteBoards(1, boards[0])
	fmt.Fprintln(s.Out)
	s.WriteBoards(4, boards[1:]...)
	legend := "\n1 in the set."
	if digits {
		legend += " For attacks the digit counts the attackers, + is more than 9."
	}
	fmt.Fprintln(s.Out, legend)
}
