package trace

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/quad"
)

// asides contains the number of pixels by which an arrow is moved aside, so that the arrows
// along a line do not overlap. The indices are the length of the step and the number of
// squares from the slider to the start of the arrow.
var asides = map[int][4]float64{1: {0}, 2: {-6, 6}, 4: {-12, 12, -18, 18}}

// animation returns the trace as successive steps on one board, with arrows from each filled
// square to its new square.
func (t *trace) animation(b quad.Board) *boarddraw.Animation {
	const slots = 5 // the sliders, three steps, the attacks
	sliders, attacks := uint64(t.Steps[0].GenBefore), uint64(t.Attacks)
	board := setPanel(b, "", "", sliders, "slider")
	a := &boarddraw.Animation{
		Drawing: boarddraw.Drawing{Title: fmt.Sprintf("Fill going %s in steps of 1, 2 and 4", t.Direction), Panels: []boarddraw.Panel{board}, Legend: []boarddraw.LegendItem{sliderLegend,
			{Class: "new", Text: "new in this step"}, {Class: "gen", Text: "filled, or attacked", Break: true}}},
		Still:   "1 + 2 + 4 squares, and one more to attack",
		Seconds: 3 * slots,
	}
	a.Layout(1)
	l := a.AddLayer("start", 0, 1, slots)
	l.Title, l.Note = "The sliders", "pro = empty squares that a step can arrive on"
	step := func(k int, name, title, note string, before, after uint64, distance int) {
		l := a.AddLayer(name, k, k+1, slots)
		l.Title, l.Note = title, note
		news := after &^ before
		l.Shade(news, "new")
		for set := news; set != 0; set &= set - 1 {
			to := set & -set
			from, origin, lane := to, uint64(0), 0
			for range distance {
				from = koggestone.Step(from, t.d.Opposite())
			}
			for origin = from; origin&sliders == 0 && k+1 < slots; lane++ {
				origin = koggestone.Step(origin, t.d.Opposite())
			}
			l.AddArrow(bits.TrailingZeros64(from), bits.TrailingZeros64(to), "step", asides[distance][lane])
		}
		if k+1 < slots {
			a.AddLayer(name+"past", k+1, slots, slots).Shade(news, "gen")
		}
	}
	for i, s := range t.Steps {
		step(i+1, fmt.Sprintf("step%d", i+1), fmt.Sprintf("Step %d: gen |= pro & %s", i+1, shiftText("gen", s.Shift)),
			fmt.Sprintf("%d %s on, where all squares on the way are empty", 1<<i, [...]string{"square", "squares", "squares"}[i]), uint64(s.GenBefore), uint64(s.Gen), 1<<i)
	}
	a.AddLayer("leave", slots-1, slots, slots).Shade(sliders&^attacks, "")
	step(slots-1, "attacks", "Attacks: "+shiftText("gen", t.Shift)+" & wrap mask", "one square on, onto the first blocker and off the sliders", uint64(t.Fill), uint64(t.Fill)|attacks, 1)
	return a
}
