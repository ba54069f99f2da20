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
		unit, rivals, own = "M/s", "other program measured", []string{"koggestone-generic", "koggestone-avx2", "koggestone"}
		for _, row := range g.rows {
			l := newLine(g, title(row)+", depth "+g.depth(row), row, own)
			l.Own[len(own)-1].Name = rec.config("path")
			lines = append(lines, l)
		}
	}
	findings := ""
	for suffix, width := range map[string]int{"": 774, "-narrow": 358} { // of the README's text in a window and on a phone
		c := chart{Width: width, Unit: unit, Rivals: rivals, Note: "One thread, " + cpuName(rec.config("cpu")) + ". Longer is faster. " + units[unit].note}
		p.files["bench/charts/"+block+suffix+".svg"] = c.draw(lines)
		findings = strings.Join(c.findings, ". ")
	}
	charts := p.link("bench/charts/" + block)
	picture := fmt.Sprintf(`<picture><source media="(max-width: 820px)" srcset="%s-narrow.svg"><img src="%[1]s.svg" alt="%s"></picture>`+"\n", charts, findings)
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
	factors := map[string][]float64{}
	rival := ""
	for _, row := range g.rows {
		l := newLine(g, "", row, []string{"koggestone", "koggestone-avx2"})
		rival = methodName(l.Rival.Name)
		for _, b := range l.Own {
			if b.Figure != "" {
				factors[b.Name] = append(factors[b.Name], b.Factor)
			}
		}
	}
	text := fmt.Sprintf("**%.1f to %.1f times as fast** with %s", slices.Min(factors["koggestone"]), slices.Max(factors["koggestone"]), upper[p.records[0].config("path")])
	if avx2 := factors["koggestone-avx2"]; avx2 != nil {
		text += fmt.Sprintf(" (%.1f to %.1f with AVX2)", slices.Min(avx2), slices.Max(avx2))
	}
	return text + " as in " + rival
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
	"ns":  {"nanoseconds a position", "ns: nanoseconds a position. We wrote the other methods."},
	"M/s": {"million nodes a second", "M/s: million leaves a second, without a hash table."},
}

// parts divides a chart. The title of a part says how many times as fast as its rival the library is. If some of its lines lose, the reason follows.
var parts = []struct {
	title, rival, reason string
	has                  func(name string) bool
}{
	{"Many positions a call", "the fastest other method timed", "", func(name string) bool { return strings.Contains(name, "Batch") && !strings.Contains(name, "Count") }},
	{"Counts of legal moves", "a loop of our single calls", "", func(name string) bool { return strings.Contains(name, "Count") }},
	{"One position a call", "the fastest other method timed", "The faster methods are C, inlined into the loop that was timed: they need no call.", func(name string) bool {
		return strings.Contains(name, ", one position") || strings.Contains(name, ", a move")
	}},
	{"Perft", "the fastest other program timed", "", func(name string) bool { return strings.Contains(name, ", depth ") }},
}

// A chart has horizontal bars. The length of a bar is its speed as a multiple of the rival's, on one scale for each part.
type chart struct {
	Width, Height      int
	Unit, Rivals, Note string
	Texts              []element
	Bars               []element
	Ones               []element // where 1x is, from Y to End
	findings           []string  // the titles
}

// An element is a text or a bar of a chart.
type element struct {
	Class, Text     string
	X, Y, Wide, End int
}

