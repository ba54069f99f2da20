package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// A chart draws what a record tells about one question. Its title is computed:
// it says what the record shows, not what it should show.
type chart struct {
	name  string // of its file, without .svg
	about string // for those who cannot see it
	draw  func(rec *results.Record) ([]byte, error)
}

// The charts of each record.
var charts = []chart{
	{"paths", "Bars: million positions a second of each call by path", drawPaths},
	{"rivals", "Bars: nanoseconds a position of each way to get the attacks of all sliders", drawRivals},
	{"crossover", "Lines: nanoseconds of one call by number of sliders", drawCrossover},
	{"batch-size", "Lines: nanoseconds a position by positions in a call, with the caches' sizes", drawBatchSize},
	{"workers", "Lines: speed by number of workers", drawWorkers},
	{"perft", "Bars: million nodes a second of each program by position", drawPerft},
}

// subtitle tells what a chart was measured on.
func subtitle(rec *results.Record, what string) string {
	return fmt.Sprintf("%s · %s, %s, %s", what, rec.Config("cpu"), rec.Config("go"), rec.Date().Format("2006-01-02"))
}

// plain returns a title without Markdown.
func plain(s string) string { return strings.ReplaceAll(s, "`", "") }

// drawPaths draws the calls of speedTable.
func drawPaths(rec *results.Record) ([]byte, error) {
	var bs bars
	least, most := math.Inf(1), 0.0
	best := rec.Config("path")
	for _, s := range speeds {
		g, err := ask(rec, s.block)
		if err != nil {
			return nil, err
		}
		base, _ := g.at(s.row, "generic")
		row := group{name: plain(s.call) + ", " + s.amount}
		for i, path := range pathsOf(rec) {
			q, _ := g.at(s.row, path)
			gain := g.gain(q, base)
			b := bar{value: 1e3 / q.Median, label: path + " " + figure(1e3/q.Median), color: colorOf(path, i)}
			if path != "generic" {
				b.label += " (" + times(gain) + ")"
			}
			if path == best {
				least, most = min(least, gain), max(most, gain)
			}
			row.bars = append(row.bars, b)
		}
		bs = append(bs, row)
	}
	title := fmt.Sprintf("One thread: %s is %s to %s as fast as pure Go, most in batches", best, times(least), times(most))
	if best == "generic" {
		title = "One thread: pure Go, without assembly"
	}
	return bs.chart(title, subtitle(rec, "positions from games"), "million positions a second", 190, 110)
}

// drawRivals draws the ways to get the attacks of all sliders of game positions.
func drawRivals(rec *results.Record) ([]byte, error) {
	g, err := ask(rec, "union")
	if err != nil {
		return nil, err
	}
	const batch, one = "batch/games", "one/games"
	columns := slices.Clone(g.columns)
	slices.SortStableFunc(columns, func(a, b string) int {
		x, _ := g.at(batch, a)
		y, _ := g.at(batch, b)
		switch {
		case g.better(x, y):
			return -1
		case g.better(y, x):
			return 1
		}
		return 0
	})
	var bs bars
	for _, by := range columns {
		row := group{name: title(by)}
		for _, cell := range []struct{ row, label string }{{batch, "in a batch"}, {one, "one at a time"}} {
			if q, ok := g.at(cell.row, by); ok {
				c := otherColors[0]
				if ours(by) {
					c = colorsOf["avx512"]
				}
				if cell.row == one {
					c.R, c.G, c.B = lighter(c.R), lighter(c.G), lighter(c.B)
				}
				row.bars = append(row.bars, bar{value: q.Median, label: figure(q.Median) + " " + cell.label, color: c})
			}
		}
		bs = append(bs, row)
	}
	title := "The attacks of all sliders of a position"
	if rival, theirs := g.best(batch, other); rival != "" {
		by, own := g.best(batch, ours)
		title = fmt.Sprintf("All sliders' attacks: in batches, %s takes %s ns a position, %s takes %s",
			by, figure(own.Median), titleInText(rival), figure(theirs.Median))
	}
	return bs.chart(title, subtitle(rec, "positions from games; shorter is better; blue: koggestone"), "nanoseconds a position", 150, 110)
}

