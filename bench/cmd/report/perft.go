package main

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// drawPerft draws how fast programs count nodes: the library on each path, the fastest
// other Go package and the fastest other program. Each position has a scale of its own:
// the fastest other is 1.
func drawPerft(rec *results.Record, width vg.Length) ([]byte, error) {
	g, err := ask(rec, "perft")
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc([]string{"koggestone", "koggestone-avx2", "koggestone-generic"}, func(by string) bool {
		return !slices.Contains(g.columns, by)
	})
	title := func(by string) string { // the fastest path has the plain name
		if by == "koggestone" {
			return "koggestone, " + rec.Config("path")
		}
		return methodName(by)
	}
	var bs bars
	claims := make([]claim, len(own))
	for _, row := range g.names {
		_, fastest := g.best(row, other)
		if fastest.Median == 0 {
			continue
		}
		rows := group{name: valueName(row)}
		add := func(by string, color int) {
			q, _ := g.at(row, by)
			factor, verdict := g.compare(q, fastest)
			label := title(by) + ": " + g.cell(q) + " million/s"
			if by == own[0] || ours(by) || factor != 1 {
				label += ", " + ratio(factor, verdict)
			}
			rows.bars = append(rows.bars, bar{factor, label, colorOf(by, color)})
		}
		for i, by := range own {
			if q, ok := g.at(row, by); ok {
				claims[i].add(g.compare(q, fastest))
				add(by, 0)
			}
		}
		if by, _ := g.best(row, func(by string) bool { return other(by) && !isGo(by) }); by != "" {
			add(by, 0)
		}
		if by, _ := g.best(row, isGo); by != "" {
			add(by, 1)
		}
		bs = append(bs, rows)
	}
	head := "Perft, one thread"
	if len(bs) > 0 {
		var parts []string
		for i, by := range own {
			parts = append(parts, strings.TrimPrefix(title(by), "koggestone, ")+" "+claims[i].String())
		}
		head += ", speed of the fastest other program = 1: " + strings.Join(parts, "; ")
	}
	legend := "no hash table; longer is better; blue: koggestone, orange: fastest other program"
	if slices.ContainsFunc(g.columns, isGo) {
		legend += ", grey: fastest other Go package"
	}
	return bs.chart(head, subtitle(rec, "perft", legend),
		"times the speed of the fastest other program", width)
}
