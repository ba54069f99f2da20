package stats

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/koggestone/koggestone/internal/page"
	"github.com/koggestone/koggestone/internal/palette"
)

//go:embed page.html
var pageHTML string

var pageTemplate = template.Must(template.New("stats").Parse(pageHTML))

// The measures of a chart, in pixels.
const (
	chartWidth  = 640
	chartHeight = 260
	plotLeft    = 62
	plotTop     = 14
	plotWidth   = chartWidth - plotLeft - 14
	plotHeight  = chartHeight - plotTop - 46
)

// A chart is a distribution as bars.
type chart struct {
	Title, Note   string
	Label         string // below
	Width, Height int
	Left, Top     int
	Right, Bottom int
	Bars          []bar
	Across        []tick // horizontal lines, with percentages
	Along         []tick // values below the bars
	Median        float64
}

type bar struct {
	X, Y, Width, Height float64
	Title               string
}

type tick struct {
	At   float64
	Text string
}

// WriteHTML writes s as a self-contained HTML page.
func (s *Stats) WriteHTML(w io.Writer) error {
	counts, facts := s.summary()
	var charts []chart
	for _, d := range s.Distributions {
		if d.N > 0 {
			charts = append(charts, d.chart())
		}
	}
	return pageTemplate.Execute(w, map[string]any{
		"Inputs": s.Inputs, "Counts": counts, "Facts": facts, "Charts": charts,
		"Legal": Thousands(s.Legality[0].N),
		"Style": template.CSS(page.Base() + fmt.Sprintf(":root { --bar: %s } @media (prefers-color-scheme: dark) { :root { --bar: %s } }\n.median { stroke: %s }\n",
			palette.Of("new"), palette.Of("gen"), palette.Of("slider"))),
	})
}

// chart returns d as bars.
func (d *Distribution) chart() chart {
	first, end := d.used()
	c := chart{Title: d.Title, Note: d.String(), Label: d.Unit, Width: chartWidth, Height: chartHeight,
		Left: plotLeft, Top: plotTop, Right: plotLeft + plotWidth, Bottom: plotTop + plotHeight}
	var most int64
	for _, n := range d.Counts[first:end] {
		most = max(most, n)
	}
	top := float64(most) / float64(d.N) // a share
	step := niceShare(top)
	for k := 0; float64(k)*step <= top*1.0001; k++ {
		share := float64(k) * step
		c.Across = append(c.Across, tick{float64(c.Bottom) - share/top*plotHeight, fmt.Sprintf("%.4g %%", 100*share)})
	}
	width := float64(plotWidth) / float64(end-first)
	every := niceStep(end-first, 14)
	for i := first; i < end; i++ {
		value, x := d.Low+i*d.Step, plotLeft+float64(i-first)*width
		height := float64(d.Counts[i]) / float64(most) * plotHeight
		c.Bars = append(c.Bars, bar{round(x + width*0.08), round(float64(c.Bottom) - height), round(width * 0.84), round(height),
			fmt.Sprintf("%s: %s positions, %s", d.valueText(i), Thousands(d.Counts[i]), percent(d.Counts[i], d.N))})
		if (value/d.Step)%every == 0 {
			c.Along = append(c.Along, tick{round(x + width/2), fmt.Sprint(value)})
		}
		if value == d.Quartiles[1] {
			c.Median = round(x + width/2)
		}
	}
	return c
}

// valueText returns the value or the values of the i-th count.
func (d *Distribution) valueText(i int) string {
	value := d.Low + i*d.Step
	text := fmt.Sprint(value)
	switch {
	case i == 0 && d.Least < d.Low:
		text = fmt.Sprintf("%d and less", value+d.Step-1)
	case i == len(d.Counts)-1 && d.Most >= value+d.Step:
		text += " and more"
	case d.Step > 1:
		text += fmt.Sprintf(" to %d", value+d.Step-1)
	}
	if d.Unit != "" {
		text += " " + d.Unit
	}
	return text
}

// niceShare returns the distance of the horizontal lines up to top: 1, 2 or 5 times a power
// of ten.
func niceShare(top float64) float64 {
	for step := 1e-6; ; step *= 10 {
		for _, k := range []float64{1, 2, 5} {
			if top/(step*k) <= 6 {
				return step * k
			}
		}
	}
}

// round returns x to a hundredth of a pixel.
func round(x float64) float64 { return float64(int64(x*100+0.5)) / 100 }