// lighter returns a part of a colour half way to white.
func lighter(part uint8) uint8 { return uint8((int(part) + 255) / 2) }

// titleInText returns a method's title as a subject of a sentence.
func titleInText(by string) string { return "the best other (" + title(by) + ")" }

// curvesOf returns a curve for each column of a grid, its rows being numbers.
func (g *grid) curvesOf() (cs curves, err error) {
	for i, by := range g.columns {
		c := curve{color: colorOf(by, i)}
		for _, row := range g.names {
			x, err := strconv.ParseFloat(row, 64)
			if err != nil || !(x > 0) {
				return nil, fmt.Errorf("%s: Benchmark%s: %s: want a number above 0", g.rec.File, g.name(row, by), row)
			}
			if q, ok := g.at(row, by); ok {
				c.points = append(c.points, plotter.XY{X: x, Y: q.Median})
				c.label = title(by) + " " + figure(q.Median)
			}
		}
		cs = append(cs, c)
	}
	return cs, nil
}

// drawCrossover draws the time of one call by number of sliders.
func drawCrossover(rec *results.Record) ([]byte, error) {
	g, err := ask(rec, "crossover")
	if err != nil {
		return nil, err
	}
	cs, err := g.curvesOf()
	if err != nil {
		return nil, err
	}
	p := newPlot("sliders on the board", "nanoseconds a call")
	p.Add(cs)
	p.X.Min, p.Y.Min = min(p.X.Min, 1), 0
	p.X.Tick.Marker = eachTick(g.names)
	p.Add(horizontals{})
	p.Add(cs)

	best := rec.Config("path")
	wins := ""
	for _, row := range slices.Backward(g.names) {
		own, _ := g.at(row, best)
		rival, theirs := g.best(row, other)
		if rival == "" || !g.better(own, theirs) {
			break
		}
		wins = row
	}
	title := fmt.Sprintf("A lookup answers for one slider, a fill for all: %s wins from %s sliders on", best, wins)
	switch wins {
	case "":
		title = fmt.Sprintf("One position a call: lookups win over %s at every number of sliders", best)
	case "1":
		title = fmt.Sprintf("One position a call: %s wins at every number of sliders", best)
	}
	return frame(title, subtitle(rec, "one position a call; lower is better"), 380, 0, 150, p)
}

// eachTick returns a tick for each of some numbers.
func eachTick(numbers []string) (ticks plot.ConstantTicks) {
	for _, n := range numbers {
		x, _ := strconv.ParseFloat(n, 64)
		ticks = append(ticks, plot.Tick{Value: x, Label: n})
	}
	return ticks
}

// bytesPerPosition is what SliderAttacksBatch reads and writes for a position.
const bytesPerPosition = 4 * 8

// drawBatchSize draws the time of a position by positions in a call.
func drawBatchSize(rec *results.Record) ([]byte, error) {
	g, err := ask(rec, "batch-size")
	if err != nil {
		return nil, err
	}
	cs, err := g.curvesOf()
	if err != nil {
		return nil, err
	}
	p := newPlot("positions in a call of SliderAttacksBatch, 32 bytes each", "nanoseconds a position")
	p.Add(cs)
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.Y.Min, p.Y.Max = p.Y.Min/1.2, p.Y.Max*1.5 // room for the marks' labels
	p.Y.Tick.Marker = logTicks(p.Y.Min, p.Y.Max)
	var ticks plot.ConstantTicks
	for e := 0; math.Ldexp(1, e) <= p.X.Max; e += 2 {
		ticks = append(ticks, plot.Tick{Value: math.Ldexp(1, e), Label: binary(1 << e)})
	}
	p.X.Tick.Marker = ticks
	var caches marks
	for _, cache := range []struct{ key, name string }{{"l1d", "L1"}, {"l2", "L2"}, {"l3", "L3"}} {
		text := rec.Config(cache.key)
		if text == "" {
			continue
		}
		size, err := strconv.Atoi(text)
		if err != nil || size <= 0 {
			return nil, fmt.Errorf("%s: %s: %s: want a cache's size in bytes", rec.File, cache.key, text)
		}
		caches = append(caches, mark{float64(size) / bytesPerPosition, cache.name + " " + binary(size) + "iB"})
	}
	p.Add(horizontals{}, caches, cs)

	best, last := rec.Config("path"), g.names[len(g.names)-1]
	alone, _ := g.at("1", best)
	many, _ := g.at("4096", best)
	huge, _ := g.at(last, best)
	n, _ := strconv.Atoi(last)
	title := fmt.Sprintf("%s: %s ns for one position a call, %s each of 4096, %s each of %s",
		best, figure(alone.Median), figure(many.Median), figure(huge.Median), binary(n))
	return frame(title, subtitle(rec, "lower is better"), 380, 0, 130, p)
}

