package main

import (
	"fmt"

	"github.com/koggestone/koggestone/quad"
)

// drawing returns a drawing of the trace: the generator above, the propagator below.
func (t *trace) drawing(b quad.Board) *drawing {
	sliders := uint64(t.Steps[0].GenBefore)
	genPanel := func(title, note string, before, after uint64) panel {
		x := newPanel(title, note)
		x.setPieces(b)
		x.setClass(after, "gen")
		x.setClass(after&^before, "new")
		x.setClass(sliders, "slider")
		return x
	}
	proPanel := func(title, note string, before, after uint64) panel {
		x := newPanel(title, note)
		x.setPieces(b)
		x.setClass(after, "pro")
		x.setClass(before&^after, "lost")
		return x
	}
	pro := uint64(t.Steps[0].ProBefore)
	gens := []panel{genPanel("Generator", "the sliders", sliders, sliders)}
	pros := []panel{proPanel("Propagator", "empty squares that a step can arrive on", pro, pro)}
	for i, st := range t.Steps {
		gens = append(gens, genPanel(fmt.Sprintf("Step %d", i+1), "gen |= pro & "+shiftText("gen", st.Shift), uint64(st.GenBefore), uint64(st.Gen)))
		if i < 2 {
			pros = append(pros, proPanel(fmt.Sprintf("Step %d", i+1), "pro &= "+shiftText("pro", st.Shift), uint64(st.ProBefore), uint64(st.Pro)))
		}
	}
	last := newPanel("Attacks", fmt.Sprintf("%s & wrap mask", shiftText("gen", t.Shift)))
	last.setPieces(b)
	last.setClass(uint64(t.Attacks), "gen")
	d := &drawing{
		Title:  t.intro(),
		Panels: append(append(gens, pros...), last),
		Legend: []legendItem{
			{Class: "slider", Text: "slider"},
			{Class: "gen", Text: "in the generator, or attacked"},
			{Class: "new", Text: "new in this step"},
			{Class: "pro", Text: "in the propagator"},
			{Class: "lost", Text: "left the propagator in this step"},
		},
	}
	return d.layout(len(gens))
}
