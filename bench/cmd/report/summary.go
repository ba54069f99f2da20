package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/template"
)

// speeds lists the calls in the table speed of README.md, with the rows that measure them.
var speeds = []struct{ call, block, row string }{
	{"`CountTwoPlyBatch`: sequences of a move and a reply", "count", "2"},
	{"`CountLegalBatch`: number of legal moves", "count", "1"},
	{"`ThreatsBatch`: attacks, checks, pins", "threats", "batch"},
	{"`SliderAttacksBatch`: squares that sliders attack", "vectors", "sides"},
	{"`Threats`, one position: attacks, checks, pins", "vectors", "threats"},
	{"`Rules.Deltas`, a move: threat pairs that it changes", "vectors", "pairs"},
	{"`SliderAttacks`, one position: squares attacked", "vectors", "side"},
}

// A line compares the library's methods with the best other method.
type line struct {
	Name  string
	Rival bar
	Own   []bar // by method
}

// A bar is a method with its speed. The best other method has speed 1.
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

// summary returns the table and the chart for a block in README.md, from the first record.
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
	for suffix, width := range map[string]int{"": 774, "-narrow": 358} { // of the README's text in a window and on a phone
		c := chart{Width: width, Unit: unit, Rivals: rivals, Note: "One thread, " + cpuName(rec.config("cpu")) + ". Longer is faster. " + units[unit].note}
		p.files["bench/charts/"+block+suffix+".svg"] = c.draw(lines)
	}
	charts := p.link("bench/charts/" + block)
	picture := fmt.Sprintf(`<picture><source media="(max-width: 600px)" srcset="%s-narrow.svg"><img src="%[1]s.svg" alt="Bars: speeds as multiples of the fastest %s"></picture>`+"\n", charts, rivals)
	if block == "perft" { // the table of bench/README.md has the same figures
		return picture, nil
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
	return fmt.Sprintf("%s\n<details><summary>Table, in %s</summary>\n\n%s:\n\n%s\n</details>\n", picture, units[unit].name, p.about(rec, used), t.String()), nil
}

// headline returns words that compare perft with the fastest other program.
func (p *page) headline() string {
	g := newGrid(p.records[0], "perft")
	least, most, rival := math.Inf(1), 0.0, ""
	for _, row := range g.rows {
		l := newLine(g, "", row, []string{"koggestone"})
		least, most = min(least, l.Own[0].Factor), max(most, l.Own[0].Factor)
		rival, _, _ = strings.Cut(l.Rival.Name, "-")
	}
	return fmt.Sprintf("**%.1f to %.1f times as fast** as in %s", least, most, rival)
}

// cpuName returns the name by which readers know a CPU.
func cpuName(cpu string) string {
	for _, k := range []struct{ id, name string }{{"AMD EPYC family 25 model 17", "AMD EPYC (Zen 4)"}, {"AMD EPYC family 26 model 2", "AMD EPYC (Zen 5)"}} {
		if cpu == k.id {
			return k.name
		}
	}
	return cpu
}

// units contains the name of each unit and a note for tables and charts.
var units = map[string]struct{ name, note string }{
	"ns":  {"nanoseconds a position", "ns: nanoseconds a position."},
	"M/s": {"million nodes a second", "M/s: million leaves a second."},
}

// parts divides a chart. Each part has a title with the range of its lines. If some of them lose, the reason follows.
var parts = []struct {
	title, rival, reason string
	has                  func(name string) bool
}{
	{"Many positions a call", "the best other method", "", func(name string) bool {
		return strings.Contains(name, "Attacks") && strings.Contains(name, "Batch") || strings.Contains(name, "ThreatsBatch")
	}},
	{"Counts of legal moves", "a loop of our single calls", "", func(name string) bool { return strings.Contains(name, "Count") }},
	{"One position a call", "the best other method", "The faster methods are C, inlined into the loop that was timed: they need no call.", func(name string) bool {
		return strings.Contains(name, ", one position") || strings.Contains(name, ", a move")
	}},
	{"Perft", "the best other program", "", func(name string) bool { return strings.Contains(name, ", depth ") }},
}

// A chart has horizontal bars. Each line of the table is a group with its own scale, where the fastest other method is 1.
// The length of a bar is its speed.
type chart struct {
	Width, Height      int
	Unit, Rivals, Note string
	Texts              []element
	Bars               []element
	Ones               []element // where 1x is, from Y to End
}

// An element is a text or a bar of a chart.
type element struct {
	Class, Text     string
	X, Y, Wide, End int
}

const (
	chartNames  = 128 // the width of the methods' names
	chartLabels = 112 // the width of the longest label
	chartPitch  = 18
	chartLetter = 7 // the width of an average letter
)

// text adds lines of text, and returns the place below them.
func (c *chart) text(class, text string, y int) int {
	letter := chartLetter
	if class != "" {
		letter++ // bold
	}
	for _, line := range wrap(text, c.Width/letter) {
		y += chartPitch
		c.Texts = append(c.Texts, element{Class: class, Text: line, Y: y})
	}
	return y
}

