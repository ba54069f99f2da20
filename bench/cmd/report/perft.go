package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// drawPerft draws how fast programs count nodes.
func drawPerft(rec *results.Record) ([]byte, error) {
	g, err := ask(rec, "perft")
	if err != nil {
		return nil, err
	}
	columns := slices.Clone(g.columns) // ours first, then the others, the last first
	slices.SortStableFunc(columns, func(a, b string) int {
		switch {
		case ours(a) && ours(b):
			return byColumn(a, b)
		case ours(a):
			return -1
		case ours(b):
			return 1
		}
		return byColumn(b, a)
	})
	var bs bars
	for _, row := range g.names {
		rows := group{name: valueName(row)}
		for _, by := range columns {
			if q, ok := g.at(row, by); ok {
				i := slices.Index(g.columns, by)
				rows.bars = append(rows.bars, bar{q.Median / 1e6, methodName(by) + " " + g.cell(q), colorOf(by, i)})
			}
		}
		bs = append(bs, rows)
	}
	var claims []string
	for _, than := range []struct {
		name string
		pick func(by string) bool
	}{
		{"the speed of the fastest other Go generator", isGo},
		{"that of the fastest other program", func(by string) bool { return other(by) && !isGo(by) }},
	} {
		if least, most, ok := g.gains(than.pick); ok {
			claims = append(claims, fmt.Sprintf("%s to %s %s", times(least), times(most), than.name))
		}
	}
	head := "Perft, one thread"
	if len(claims) > 0 {
		head += ": " + strings.Join(claims, ", ")
	}
	return bs.chart(head, subtitle(rec, "no hash table; longer is better; blue: koggestone"), "million nodes a second")
}
