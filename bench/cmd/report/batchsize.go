package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// bytesPerPosition is the number of bytes that SliderAttacksBatch reads and writes for a
// position.
const bytesPerPosition = 4 * 8

// drawBatchSize draws the time of a position by positions in a call.
func drawBatchSize(rec *results.Record, width vg.Length) ([]byte, error) {
	g, err := ask(rec, "batch-size")
	if err != nil {
		return nil, err
	}
	cs, err := g.curvesOf()
	if err != nil {
		return nil, err
	}
	caches, err := cachesOf(rec)
	if err != nil {
		return nil, err
	}
	label, step := "positions in a call of SliderAttacksBatch, 32 bytes each", 2
	if width < chartWidth {
		label, step = "positions in a call", 6
		for i, c := range caches {
			caches[i].label, _, _ = strings.Cut(c.label, " ")
		}
	}
	p := newPlot(label, "nanoseconds a position")
	p.Add(horizontals{}, caches, cs)
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.Y.Min, p.Y.Max = p.Y.Min/1.2, p.Y.Max*1.5 // room for the marks' labels
	p.Y.Tick.Marker = logTicks(p.Y.Min, p.Y.Max)
	var ticks plot.ConstantTicks
	for e := 0; math.Ldexp(1, e) <= p.X.Max; e += step {
		ticks = append(ticks, plot.Tick{Value: math.Ldexp(1, e), Label: binary(1 << e)})
	}
	p.X.Tick.Marker = ticks

	best, last := rec.Config("path"), g.names[len(g.names)-1]
	alone, _ := g.at("1", best)
	many, _ := g.at("4096", best)
	huge, _ := g.at(last, best)
	n, _ := strconv.Atoi(last)
	title := fmt.Sprintf("%s: %s ns for one position a call, %s each of 4096, %s each of %s",
		best, figure(alone.Median), figure(many.Median), figure(huge.Median), binary(n))
	return frame(title, subtitle(rec, "batch-size", "lower is better"), width, 330, 0, cs.room(), p)
}

// cachesOf returns the numbers of positions that fill the caches of the record.
func cachesOf(rec *results.Record) (caches marks, err error) {
	for _, cache := range []struct{ key, name string }{{"l1d", "L1"}, {"l2", "L2"}, {"l3", "L3"}} {
		text := rec.Config(cache.key)
		if text == "" {
			continue
		}
		size, err := strconv.Atoi(text)
		if err != nil || size <= 0 {
			return nil, fmt.Errorf("%s: %s: %s: want a cache's size in bytes", rec.File, cache.key, text)
		}
		caches = append(caches, mark{float64(size) / bytesPerPosition, cache.name + " " + binary(size) + "iB"})
	}
	return caches, nil
}

// binary returns a number with the prefixes for powers of 1024: 4 K, 105 M.
func binary(n int) string {
	prefix := ""
	for _, next := range []string{" K", " M", " G"} {
		if n < 1024 || n%1024 != 0 {
			break
		}
		n, prefix = n/1024, next
	}
	return strconv.Itoa(n) + prefix
}
