package main

import (
	"bytes"
	"errors"
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

// A line is a row of a table or a group of bars in a chart.
type line struct {
	Name string
	Own  []bar // by column
}

// A bar is a method of the library beside the fastest rival that runs on the same kind of CPU.
type bar struct {
	Path, Figure, Ratio string
	Factor              float64 // how many times as fast as the rival
	Rival, RivalFigure  string
	own, theirs         quartiles
}

// A column is a path and the record of a CPU that chooses it.
type column struct {
	path string
	rec  *record
}

// columns returns the columns of benchmarks, the best path first.
func (p *page) columns(benchmarks ...string) (all []column) {
	for _, path := range slices.Backward(paths) {
		if rec := p.chosen(path, benchmarks...); rec != nil {
			all = append(all, column{path, rec})
		}
	}
	return all
}

// newLine returns the comparison of a row in each column.
func newLine(columns []column, block, name, row string) line {
	l := line{Name: name}
	for _, c := range columns {
		g, by := newGrid(c.rec, block), c.path
		if g.perft {
			if by = "koggestone"; c.path != c.rec.config("path") {
				by += "-" + c.path
			}
		}
		own := g.at(row, by)
		rival, theirs, _ := g.rival(row, c.path)
		b := bar{Path: c.path, Figure: g.figure(own), own: own, theirs: theirs}
		if own.median > 0 && rival != "" {
			b.Ratio, b.Factor = ratio(own, theirs), theirs.median/own.median
			b.Rival, b.RivalFigure = title(strings.TrimSuffix(rival, "-generic")), g.figure(theirs)
		}
		l.Own = append(l.Own, b)
	}
	return l
}

// sources says from which records columns are.
func (p *page) sources(columns []column, benchmarks ...string) string {
	var names, texts []string
	for i, c := range columns {
		names = append(names, upper[c.path])
		if i+1 < len(columns) && columns[i+1].rec == c.rec {
			continue
		}
		var used []*series
		for _, name := range benchmarks {
			used = append(used, c.rec.of(name)...)
		}
		texts = append(texts, strings.Join(names, " and ")+": "+p.about(c.rec, used))
		names = nil
	}
	return strings.Join(texts, ". ")
}

// compare returns a table of lines. Each column of ours has a column of rivals beside it.
func compare(columns []column, lines []line, first string) string {
	t := table{left: 1}
	head, named, shown := []string{first}, make([]string, len(columns)), make([]bool, len(columns))
	for i, c := range columns {
		var rivals []string
		for _, l := range lines {
			if by := l.Own[i].Rival; by != "" && !slices.Contains(rivals, by) {
				rivals = append(rivals, by)
			}
		}
		head, shown[i] = append(head, upper[c.path]), len(rivals) > 0
		if len(rivals) == 1 {
			named[i] = rivals[0]
			head = append(head, rivals[0])
		} else if shown[i] {
			head = append(head, "fastest other method")
		}
	}
	t.add(head...)
	for _, l := range lines {
		cells := []string{l.Name}
		for i, b := range l.Own {
			cell := b.Figure
			if i == 0 && cell != "" {
				cell = "**" + cell + "**"
			}
			if b.Ratio != "" {
				cell += " (" + b.Ratio + ")"
			}
			cells = append(cells, cell)
			if shown[i] {
				cell := b.RivalFigure
				if named[i] == "" && cell != "" {
					cell += " " + b.Rival
				}
				cells = append(cells, cell)
			}
		}
		t.add(cells...)
	}
	return t.String()
}

// joined returns the table of a block in docs/: each path on the kind of CPU that chooses it.
func (p *page) joined(block string) (string, error) {
	c := comparisons[block]
	columns := p.columns(c.benchmark)
	if len(columns) == 0 {
		return "", fmt.Errorf("no record has Benchmark%s", c.benchmark)
	}
	var lines []line
	var spreads []float64
	var rows []string
	for _, c := range slices.Backward(columns) {
		for _, row := range newGrid(c.rec, block).rows {
			if !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
	}
	for _, row := range rows {
		l := newLine(columns, block, title(row), row)
		for _, b := range l.Own {
			for _, q := range []quartiles{b.own, b.theirs} {
				if q.median > 0 {
					spreads = append(spreads, q.spread())
				}
			}
		}
		lines = append(lines, l)
	}
	return fmt.Sprintf("%s\n%s. Nanoseconds a position. %s.", compare(columns, lines, title(c.keys[0])), p.sources(columns, c.benchmark), rounds(spreads)), nil
}

// speedLines returns the columns and the lines of the table speed.
func (p *page) speedLines() (columns []column, lines []line, benchmarks []string) {
	for _, s := range speeds {
		if b := comparisons[s.block].benchmark; !slices.Contains(benchmarks, b) {
			benchmarks = append(benchmarks, b)
		}
	}
	columns = p.columns(benchmarks...)
	for _, s := range speeds {
		lines = append(lines, newLine(columns, s.block, s.call, s.row))
	}
	return columns, lines, benchmarks
}

// losses says how many rows of the table speed each path loses, and by how much.
func (p *page) losses() string {
	columns, lines, _ := p.speedLines()
	var texts []string
	for i, c := range columns {
		n, least := 0, math.Inf(1)
		for _, l := range lines {
			if b := l.Own[i]; b.Ratio != "" && b.class() == "loss" {
				n, least = n+1, min(least, b.Factor)
			}
		}
		switch n {
		case 0:
			texts = append(texts, upper[c.path]+" loses none")
		case 1:
			texts = append(texts, fmt.Sprintf("%s loses one (%s)", upper[c.path], times(least)))
		default:
			texts = append(texts, fmt.Sprintf("%s loses %d (down to %s)", upper[c.path], n, times(least)))
		}
	}
	return fmt.Sprintf("Of the %d rows, %s", len(lines), strings.Join(texts, ", "))
}

// summary returns the chart for a block in README.md, and the table of the block speed.
func (p *page) summary(block string) (string, error) {
	columns, lines, benchmarks := p.speedLines()
	unit := "ns"
	if block == "perft" {
		lines, unit, benchmarks = nil, "M/s", []string{"Perft"}
		columns = p.columns(benchmarks...)
	}
	if len(columns) == 0 {
		return "", fmt.Errorf("no record has Benchmark%s", strings.Join(benchmarks, " and Benchmark"))
	}
	if block == "perft" {
		columns = slices.DeleteFunc(columns, func(c column) bool { return c.path == "generic" }) // the other programs need AVX2
		g := newGrid(columns[0].rec, block)
		for _, row := range g.rows {
			lines = append(lines, newLine(columns, block, title(row)+", depth "+g.depth(row), row))
		}
	}
	var cpus []string
	for _, c := range columns {
		cpus = append(cpus, upper[c.path]+" on "+cpuName(c.rec.config("cpu")))
	}
	findings := ""
	for suffix, width := range map[string]int{"": 774, "-narrow": 358} { // of the README's text in a window and on a phone
		c := chart{Width: width, Unit: unit, Note: "One thread: " + strings.Join(cpus, ", ") + ". Longer is faster; 1x is the fastest other " + units[unit].one + ". " + units[unit].note}
		p.files["bench/charts/"+block+suffix+".svg"] = c.draw(lines)
		findings = strings.Join(c.findings, ". ")
	}
	charts := p.link("bench/charts/" + block)
	picture := fmt.Sprintf(`<picture><source media="(max-width: 820px)" srcset="%s-narrow.svg"><img src="%[1]s.svg" alt="%s"></picture>`+"\n", charts, findings)
	if block == "perft" { // the tables of bench/README.md have the same figures
		return picture, nil
	}
	return fmt.Sprintf("%s\n<details><summary>Table, in %s</summary>\n\n%s\n%s.\n\n</details>\n", picture, units[unit].name,
		compare(columns, lines, ""), p.sources(columns, benchmarks...)), nil
}

// headline returns words that compare perft with the fastest other program.
func (p *page) headline() (string, error) {
	var texts []string
	last := ""
	for _, c := range p.columns("Perft") {
		least, most, rival := math.Inf(1), 0.0, ""
		for _, row := range newGrid(c.rec, "perft").rows {
			if b := newLine([]column{c}, "perft", "", row).Own[0]; b.Ratio != "" {
				least, most, rival = min(least, b.Factor), max(most, b.Factor), methodName(b.Rival)
			}
		}
		if c.path == "generic" || rival == "" {
			continue
		}
		text := fmt.Sprintf("%.1f to %.1f times as fast", least, most)
		if len(texts) == 0 {
			text = "**" + text + "** with "
		} else {
			text = fmt.Sprintf("%.1f to %.1f with ", least, most)
			if rival != last {
				texts[len(texts)-1] += " as in " + last
			}
		}
		texts, last = append(texts, text+upper[c.path]), rival
	}
	if len(texts) == 0 {
		return "", errors.New("no record compares perft")
	}
	if len(texts) > 1 {
		return strings.Join(texts, " and ") + ", as in " + last, nil
	}
	return texts[0] + " as in " + last, nil
}

// cpuName returns the name by which readers know a CPU.
func cpuName(cpu string) string {
	for _, k := range []struct{ id, name string }{{"AMD EPYC family 25 model 1", "AMD EPYC (Zen 3)"}, {"AMD EPYC family 25 model 17", "AMD EPYC (Zen 4)"}, {"AMD EPYC family 26 model 2", "AMD EPYC (Zen 5)"}} {
		if cpu == k.id {
			return k.name
		}
	}
	return cpu
}

// units contains the name of each unit and a note for tables and charts.
var units = map[string]struct{ name, one, note string }{
	"ns":  {"nanoseconds a position", "method on the same CPU, for plain Go in plain Go", "ns: nanoseconds a position. We wrote the other methods."},
	"M/s": {"million nodes a second", "program on the same CPU", "M/s: million leaves a second, without a hash table."},
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

// A chart has horizontal bars. The length of a bar is its speed as a multiple of its rival's, on one scale for each part.
type chart struct {
	Width, Height int
	Unit, Note    string
	Texts         []element
	Bars          []element
	Ones          []element // where 1x is, from Y to End
	findings      []string  // the titles
}

// An element is a text or a bar of a chart.
type element struct {
	Class, Text     string
	X, Y, Wide, End int
}

const (
	chartNames  = 64 // the width of the paths' names
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
	for _, e := range []element{{Class: "win", Text: "koggestone, faster"}, {Class: "even", Text: "even: the rounds overlap"}, {Class: "loss", Text: "koggestone, slower"}} {
		if !slices.ContainsFunc(lines, func(l line) bool {
			return slices.ContainsFunc(l.Own, func(b bar) bool { return b.class() == e.Class })
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
	lines = slices.Clone(lines)
	for i := range lines { // without comparisons that were not timed
		lines[i].Own = slices.DeleteFunc(slices.Clone(lines[i].Own), func(b bar) bool { return b.Ratio == "" })
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
		longest, labels := 1.0, 0
		for _, l := range groups {
			for _, b := range l.Own {
				longest, labels = max(longest, b.Factor), max(labels, chartLetter*len(c.label(b)))
			}
		}
		y = c.group(groups, float64(c.Width-chartNames-labels-8)/longest, y)
	}
	c.Height = y + 4
	var out bytes.Buffer
	if err := chartSVG.Execute(&out, c); err != nil {
		panic(err) // the template is a constant
	}
	return out.Bytes()
}

// finding returns a title with the range of each path except plain Go, and reports whether a path loses.
func finding(title, rival string, groups []line) (text string, loses bool) {
	var texts []string
	for _, path := range slices.Backward(paths[1:]) {
		least, most, slower, n := math.Inf(1), 0.0, 0, 0
		for _, l := range groups {
			for _, b := range l.Own {
				if b.Path == path {
					n, least, most = n+1, min(least, b.Factor), max(most, b.Factor)
					if b.class() == "loss" {
						slower++
					}
				}
			}
		}
		than, as := " than "+rival, " as "+rival
		if len(texts) > 0 {
			than, as = "", ""
		}
		switch {
		case n == 0:
			continue
		case slower == n:
			texts = append(texts, upper[path]+": slower"+than)
		case slower > 0:
			texts = append(texts, fmt.Sprintf("%s: slower%s in %d of %d rows", upper[path], than, slower, n))
		default:
			span, high := fmt.Sprintf("%.1f", least), fmt.Sprintf("%.2g", most)
			if high != span {
				span += " to " + high
			}
			texts = append(texts, fmt.Sprintf("%s: %s times as fast%s", upper[path], span, as))
		}
		loses = loses || slower > 0
	}
	return title + ", " + strings.Join(texts, "; "), loses
}

// upper contains the usual spelling of paths.
var upper = map[string]string{"avx512": "AVX-512", "avx2": "AVX2", "generic": "plain Go"}

// methodName returns the name of a rival without its version.
func methodName(name string) string {
	if short, _, ok := strings.Cut(name, "-"); ok && !strings.Contains(name, " ") {
		return short
	}
	return name
}

// label returns the text beside a bar. On a phone it has no room for the name of the rival.
func (c *chart) label(b bar) string {
	text := b.Figure + " " + c.Unit + ", " + strings.TrimSuffix(b.Ratio, ", **loses**")
	if c.Width > 400 {
		text += " (" + b.RivalFigure + " " + methodName(b.Rival) + ")"
	}
	return text
}

// group adds the bars of a part's lines.
func (c *chart) group(lines []line, scale float64, y int) int {
	one := chartNames + int(scale)
	for _, l := range lines {
		y = c.text("name", strings.ReplaceAll(l.Name, "`", ""), y+6) + 6
		for _, b := range l.Own {
			wide := max(1, int(b.Factor*scale))
			label := element{Class: "label", Text: c.label(b), X: chartNames + max(wide, int(scale)) + 6, Y: y + 12}
			c.Ones = append(c.Ones, element{X: one, Y: y - 2, End: y + chartPitch - 2})
			c.Texts = append(c.Texts, element{Text: upper[b.Path], Y: y + 12}, label)
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
.win { fill: #0b5394 } .even { fill: #fff; stroke: #0b5394; stroke-width: 2 } .loss { fill: #7d8a97 }
.halo { stroke: #fff; stroke-width: 4 } .one { stroke: #222; stroke-width: 1.5; stroke-dasharray: 3 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .label { stroke: #0d1117 } .page { fill: #0d1117 } .win { fill: #4a9be8 } .even { fill: #0d1117; stroke: #4a9be8 } .loss { fill: #6b7683 }
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