const (
	chartNames  = 128 // the width of the methods' names
	chartLabels = 126 // the width of the longest label
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

// class returns how a bar compares with its rival: even if the rounds overlap.
func (b *bar) class() string {
	switch {
	case b.Ratio == "":
		return "rival"
	case strings.HasSuffix(b.Ratio, ", even"):
		return "even"
	case b.Factor < 1:
		return "loss"
	}
	return "win"
}

// legend explains the colours of lines.
func (c *chart) legend(lines []line, y int) int {
	x := 0
	y += 8
	for _, e := range []element{{Class: "win", Text: "koggestone, faster"}, {Class: "even", Text: "even: the rounds overlap"}, {Class: "loss", Text: "koggestone, slower"},
		{Class: "rival", Text: "what it is compared with, 1x"}} {
		if !slices.ContainsFunc(lines, func(l line) bool {
			return e.Class == l.Rival.class() || slices.ContainsFunc(l.Own, func(b bar) bool { return b.class() == e.Class })
		}) {
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
	for i := range lines { // paths that are not in the record
		lines[i].Own = slices.DeleteFunc(slices.Clone(lines[i].Own), func(b bar) bool { return b.Figure == "" })
	}
	y := 0
	for _, part := range parts {
		var groups []line
		for _, l := range lines {
			if part.has(l.Name) {
				groups = append(groups, l)
			}
		}
		if len(groups) == 0 {
			continue
		}
		if y > 0 {
			y += 16
		}
		title, loses := finding(part.title, part.rival, groups)
		c.findings = append(c.findings, title)
		first := y == 0
		y = c.text("title", title, y)
		if loses && part.reason != "" {
			y = c.text("", part.reason, y)
		}
		if first {
			y = c.legend(lines, c.text("", c.Note, y))
		}
		longest := 1.0
		for _, l := range groups {
			for _, o := range l.Own {
				longest = max(longest, o.Factor)
			}
		}
		y = c.group(groups, float64(c.Width-chartNames-chartLabels)/longest, y)
	}
	c.Height = y + 4
	var out bytes.Buffer
	if err := chartSVG.Execute(&out, c); err != nil {
		panic(err) // the template is a constant
	}
	return out.Bytes()
}

// finding returns a title with the range of the best path and, for perft, of AVX2, and reports whether a line loses.
func finding(title, rival string, groups []line) (text string, loses bool) {
	rangeOf := func(back int) (least, most float64, slower int, by string) {
		least = math.Inf(1)
		for _, l := range groups {
			b := l.Own[len(l.Own)-1-back]
			least, most, by = min(least, b.Factor), max(most, b.Factor), methodName(b.Name)
			if b.Factor < 1 {
				slower++
			}
		}
		return least, most, slower, by
	}
	least, most, slower, by := rangeOf(0)
	switch by = upper[by]; {
	case slower == len(groups):
		return fmt.Sprintf("%s, %s: slower than %s", title, by, rival), true
	case slower > 0:
		return fmt.Sprintf("%s, %s: slower than %s in %d of %d rows", title, by, rival, slower, len(groups)), true
	}
	text = fmt.Sprintf("%s, %s: %.1f to %.2g times as fast as %s", title, by, least, most, rival)
	if title == "Perft" && len(groups[0].Own) > 1 {
		least, most, _, by = rangeOf(1)
		text += fmt.Sprintf("; %s: %.1f to %.2g", upper[by], least, most)
	}
	return text, false
}

// upper contains the usual spelling of paths.
var upper = map[string]string{"avx512": "AVX-512", "avx2": "AVX2", "generic": "plain Go"}

// methodName returns the path of the library's bars, and the name of a rival without its version.
func methodName(name string) string {
	name = strings.TrimPrefix(name, "koggestone-")
	if short, _, ok := strings.Cut(name, "-"); ok && !strings.Contains(name, " ") {
		return short // without the version
	}
	return title(name)
}

// group adds the bars of a part's lines: in each the best path first, and the rival last.
func (c *chart) group(lines []line, scale float64, y int) int {
	one := chartNames + int(scale)
	for _, l := range lines {
		y = c.text("name", strings.ReplaceAll(l.Name, "`", ""), y+6) + 6
		for i, b := range slices.Backward(append([]bar{l.Rival}, l.Own...)) {
			name, ratio := methodName(b.Name), "1x"
			if i > 0 {
				ratio = strings.TrimSuffix(b.Ratio, ", **loses**")
				if name == "generic" {
					name = "generic, plain Go"
				}
			}
			wide := max(1, int(b.Factor*scale))
			label := element{Class: "label", Text: b.Figure + " " + c.Unit + ", " + ratio, X: chartNames + wide + 6, Y: y + 12}
			if one <= label.X || label.X+chartLetter*len(label.Text) < one { // not through the label
				c.Ones = append(c.Ones, element{X: one, Y: y - 2, End: y + chartPitch - 2})
			}
			c.Texts = append(c.Texts, element{Text: name, Y: y + 12}, label)
			c.Bars = append(c.Bars, element{Class: b.class(), X: chartNames, Y: y + 1, Wide: wide})
			y += chartPitch
		}
	}
	c.Texts = append(c.Texts, element{Class: "at", Text: "1x", X: one, Y: y + 10})
	return y + 10
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
.label { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round } .at { text-anchor: middle }
.rival { fill: #d55e00 } .win { fill: #0b5394 } .even { fill: #fff; stroke: #0b5394; stroke-width: 2 } .loss { fill: #7d8a97 }
.halo { stroke: #fff; stroke-width: 4 } .one { stroke: #222; stroke-width: 1.5; stroke-dasharray: 3 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .label { stroke: #0d1117 } .page { fill: #0d1117 } .rival { fill: #e06c1a } .win { fill: #4a9be8 } .even { fill: #0d1117; stroke: #4a9be8 } .loss { fill: #6b7683 }
.halo { stroke: #0d1117 } .one { stroke: #e6edf3 }
}
</style>
<rect class="page" width="100%" height="100%"/>
{{range .Bars}}<rect class="{{.Class}}" x="{{.X}}" y="{{.Y}}" width="{{.Wide}}" height="14"/>
{{end}}{{range .Ones}}<path class="halo" d="M{{.X}} {{.Y}}V{{.End}}"/>
<path class="one" d="M{{.X}} {{.Y}}V{{.End}}"/>
{{end}}{{range .Texts}}<text{{with .Class}} class="{{.}}"{{end}} x="{{.X}}" y="{{.Y}}">{{.Text}}</text>
{{end}}</svg>
`))
