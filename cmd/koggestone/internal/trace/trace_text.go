package trace

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/textboard"
	"github.com/koggestone/koggestone/quad"
)

// shiftText returns the Go expression of x shifted by n.
func shiftText(x string, n int) string {
	if n < 0 {
		return fmt.Sprintf("%s>>%d", x, -n)
	}
	return fmt.Sprintf("%s<<%d", x, n)
}

// explain describes step i, for the generator and for the propagator.
func (t *trace) explain(i int) (gen, pro string) {
	s := &t.Steps[i]
	news := countSquares(s.Gen &^ s.GenBefore)
	back := cli.DirectionWords(t.d.Opposite())
	lost := countSquares(s.ProBefore &^ s.Pro)
	switch i {
	case 0:
		return "Each slider also fills the square " + t.Direction + " of it if that square is empty: " + news + " new.",
			"A square remains if the square " + back + " of it is also in the propagator: two empty squares in a row, both of which a step can arrive on. " +
				lost + " leave: those whose neighbour to the " + back + " holds a piece or is where no step arrives, as a slider two squares " + back + " would stand off the board."
	case 1:
		return "The filled squares move by two squares, through two empty squares in a row: " + news + " new. The propagator is the result of step 1.",
			"A square remains if the square two to the " + back + " is also in the propagator: four empty squares in a row. " + lost + " leave."
	}
	return "The filled squares move by four squares, through four empty squares in a row: " + news + " new. 1 + 2 + 4 = 7 squares is the longest distance of a slider.",
		"The propagator is not needed any more."
}

// countSquares returns "1 square" or "n squares".
func countSquares(h textboard.Hex) string {
	if n := bits.OnesCount64(uint64(h)); n != 1 {
		return fmt.Sprintf("%d squares", n)
	}
	return "1 square"
}

// intro describes the fill.
func (t *trace) intro() string {
	who := "no slider"
	if len(t.Sliders) > 0 {
		who = "sliders " + strings.Join(t.Sliders, ", ")
	}
	return fmt.Sprintf("Occluded fill going %s of %s: a step adds %+d to the index of a square (a1 = 0, h8 = 63).", t.Direction, who, t.Shift)
}

func (t *trace) write(s *cli.Streams, b quad.Board) {
	w := s.Out
	gen, pro := uint64(t.Steps[0].GenBefore), uint64(t.Steps[0].ProBefore)
	fmt.Fprintf(w, "%s\n\n", textboard.Placement(b))
	s.WriteText("", t.intro())
	fmt.Fprintln(w)
	s.WriteText("", fmt.Sprintf("Start. The generator is the set of sliders. The propagator is the set of empty squares that a step can arrive on: empty & %v, the wrap mask, keeps steps from going around the board.", t.Wrap))
	fmt.Fprintln(w)
	s.WriteBoards(4, textboard.OfPieces("position", b), genBoard("gen", gen, gen, gen), textboard.OfSet("pro", pro))
	for i := range t.Steps {
		st := &t.Steps[i]
		genText, proText := t.explain(i)
		fmt.Fprintf(w, "\nStep %d.  gen |= pro & %s\n", i+1, shiftText("gen", st.Shift))
		s.WriteText(indent, genText)
		if i < 2 {
			fmt.Fprintf(w, "         pro &= %s\n", shiftText("pro", st.Shift))
		}
		s.WriteText(indent, proText)
		fmt.Fprintln(w)
		s.WriteBoards(4,
			genBoard("gen before", uint64(st.GenBefore), uint64(st.GenBefore), gen),
			textboard.OfSet("pro before", uint64(st.ProBefore)),
			genBoard("gen after", uint64(st.GenBefore), uint64(st.Gen), gen),
			proBoard("pro after", uint64(st.ProBefore), uint64(st.Pro)))
	}
	fmt.Fprintf(w, "\nLast shift.  attacks = %s & %v\n", shiftText("gen", t.Shift), t.Wrap)
	s.WriteText(indent, "All that is filled moves one square on, onto the first blocker of either colour and off the sliders: "+countSquares(t.Attacks)+" attacked.")
	fmt.Fprintln(w)
	s.WriteBoards(4, genBoard("gen", uint64(t.Fill), uint64(t.Fill), gen), textboard.OfSet("attacks", uint64(t.Attacks)), textboard.OfPieces("position", b))
	fmt.Fprintln(w)
	s.WriteText("", "S slider, 1 in the set, + new in this step, - left the set in this step.")
}

// indent is the space before text below the number of a step.
const indent = "         "

// genBoard returns a board of the generator after a step: the sliders, earlier squares and
// new squares.
func genBoard(title string, before, after, sliders uint64) textboard.Board {
	x := textboard.OfSet(title, after)
	x.Mark(after&^before, '+', textboard.Fresh)
	x.Mark(sliders, 'S', textboard.InSet)
	return x
}

// proBoard returns a board of the propagator after a step.
func proBoard(title string, before, after uint64) textboard.Board {
	x := textboard.OfSet(title, after)
	x.Mark(before&^after, '-', textboard.Gone)
	return x
}
