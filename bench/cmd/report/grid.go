package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// A question is what a benchmark measures for several methods or programs. In its name
// the key by is the method or program; the other keys are the row.
type question struct {
	benchmark string
	rows      []string
	heads     []string // headings of the rows' columns
	need      []string // rows that a record must have, values joined by "/"
	unit      string   // of a table's cells
	// since means that older records lack it, which leaves its block empty.
	since bool
	// alone means that the others cannot be compared, so the table has no ratio to them.
	alone bool
	// required lists the columns that every row must have.
	required func(rec *results.Record) []string
}

// Units of cells.
const (
	perPosition = "ns/op"
	perSecond   = "nodes/s"
)

// The questions, by the names of their blocks.
var questions = map[string]question{
	"union": {benchmark: "Union", rows: []string{"call", "sliders"}, heads: []string{"call", "sliders"}, unit: perPosition,
		need: []string{
			"one/1+1", "one/2+2", "one/3+3", "one/games", "batch/1+1", "batch/2+2", "batch/3+3", "batch/games",
		}, required: pathsOf},
	"rays": {benchmark: "Rays", rows: []string{"call"}, heads: []string{"call"}, unit: perPosition,
		need: []string{"one", "batch"}, required: pathsOf},
	"threats": {benchmark: "Threats", rows: []string{"call"}, heads: []string{"call"}, unit: perPosition,
		need: []string{"one", "batch"}, required: pathsOf},
	"calls": {benchmark: "Calls", rows: []string{"sets"}, heads: []string{"sets"}, unit: perPosition,
		need: []string{"legality", "by-kind", "both"}, required: pathsOf, since: true},
	"pairs": {benchmark: "Pairs", rows: []string{"of"}, heads: []string{"of"}, unit: perPosition,
		need: []string{"deltas", "counted-deltas", "features", "refresh"}, required: pathsOf, since: true},
	"crossover": {benchmark: "Crossover", rows: []string{"sliders"}, heads: []string{"sliders"}, unit: perPosition,
		need: []string{"1", "2", "12"}, required: pathsOf},
	"batch-size": {benchmark: "BatchSize", rows: []string{"size"}, heads: []string{"positions"}, unit: perPosition,
		need: []string{"1", "4096"}, required: pathsOf},
	"count": {benchmark: "Count", rows: []string{"plies"}, heads: []string{"plies"}, unit: perPosition,
		need: []string{"1", "2"}, required: pathsOf},
	"batch": {benchmark: "Batch", rows: []string{"call"}, heads: []string{"call"}, unit: perPosition,
		need: []string{"lists", "select", "play"}, required: pathsOf, since: true},
	"node": {benchmark: "Node", rows: []string{"ask"}, heads: []string{"question"}, unit: perPosition,
		need: []string{"moves"}, required: pathsOf, since: true, alone: true},
	"search": {benchmark: "Search", rows: []string{"position"}, heads: []string{"position"}, unit: perSecond,
		need: []string{"start", "kiwipete"}, required: pathsOf, since: true},
	"perft": {benchmark: "Perft", rows: []string{"position"}, heads: []string{"position"}, unit: perSecond,
		need: []string{"start", "kiwipete"}, required: func(*results.Record) []string { return []string{"koggestone"} }},
	"workers": {benchmark: "Workers", rows: []string{"of", "by", "workers"}, unit: perPosition,
		need: nil, required: func(*results.Record) []string { return nil }},
}

// A grid is a record's answer to a question.
type grid struct {
	question
	rec     *results.Record
	names   []string // of the rows, ordered: values joined by "/"
	columns []string
	cells   map[[2]string]*results.Series // by row and column
}

