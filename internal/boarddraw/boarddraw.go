// Package boarddraw draws chess boards as SVG: shaded squares, pieces, arrows, and a
// legend.
package boarddraw

import (
	"math"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/quad"
)

// The dimensions of a drawing, in pixels. A board has coordinates below it and on its left,
// and a title above.
const (
	squareSize  = 45
	boardSize   = 8 * squareSize
	marginLeft  = 34
	marginTop   = 64
	titleHeight = 40
	headingRow  = 20
	headingFont = 10 // the width of a letter of the heading
	registerRow = 74
	laneRow     = 50
	laneLetter  = 8 // the width of a letter of a lane
	legendRow   = 20
	narrowEdge  = 8 // on the right of a narrow drawing's board
	panelWidth  = boardSize + 42
	panelHeight = boardSize + titleHeight + 34
	legendSize  = 44
	noteRow     = 14
	halfWidth   = 192 // the width of boards at half the size
	halfLeft    = 20
	halfHeight  = 258
	halfLetter  = 7
)

// A Drawing is an SVG picture: registers, panels in rows and a legend.
type Drawing struct {
	Title     string
	Registers []Register
	Panels    []Panel
	Legend    []LegendItem
	Links     []Arrow // from panel to panel; set by Link
	Width     int
	Height    int
	Heading   []Line // the title; set by Layout
	Left      int    // where the heading and the legend begin; set by Layout
	Flipped   bool   // set by Flip
}

// A Line is a line of text at a height.
type Line struct {
	Y    int
	Text string
}

// A Register is drawn as a row of lanes, or as several rows if the lanes would be too narrow for
// their notes.
type Register struct {
	Y       int
	Name    string
	Heading []Line // the name; set by Layout
	Lanes   []Lane
}

// A Lane is one lane of a register.
type Lane struct {
	X, Y, Middle, Width int
	Title, Note         string
}

// A Panel is one board in a drawing. If it has no squares, nothing is drawn in its place.
type Panel struct {
	X, Y    int // place of the board's upper left corner
	Title   string
	Note    string
	Notes   []Line // the note; set by Layout
	Half    bool   // drawn at half the size; set by Layout
	Squares []Square
	Arrows  []Arrow
	Rings   []Point // around pieces
}

// A Point is a position in pixels. On a panel it is relative to the board's upper left
// corner.
type Point struct{ X, Y float64 }

// An Arrow leads from one point to another.
type Arrow struct {
	From, To Point
	Class    string // "check", "pin", "attack", "defence" or "step"
}

// A Square is one square of a panel.
type Square struct {
	X, Y   int
	Class  string // shade: "light", "dark" or a class of style.css
	Lower  string // the shade of its lower left half, if it differs
	Upper  string // the shade of its upper right half, if it differs
	Piece  string // the id in shapes.svg: "R"
	Side   string // "white" or "black"
	Below  string // a small number in the lower left corner
	Above  string // in the upper right corner
	Middle string // a number in the middle
}

// A LegendItem explains a shade or an arrow.
type LegendItem struct {
	X, Y  int
	Break bool // starts a line
	Arrow bool
	Class string
	Text  string
	Lines []Line // the text; set by Layout
}

// letters returns the width of text in average letters. Capitals count more, because they are wider, for
// example in placements.
func letters(text string) int {
	n := len(text)
	for _, c := range text {
		if c >= 'A' && c <= 'Z' {
			n++
		}
	}
	return (len(text)*3 + n) / 4
}

// wrapped returns text in lines of up to width letters, the first at y and the others below.
func wrapped(text string, width, y, row int) (lines []Line) {
	var words []string
	for _, word := range strings.Fields(text) {
		for letters(word) > width { // a placement
			cut := strings.LastIndexByte(word[:3*width/4], '/') + 1
			if cut == 0 {
				cut = 3 * width / 4
			}
			words, word = append(words, word[:cut]), word[cut:]
		}
		words = append(words, word)
	}
	line := ""
	for _, word := range words {
		if longer := strings.TrimSpace(line + " " + word); line == "" || letters(longer) <= width {
			line = longer
		} else {
			lines, line = append(lines, Line{y + row*len(lines), line}), word
		}
	}
	return append(lines, Line{y + row*len(lines), line})
}

