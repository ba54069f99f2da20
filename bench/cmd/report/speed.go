package main

import (
	"fmt"
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
	{"`movegen` `CountLegalBatch`", "n = 4096", "count", ""},
}

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
			cells = append(cells, bold(rival, g.cell(theirs))+" "+title(rival))
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
