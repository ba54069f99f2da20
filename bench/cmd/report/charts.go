package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// A chart draws the results of a record for one question. Its title is computed from the
// results.
type chart struct {
	name  string // of its file, without .svg
	about string // for those who cannot see it
	draw  func(rec *results.Record, width vg.Length) ([]byte, error)
}

// The charts of each record.
var charts = []chart{
	{"paths", "Bars: speed of each call by path, beside the best other method", drawPaths},
	{"rivals", "Bars: nanoseconds a position of each way to get the attacks of all sliders", drawRivals},
	{"crossover", "Lines: nanoseconds of one call by number of sliders", drawCrossover},
	{"batch-size", "Lines: nanoseconds a position by positions in a call, with the caches' sizes", drawBatchSize},
	{"perft", "Bars: speed of perft by position, beside the fastest other program", drawPerft},
}

// subtitle returns the description of the chart of a block with the CPU, the Go version and the dates.
func subtitle(rec *results.Record, block, what string) string {
	first := rec.Date().Format(time.DateOnly)
	last := slices.Max(append(regexp.MustCompile(`\d{4}-\d\d-\d\d`).FindAllString(strings.Join(again(rec, benchmarksOf(block)), " "), -1), first))
	if last != first {
		first += " to " + last
	}
	return fmt.Sprintf("%s · %s, %s, %s", what, rec.Config("cpu"), rec.Config("go"), first)
}

// plain returns a title without Markdown.
func plain(s string) string { return strings.ReplaceAll(s, "`", "") }

// curvesOf returns a curve for each column of a grid with numbers as rows.
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
				c.label = methodName(by) + " " + figure(q.Median)
			}
		}
		cs = append(cs, c)
	}
	return cs, nil
}

// eachTick returns a tick for each of some numbers.
func eachTick(numbers []string) (ticks plot.ConstantTicks) {
	for _, n := range numbers {
		x, _ := strconv.ParseFloat(n, 64)
		ticks = append(ticks, plot.Tick{Value: x, Label: n})
	}
	return ticks
}