// Flip turns the boards to Black's side.
func (d *Drawing) Flip() {
	d.Flipped = !d.Flipped
	for i := range d.Panels {
		p := &d.Panels[i]
		flip(p.Squares, p.Arrows)
		for k, r := range p.Rings {
			p.Rings[k] = Point{boardSize - r.X, boardSize - r.Y}
		}
	}
}

// flip turns squares and arrows.
func flip(squares []Square, arrows []Arrow) {
	for i := range squares {
		s := &squares[i]
		s.X, s.Y = 7*squareSize-s.X, 7*squareSize-s.Y
	}
	for i, a := range arrows {
		arrows[i].From, arrows[i].To = Point{boardSize - a.From.X, boardSize - a.From.Y}, Point{boardSize - a.To.X, boardSize - a.To.Y}
	}
}

// Narrow lays the drawing out for a narrow screen, without links.
func (d *Drawing) Narrow() *Drawing {
	d.Links = nil
	d.Panels = slices.DeleteFunc(d.Panels, func(p Panel) bool { return len(p.Squares) == 0 })
	return d.Layout(1)
}

// hasCounts reports whether any square of the drawing contains small text.
func (d *Drawing) hasCounts() bool {
	return slices.ContainsFunc(d.Panels, func(p Panel) bool {
		return slices.ContainsFunc(p.Squares, func(s Square) bool { return s.Above+s.Below+s.Middle != "" })
	})
}

// Layout places the heading, the registers, the panels, perRow in a row, and the legend. If perRow is 1,
// the drawing is as wide as a phone; if there are several boards, they then have half the size and two
// are in a row. Boards also have half the size if perRow is at least 3.
func (d *Drawing) Layout(perRow int) *Drawing {
	perRow = min(perRow, len(d.Panels))
	d.Width = marginLeft + perRow*panelWidth
	if perRow == 1 {
		d.Width = marginLeft + boardSize + narrowEdge
	}
	d.Heading = wrapped(d.Title, (d.Width-marginLeft)/headingFont, 28, headingRow)
	top := marginTop + headingRow*(len(d.Heading)-1)
	for i := range d.Registers {
		r := &d.Registers[i]
		total := max(d.Width-marginLeft-narrowEdge, perRow*panelWidth-(panelWidth-boardSize))
		r.Heading = wrapped(r.Name, total/headingFont, 0, headingRow)
		r.Y = top
		widest := 0
		for _, l := range r.Lanes {
			widest = max(widest, len(l.Title), len(l.Note))
		}
		lanes := len(r.Lanes)
		for lanes > 1 && lanes*(laneLetter*widest+2) > total {
			lanes = (lanes + 1) / 2
		}
		width := total / lanes
		for k := range r.Lanes {
			l := &r.Lanes[k]
			l.X, l.Y, l.Width = marginLeft+k%lanes*width, 10+headingRow*(len(r.Heading)-1)+k/lanes*laneRow, width
			l.Middle = l.X + width/2
		}
		top += registerRow + headingRow*(len(r.Heading)-1) + laneRow*((len(r.Lanes)-1)/lanes)
	}
	if len(d.Registers) > 0 {
		top += 10
	}
	left, wide, high, rise, letters := marginLeft, panelWidth, panelHeight, titleHeight/2, panelWidth
	half := perRow != 2 && len(d.Panels) > 1 && !d.hasCounts()
	if half {
		if perRow == 1 {
			perRow = 2
		} else {
			d.Width = halfLeft + perRow*halfWidth
		}
		left, wide, high, rise, letters = halfLeft, halfWidth, halfHeight, titleHeight, halfWidth/halfLetter
		if !slices.ContainsFunc(d.Panels, func(p Panel) bool { return p.Note != "" }) {
			high, rise = high-2*noteRow, rise-2*noteRow
		}
	}
	d.Left = left
	for i := range d.Panels {
		p := &d.Panels[i]
		p.X, p.Y, p.Half = left+i%perRow*wide, top+rise+i/perRow*high, half
		p.Notes = nil
		if p.Note != "" {
			p.Notes = wrapped(p.Note, letters, 0, noteRow)
			for k := range p.Notes {
				p.Notes[k].Y -= 8 + noteRow*(len(p.Notes)-1)
			}
		}
	}
	rows := (len(d.Panels) + perRow - 1) / perRow
	y := top + rows*high
	x := left
	for i := range d.Legend {
		l := &d.Legend[i]
		width := 44 + 8*len(l.Text)
		if x > left && (x+width > d.Width || l.Break && i > 0) {
			x, y = left, y+30
		}
		l.X, l.Y, l.Lines = x, y, wrapped(l.Text, (d.Width-left-28)/8, 15, legendRow)
		x, y = x+width, y+legendRow*(len(l.Lines)-1)
	}
	d.Height = y + legendSize
	return d
}

