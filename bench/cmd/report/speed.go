package main

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

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
	{"`movegen` `CountTwoPlyBatch`", "n = 4096", "count", "2"},
	{"`movegen` `AppendLegalMovesBatch`", "n = 4096", "batch", "lists"},
	{"`movegen` `SelectMoveBatch`", "n = 4096", "batch", "select"},
	{"`movegen` `PlayBatch`", "n = 4096", "batch", "play"},
	{"`policy` `AlphaZero.MaskBatch`", "n = 4096", "batch", "mask-alphazero"},
}

// speedTable returns the times of the library's calls by path beside the best other
// method, with how many times as fast each path is.
func speedTable(_ page, rec *results.Record) (string, error) {
	t := table{left: 1}
	t.add(slices.Concat([]string{"ns a position", "best other method"}, pathsOf(rec))...)
	for _, s := range speeds {
		if q := questions[s.block]; q.since && len(rec.All(q.benchmark)) == 0 {
			continue // the record is older than the call
		}
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
		for _, path := range pathsOf(rec) {
			q, _ := g.at(s.row, path)
			text := bold(path, g.cell(q))
			if rival != "" {
				text += " (" + ratio(g.compare(q, theirs)) + ")"
			}
			cells = append(cells, text)
		}
		t.add(cells...)
	}
	return t.String(), nil
}

// ratio returns a factor with its verdict.
func ratio(factor float64, verdict string) string {
	if verdict == "even" {
		return times(factor) + ", even"
	}
	return times(factor)
}

// drawPaths draws what speedTable shows, each call on a scale of its own: the best other
// method is 1.
func drawPaths(rec *results.Record, width vg.Length) ([]byte, error) {
	var bs bars
	claims := map[string]*claim{}
	for _, s := range speeds {
		if q := questions[s.block]; q.since && len(rec.All(q.benchmark)) == 0 {
			continue // the record is older than the call
		}
		g, err := ask(rec, s.block)
		if err != nil {
			return nil, err
		}
		rival, theirs := g.best(s.row, other)
		if rival == "" {
			continue
		}
		row := group{name: plain(s.call) + ", " + s.amount}
		row.bars = append(row.bars, bar{1, methodName(rival) + ": " + g.cell(theirs) + " ns", otherColors[0]})
		for i, path := range pathsOf(rec) {
			q, _ := g.at(s.row, path)
			factor, verdict := g.compare(q, theirs)
			if claims[path] == nil {
				claims[path] = new(claim)
			}
			claims[path].add(factor, verdict)
			row.bars = append(row.bars, bar{factor, methodName(path) + ": " + g.cell(q) + " ns, " + ratio(factor, verdict), colorOf(path, i)})
		}
		bs = append(bs, row)
	}
	title := "Speed by path, one thread"
	var parts []string
	for _, path := range slices.Backward(pathsOf(rec)) {
		if c := claims[path]; c != nil && path != "generic" {
			parts = append(parts, path+" "+c.String())
		}
	}
	if len(parts) > 0 {
		title = "One thread, speed of the best other method = 1: " + strings.Join(parts, "; ")
	}
	return bs.chart(title, subtitle(rec, "speed", "positions from games; longer is better; orange: best other method"),
		"times the speed of the best other method", width)
}
