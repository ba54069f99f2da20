package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// runs reports whether a method of a record runs where a path is chosen. The path of the record's CPU has all methods
// except loops of our calls in plain Go; plain Go has these and other methods in Go; and other paths have none, since
// their CPUs are of another kind.
func (g *grid) runs(by, path string) bool {
	generic := strings.HasSuffix(by, "-generic") || g.block != "vectors" && slices.Contains(inGo, by)
	switch path {
	case g.rec.config("path"):
		return !strings.HasSuffix(by, "-generic")
	case "generic":
		return generic
	}
	return false
}

// chosen returns the record that timed the benchmarks last on a CPU that chooses a path, or for plain Go on any CPU. It
// returns nil if there is none.
func (p *page) chosen(path string, benchmarks ...string) (chosen *record) {
	last := ""
	for _, rec := range p.records {
		date := ""
		for _, name := range benchmarks {
			all := rec.of(name)
			if len(all) == 0 {
				date = ""
				break
			}
			for _, s := range all {
				date = max(date, s.config["date"])
			}
		}
		if date > last && (path == "generic" || rec.config("path") == path) {
			chosen, last = rec, date
		}
	}
	return chosen
}

func (p *page) block(name string) (string, error) {
	c, ok := comparisons[name]
	switch {
	case name == "machines":
		var b strings.Builder
		for _, rec := range p.records {
			fmt.Fprintf(&b, "- %s\n", p.about(rec, rec.series))
		}
		return b.String(), nil
	case name == "loader":
		return p.loaders()
	case name == "losses":
		return p.losses(), nil
	case name == "gains":
		return p.gains()
	case name == "speed":
		return p.summary(name)
	case name == "perft-chart":
		return p.summary("perft")
	case !ok:
		return "", fmt.Errorf("unknown block bench:%s", name)
	case p.dir != "bench":
		return p.joined(name)
	}
	text := ""
	for _, path := range slices.Backward(paths[1:]) {
		rec := p.chosen(path, c.benchmark)
		if rec == nil {
			continue
		}
		g := newGrid(rec, name)
		table := g.table(c.keys) + "\n" + g.note() + "\n"
		if text == "" { // readers first see the best path
			text = p.source(rec, rec.of(c.benchmark)) + ":\n\n" + table
		} else {
			text += fmt.Sprintf("\n[%s on %s](%s).\n", upper[path], cpuName(rec.config("cpu")), p.link(p.further(rec, path, table)))
		}
	}
	return text, nil
}

// further appends a table to the page of a CPU beside its record, and returns a link to the table.
func (p *page) further(rec *record, path, table string) string {
	name := filepath.Join(filepath.Dir(rec.file), "README.md")
	beside := page{dir: filepath.Dir(name)}
	if p.files[name] == nil {
		p.files[name] = fmt.Appendf(nil, "# %s, %s\n\nTables of the comparisons in [bench/README.md](../../README.md), which explains them. %s.\n", cpuName(rec.config("cpu")), upper[path], beside.about(rec, rec.series))
	}
	if heading := "\n## " + p.heading + "\n"; !bytes.Contains(p.files[name], []byte(heading)) {
		p.files[name] = append(p.files[name], heading...)
	}
	p.files[name] = append(p.files[name], "\n"+table...)
	return name + "#" + anchor(p.heading)
}

// anchor returns the fragment by which GitHub links to a heading.
func anchor(heading string) string {
	return strings.NewReplacer(" ", "-", ",", "", ".", "", "`", "").Replace(strings.ToLower(heading))
}

// about returns a record's CPU and Go version, and the commits and dates of its series.
func (p *page) about(rec *record, all []*series) string {
	clock := ""
	if ghz := all[0].config["ghz"]; ghz != "" {
		clock = " at " + ghz + " GHz"
	}
	runs := distinct(all, func(s *series) string { return "commit " + s.config["commit"] + ", " + s.date() })
	return fmt.Sprintf("[%s](%s)%s, %s, %s, %s", cpuName(rec.config("cpu")), p.link(rec.file), clock, all[0].config["go"], strings.Join(runs, " and "), medians(all))
}

// source returns what the line at a table says of series of a record: the CPU and the dates, and in bench the number of rounds.
func (p *page) source(rec *record, all []*series) string {
	text := fmt.Sprintf("[%s](%s), %s", cpuName(rec.config("cpu")), p.link(rec.file), strings.Join(distinct(all, (*series).date), " and "))
	if p.dir == "bench" {
		text += ", " + medians(all)
	}
	return text
}

// medians says of how many rounds the figures of series are medians. A single round has none.
func medians(all []*series) string {
	var rounds []int
	for _, s := range all {
		rounds = append(rounds, len(s.values["ns/op"]))
	}
	if slices.Min(rounds) == slices.Max(rounds) {
		return fmt.Sprintf("medians of %d rounds", rounds[0])
	}
	if slices.Min(rounds) == 1 {
		return fmt.Sprintf("1 to %d rounds", slices.Max(rounds))
	}
	return fmt.Sprintf("medians of %d to %d rounds", slices.Min(rounds), slices.Max(rounds))
}

