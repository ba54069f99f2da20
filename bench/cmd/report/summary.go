package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// speeds lists the calls in the table speed of bench/README.md, with the rows that measure them.
var speeds = []struct{ call, block, row string }{
	{"`CountTwoPlyBatch`: sequences of a move and a reply", "count", "2"},
	{"`CountLegalBatch`: number of legal moves", "count", "1"},
	{"`ThreatsBatch`: attacks, checks, pins", "threats", "batch"},
	{"`SliderAttacksBatch`: squares that sliders attack", "vectors", "sides"},
	{"`RayAttacksBatch`: the same, a set for each direction", "rays", "batch"},
	{"`Threats`, one position: attacks, checks, pins", "vectors", "threats"},
	{"`Rules.Deltas`, a move: threat pairs that it changes", "pairs", "deltas"},
	{"`SliderAttacks`, one position: squares attacked", "vectors", "side"},
	{"`RayAttacksTo`, one position: a set for each direction", "rays", "one"},
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
	Most                float64 // the greatest factor of a range that begins with Factor; 0 if there is no range
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
	var records []*record
	names := map[*record][]string{}
	for _, c := range columns {
		if names[c.rec] == nil {
			records = append(records, c.rec)
		}
		names[c.rec] = append(names[c.rec], upper[c.path])
	}
	var texts []string
	for _, rec := range records {
		var used []*series
		for _, name := range benchmarks {
			used = append(used, rec.of(name)...)
		}
		texts = append(texts, strings.Join(names[rec], " and ")+": "+p.source(rec, used))
	}
	return strings.Join(texts, ". ")
}

// inBold and inBrackets explain the tables of compare.
const (
	inBold     = "The faster of ours and the method beside it is in bold."
	inBrackets = "In brackets: times as fast as a loop of our calls for one position, on the same CPU."
)

// inLoops reports whether all rivals of lines are loops of our calls for one position. It returns false if there are no rivals.
func inLoops(lines []line) (all bool) {
	for _, l := range lines {
		for _, b := range l.Own {
			if b.Rival != "" && b.Rival != title("calls") && b.Rival != title("lookups") {
				return false
			}
			all = all || b.Rival != ""
		}
	}
	return all
}

// model returns the short name of a record's CPU, such as Zen 5, so that readers see which columns share a CPU.
func model(rec *record) string {
	name := cpuName(rec.config("cpu"))
	if _, short, ok := strings.Cut(name, "("); ok {
		return strings.TrimSuffix(short, ")")
	}
	return name
}

