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
func (a *Animation) Write(w io.Writer) error {
	var s, styles svg
	styles.add(".caption { display: none }\n@media (prefers-reduced-motion: no-preference) {\n.still { display: none }\n.caption { display: inline }\n")
	for _, l := range a.Layers {
		styles.add(".%s { animation: %[1]s %ds infinite } @keyframes %[1]s { 0%%, %[3]d%% { opacity: 0 } %d%%, %d%% { opacity: 1 } %d%%, 100%% { opacity: 0 } }\n",
			l.Name, a.Seconds, l.Start, l.Shown, l.End, l.Gone)
	}
	s.begin(&a.Drawing, styles.String()+"}\n", marginLeft)
	s.add("\n"+`<text class="title still" x="34" y="56">%s</text>`, a.Still)
	for _, l := range a.Layers {
		if l.Title != "" {
			s.add("\n"+`<g class="caption"><g class="%s"><text class="title" x="34" y="56">%s</text><text class="note" x="34" y="74">%s</text></g></g>`, l.Name, l.Title, l.Note)
		}
	}
	board := a.Board()
	s.add("\n"+`<g transform="translate(%d %d)">`, board.X, board.Y)
	for _, q := range board.Squares {
		s.add("\n")
		s.square(&q)
	}
	for _, l := range a.Layers {
		if len(l.Squares) > 0 {
			s.add("\n"+`<g class="%s">`, l.Name)
			for _, q := range l.Squares {
				s.square(&q)
			}
			s.add("</g>")
		}
	}
	for _, q := range board.Squares {
		if q.Piece != "" {
			s.add("\n")
			s.piece(&q)
		}
	}
	s.add(grid)
	for _, l := range a.Layers {
		if len(l.Arrows) > 0 {
			s.add("\n"+`<g class="%s">`, l.Name)
			for _, arrow := range l.Arrows {
				s.arrow(arrow)
			}
			s.add("</g>")
		}
	}
	s.coordinates(a.Flipped)
	s.add("\n</g>")
	s.legend(a.Legend)
	s.add("\n</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}
