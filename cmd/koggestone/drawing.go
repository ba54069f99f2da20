package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/koggestone/koggestone/internal/outfile"
	"github.com/koggestone/koggestone/quad"
)

//go:embed drawing.svg.tmpl
var boardTemplate string

var svgTemplate = template.Must(template.New("board").Parse(boardTemplate))

// The measures of a drawing, in pixels: a board of eight squares with coordinates
// below and to the left, and a title above.
const (
	squareSize  = 45
	boardSize   = 8 * squareSize
	marginLeft  = 34
	marginTop   = 64
	titleHeight = 40
	panelWidth  = boardSize + 42
	panelHeight = boardSize + titleHeight + 30
	legendSize  = 44
)

// A drawing is an SVG picture: panels in rows and a legend.
type drawing struct {
	Title  string
	Panels []panel
	Legend []legendItem
	Width  int
	Height int
}

// A panel is one board of a drawing.
type panel struct {
	X, Y    int // of the board's upper left corner
	Title   string
	Note    string
	Squares []svgSquare
	Arrows  []arrow
	Rings   []point // around pieces
}

// A point is a place on a panel, in pixels from the board's upper left corner.
type point struct{ X, Y float64 }

// An arrow leads from one point to another.
type arrow struct {
	From, To point
	Class    string // "check" or "pin"
}

// An svgSquare is one square of a panel.
type svgSquare struct {
	X, Y  int
	Class string // its shade: "light", "dark", or one of the template's styles
	Lower string // the shade of its lower left half, if it has one of its own
	Upper string // of its upper right half
	Piece string // the id of a shape of the template, without colour: "R"
	Side  string // "white" or "black"
	Text  string // a small number in the upper left corner
	Below string // in the lower left corner
	Above string // in the upper right corner
}

// A legendItem explains a shade or an arrow.
type legendItem struct {
	X, Y  int
	Break bool // begins a line
	Arrow bool
	Class string
	Text  string
}

// layout places the panels, perRow in a row, and the legend below them.
func (d *drawing) layout(perRow int) *drawing {
	for i := range d.Panels {
		d.Panels[i].X = marginLeft + i%perRow*panelWidth
		d.Panels[i].Y = marginTop + titleHeight/2 + i/perRow*panelHeight
	}
	rows := (len(d.Panels) + perRow - 1) / perRow
	y := marginTop + rows*panelHeight
	x := marginLeft
	d.Width = max(marginLeft+min(perRow, len(d.Panels))*panelWidth, marginLeft+9*len(d.Title))
	for i := range d.Legend {
		l := &d.Legend[i]
		width := 44 + 7*len(l.Text)
		if x+width > d.Width || l.Break && i > 0 {
			x, y = marginLeft, y+30
		}
		l.X, l.Y = x, y
		x += width
	}
	d.Height = y + legendSize
	return d
}

// newPanel returns a panel of an empty board.
func newPanel(title, note string) panel {
	p := panel{Title: title, Note: note, Squares: make([]svgSquare, 64)}
	for sq := range p.Squares {
		file, rank := sq%8, sq/8
		s := &p.Squares[sq]
		s.X, s.Y = file*squareSize, (7-rank)*squareSize
		s.Class = [...]string{"dark", "light"}[(file+rank)%2]
	}
	return p
}

// setPieces puts the pieces of b on the board.
func (p *panel) setPieces(b quad.Board) {
	for sq, piece := range b.Squares() {
		if kind := piece.Kind(); kind != quad.None {
			p.Squares[sq].Piece = string(quad.MakePiece(quad.White, kind).Letter())
			p.Squares[sq].Side = piece.Color().String()
		}
	}
}

// setClass shades the squares of b.
func (p *panel) setClass(b uint64, class string) {
	for sq := range p.Squares {
		if b>>sq&1 != 0 {
			p.Squares[sq].Class = class
		}
	}
}

// write writes the drawing as SVG.
func (d *drawing) write(w io.Writer) error { return svgTemplate.Execute(w, d) }

// writeSVG writes what draw draws to the file path, or to standard output if path
// is "-".
func writeSVG(s *streams, path string, draw func(io.Writer) error) error {
	if path == "-" {
		return draw(s.out)
	}
	var drawn bytes.Buffer
	if err := draw(&drawn); err != nil {
		return err
	}
	if err := s.out.Flush(); err != nil { // path may name what out writes to
		return err
	}
	if err := outfile.Write(path, s.stdout, drawn.Bytes()); err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	return nil
}
