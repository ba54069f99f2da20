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
	p.Add(horizontals{}, cs)
	p.X.Min, p.Y.Min = min(p.X.Min, 1), 0
	p.X.Tick.Marker = eachTick(g.names)
	p.Y.Tick.Marker = linearTicks(p.Y.Max)
	return frame(g.crossover(rec.Config("path")), subtitle(rec, "one position a call; lower is better"), 330, 0, cs.room(), p)
}

// crossover tells from how many sliders on a path is faster than all lookups.
func (g *grid) crossover(path string) string {
	wins := "" // from here on
	for _, row := range slices.Backward(g.names) {
		own, _ := g.at(row, path)
		rival, theirs := g.best(row, other)
		if rival == "" {
			return "One position a call, by number of sliders"
		}
		if !g.better(own, theirs) {
			break
		}
		wins = row
	}
	switch wins {
	case "":
		return fmt.Sprintf("One position a call: lookups still win over %s at %s sliders", path, g.names[len(g.names)-1])
	case g.names[0]:
		return fmt.Sprintf("One position a call: %s wins at every number of sliders", path)
	}
	return fmt.Sprintf("A lookup answers for one slider, a fill for all: %s wins from %s sliders on", path, wins)
}
