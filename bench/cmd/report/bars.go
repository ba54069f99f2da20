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

// An arrangement is how bars are drawn: in a narrow chart, names and labels are above their
// bars.
type arrangement struct {
	bars
	narrow bool
}

// Measures of bars in narrow charts, in pixels.
const (
	nameHeight  = 1.5 * textSize  // of a group's name above its bars
	labelHeight = 1.5 * smallSize // of a label above its bar
	thinBar     = 8
)

// height returns the height that the bars take.
func (a arrangement) height() vg.Length {
	h := vg.Length(0)
	for _, g := range a.bars {
		if a.narrow {
			h += nameHeight + vg.Length(len(g.bars))*(labelHeight+thinBar) + groupGap
		} else {
			h += vg.Length(len(g.bars))*barHeight + groupGap
		}
	}
	return h
}

// Plot implements plot.Plotter. The vertical axis is not drawn and not used.
func (a arrangement) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	y := c.Max.Y
	for _, g := range a.bars {
		y -= groupGap / 2.0
		if a.narrow {
			c.FillText(style(textSize, ink, text.XLeft, text.YCenter), vg.Point{X: x(0), Y: y - nameHeight/2}, g.name)
			y -= nameHeight
		} else {
			middle := y - vg.Length(len(g.bars))*barHeight/2
			c.FillText(style(textSize, ink, text.XRight, text.YCenter), vg.Point{X: c.Min.X - nameGap, Y: middle}, g.name)
		}
		for _, b := range g.bars {
			height, beside := vg.Length(barHeight), vg.Point{X: x(b.value) + labelGap, Y: y - barHeight/2.0}
			if a.narrow {
				height, beside = thinBar, vg.Point{X: x(0), Y: y - labelHeight/2}
				y -= labelHeight
			}
			top, bottom := y-0.5, y-height+0.5
			c.FillPolygon(b.color, []vg.Point{{X: x(0), Y: bottom}, {X: x(b.value), Y: bottom}, {X: x(b.value), Y: top}, {X: x(0), Y: top}})
			c.FillText(style(smallSize, ink, text.XLeft, text.YCenter), beside, b.label)
			y -= height
		}
		y -= groupGap / 2.0
	}
}

// chart returns the chart of the bars; unit is that of their values.
func (bs bars) chart(title, subtitle, unit string, width vg.Length) ([]byte, error) {
	a := arrangement{bs, width < chartWidth}
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
	p.Add(verticals{}, a)
	left, right := a.room(p.X.Max, width)
	return frame(title, subtitle, width, a.height()+4*textSize, left, right, p)
}

// room returns the width of the groups' names left of the axis, and of the bars' labels
// right of it, for an axis that ends at high.
func (a arrangement) room(high float64, width vg.Length) (left, right vg.Length) {
	if a.narrow {
		return textSize, textSize // for halves of the ticks' labels
	}
	names, labels := style(textSize, ink, text.XRight, text.YCenter), style(smallSize, ink, text.XLeft, text.YCenter)
	for _, g := range a.bars {
		left = max(left, names.Width(g.name)+nameGap)
	}
	whole := width - 2*margin - left
	axis := whole
	for _, g := range a.bars {
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
