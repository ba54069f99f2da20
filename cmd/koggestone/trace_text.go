package main

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/quad"
)

// shiftText returns the Go expression of x shifted by n.
func shiftText(x string, n int) string {
	if n < 0 {
		return fmt.Sprintf("%s>>%d", x, -n)
	}
	return fmt.Sprintf("%s<<%d", x, n)
}

// explain returns what step i does, in words, for the generator and for the
// propagator.
func (t *trace) explain(i int) (gen, pro string) {
	s := &t.Steps[i]
	news := countSquares(s.Gen &^ s.GenBefore)
	back := words(t.d.Opposite())
	switch i {
	case 0:
		return fmt.Sprintf("Each slider also stands one square %s of itself if that square is empty: %s new.", t.Direction, news),
			fmt.Sprintf("A square stays if the square %s of it is in the propagator too: two empty squares in a row, both reachable by a step.", back)
	case 1:
		return fmt.Sprintf("What is filled moves two squares on, where two empty squares in a row lead there: %s new.", news),
			fmt.Sprintf("A square stays if the square two to the %s is in the propagator too: four empty squares in a row.", back)
	}
	return fmt.Sprintf("What is filled moves four squares on, where four empty squares in a row lead there: %s new. 1 + 2 + 4 = 7 squares is as far as a slider can go.", news),
		"The propagator has done its work and stays as it is."
}

// countSquares returns "1 square" or "n squares".
func countSquares(h hex) string {
	if n := bits.OnesCount64(uint64(h)); n != 1 {
		return fmt.Sprintf("%d squares", n)
	}
	return "1 square"
}

// intro returns what is filled, in words.
func (t *trace) intro() string {
	who := "no slider"
	if len(t.Sliders) > 0 {
		who = "sliders " + strings.Join(t.Sliders, ", ")
	}
	return fmt.Sprintf("Occluded fill going %s of %s: a step adds %+d to the index of a square (a1 = 0, h8 = 63).", t.Direction, who, t.Shift)
}

// write writes the trace with its boards.
func (t *trace) write(s *streams, b quad.Board) {
	w := s.out
	gen, pro := uint64(t.Steps[0].GenBefore), uint64(t.Steps[0].ProBefore)
	fmt.Fprintf(w, "%s\n\n%s\n\n", placement(b), t.intro())
	fmt.Fprintf(w, "Start. The generator is the set of sliders. The propagator is the set of empty squares that a\n")
	fmt.Fprintf(w, "step can arrive on: empty & %v, the wrap mask, keeps steps from going around the board.\n\n", t.Wrap)
	writeBoards(w, s.colour, 4, pieceBoard("position", b), genBoard("gen", gen, gen, gen), setBoard("pro", pro))
	for i := range t.Steps {
		st := &t.Steps[i]
		genText, proText := t.explain(i)
		fmt.Fprintf(w, "\nStep %d.  gen |= pro & %s\n         %s\n", i+1, shiftText("gen", st.Shift), genText)
		if i < 2 {
			fmt.Fprintf(w, "         pro &= %s\n", shiftText("pro", st.Shift))
		}
		fmt.Fprintf(w, "         %s\n\n", proText)
		writeBoards(w, s.colour, 4,
			genBoard("gen before", uint64(st.GenBefore), uint64(st.GenBefore), gen),
			setBoard("pro before", uint64(st.ProBefore)),
			genBoard("gen after", uint64(st.GenBefore), uint64(st.Gen), gen),
			proBoard("pro after", uint64(st.ProBefore), uint64(st.Pro)))
	}
	fmt.Fprintf(w, "\nLast shift.  attacks = %s & %v\n", shiftText("gen", t.Shift), t.Wrap)
	fmt.Fprintf(w, "         All that is filled moves one square on, onto the first blocker of either colour and off the\n")
	fmt.Fprintf(w, "         sliders: %s attacked.\n\n", countSquares(t.Attacks))
	writeBoards(w, s.colour, 4, genBoard("gen", uint64(t.Fill), uint64(t.Fill), gen), setBoard("attacks", uint64(t.Attacks)), pieceBoard("position", b))
	io.WriteString(w, "\nS slider, 1 in the set, + new in this step, - left the set in this step.\n")
}

// genBoard returns a board of the generator after a step: the sliders, what was
// filled before and what is new.
func genBoard(title string, before, after, sliders uint64) board {
	x := setBoard(title, after)
	x.mark(after&^before, '+', fresh)
	x.mark(sliders, 'S', inSet)
	return x
}

// proBoard returns a board of the propagator after a step.
func proBoard(title string, before, after uint64) board {
	x := setBoard(title, after)
	x.mark(before&^after, '-', fresh)
	return x
}