// distinct returns the texts of series, each once.
func distinct(all []*series, text func(*series) string) (texts []string) {
	for _, s := range all {
		if t := text(s); !slices.Contains(texts, t) {
			texts = append(texts, t)
		}
	}
	return texts
}

// A grid is a table of series.
type grid struct {
	rec     *record
	block   string
	rows    []string // the keys' values, joined by "/"
	columns []string // other methods first
	cells   map[[2]string]*series
	perft   bool // whether the cells are nodes a second
}

// newGrid arranges a block's series in the order of the record: rows by each key, and the
// library's columns last.
func newGrid(rec *record, block string) *grid {
	keys := comparisons[block].keys
	g := &grid{rec: rec, block: block, cells: map[[2]string]*series{}, perft: block == "perft"}
	ranks := make([][]string, len(keys))
	for _, s := range rec.of(comparisons[block].benchmark) {
		values := make([]string, len(keys))
		for i, key := range keys {
			values[i] = s.keys[key]
			if !slices.Contains(ranks[i], values[i]) {
				ranks[i] = append(ranks[i], values[i])
			}
		}
		cell := [2]string{strings.Join(values, "/"), s.keys["by"]}
		if shown := comparisons[block].rows; shown != nil && !slices.Contains(shown, cell[0]) {
			continue
		}
		if old := g.cells[cell]; old == nil || number(s.keys["depth"]) > number(old.keys["depth"]) {
			g.cells[cell] = s
		}
		if !slices.Contains(g.rows, cell[0]) {
			g.rows = append(g.rows, cell[0])
		}
		if !slices.Contains(g.columns, cell[1]) {
			g.columns = append(g.columns, cell[1])
		}
	}
	slices.SortStableFunc(g.rows, func(a, b string) int {
		x, y := strings.Split(a, "/"), strings.Split(b, "/")
		for i := range keys {
			if c := cmp.Compare(slices.Index(ranks[i], x[i]), slices.Index(ranks[i], y[i])); c != 0 {
				return c
			}
		}
		return 0
	})
	slices.SortStableFunc(g.columns, func(a, b string) int {
		if ours(a) == ours(b) {
			return 0
		}
		if ours(b) {
			return -1
		}
		return 1
	})
	return g
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// at returns the time of a cell in nanoseconds.
func (g *grid) at(row, by string) quartiles { return g.cells[[2]string{row, by}].in("ns/op") }

// best returns the fastest method that pick accepts, or "" if there is none.
func (g *grid) best(row string, pick func(by string) bool) (by string, best quartiles) {
	for _, c := range g.columns {
		if q := g.at(row, c); q.median > 0 && pick(c) && (by == "" || q.median < best.median) {
			by, best = c, q
		}
	}
	return by, best
}

// rival returns the fastest method that is not the library's and runs where the path is chosen, in the row and in the rows
// that are alike. It also reports whether it is in another row.
func (g *grid) rival(row, path string) (by string, best quartiles, elsewhere bool) {
	in := func(g *grid, row string) (string, quartiles) {
		return g.best(row, func(by string) bool { return other(by) && g.runs(by, path) })
	}
	by, best = in(g, row)
	for _, p := range alike[place{g.block, row}] {
		if b, q := in(newGrid(g.rec, p.block), p.row); b != "" && (by == "" || q.median < best.median) {
			by, best, elsewhere = b, q, true
		}
	}
	return by, best, elsewhere
}

// table returns the grid in Markdown, the fastest method in bold. Tables of many methods have a row for each.
func (g *grid) table(keys []string) string {
	if len(g.columns) > 10 {
		return g.methods()
	}
	depths, rivals := g.perft, slices.ContainsFunc(g.columns, other)
	t := table{left: len(keys)}
	var head []string
	for _, key := range keys {
		head = append(head, title(key))
	}
	if depths {
		head = append(head, "depth")
	}
	for _, by := range g.columns {
		head = append(head, title(by))
	}
	if rivals {
		head = append(head, g.against())
	}
	t.add(head...)
	for _, row := range g.rows {
		var cells []string
		for value := range strings.SplitSeq(row, "/") {
			cells = append(cells, title(value))
		}
		depth := g.depth(row)
		if depths {
			cells = append(cells, depth)
		}
		fastest, _ := g.best(row, func(string) bool { return true })
		for _, by := range g.columns {
			cell := bold(g.figure(g.at(row, by)), by == fastest)
			if s := g.cells[[2]string{row, by}]; s != nil && s.keys["depth"] != depth {
				cell += " (depth " + s.keys["depth"] + ")"
			}
			cells = append(cells, cell)
		}
		if rivals {
			_, own := g.best(row, ours)
			by, theirs, elsewhere := g.rival(row, g.rec.config("path"))
			cells = append(cells, versus(own, theirs, by, g.figure(theirs), elsewhere))
		}
		t.add(cells...)
	}
	return t.String()
}

// methods returns the grid with a row for each method, and a last row that compares.
func (g *grid) methods() string {
	t := table{left: 1}
	head, last := []string{"method"}, []string{g.against()}
	for _, row := range g.rows {
		head = append(head, title(row))
		_, own := g.best(row, ours)
		by, theirs, elsewhere := g.rival(row, g.rec.config("path"))
		last = append(last, versus(own, theirs, by, g.figure(theirs), elsewhere))
	}
	t.add(head...)
	for _, by := range g.columns {
		name := title(by)
		if ours(by) {
			name = "ours: " + name
		}
		cells := []string{name}
		for _, row := range g.rows {
			fastest, _ := g.best(row, func(string) bool { return true })
			cells = append(cells, bold(g.figure(g.at(row, by)), by == fastest))
		}
		t.add(cells...)
	}
	t.add(last...)
	return t.String()
}

// versus returns the ratio of ours to a rival. The rival follows if the row does not show it.
func versus(own, theirs quartiles, by, figure string, elsewhere bool) string {
	cell := ratio(own, theirs)
	if elsewhere {
		cell += " (" + title(by) + ", " + figure + ")"
	}
	return cell
}

// bold returns a figure as it is, or in bold.
func bold(figure string, yes bool) string {
	if yes {
		return "**" + figure + "**"
	}
	return figure
}

// against returns the title of the column that compares. If a table has no rivals, it compares with our own calls.
func (g *grid) against() string {
	if slices.ContainsFunc(g.columns, func(by string) bool { return other(by) && !single(by) }) {
		return "best of ours / best other"
	}
	return "against single calls"
}

// single reports whether a method is a loop of our calls for one position.
func single(by string) bool {
	by = strings.TrimSuffix(by, "-generic")
	return by == "calls" || by == "lookups"
}

// depth returns the depth to which our fastest method counts, or "" if there is none.
func (g *grid) depth(row string) string {
	by, _ := g.best(row, ours)
	if s := g.cells[[2]string{row, by}]; s != nil {
		return s.keys["depth"]
	}
	return ""
}

// figure returns a time as tables show it: nanoseconds, or for perft million nodes a second.
func (g *grid) figure(q quartiles) string {
	if g.perft && q.median > 0 {
		return figure(1e3 / q.median)
	}
	return figure(q.median)
}

// note returns a note on the unit of a grid's cells, and how much the rounds differ.
func (g *grid) note() string {
	unit := nanoseconds(g.block)
	if g.perft {
		unit = "Million nodes a second"
	}
	var spreads []float64
	for _, row := range g.rows {
		for _, by := range g.columns {
			if q := g.at(row, by); q.median > 0 {
				spreads = append(spreads, q.spread())
			}
		}
	}
	return fmt.Sprintf("%s. %s.", unit, rounds(spreads))
}

// rounds says how far the middle half of the rounds is from the median, from the spreads of some methods.
func rounds(spreads []float64) string {
	return fmt.Sprintf("Rounds differ by ±%.0f%%, at worst ±%.0f%%", math.Ceil(100*quartilesOf(spreads).median), math.Ceil(100*slices.Max(spreads)))
}

// A table has rows of cells below a head. The first columns are left-aligned.
type table struct {
	left int
	strings.Builder
}

// add adds a row; the first is the head.
func (t *table) add(cells ...string) {
	head := t.Len() == 0
	fmt.Fprintf(t, "| %s |\n", strings.Join(cells, " | "))
	if head {
		t.WriteString(strings.Repeat("| --- ", t.left) + strings.Repeat("| ---: ", len(cells)-t.left) + "|\n")
	}
}

// figure formats x with three digits, or with all digits before the point if there are more. The text
// of 0 is empty.
func figure(x float64) string {
	switch {
	case x == 0:
		return ""
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// times formats a factor with two digits, or with all digits before the point if there are more.
// Factors near 1 have three.
func times(x float64) string {
	switch {
	case x < 1.095:
		return fmt.Sprintf("%.2fx", x)
	case x < 9.95:
		return fmt.Sprintf("%.1fx", x)
	}
	return fmt.Sprintf("%.0fx", x)
}

// even and unclear are the words after a ratio that does not say which method is faster.
const (
	even    = ", even"
	unclear = ", unclear"
)

// ratio returns how many times as fast own is as theirs. It adds the word even if they differ by 2 % or less, unclear with
// the wider spread if the middle halves of the rounds overlap, and otherwise loses if theirs is faster.
func ratio(own, theirs quartiles) string {
	if theirs.median == 0 {
		return ""
	}
	text := times(theirs.median / own.median)
	switch {
	case math.Abs(theirs.median/own.median-1) < 0.025:
		return text + even
	case own.overlaps(theirs):
		return text + unclear + fmt.Sprintf(" ±%.0f%%", math.Ceil(100*max(own.spread(), theirs.spread())))
	case theirs.median < own.median:
		return text + ", **loses**"
	}
	return text
}
