package trace

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/internal/cli"
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
	return boarddraw.NewPanel(title, note, b, shaded("gen", after), shaded("new", after&^before), shaded("slider", sliders))
}

var shaded = boarddraw.Shaded

// drawing returns a drawing of the trace: the generator after each step on the right,
// and the propagator that the step uses on the left.
func (t *trace) drawing(b quad.Board) *boarddraw.Drawing {
	sliders := uint64(t.Steps[0].GenBefore)
	d := &boarddraw.Drawing{
		Title: t.intro(),
		Legend: []boarddraw.LegendItem{sliderLegend, genLegend, newLegend,
			{Class: "pro", Text: "in the propagator: empty, and a step can arrive"},
			{Class: "lost", Text: "left the propagator: " + t.edge()},
		},
	}
	d.Panels = append(d.Panels, boarddraw.NewPanel("Wrap mask", "the squares that a step can arrive on", b, shaded("pro", uint64(t.Wrap))),
		genPanel(b, "Generator", "gen: the sliders", sliders, sliders, sliders))
	for i, st := range t.Steps {
		title, note, before := "Propagator of step 1", "pro := empty & wrap mask", st.ProBefore
		if i > 0 {
			before = t.Steps[i-1].ProBefore
			title = fmt.Sprintf("Propagator of step %d", i+1)
			note = fmt.Sprintf("pro &= %s: %s empty squares in a row", shiftText("pro", t.Steps[i-1].Shift), [...]string{1: "two", 2: "four"}[i])
		}
		x := boarddraw.NewPanel(title, note, b, shaded("pro", uint64(st.ProBefore)), shaded("lost", uint64(before&^st.ProBefore)))
		d.Panels = append(d.Panels, x, genPanel(b, fmt.Sprintf("Step %d", i+1), "gen |= pro & "+shiftText("gen", st.Shift),
			sliders, uint64(st.GenBefore), uint64(st.Gen)))
	}
	d.Panels = append(d.Panels, boarddraw.Panel{}, boarddraw.NewPanel("Attacks", shiftText("gen", t.Shift)+" & wrap mask", b, shaded("gen", uint64(t.Attacks))))
	d.Layout(2)
	for i := range t.Steps {
		d.Link(2*i+2, 2*i+3)
	}
	return d
}

// edge returns why a square leaves the propagator.
func (t *trace) edge() string {
	return fmt.Sprintf("the way from the %s is blocked, or begins off the board", cli.DirectionWords(t.d.Opposite()))
}

// upperFirst returns text with a capital letter.
func upperFirst(text string) string { return string(text[0]-'a'+'A') + text[1:] }

// asides contains how far, in pixels, arrows are from their line, so that arrows along one line do not
// overlap. The indices are the length of the step and the number of squares between the slider and the
// start of the arrow.
var asides = map[int][4]float64{1: {0}, 2: {-6, 6}, 4: {-12, 12, -18, 18}}

// animation returns the trace as successive steps on one board, with an arrow from each
// filled square to its new square.
func (t *trace) animation(b quad.Board) *boarddraw.Animation {
	const slots = 9 // one for the sliders, two for each step and for the attacks
	sliders, attacks := uint64(t.Steps[0].GenBefore), uint64(t.Attacks)
	board := boarddraw.NewPanel("", "", b, shaded("slider", sliders))
	way := cli.DirectionWords(t.d)
	who, kinds := "Rooks and queens", b.Orthogonal()
	if t.d.Diagonal() {
		who, kinds = "Bishops and queens", b.Diagonal()
	}
	if sliders&^kinds != 0 { // squares that the user named
		who = "Sliders"
	}
	a := &boarddraw.Animation{
		Drawing: boarddraw.Drawing{Title: who + " go " + way, Panels: []boarddraw.Panel{board}, Legend: []boarddraw.LegendItem{sliderLegend,
			{Class: "new", Text: "new in this step"}, {Class: "gen", Text: "filled, or attacked", Break: true}, {Class: "step", Text: "moves in this step", Arrow: true}}},
		Still:   "1 + 2 + 4 squares, and one more to attack",
		Seconds: 14,
	}
	a.Layout(1)
	l := a.AddLayer("start", 0, 1, slots)
	l.Title, l.Note = "Start with all of them", "They move over empty squares only."
	step := func(k int, name, title, note string, before, after uint64, distance int) {
		last := k == len(t.Steps)+1
		l := a.AddLayer(name, 2*k-1, 2*k+1, slots)
		l.Title, l.Note = title, note
		news := after &^ before
		l.Shade(news, "new")
		for set := news; set != 0; set &= set - 1 {
			to := set & -set
			from, origin, lane := to, uint64(0), 0
			for range distance {
				from = koggestone.Step(from, t.d.Opposite())
			}
			for origin = from; origin&sliders == 0 && !last; lane++ {
				origin = koggestone.Step(origin, t.d.Opposite())
			}
			l.AddArrow(bits.TrailingZeros64(from), bits.TrailingZeros64(to), "step", asides[distance][lane])
		}
		if !last {
			a.AddLayer(name+"past", 2*k+1, slots, slots).Shade(news, "gen")
		}
	}
	for i, s := range t.Steps {
		words := [...][2]string{{"1 square", "that square is"}, {"2 squares", "both squares are"}, {"4 squares", "all four squares are"}}[i]
		step(i+1, fmt.Sprintf("step%d", i+1), "Go "+way+" by "+words[0], "where "+words[1]+" empty", uint64(s.GenBefore), uint64(s.Gen), 1<<i)
	}
	a.AddLayer("leave", slots-2, slots, slots).Shade(sliders&^attacks, "")
	step(len(t.Steps)+1, "attacks", "1 more: the attacks", "onto the first blocker, and off the sliders", uint64(t.Fill), uint64(t.Fill)|attacks, 1)
	return a
}
