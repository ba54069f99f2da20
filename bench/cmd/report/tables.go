package main

import (
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// A page is the context of a block.
type page struct {
	records []*results.Record // at least one, newest first
	kernels []results.Kernel
	loader  *results.Record // of bench/cmd/loader
	dir     string          // of the document, for links
}

// link returns a link to a file of the repository.
func (p page) link(name string) string {
	if rest, ok := strings.CutPrefix(name, p.dir+"/"); ok {
		return rest
	}
	return name
}

// blocks holds the functions that return the text between markers, by name.
var blocks = map[string]func(page) (string, error){
	"machines":   machines,
	"speed":      forEach("speed", "paths", speedTable),
	"union":      forEach("union", "rivals", comparison("union")),
	"rays":       forEach("rays", "", comparison("rays")),
	"threats":    forEach("threats", "", comparison("threats")),
	"calls":      forEach("calls", "", comparison("calls")),
	"pairs":      forEach("pairs", "", comparison("pairs")),
	"crossover":  forEach("crossover", "crossover", comparison("crossover")),
	"batch-size": forEach("batch-size", "batch-size", comparison("batch-size")),
	"workers":    forEach("workers", "", workersTable),
	"count":      forEach("count", "", comparison("count")),
	"batch":      forEach("batch", "", comparison("batch")),
	"node":       forEach("node", "", comparison("node")),
	"search":     forEach("search", "", searchTable),
	"perft":      forEach("perft", "perft", perftTable),
	"kernels":    forEach("kernels", "", kernelsTable),
	"loader":     loaderTable,
}

// forEach returns a block with a table and, unless picture is empty, a chart of each
// record that has the times. Outside bench/README.md it is the first such record.
func forEach(block, picture string, table func(p page, rec *results.Record) (string, error)) func(page) (string, error) {
	return func(p page) (string, error) {
		var b strings.Builder
		for _, rec := range p.records {
			text, err := table(p, rec)
			if err != nil {
				return "", err
			}
			if text == "" { // the record is older than the question
				continue
			}
			if p.dir != "docs" { // whose text names the record
				fmt.Fprintf(&b, "%s:\n\n", strings.Join(append([]string{about(p, rec)}, again(rec, benchmarksOf(block))...), "; "))
			}
			if i := slices.IndexFunc(charts, func(c chart) bool { return c.name == picture }); i >= 0 {
				fmt.Fprintf(&b, `<picture><source media="(max-width: 600px)" srcset="%s"><img src="%s" alt="%s"></picture>`+"\n\n",
					p.link(chartFile(rec, picture, narrowWidth)), p.link(chartFile(rec, picture, chartWidth)), charts[i].about)
			}
			b.WriteString(text + "\n")
			if p.dir != "bench" {
				break
			}
		}
		return b.String(), nil
	}
}

// about returns the CPU, the Go version, the commit and the date of a record.
func about(p page, rec *results.Record) string {
	clock := ""
	if ghz := rec.Config("ghz"); ghz != "" {
		clock = " at " + ghz + " GHz"
	}
	return fmt.Sprintf("[%s](%s)%s, %s, GOAMD64=%s, commit %s, %s, %s",
		rec.Config("cpu"), p.link(path.Join("bench/record", machine(rec), path.Base(rec.File))), clock,
		rec.Config("go"), rec.Config("goamd64"), rec.Config("commit"), rec.Date().Format("2006-01-02"), medians(rec.Rounds(), rec.Rounds()))
}

// medians returns which values a table contains, by the least and the most rounds of its series.
func medians(least, most int) string {
	switch {
	case most == 1:
		return "one round"
	case least < most:
		return fmt.Sprintf("medians of %d to %d rounds", least, most)
	}
	return fmt.Sprintf("medians of %d rounds", most)
}

// again returns which of some benchmarks were measured again, and at which commit: the key again
// of a record has "NAMES at commit HASH, DATE", with more details, for one or several sets of
// benchmarks, separated by semicolons.
func again(rec *results.Record, benchmarks []string) (notes []string) {
	for entry := range strings.SplitSeq(rec.Config("again"), "; ") {
		note := regexp.MustCompile(`^.* at commit \w+(, \d{4}-\d\d-\d\d)?`).FindString(entry)
		if slices.ContainsFunc(benchmarks, func(name string) bool {
			return regexp.MustCompile(`\b` + name + `\b`).MatchString(note)
		}) {
			notes = append(notes, note)
		}
	}
	return notes
}

// benchmarksOf returns the benchmarks of a block.
func benchmarksOf(block string) (names []string) {
	switch block {
	case "speed":
		for _, s := range speeds {
			names = append(names, questions[s.block].benchmark)
		}
	case "kernels":
		for _, m := range measured {
			names = append(names, questions[m.block].benchmark)
		}
	default:
		names = []string{questions[block].benchmark}
	}
	return names
}

// machines lists the records with their CPUs and commands.
func machines(p page) (string, error) {
	var b strings.Builder
	for _, rec := range p.records {
		fmt.Fprintf(&b, "- %s; `%s`", about(p, rec), rec.Config("command"))
		if text := rec.Config("again"); text != "" {
			fmt.Fprintf(&b, ". Measured again: %s", text)
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// A table is rows of cells below a head. The first columns are left-aligned.
type table struct {
	left int
	rows [][]string // the head is the first
}

// add adds a row.
func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// String returns the table in Markdown.
func (t *table) String() string {
	var b strings.Builder
	for i, row := range t.rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			for c := range row {
				if c < t.left {
					b.WriteString("| --- ")
				} else {
					b.WriteString("| ---: ")
				}
			}
			b.WriteString("|\n")
		}
	}
	return b.String()
}

// figure returns a number with three digits, or all before the point.
func figure(x float64) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// times returns a factor with two digits, or all before the point. Factors near 1 have more
// digits.
func times(x float64) string {
	switch {
	case x < 1.095:
		return fmt.Sprintf("%.2fx", x)
	case x < 9.95:
		return fmt.Sprintf("%.1fx", x)
	}
	return fmt.Sprintf("%.0fx", x)
}

// cell returns a measured value as tables show it: nanoseconds a position, or
// million nodes a second.
func (g *grid) cell(q results.Quartiles) string {
	if g.unit == perSecond {
		return figure(q.Median / 1e6)
	}
	return figure(q.Median)
}

// comparison returns the table of a question: its methods side by side, the fastest in
// bold, and the ratio of the library to the best other method.
func comparison(block string) func(page, *results.Record) (string, error) {
	return func(_ page, rec *results.Record) (string, error) {
		if q := questions[block]; q.since && len(rec.All(q.benchmark)) == 0 {
			return "", nil
		}
		g, err := ask(rec, block)
		if err != nil {
			return "", err
		}
		t := table{left: len(g.heads)}
		head := slices.Clone(g.heads)
		depths := g.has("depth")
		if depths {
			head = append(head, "depth")
		}
		for _, by := range g.columns {
			head = append(head, methodName(by))
		}
		if !g.alone {
			head = append(head, "best of ours / best other")
		}
		t.add(head...)
		for _, row := range g.names {
			var cells []string
			for value := range strings.SplitSeq(row, "/") {
				cells = append(cells, valueName(value))
			}
			depth := ""
			if depths {
				depth = g.depth(row)
				cells = append(cells, depth)
			}
			fastest, _ := g.best(row, func(string) bool { return true })
			for _, by := range g.columns {
				cells = append(cells, g.show(row, by, fastest, depth))
			}
			if !g.alone {
				cells = append(cells, g.verdict(row))
			}
			t.add(cells...)
		}
		return t.String() + "\n" + g.note() + "\n", nil
	}
}

// searchTable returns the nodes a second of the search on each path, and with threat pairs,
// with the share that remains.
func searchTable(_ page, rec *results.Record) (string, error) {
	if len(rec.All(questions["search"].benchmark)) == 0 {
		return "", nil
	}
	g, err := ask(rec, "search")
	if err != nil {
		return "", err
	}
	t := table{left: 1}
	head := []string{"position", "depth"}
	for _, by := range g.columns {
		head = append(head, methodName(by))
	}
	t.add(head...)
	for _, row := range g.names {
		depth := g.depth(row)
		cells := []string{valueName(row), depth}
		fastest, _ := g.best(row, ours)
		for _, by := range g.columns {
			cell := g.show(row, by, fastest, depth)
			if plain, ok := strings.CutPrefix(by, withPairs); ok {
				with, _ := g.at(row, by)
				if without, ok := g.at(row, plain); ok {
					cell += " (" + times(g.gain(with, without)) + ")"
				}
			}
			cells = append(cells, cell)
		}
		t.add(cells...)
	}
	return t.String() + "\n" + g.note() + "\n", nil
}

// perftTable returns the comparison of programs by perft, and their wrong counts. README.md
// shows only the fastest.
func perftTable(p page, rec *results.Record) (string, error) {
	table := comparison("perft")
	if p.dir == "." {
		table = fastestPerft
	}
	text, err := table(p, rec)
	if wrong := rec.Config("wrong"); err == nil && wrong != "" {
		var cells []string
		for cell := range strings.SplitSeq(wrong, "; ") {
			by, row, _ := strings.Cut(cell, " on ")
			cells = append(cells, methodName(by)+" on "+valueName(row))
		}
		text += "\nNot timed, since the count is wrong: " + strings.Join(cells, ", ") + ".\n"
	}
	return text, err
}

// fastestPerft returns the library, on the fastest path and on avx2, beside the fastest
// other program for each position.
func fastestPerft(_ page, rec *results.Record) (string, error) {
	g, err := ask(rec, "perft")
	if err != nil {
		return "", err
	}
	own := slices.DeleteFunc([]string{"koggestone-avx2", "koggestone"}, func(by string) bool { return !slices.Contains(g.columns, by) })
	t := table{left: 1}
	head := []string{"position", "depth", "fastest other program"}
	for _, by := range own {
		head = append(head, methodName(by))
	}
	t.add(append(head, "best of ours / best other")...)
	for _, row := range g.names {
		depth := g.depth(row)
		rival, _ := g.best(row, other)
		cells := []string{valueName(row), depth, ""}
		if rival != "" {
			cells[2] = g.show(row, rival, "", depth) + " " + methodName(rival)
		}
		fastest, _ := g.best(row, ours)
		for _, by := range own {
			cells = append(cells, g.show(row, by, fastest, depth))
		}
		t.add(append(cells, g.verdict(row))...)
	}
	return t.String() + "\n" + g.note() + "\n", nil
}

// show returns the text of a cell, with the depth if it differs from the row's.
func (g *grid) show(row, by, fastest, depth string) string {
	q, ok := g.at(row, by)
	if !ok {
		return ""
	}
	text := g.cell(q)
	if by == fastest {
		text = "**" + text + "**"
	}
	if d := g.cells[[2]string{row, by}].Key("depth"); d != depth {
		text += " (depth " + d + ")"
	}
	return text
}

// has reports whether any cell's name has a key.
func (g *grid) has(key string) bool {
	for _, s := range g.cells {
		if s.Key(key) != "" {
			return true
		}
	}
	return false
}

// depth returns the depth that the library's cells of a row have.
func (g *grid) depth(row string) string {
	by, _ := g.best(row, ours)
	return g.cells[[2]string{row, by}].Key("depth")
}

// verdict returns the speed of the best of ours divided by that of the best other, and marks
// results without a gain.
func (g *grid) verdict(row string) string {
	rival, theirs := g.best(row, other)
	if rival == "" {
		return ""
	}
	_, own := g.best(row, ours)
	factor, verdict := g.compare(own, theirs)
	switch verdict {
	case "even":
		return times(factor) + ", even"
	case "loses":
		return times(factor) + ", **loses**"
	}
	return times(factor)
}

// note returns the unit of a grid's cells and the spread of the rounds.
func (g *grid) note() string {
	unit := "Nanoseconds a position"
	if g.unit == perSecond {
		unit = "Million nodes a second"
	}
	var spreads []float64
	worst, at := -1.0, ""
	for _, row := range g.names { // in order: of equals, the first
		for _, by := range g.columns {
			q, ok := g.at(row, by)
			if !ok {
				continue
			}
			spreads = append(spreads, q.Spread())
			if q.Spread() > worst {
				worst = q.Spread()
				at = strings.Join(strings.Fields(methodName(by)+", "+rowName(row)), " ")
			}
		}
	}
	at = strings.TrimSuffix(at, ",")
	return fmt.Sprintf("%s. The middle half of the rounds lies within ±%s of the median, at worst ±%s (%s).",
		unit, percent(results.QuartilesOf(spreads).Median), percent(worst), at)
}

// rowName returns the names of a row's values.
func rowName(row string) string {
	values := strings.Split(row, "/")
	for i := range values {
		values[i] = valueName(values[i])
	}
	return strings.Join(values, ", ")
}

// percent returns a share in percent, rounded up to whole ones.
func percent(share float64) string { return fmt.Sprintf("%.0f%%", math.Ceil(100*share)) }
