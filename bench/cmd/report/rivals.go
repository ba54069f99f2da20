package main

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// drawRivals draws the ways to get the attacks of all sliders of game positions.
func drawRivals(rec *results.Record, width vg.Length) ([]byte, error) {
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
		row := group{name: methodName(by)}
		for _, cell := range []struct{ row, label string }{{batch, "in a batch"}, {one, "one a call"}} {
			if q, ok := g.at(cell.row, by); ok {
				c := otherColors[0]
				if ours(by) {
					c = colorsOf["avx512"]
				}
				if cell.row == one {
					c = mix(c, white, tint)
				}
				row.bars = append(row.bars, bar{value: q.Median, label: figure(q.Median) + " " + cell.label, color: c})
			}
		}
		bs = append(bs, row)
	}
	title := "The attacks of all sliders of a position"
	if rival, theirs := g.best(batch, other); rival != "" {
		by, own := g.best(batch, ours)
		title = fmt.Sprintf("Attacks of all sliders, in batches: %s %s ns a position, %s %s, ratio %s",
			by, figure(own.Median), methodName(rival), figure(theirs.Median), strings.ReplaceAll(g.verdict(batch), "*", ""))
	}
	return bs.chart(title, subtitle(rec, "union", "positions from games; shorter is better; blue: koggestone"), "nanoseconds a position", width)
}
