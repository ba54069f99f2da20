package main

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A bar is one bar of a group, with a label at its end.
type bar struct {
	value float64
	label string
	color color.Color
}

// A group is a named list of bars, from top to bottom.
type group struct {
	name string
	bars []bar
}

// Measures of bars, in pixels.
const (
	barHeight = 17
	groupGap  = 9
	nameGap   = 8 // between a group's name and the axis
	labelGap  = 5 // between a bar and its label
)

// bars draws groups of horizontal bars, one below the other.
type bars []group

// height returns the height that the bars take.
func (bs bars) height() vg.Length {
	h := vg.Length(0)
	for _, g := range bs {
		h += vg.Length(len(g.bars))*barHeight + groupGap
	}
	return h
}

// Plot implements plot.Plotter. The vertical axis is not drawn and not used.
func (bs bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	y := c.Max.Y
	for _, g := range bs {
		y -= groupGap / 2.0
		middle := y - vg.Length(len(g.bars))*barHeight/2
		c.FillText(style(textSize, ink, text.XRight, text.YCenter), vg.Point{X: c.Min.X - nameGap, Y: middle}, g.name)
		for _, b := range g.bars {
			top, bottom := y-0.5, y-barHeight+0.5
			c.FillPolygon(b.color, []vg.Point{{X: x(0), Y: bottom}, {X: x(b.value), Y: bottom}, {X: x(b.value), Y: top}, {X: x(0), Y: top}})
			c.FillText(style(smallSize, ink, text.XLeft, text.YCenter), vg.Point{X: x(b.value) + labelGap, Y: (top + bottom) / 2}, b.label)
			y -= barHeight
		}
		y -= groupGap / 2.0
	}
}

// chart returns the chart of the bars; unit is that of their values.
func (bs bars) chart(title, subtitle, unit string) ([]byte, error) {
	p := newPlot(unit, "")
	p.X.Min = 0
	for _, g := range bs {
		for _, b := range g.bars {
			p.X.Max = max(p.X.Max, b.value)
		}
	}
	p.X.Tick.Marker = linearTicks(p.X.Max)
	p.Y.Min, p.Y.Max = 0, 1
	p.HideY()
	p.Add(verticals{}, bs)
	left, right := bs.room(p.X.Max)
	return frame(title, subtitle, bs.height()+4*textSize, left, right, p)
}

// room returns the width of the groups' names left of the axis, and of the bars' labels
// right of it, for an axis that ends at high.
func (bs bars) room(high float64) (left, right vg.Length) {
	names, labels := style(textSize, ink, text.XRight, text.YCenter), style(smallSize, ink, text.XLeft, text.YCenter)
	for _, g := range bs {
		left = max(left, names.Width(g.name)+nameGap)
	}
	whole := chartWidth - 2*margin - left
	axis := whole
	for _, g := range bs {
		for _, b := range g.bars { // its label ends within the picture
			axis = min(axis, (whole-labelGap-labels.Width(b.label))*vg.Length(high/b.value))
		}
	}
	return left, whole - axis
}

// verticals draws a faint line up from each labelled tick of the horizontal axis.
type verticals struct{}

// Plot implements plot.Plotter.
func (verticals) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" {
			c.StrokeLine2(draw.LineStyle{Color: rule, Width: 0.7}, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
}

// horizontals draws a faint line right from each labelled tick of the vertical
// axis.
type horizontals struct{}

// Plot implements plot.Plotter.
func (horizontals) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.Label != "" {
			c.StrokeLine2(draw.LineStyle{Color: rule, Width: 0.7}, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}
