package main

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/bench/internal/results"
)

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
	return frame(title, subtitle(rec, "one position a call; lower is better"), 330, 0, 140, p)
}