// ask returns the record's answer to a question.
func ask(rec *results.Record, block string) (*grid, error) {
	q := questions[block]
	g := &grid{question: q, rec: rec, cells: map[[2]string]*results.Series{}}
	for _, s := range rec.All(q.benchmark) {
		values := make([]string, len(q.rows))
		for i, key := range q.rows {
			if values[i] = s.Key(key); values[i] == "" {
				return nil, fmt.Errorf("%s:%d: Benchmark%s: no %s=, which bench:%s needs", rec.File, s.Line, s.Name, key, block)
			}
		}
		by := s.Key("by")
		if by == "" {
			return nil, fmt.Errorf("%s:%d: Benchmark%s: no by=, which bench:%s needs", rec.File, s.Line, s.Name, block)
		}
		if _, ok := s.In(q.unit); !ok {
			return nil, fmt.Errorf("%s:%d: Benchmark%s: no %s, which bench:%s needs", rec.File, s.Line, s.Name, q.unit, block)
		}
		cell := [2]string{strings.Join(values, "/"), by}
		if other := g.cells[cell]; other != nil {
			deep, err := strconv.Atoi(s.Key("depth"))
			deeper, err2 := strconv.Atoi(other.Key("depth"))
			if err != nil || err2 != nil {
				return nil, fmt.Errorf("%s:%d: Benchmark%s: answers what Benchmark%s does: want one for bench:%s",
					rec.File, s.Line, s.Name, other.Name, block)
			}
			if deep < deeper {
				continue
			}
		}
		g.cells[cell] = s
		if !slices.Contains(g.names, cell[0]) {
			g.names = append(g.names, cell[0])
		}
		if !slices.Contains(g.columns, by) {
			g.columns = append(g.columns, by)
		}
	}
	slices.SortFunc(g.names, func(a, b string) int {
		return slices.CompareFunc(strings.Split(a, "/"), strings.Split(b, "/"), byValue)
	})
	slices.SortFunc(g.columns, byColumn)
	if len(g.names) == 0 {
		return nil, fmt.Errorf("%s: no Benchmark%s, which bench:%s needs", rec.File, q.benchmark, block)
	}
	for _, row := range q.need {
		if !slices.Contains(g.names, row) {
			return nil, fmt.Errorf("%s: no Benchmark%s, which bench:%s needs", rec.File, q.name(row, "..."), block)
		}
	}
	for _, row := range g.names {
		for _, by := range q.required(rec) {
			if g.cells[[2]string{row, by}] == nil {
				return nil, fmt.Errorf("%s: no Benchmark%s, which bench:%s needs", rec.File, q.name(row, by), block)
			}
		}
	}
	return g, nil
}

// name returns the name of a row's benchmark, for a message.
func (q question) name(row, by string) string {
	s := q.benchmark
	for i, value := range strings.Split(row, "/") {
		if i < len(q.rows) {
			s += "/" + q.rows[i] + "=" + value
		}
	}
	return s + "/by=" + by
}

// at returns the measured quartiles of a cell, and whether there are any.
func (g *grid) at(row, by string) (results.Quartiles, bool) {
	return g.cells[[2]string{row, by}].In(g.unit)
}

// better reports whether a is better than b in the grid's unit.
func (g *grid) better(a, b results.Quartiles) bool {
	if g.unit == perSecond {
		return a.Median > b.Median
	}
	return a.Median < b.Median
}

// best returns the column with the best cell of a row among those that pick
// picks; by is empty if there is none.
func (g *grid) best(row string, pick func(by string) bool) (by string, best results.Quartiles) {
	for _, c := range g.columns {
		if q, ok := g.at(row, c); ok && pick(c) && (by == "" || g.better(q, best)) {
			by, best = c, q
		}
	}
	return by, best
}

// other reports whether a method or program is not the library's.
func other(by string) bool { return !ours(by) && !strings.HasPrefix(by, withPairs) }

// gain returns how many times as fast a is as b.
func (g *grid) gain(a, b results.Quartiles) float64 {
	if g.unit == perSecond {
		return a.Median / b.Median
	}
	return b.Median / a.Median
}

// compare returns how many times as fast own is as theirs, and the verdict: "even" where
// the middle halves of the rounds overlap, "loses" where theirs is faster, "" where own is.
func (g *grid) compare(own, theirs results.Quartiles) (factor float64, verdict string) {
	factor = g.gain(own, theirs)
	switch {
	case own.Overlaps(theirs):
		return factor, "even"
	case g.better(theirs, own):
		return factor, "loses"
	}
	return factor, ""
}

// A claim sums up comparisons for a chart's title, by the rule of the tables.
type claim struct {
	least, most       float64
	rows, even, loses int
}

// add adds a comparison.
func (c *claim) add(factor float64, verdict string) {
	if c.rows == 0 {
		c.least, c.most = factor, factor
	}
	c.least, c.most = min(c.least, factor), max(c.most, factor)
	c.rows++
	switch verdict {
	case "even":
		c.even++
	case "loses":
		c.loses++
	}
}

// String returns the range of the factors and the number of rows without a gain.
func (c *claim) String() string {
	text := times(c.least) + " to " + times(c.most)
	var not []string
	if c.even > 0 {
		not = append(not, fmt.Sprintf("even in %d", c.even))
	}
	if c.loses > 0 {
		not = append(not, fmt.Sprintf("loses in %d", c.loses))
	}
	if len(not) > 0 {
		text += fmt.Sprintf(" (%s of %d)", strings.Join(not, ", "), c.rows)
	}
	return text
}
