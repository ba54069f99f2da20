package trace

import (
	"fmt"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/quad"
)

// The legend of the traces.
var (
	sliderLegend = boarddraw.LegendItem{Class: "slider", Text: "slider"}
	genLegend    = boarddraw.LegendItem{Class: "gen", Text: "in the generator, or attacked"}
	newLegend    = boarddraw.LegendItem{Class: "new", Text: "new in this step"}
)

// genPanel returns a panel of the generator after a step.
func genPanel(b quad.Board, title, note string, sliders, before, after uint64) boarddraw.Panel {
	x := setPanel(b, title, note, after, "gen")
	x.SetClass(after&^before, "new")
	x.SetClass(sliders, "slider")
	return x
}

// setPanel returns a panel of the pieces of b and a set in the colour of class.
func setPanel(b quad.Board, title, note string, set uint64, class string) boarddraw.Panel {
	x := boarddraw.NewPanel(title, note)
	x.SetPieces(b)
	x.SetClass(set, class)
	return x
}

// drawing returns a drawing of the trace: on the right the generator after each step, on
// the left the propagator that the step uses.
func (t *trace) drawing(b quad.Board) *boarddraw.Drawing {
	sliders := uint64(t.Steps[0].GenBefore)
	d := &boarddraw.Drawing{
		Title: t.intro(),
		Legend: []boarddraw.LegendItem{sliderLegend, genLegend, newLegend,
			{Class: "pro", Text: "in the propagator: empty, and a step can arrive"},
			{Class: "lost", Text: "left the propagator: " + t.edge()},
		},
	}
	d.Panels = append(d.Panels, setPanel(b, "Wrap mask", "the squares that a step can arrive on", uint64(t.Wrap), "pro"),
		genPanel(b, "Generator", "gen: the sliders", sliders, sliders, sliders))
	for i, st := range t.Steps {
		title, note, before := "Propagator of step 1", "pro := empty & wrap mask", st.ProBefore
		if i > 0 {
			before = t.Steps[i-1].ProBefore
			title = fmt.Sprintf("Propagator of step %d", i+1)
			note = fmt.Sprintf("pro &= %s: %s empty squares in a row", shiftText("pro", t.Steps[i-1].Shift), [...]string{1: "two", 2: "four"}[i])
		}
		x := setPanel(b, title, note, uint64(st.ProBefore), "pro")
		x.SetClass(uint64(before&^st.ProBefore), "lost")
		d.Panels = append(d.Panels, x, genPanel(b, fmt.Sprintf("Step %d", i+1), "gen |= pro & "+shiftText("gen", st.Shift),
			sliders, uint64(st.GenBefore), uint64(st.Gen)))
	}
	d.Panels = append(d.Panels, boarddraw.Panel{}, setPanel(b, "Attacks", shiftText("gen", t.Shift)+" & wrap mask", uint64(t.Attacks), "gen"))
	d.Layout(2)
	for i := range t.Steps {
		d.Link(2*i+2, 2*i+3)
	}
	return d
}

// edge returns the reason why a square leaves the propagator.
func (t *trace) edge() string {
	return fmt.Sprintf("the way from the %s is blocked, or begins off the board", cli.DirectionWords(t.d.Opposite()))
}

// allDrawing returns a drawing of the traces of several directions, a row each.
func allDrawing(b quad.Board, traces []*trace) *boarddraw.Drawing {
	d := &boarddraw.Drawing{
		Title:  "Occluded fills in " + directionCount(len(traces)),
		Legend: []boarddraw.LegendItem{sliderLegend, genLegend, newLegend},
	}
	union := uint64(0)
	for _, t := range traces {
		sliders := uint64(t.Steps[0].GenBefore)
		d.Panels = append(d.Panels, genPanel(b, upperFirst(t.Direction), fmt.Sprintf("gen: the sliders; a step is %+d", t.Shift), sliders, sliders, sliders))
		for i, st := range t.Steps {
			d.Panels = append(d.Panels, genPanel(b, fmt.Sprintf("Step %d", i+1), "gen |= pro & "+shiftText("gen", st.Shift), sliders, uint64(st.GenBefore), uint64(st.Gen)))
		}
		d.Panels = append(d.Panels, setPanel(b, "Attacks", shiftText("gen", t.Shift)+" & wrap mask", uint64(t.Attacks), "gen"))
		union |= uint64(t.Attacks)
	}
	d.Panels = append(d.Panels, setPanel(b, "All attacks", "the union of the last column", union, "gen"))
	return d.Layout(5)
}

// directionCount returns "1 direction" or "n directions".
func directionCount(n int) string {
	if n == 1 {
		return "1 direction"
	}
	return fmt.Sprint(n, " directions")
}

// upperFirst returns text with a capital letter.
func upperFirst(text string) string { return string(text[0]-'a'+'A') + text[1:] }
