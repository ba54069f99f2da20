package main

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A curve is a line through points, with a label right of its last point.
type curve struct {
	points plotter.XYs
	label  string
	color  color.RGBA
}

// curves draws curves, their labels moved apart.
type curves []curve

// curveGap is between a curve's last point and its label, in points.
const curveGap = 9

// room returns the width of the labels right of the axis.
func (cs curves) room() (right vg.Length) {
	s := style(textSize, ink, text.XLeft, text.YCenter)
	for _, c := range cs {
		right = max(right, curveGap+s.Width(c.label))
	}
	return right
}

// DataRange implements plot.DataRanger.
func (cs curves) DataRange() (xmin, xmax, ymin, ymax float64) {
	var all plotter.XYs
	for _, c := range cs {
		all = append(all, c.points...)
	}
	return plotter.XYRange(all)
}

// Plot implements plot.Plotter.
func (cs curves) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	ends := make([]vg.Length, len(cs))
	for i, s := range cs {
		var path []vg.Point
		for _, pt := range s.points {
			path = append(path, vg.Point{X: x(pt.X), Y: y(pt.Y)})
		}
		c.StrokeLines(draw.LineStyle{Color: s.color, Width: 2}, path)
		for _, pt := range path {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: s.color, Radius: 2.8, Shape: draw.CircleGlyph{}}, pt)
		}
		ends[i] = path[len(path)-1].Y
	}
	for i, at := range spread(ends, 1.25*textSize) {
		last := cs[i].points[len(cs[i].points)-1]
		s := style(textSize, mix(cs[i].color, ink, label), text.XLeft, text.YCenter)
		c.FillText(s, vg.Point{X: x(last.X) + curveGap, Y: at}, cs[i].label)
	}
}

// A mark is a labelled position on the horizontal axis, such as the size of a cache.
type mark struct {
	at    float64
	label string
}

// marks draws marks as dashed lines.
type marks []mark

// Plot implements plot.Plotter.
func (ms marks) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, m := range ms {
		if m.at < p.X.Min || m.at > p.X.Max {
			continue
		}
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 1, Dashes: []vg.Length{2, 3}}, x(m.at), c.Min.Y, x(m.at), c.Max.Y)
		c.FillText(style(smallSize, faint, text.XRight, text.YTop), vg.Point{X: x(m.at) - 3, Y: c.Max.Y - 1}, m.label)
	}
}
