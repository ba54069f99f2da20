package boarddraw

import (
	"io"

	"github.com/koggestone/koggestone/quad"
)

// An Animation is a board with layers that a style sheet shows and hides. If the viewer
// prefers reduced motion or does not support animations, all layers are visible.
type Animation struct {
	Drawing // its first panel is the board
	Still   string
	Seconds int
	Layers  []Layer
}

// A Layer is shown during a part of an animation.
type Layer struct {
	Name                    string // name of its class
	Title, Note             string
	Squares                 []Square // drawn over the board's shades
	Arrows                  []Arrow
	Start, Shown, End, Gone int // in percent of the animation
}

// Board returns the board.
func (a *Animation) Board() *Panel { return &a.Panels[0] }

// AddLayer adds a layer that is visible from slot from until slot to begins. The animation has
// the given number of slots.
func (a *Animation) AddLayer(name string, from, to, slots int) *Layer {
	percent := func(slot int) int { return 96 * slot / slots }
	l := Layer{Name: name, Start: percent(from), Shown: percent(from) + 2, End: percent(to), Gone: percent(to) + 2}
	a.Layers = append(a.Layers, l)
	return &a.Layers[len(a.Layers)-1]
}

// Shade adds squares to the layer, in a class. If the class is empty, they look like
// empty squares.
func (l *Layer) Shade(set uint64, class string) {
	var shades []Shade
	if class != "" {
		shades = []Shade{{class, set}}
	}
	for sq, s := range NewPanel("", "", quad.Board{}, shades...).Squares {
		if set>>sq&1 != 0 {
			l.Squares = append(l.Squares, s)
		}
	}
}

// AddArrow draws an arrow from square to square. It is moved aside by some pixels, to keep arrows along
// one line apart.
func (l *Layer) AddArrow(from, to int, class string, aside float64) {
	var p Panel
	p.addArrow(from, to, class, aside)
	l.Arrows = append(l.Arrows, p.Arrows...)
}

// Flip turns the board and everything drawn on it.
func (a *Animation) Flip() {
	a.Drawing.Flip()
	for _, l := range a.Layers {
		flip(l.Squares, l.Arrows)
	}
}

// Write writes the animation as SVG.
func (a *Animation) Write(w io.Writer) error { return templates().ExecuteTemplate(w, "animation", a) }