// Link draws an arrow from a panel to the panel on its right. Call Layout first.
func (d *Drawing) Link(from, to int) {
	a, b := d.Panels[from], d.Panels[to]
	y := float64(a.Y) + boardSize/2
	d.Links = append(d.Links, Arrow{Point{float64(a.X) + boardSize + 4, y}, Point{float64(b.X) - 24, y}, "link"})
}

// A Shade is a set of squares with the colour of a class.
type Shade struct {
	Class string
	Set   uint64
}

// Shaded returns a set with the colour of a class.
func Shaded(class string, set uint64) Shade { return Shade{class, set} }

// NewPanel returns a panel of a board with shades. Later shades cover earlier ones.
func NewPanel(title, note string, b quad.Board, shades ...Shade) Panel {
	p := Panel{Title: title, Note: note, Squares: make([]Square, 64)}
	for sq, piece := range b.Squares() {
		file, rank := sq%8, sq/8
		s := &p.Squares[sq]
		s.X, s.Y = file*squareSize, (7-rank)*squareSize
		s.Class = [...]string{"dark", "light"}[(file+rank)%2]
		if kind := piece.Kind(); kind != quad.None {
			s.Piece = string(quad.MakePiece(quad.White, kind).Letter())
			s.Side = piece.Color().String()
		}
		for _, shade := range shades {
			if shade.Set>>sq&1 != 0 {
				s.Class = shade.Class
			}
		}
	}
	return p
}

// AddArrow draws an arrow between two squares, which ends short of their centres.
func (p *Panel) AddArrow(from, to int, class string) { p.addArrow(from, to, class, 0) }

// addArrow is like AddArrow, but moves the arrow aside by some pixels.
func (p *Panel) addArrow(from, to int, class string, aside float64) {
	a, b := centre(from), centre(to)
	dx, dy := b.X-a.X, b.Y-a.Y
	length := math.Hypot(dx, dy)
	along := func(t float64) Point {
		x, y := a.X+dx*t-dy/length*aside, a.Y+dy*t+dx/length*aside
		return Point{math.Round(10*x) / 10, math.Round(10*y) / 10}
	}
	p.Arrows = append(p.Arrows, Arrow{along(12 / length), along(1 - 14/length), class})
}

// AddRing draws a ring around the piece on a square.
func (p *Panel) AddRing(sq int) { p.Rings = append(p.Rings, centre(sq)) }

func centre(sq int) Point {
	return Point{(float64(sq%8) + 0.5) * squareSize, (7.5 - float64(sq/8)) * squareSize}
}

// TitleAt returns the height of the title above the board.
func (p *Panel) TitleAt() int { return 10 + noteRow*len(p.Notes) }