// binary returns a number with the prefixes for powers of 1024: 4 K, 105 M.
func binary(n int) string {
	prefix := ""
	for _, next := range []string{" K", " M", " G"} {
		if n < 1024 || n%1024 != 0 {
			break
		}
		n, prefix = n/1024, next
	}
	return strconv.Itoa(n) + prefix
}

// drawWorkers draws how speed grows with workers.
func drawWorkers(rec *results.Record) ([]byte, error) {
	all, workers, err := scalings(rec)
	if err != nil {
		return nil, err
	}
	most, err := strconv.Atoi(workers[len(workers)-1])
	if err != nil || most < 1 {
		return nil, fmt.Errorf("%s: BenchmarkWorkers: workers=%s: want a number above 0", rec.File, workers[len(workers)-1])
	}
	ideal := curve{points: plotter.XYs{{X: 1, Y: 1}, {X: float64(most), Y: float64(most)}}, label: "ideal", color: faint, dashed: true}
	cs := curves{ideal}
	var gains []string
	for i, s := range all {
		last := len(s.workers) - 1
		name := plain(titleOf(s.of))
		if s.by == rec.Config("path") || ours(s.by) && s.by == "koggestone" {
			gains = append(gains, fmt.Sprintf("%s %.2fx", name, s.gain(last)))
		}
		c := curve{label: fmt.Sprintf("%s, %s: %.2fx", name, title(s.by), s.gain(last)), color: otherColors[i%len(otherColors)]}
		for j, w := range s.workers {
			x, _ := strconv.ParseFloat(w, 64)
			c.points = append(c.points, plotter.XY{X: x, Y: s.gain(j)})
		}
		cs = append(cs, c)
	}
	p := newPlot("workers", "times as fast as one worker")
	p.Add(horizontals{}, cs)
	p.Y.Min = 0
	p.X.Tick.Marker = eachTick(workers)
	title := fmt.Sprintf("%d workers: %s", most, strings.Join(gains, ", "))
	return frame(title, subtitle(rec, "higher is better"), 340, 0, 260, p)
}

// drawPerft draws how fast programs count nodes.
func drawPerft(rec *results.Record) ([]byte, error) {
	g, err := ask(rec, "perft")
	if err != nil {
		return nil, err
	}
	least, most := math.Inf(1), 0.0
	var bs bars
	for _, row := range g.names {
		rows := group{name: titleOf(row)}
		for i, by := range g.columns {
			if q, ok := g.at(row, by); ok {
				rows.bars = append(rows.bars, bar{value: q.Median / 1e6, label: title(by) + " " + g.cell(q), color: colorOf(by, i)})
			}
		}
		if rival, theirs := g.best(row, other); rival != "" {
			_, own := g.best(row, ours)
			least, most = min(least, g.gain(own, theirs)), max(most, g.gain(own, theirs))
		}
		bs = append(bs, rows)
	}
	title := "Counting the tree of legal moves on one thread"
	if most > 0 {
		title = fmt.Sprintf("Perft, one thread: koggestone counts %s to %s the nodes a second of the best other program",
			times(least), times(most))
	}
	return bs.chart(title, subtitle(rec, "leaves counted a second; no hash table"), "million nodes a second", 90, 140)
}
