package main

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// drawCrossover draws the time of one call by number of sliders.
func drawCrossover(rec *results.Record, width vg.Length) ([]byte, error) {
	g, err := ask(rec, "crossover")
	if err != nil {
		return nil, err
	}
	cs, err := g.curvesOf()
	if err != nil {
		return nil, err
	}
	p := newPlot("sliders on the board", "nanoseconds a call")
	p.Add(horizontals{}, cs)
	p.X.Min, p.Y.Min = min(p.X.Min, 1), 0
	ticks := eachTick(g.names)
	if width < chartWidth { // room for every third
		for i := range ticks {
			if i%3 != 0 {
				ticks[i].Label = ""
			}
		}
	}
	p.X.Tick.Marker = ticks
	p.Y.Tick.Marker = linearTicks(p.Y.Max)
	return frame(g.crossover(rec.Config("path")), subtitle(rec, "crossover", "one position a call; lower is better"), width, 330, 0, cs.room(), p)
}

// crossover returns the chart's title: from how many sliders a path is faster than all
// lookups, and where the two are even.
func (g *grid) crossover(path string) string {
	wins, even := "", []string(nil) // wins: this row and all after it win
	for _, row := range slices.Backward(g.names) {
		own, _ := g.at(row, path)
		rival, theirs := g.best(row, other)
		if rival == "" {
			return "One position a call, by number of sliders"
		}
		_, verdict := g.compare(own, theirs)
		if verdict == "loses" {
			break
		}
		if verdict == "even" {
			even = append(even, row)
		} else if len(even) == 0 {
			wins = row
		}
	}
	last := g.names[len(g.names)-1]
	text := ""
	switch wins {
	case "":
		return fmt.Sprintf("One position a call: %s is not faster than lookups at %s sliders", path, last)
	case g.names[0]:
		return fmt.Sprintf("One position a call: %s is faster than lookups at every number of sliders", path)
	default:
		text = fmt.Sprintf("A lookup answers for one slider, a fill for all: %s is faster from %s sliders", path, wins)
	}
	if len(even) > 0 {
		slices.Reverse(even)
		text += ", even at " + strings.Join(even, ", ")
	}
	return text
}
