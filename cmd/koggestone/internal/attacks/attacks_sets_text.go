package attacks

import (
	"bufio"
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/textboard"
	"github.com/koggestone/koggestone/quad"
)

// writeSetLine writes a line with the number of squares of each set in c.sets and the set,
// under a heading if head is set.
func (c *attacksCmd) writeSetLine(w *bufio.Writer, e *entry, head bool) error {
	const width = 21 // of " 8 " and a set
	v := analyse(e.board, e.side)
	if head {
		fmt.Fprintf(w, "%8s  %-7s", "line", "to move")
		for _, s := range c.sets {
			for _, x := range v.titled(s) {
				fmt.Fprintf(w, "  %-*s", width, x.title)
			}
		}
		fmt.Fprintln(w, "  position")
	}
	line := appendRight(w.AvailableBuffer(), e.line, 8)
	line = fmt.Appendf(line, "  %-7v", v.us)
	for _, s := range c.sets {
		for _, x := range v.titled(s) {
			line = appendRight(append(line, "  "...), bits.OnesCount64(x.set), 2)
			line = textboard.Hex(x.set).Append(append(line, ' '))
		}
	}
	line = e.board.AppendPlacement(append(line, "  "...))
	_, err := w.Write(append(line, '\n'))
	return err
}

// writeSetBoards writes the position and c.sets as boards.
func (c *attacksCmd) writeSetBoards(s *cli.Streams, e *entry) {
	v := analyse(e.board, e.side)
	fmt.Fprintf(s.Prose(), "%s, %v to move\n\n", textboard.Placement(e.board), v.us)
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
	fmt.Fprintln(s.Prose(), legend)
}