// compare returns a table of lines. Each column of ours has a column of rivals beside it, and the faster of the two is bold. If the
// rivals are loops of our own calls, the ratios suffice.
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
		shown[i] = len(rivals) > 0 && !inLoops(lines)
		name := upper[c.path] + " (" + model(c.rec) + ")"
		if shown[i] {
			name = "ours, " + name
		}
		head = append(head, name)
		if shown[i] && len(rivals) == 1 {
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
			cell := bold(b.Figure, shown[i] && b.Ratio != "" && b.class() == "win")
			if b.Ratio != "" {
				cell += " (" + b.Ratio + ")"
			}
			cells = append(cells, cell)
			if shown[i] {
				cell := bold(b.RivalFigure, b.Ratio != "" && b.class() == "loss")
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
	note := nanoseconds(block) + "."
	switch {
	case inLoops(lines):
		note += " " + inBrackets
	case slices.ContainsFunc(lines, func(l line) bool {
		return slices.ContainsFunc(l.Own, func(b bar) bool { return b.Ratio != "" })
	}):
		note += " " + inBold
	}
	return fmt.Sprintf("%s\n%s %s. %s.", compare(columns, lines, title(c.keys[0])), note, rounds(spreads), p.sources(columns, c.benchmark)), nil
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

// losses says how many rows of the table speed each path loses, by how much, and how many are unclear.
func (p *page) losses() string {
	columns, lines, _ := p.speedLines()
	var texts []string
	for i, c := range columns {
		n, open, least, lowest := 0, 0, math.Inf(1), math.Inf(1)
		for _, l := range lines {
			switch b := l.Own[i]; {
			case b.Ratio == "":
			case b.class() == "loss":
				n, least = n+1, min(least, b.Factor)
			case b.class() == "unclear" && b.Factor < 1:
				open, lowest = open+1, min(lowest, b.Factor)
			}
		}
		text := upper[c.path]
		switch n {
		case 0:
			text += " loses none"
		case 1:
			text += fmt.Sprintf(" loses one (%s)", times(least))
		default:
			text += fmt.Sprintf(" loses %d (down to %s)", n, times(least))
		}
		if open > 0 {
			text += fmt.Sprintf(" for certain (%d unclear, down to %s)", open, times(lowest))
		}
		texts = append(texts, text)
	}
	return fmt.Sprintf("Of the %d rows, %s", len(lines), strings.Join(texts, ", "))
}

// summary returns the chart speed with its table, or the chart perft.
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
	note := "One thread: " + strings.Join(cpus, ", ") + ". Times as fast as the fastest other " + units[unit].one + ", on a logarithmic scale. " + units[unit].note
	picture := p.picture(block, func(width int) ([]byte, string) {
		c := chart{Width: width, Unit: unit, Note: note, names: chartNames}
		return c.draw(lines), strings.Join(c.findings, ". ")
	})
	if block == "perft" { // a table of the same page has the same figures
		return picture, nil
	}
	return fmt.Sprintf("%s\n%s\nIn %s. %s %s.\n", picture, compare(columns, lines, ""), units[unit].name, inBold, p.sources(columns, benchmarks...)), nil
}

// picture draws a chart for the width of a page's text in a window and on a phone, and returns the HTML that shows it.
func (p *page) picture(name string, draw func(width int) (svg []byte, alt string)) string {
	alt := ""
	p.files["bench/charts/"+name+"-narrow.svg"], _ = draw(358)
	p.files["bench/charts/"+name+".svg"], alt = draw(774)
	return fmt.Sprintf(`<picture><source media="(max-width: 820px)" srcset="%s-narrow.svg"><img src="%[1]s.svg" alt="%s"></picture>`+"\n", p.link("bench/charts/"+name), alt)
}

// perftRange returns how many times as fast as the fastest other program perft is: the least and the most of all
// positions and paths, without plain Go, because the other programs need AVX2.
func (p *page) perftRange() (least, most float64, rival string) {
	least = math.Inf(1)
	columns := p.columns("Perft")
	if len(columns) == 0 {
		return 0, 0, ""
	}
	columns = slices.DeleteFunc(columns, func(c column) bool { return c.path == "generic" })
	for _, row := range newGrid(columns[0].rec, "perft").rows {
		for _, b := range newLine(columns, "perft", "", row).Own {
			if b.Ratio != "" {
				least, most, rival = min(least, b.Factor), max(most, b.Factor), methodName(b.Rival)
			}
		}
	}
	return least, most, rival
}

// gainsFile lists the lines of the chart gains: what each compares, how many times as fast it is, the other program, the page
// that states the conditions, and the conditions in a few words. The words perft and loader in place of a number mean the
// figures of the records.
const gainsFile = "bench/record/gains.csv"

// gains returns the chart of what users gain, with links to the conditions.
func (p *page) gains() (string, error) {
	file, err := os.Open(filepath.Join(p.root, gainsFile))
	if err != nil {
		return "", err
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.FieldsPerRecord = 5
	rows, err := reader.ReadAll()
	if err != nil {
		return "", fmt.Errorf("%s: %w", gainsFile, err)
	}
	if len(rows) < 2 {
		return "", fmt.Errorf("%s: expected a head and lines", gainsFile)
	}
	var lines []line
	var links, alts []string
	for n, row := range rows[1:] {
		b := bar{Rival: row[2]}
		switch row[1] {
		case "perft":
			b.Factor, b.Most, b.Rival = p.perftRange()
		case "loader":
			b.Factor, b.Most = p.loaderRange()
		default:
			low, high, _ := strings.Cut(row[1], " to ")
			b.Factor, err = strconv.ParseFloat(low, 64)
			if err == nil && high != "" {
				b.Most, err = strconv.ParseFloat(high, 64)
			}
		}
		if err != nil || b.Factor <= 0 || b.Most != 0 && b.Most < b.Factor {
			return "", fmt.Errorf("%s, line %d: expected a factor, 1.2 to 1.3, perft or loader with a record, found %q", gainsFile, n+2, row[1])
		}
		if b.Figure = row[1]; row[1] == "perft" || row[1] == "loader" {
			b.Figure = strings.TrimSuffix(times(b.Factor), "x") + " to " + strings.TrimSuffix(times(b.Most), "x")
		}
		b.Figure += " times as fast as " + b.Rival
		name, anchor, _ := strings.Cut(row[3], "#")
		lines = append(lines, line{Name: row[0] + ": " + row[4], Own: []bar{b}})
		alts = append(alts, row[0]+": "+b.Figure)
		links = append(links, fmt.Sprintf("[%s](%s#%s)", row[0], p.link(name), anchor))
	}
	picture := p.picture("gains", func(width int) ([]byte, string) {
		c := chart{Width: width}
		y := c.text("title", "What users gain, on a logarithmic scale", 0)
		y = c.text("", "Dark is the least that was measured, light the most.", y)
		c.Height = c.group(lines, c.scale(lines), y) + 4
		return c.svg(), strings.Join(alts, ". ")
	})
	return picture + "\nConditions: " + strings.Join(links, ", ") + ".\n", nil
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

// A chart has horizontal bars from the line 1x, to the right if the library is faster and to the left if it is slower. Their
// lengths are logarithms, on one scale in the whole chart.
type chart struct {
	Width, Height int
	Unit, Note    string
	Texts         []element
	Bars          []element
	Ones          []element // where 1x is, from Y to End
	Ticks         []element // of the scale
	names         int       // the width of the paths' names; 0 if there are none
	findings      []string  // the titles
}

// An element is a text or a bar of a chart.
type element struct {
	Class, Text     string
	X, Y, Wide, End int
}

// A scale says where a factor is in a chart.
type scale struct {
	one     float64 // the place of 1x
	doubled float64 // the width of a factor of 2
	most    float64 // the greatest factor
}

func (s scale) x(factor float64) int { return int(s.one + s.doubled*math.Log2(factor)) }

// scale returns the scale on which the bars of lines fill a chart.
func (c *chart) scale(lines []line) scale {
	least, most, labels := 1.0, 1.0, 0
	for _, l := range lines {
		for _, b := range l.Own {
			least, most, labels = min(least, b.Factor), max(most, b.Factor, b.Most), max(labels, chartLetter*len(c.label(b)))
		}
	}
	s := scale{doubled: max(1, float64(c.Width-c.names-labels-8)) / max(1, math.Log2(most/least)), most: most}
	s.one = float64(c.names) - s.doubled*math.Log2(least)
	return s
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

// class returns how a bar compares with its rival, as its ratio says.
func (b *bar) class() string {
	switch {
	case strings.HasSuffix(b.Ratio, even):
		return "even"
	case strings.Contains(b.Ratio, unclear):
		return "unclear"
	case b.Factor < 1:
		return "loss"
	}
	return "win"
}

// legend explains the colours of lines.
func (c *chart) legend(lines []line, y int) int {
	x := 0
	y += 8
	for _, e := range []element{{Class: "win", Text: "koggestone, faster"}, {Class: "even", Text: "even: within 2 %"}, {Class: "unclear", Text: "unclear: the rounds overlap"}, {Class: "loss", Text: "koggestone, slower"}} {
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
		y = c.group(groups, c.scale(lines), y)
	}
	c.Height = y + 4
	return c.svg()
}

// svg returns the chart as SVG.
func (c *chart) svg() []byte {
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
	if c.Unit == "" {
		return "" // the name of the line has all
	}
	text := b.Figure + " " + c.Unit + ", " + strings.TrimSuffix(b.Ratio, ", **loses**")
	if c.Width > 400 {
		text += " (" + b.RivalFigure + " " + methodName(b.Rival) + ")"
	}
	return text
}

// group adds the bars of lines, and the scale below them.
func (c *chart) group(lines []line, s scale, y int) int {
	one := s.x(1)
	for _, l := range lines {
		y = c.text("name", strings.ReplaceAll(l.Name, "`", ""), y+6) + 6
		for _, b := range l.Own {
			if c.Unit == "" { // the figure has a line of its own
				y = c.text("", b.Figure, y-6) + 6
			}
			bar := element{Class: b.class(), X: min(one, s.x(b.Factor)), Y: y + 1, Wide: max(1, s.x(b.Factor)-one, one-s.x(b.Factor))}
			if bar.Class == "even" {
				bar.X, bar.Wide = one-4, 8
			}
			if b.Most > b.Factor {
				c.Bars = append(c.Bars, element{Class: "most", X: one, Y: y + 1, Wide: s.x(b.Most) - one})
			}
			c.Ones = append(c.Ones, element{X: one, Y: y - 2, End: y + chartPitch - 2})
			c.Texts = append(c.Texts, element{Text: upper[b.Path], Y: y + 12}, element{Class: "label", Text: c.label(b), X: max(one, bar.X+bar.Wide) + 6, Y: y + 12})
			c.Bars = append(c.Bars, bar)
			y += chartPitch
		}
	}
	last := -100
	for _, factor := range []float64{0.5, 1, 2, 5, 10, 20, 50, 100, 200} {
		if x := s.x(factor); x >= c.names && factor <= s.most*1.01 && x-last > 26 {
			c.Ticks = append(c.Ticks, element{X: x, Y: y - 2, End: y + 2})
			at := element{Class: "at", Text: fmt.Sprintf("%gx", factor), X: x, Y: y + 13}
			if x < 10 {
				at.Class, at.X = "", 0
			}
			c.Texts = append(c.Texts, at)
			last = x
		}
	}
	return y + 13
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
.win { fill: #0b5394 } .most { fill: #9fc0e0 } .even, .unclear { fill: #fff; stroke: #0b5394; stroke-width: 2 } .unclear { stroke-dasharray: 4 2 } .loss { fill: #7d8a97 }
.halo { stroke: #fff; stroke-width: 4 } .one { stroke: #222; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .label { stroke: #0d1117 } .page { fill: #0d1117 } .win { fill: #4a9be8 } .most { fill: #234a70 } .even, .unclear { fill: #0d1117; stroke: #4a9be8 } .loss { fill: #6b7683 }
.halo { stroke: #0d1117 } .one { stroke: #e6edf3 }
}
</style>
<rect class="page" width="100%" height="100%"/>
{{range .Bars}}<rect class="{{.Class}}" x="{{.X}}" y="{{.Y}}" width="{{.Wide}}" height="14"/>
{{end}}{{range .Ones}}<path class="halo" d="M{{.X}} {{.Y}}V{{.End}}"/>
<path class="one" d="M{{.X}} {{.Y}}V{{.End}}"/>
{{end}}{{range .Ticks}}<path class="one" d="M{{.X}} {{.Y}}V{{.End}}"/>
{{end}}{{range .Texts}}<text{{with .Class}} class="{{.}}"{{end}} x="{{.X}}" y="{{.Y}}">{{.Text}}</text>
{{end}}</svg>
`))
