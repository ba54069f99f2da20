package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/template"
)

// speeds are the calls of the table speed in README.md, with the rows that measure them.
var speeds = []struct{ call, block, row string }{
	{"`SliderAttacks`, one position", "vectors", "side"},
	{"`SliderAttacksBatch`, n = 13,987", "vectors", "sides"},
	{"`RayAttacks`, one position", "rays", "one"},
	{"`RayAttacksBatch`, n = 4096", "rays", "batch"},
	{"`quad` `Threats`, one position", "vectors", "threats"},
	{"`quad` `ThreatsBatch`, n = 4096", "threats", "batch"},
	{"`pairs` `Rules.Deltas`, a move", "vectors", "pairs"},
	{"`movegen` `CountLegalBatch`, n = 4096", "count", "1"},
	{"`movegen` `CountTwoPlyBatch`, n = 4096", "count", "2"},
}

// A line compares methods of the library with the best other method.
type line struct {
	Name  string
	Rival bar
	Own   []bar // by method
}

// A bar is a method with its speed; the best other method has 1.
type bar struct {
	Name, Figure, Ratio string
	Factor              float64
}

// newLine returns the comparison of a row.
func newLine(g *grid, name, row string, own []string) line {
	rival, theirs, _ := g.rival(row)
	l := line{Name: name, Rival: bar{title(rival), g.figure(theirs), "", 1}}
	for _, by := range own {
		q := g.at(row, by)
		l.Own = append(l.Own, bar{by, g.figure(q), ratio(q, theirs), theirs.median / q.median})
	}
	return l
}

// summary returns the table and the chart of a block of README.md, from the first record.
func (p *page) summary(block string) (string, error) {
	rec := p.records[0]
	var lines []line
	var used []*series
	unit, rivals, own := "ns", "other method measured", paths[:slices.Index(paths, rec.config("path"))+1]
	if block == "speed" {
		for _, s := range speeds {
			c := comparisons[s.block]
			all := rec.of(c.benchmark)
			if len(all) == 0 {
				return "", fmt.Errorf("%s: no Benchmark%s", rec.file, c.benchmark)
			}
			lines, used = append(lines, newLine(newGrid(rec, s.block), s.call, s.row, own)), append(used, all...)
		}
	} else {
		used = rec.of("Perft")
		g := newGrid(rec, "perft")
		unit, rivals, own = "M/s", "other program measured", []string{"koggestone-avx2", "koggestone"}
		for _, row := range g.rows {
			lines = append(lines, newLine(g, title(row)+", depth "+g.depth(row), row, own))
		}
	}
	t := table{left: 1}
	// The best path comes first, so that phones show it without scrolling.
	head := []string{""}
	for _, by := range slices.Backward(own) {
		head = append(head, title(by))
	}
	t.add(append(head, "fastest "+rivals)...)
	for _, l := range lines {
		cells := []string{l.Name}
		for i, o := range slices.Backward(l.Own) {
			if i == len(l.Own)-1 {
				o.Figure = "**" + o.Figure + "**"
			}
			cells = append(cells, o.Figure+" ("+o.Ratio+")")
		}
		t.add(append(cells, l.Rival.Figure+" "+l.Rival.Name)...)
	}
	for suffix, width := range map[string]int{"": 838, "-narrow": 390} {
		p.files["bench/charts/"+block+suffix+".svg"] = draw(lines, unit, width)
	}
	charts := p.link("bench/charts/" + block)
	return fmt.Sprintf(`<picture><source media="(max-width: 600px)" srcset="%s-narrow.svg"><img src="%[1]s.svg" alt="Bars: the figures of the table as multiples of the fastest %s"></picture>`+
		"\n\n<details><summary>Table, in %s</summary>\n\n%s:\n\n%s\n</details>\n",
		charts, rivals, map[string]string{"ns": "nanoseconds a position", "M/s": "million nodes a second"}[unit], p.about(rec, used), t.String()), nil
}

// headline returns a sentence that compares perft with the fastest other program.
func (p *page) headline() string {
	rec := p.records[0]
	g := newGrid(rec, "perft")
	least, most, rival := math.Inf(1), 0.0, ""
	for _, row := range g.rows {
		l := newLine(g, "", row, []string{"koggestone"})
		least, most = min(least, l.Own[0].Factor), max(most, l.Own[0].Factor)
		rival, _, _ = strings.Cut(l.Rival.Name, "-")
	}
	return fmt.Sprintf("On one thread of an %s with %s it counts the tree of legal moves **%.1f to %.1f times as fast as %s**,\nthe fastest other program that we measured.",
		rec.config("cpu"), rec.config("path"), least, most, rival)
}

// draw returns a chart of horizontal bars as SVG. The labels are left of the bars.
func draw(lines []line, unit string, width int) []byte {
	type rect struct {
		Label, Class  string
		Y, Text, Wide int
	}
	type group struct {
		Name  string
		Y     int
		Rects []rect
	}
	const left, margin = 230, 12
	longest, y := 0.0, margin
	for _, l := range lines {
		for _, o := range l.Own {
			longest = max(longest, o.Factor)
		}
	}
	var groups []group
	for _, l := range lines {
		g := group{Name: strings.ReplaceAll(l.Name, "`", ""), Y: y + 12}
		y += 18
		for i, b := range append([]bar{l.Rival}, l.Own...) {
			label, class := b.Name+": "+b.Figure+" "+unit, "rival"
			if i > 0 {
				label, class = title(b.Name)+": "+b.Figure+", "+strings.ReplaceAll(b.Ratio, "*", ""), fmt.Sprintf("own%d", i+3-len(l.Own))
			}
			g.Rects = append(g.Rects, rect{label, class, y, y + 11, max(1, int(b.Factor/longest*float64(width-left-margin)))})
			y += 16
		}
		y += 10
		groups = append(groups, g)
	}
	var out bytes.Buffer
	err := chart.Execute(&out, map[string]any{"Width": width, "Height": y + margin - 10, "Left": left, "Margin": margin, "Groups": groups})
	if err != nil {
		panic(err) // the template is a constant
	}
	return out.Bytes()
}

var chart = template.Must(template.New("chart").Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="{{.Height}}" viewBox="0 0 {{.Width}} {{.Height}}">
<style>
text { font: 11px DejaVu Sans, Verdana, sans-serif; fill: #222 } .name { font-weight: bold } .page { fill: #fff }
.rival { fill: #d55e00 } .own1 { fill: #9ecae1 } .own2 { fill: #3182bd } .own3 { fill: #08306b }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .page { fill: #0d1117 } .rival { fill: #e06c1a } .own1 { fill: #455f85 } .own2 { fill: #3f78b8 } .own3 { fill: #79c0ff }
}
</style>
<rect class="page" width="100%" height="100%"/>
{{range .Groups}}<text class="name" x="{{$.Margin}}" y="{{.Y}}">{{.Name}}</text>
{{range .Rects}}<text x="{{$.Margin}}" y="{{.Text}}">{{.Label}}</text><rect class="{{.Class}}" x="{{$.Left}}" y="{{.Y}}" width="{{.Wide}}" height="13"/>
{{end}}{{end}}</svg>
`))