// legend explains the colours of lines.
func (c *chart) legend(lines []line, y int) int {
	x := 0
	y += 8
	loses := slices.ContainsFunc(lines, func(l line) bool {
		return slices.ContainsFunc(l.Own, func(b bar) bool { return b.Factor < 1 })
	})
	for _, e := range []element{{Class: "win", Text: "koggestone, faster"}, {Class: "loss", Text: "koggestone, slower"}, {Class: "rival", Text: "the fastest " + c.Rivals + ", 1x"}} {
		if e.Class == "loss" && !loses {
			continue
		}
		wide := 20 + chartLetter*len(e.Text) + 16
		if x > 0 && x+wide > c.Width {
			x, y = 0, y+chartPitch
		}
		c.Bars = append(c.Bars, element{Class: e.Class, X: x, Y: y, Wide: 14})
		c.Texts = append(c.Texts, element{Text: e.Text, X: x + 20, Y: y + 11})
		x += wide
	}
	return y + chartPitch
}

// draw returns the chart of lines as SVG.
func (c *chart) draw(lines []line) []byte {
	y := 0
	for _, part := range parts {
		least, most, slower := math.Inf(1), 0.0, 0
		var groups []line
		for _, l := range lines {
			if part.has(l.Name) {
				best := l.Own[len(l.Own)-1].Factor
				groups, least, most = append(groups, l), min(least, best), max(most, best)
				if best < 1 {
					slower++
				}
			}
		}
		if len(groups) == 0 {
			continue
		}
		if y > 0 {
			y += 16
		}
		best := map[string]string{"avx512": ", AVX-512", "avx2": ", AVX2"}[groups[0].Own[len(groups[0].Own)-1].Name]
		title := fmt.Sprintf("%s%s: %.1f to %.2g times as fast as %s", part.title, best, least, most, part.rival)
		if slower > 0 {
			title = fmt.Sprintf("%s%s: slower than %s in %d of %d rows", part.title, best, part.rival, slower, len(groups))
		}
		first := y == 0
		y = c.text("title", title, y)
		if least < 1 && part.reason != "" {
			y = c.text("", part.reason, y)
		}
		if first {
			y = c.legend(lines, c.text("", c.Note, y))
		}
		for _, l := range groups {
			y = c.group(l, y)
		}
	}
	c.Height = y + 4
	var out bytes.Buffer
	if err := chartSVG.Execute(&out, c); err != nil {
		panic(err) // the template is a constant
	}
	return out.Bytes()
}

// group adds the bars of a line: the best path first, and the rival last.
func (c *chart) group(l line, y int) int {
	y = c.text("name", strings.ReplaceAll(l.Name, "`", ""), y+6) + 6
	longest := 1.0
	l.Own = slices.DeleteFunc(slices.Clone(l.Own), func(b bar) bool { return b.Figure == "" }) // not in the record
	for _, o := range l.Own {
		longest = max(longest, o.Factor)
	}
	scale := float64(c.Width-chartNames-chartLabels) / longest
	c.Ones = append(c.Ones, element{X: chartNames + int(scale), Y: y - 2, End: y + chartPitch*(len(l.Own)+1) - 2})
	for i, b := range slices.Backward(append([]bar{l.Rival}, l.Own...)) {
		name, class, ratio := b.Name, "rival", "1x"
		if i > 0 {
			name, class, ratio = title(b.Name), "win", strings.TrimSuffix(strings.ReplaceAll(b.Ratio, "*", ""), ", loses")
			if b.Factor < 1 {
				class = "loss"
			}
			if name == "generic" {
				name = "generic, plain Go"
			}
		}
		wide := max(1, int(b.Factor*scale))
		c.Texts = append(c.Texts, element{Text: name, Y: y + 12}, element{Class: "label", Text: b.Figure + " " + c.Unit + ", " + ratio, X: chartNames + max(wide, int(scale)) + 6, Y: y + 12}) // not across the line of 1x
		c.Bars = append(c.Bars, element{Class: class, X: chartNames, Y: y + 1, Wide: wide})
		y += chartPitch
	}
	return y
}

// wrap breaks a text into lines of at most n letters.
func wrap(text string, n int) (lines []string) {
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && len(lines[last])+1+len(word) <= n {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

var chartSVG = template.Must(template.New("chart").Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="{{.Height}}" viewBox="0 0 {{.Width}} {{.Height}}">
<style>
text { font: 12px DejaVu Sans, Verdana, sans-serif; fill: #222 } .name, .title { font-weight: bold } .title { font-size: 13px } .page { fill: #fff }
.label { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round }
.rival { fill: #d55e00 } .win { fill: #0b5394 } .loss { fill: #a9b4c0 } .one { stroke: #d55e00; stroke-width: 1.5; stroke-dasharray: 3 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .label { stroke: #0d1117 } .page { fill: #0d1117 } .rival { fill: #e06c1a } .win { fill: #4a9be8 } .loss { fill: #59636f } .one { stroke: #e06c1a }
}
</style>
<rect class="page" width="100%" height="100%"/>
{{range .Bars}}<rect class="{{.Class}}" x="{{.X}}" y="{{.Y}}" width="{{.Wide}}" height="14"/>
{{end}}{{range .Ones}}<path class="one" d="M{{.X}} {{.Y}}V{{.End}}"/>
{{end}}{{range .Texts}}<text{{with .Class}} class="{{.}}"{{end}} x="{{.X}}" y="{{.Y}}">{{.Text}}</text>
{{end}}</svg>
`))
