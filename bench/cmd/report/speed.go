package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// speeds are the calls that README.md shows by path, with the rows of the
// questions that measure them.
var speeds = []struct{ call, amount, block, row string }{
	{"`SliderAttacks`", "one position", "union", "one/games"},
	{"`SliderAttacksBatch`", "n = 4096", "union", "batch/games"},
	{"`RayAttacks`", "one position", "rays", "one"},
	{"`RayAttacksBatch`", "n = 4096", "rays", "batch"},
	{"`quad` `Threats`", "one position", "threats", "one"},
	{"`quad` `ThreatsBatch`", "n = 4096", "threats", "batch"},
	{"`movegen` `CountLegalBatch`", "n = 4096", "count", "1"},
	{"`movegen` `CountTwoPlyBatch`", "n = 4096", "count", twoPlies},
}

// twoPlies is the row that the chart leaves out: a position there is a thousand leaves,
// and its bars would be too short to see.
const twoPlies = "2"

// speedTable returns the times of the library's calls by path, beside the best
// other method.
func speedTable(_ page, rec *results.Record) (string, error) {
	t := table{left: 1}
	t.add(slices.Concat([]string{"ns a position", "best other method"}, pathsOf(rec))...)
	for _, s := range speeds {
		g, err := ask(rec, s.block)
		if err != nil {
			return "", err
		}
		cells := []string{s.call + ", " + s.amount}
		fastest, _ := g.best(s.row, func(string) bool { return true })
		bold := func(by, text string) string {
			if by == fastest {
				return "**" + text + "**"
			}
			return text
		}
		rival, theirs := g.best(s.row, other)
		if rival == "" {
			cells = append(cells, "")
		} else {
			cells = append(cells, bold(rival, g.cell(theirs))+" "+methodName(rival))
		}
		base, _ := g.at(s.row, "generic")
		for _, path := range pathsOf(rec) {
			q, _ := g.at(s.row, path)
			text := bold(path, g.cell(q))
			if path != "generic" {
				text += fmt.Sprintf(" (%s)", times(g.gain(q, base)))
			}
			cells = append(cells, text)
		}
		t.add(cells...)
	}
	return t.String(), nil
}

// drawPaths draws what speedTable tells.
func drawPaths(rec *results.Record) ([]byte, error) {
	var bs bars
	least, most := math.Inf(1), 0.0
	for _, s := range speeds {
		if s.row == twoPlies {
			continue
		}
		g, err := ask(rec, s.block)
		if err != nil {
			return nil, err
		}
		row := group{name: plain(s.call) + ", " + s.amount}
		add := func(by string, c color.Color, note string) {
			q, _ := g.at(s.row, by)
			rate := 1e3 / q.Median // ns a position to millions a second
			row.bars = append(row.bars, bar{rate, methodName(by) + " " + figure(rate) + note, c})
		}
		if rival, theirs := g.best(s.row, other); rival != "" {
			add(rival, otherColors[0], "")
			_, own := g.best(s.row, ours)
			least, most = min(least, g.gain(own, theirs)), max(most, g.gain(own, theirs))
		}
		base, _ := g.at(s.row, "generic")
		for i, path := range pathsOf(rec) {
			note := ""
			if path != "generic" {
				q, _ := g.at(s.row, path)
				note = " (" + times(g.gain(q, base)) + ")"
			}
			add(path, colorOf(path, i), note)
		}
		bs = append(bs, row)
	}
	title := "Speed by path, one thread"
	if most > 0 {
		title = fmt.Sprintf("One thread: %s to %s the speed of the best other method", times(least), times(most))
	}
	return bs.chart(title, subtitle(rec, "positions from games; orange: best other method; (times as fast as generic)"),
		"million positions a second")
}
