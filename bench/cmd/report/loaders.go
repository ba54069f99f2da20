package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// loaderRecord is the record of bench/cmd/loader.
const loaderRecord = "bench/record/loader.txt"

// rivalLoader starts the names of the library that the others are compared with.
const rivalLoader = "nnue-pytorch"

// loaderTable returns the comparison of data loaders.
func loaderTable(p page) (string, error) {
	rec := p.loader
	all := rec.All("Loader")
	// The fastest rival of each filter and number of cores.
	rival := map[string]float64{}
	question := func(s *results.Series) string { return s.Key("filter") + " " + s.Key("cores") }
	for _, s := range all {
		q, _ := s.In("ns/op")
		if strings.HasPrefix(s.Key("by"), rivalLoader) && (rival[question(s)] == 0 || q.Median < rival[question(s)]) {
			rival[question(s)] = q.Median
		}
	}
	least, most := math.MaxInt, 0
	t := table{left: 3}
	t.add("filter", "cores", "library", "million positions a second", "ratio", "CPU ns a position", "memory, MiB", "first batch, s")
	for _, s := range all {
		var median [4]float64
		for i, unit := range []string{"ns/op", "cpu-ns/op", "rss-bytes", "first-sec"} {
			q, ok := s.In(unit)
			if !ok {
				return "", fmt.Errorf("%s:%d: Benchmark%s: want %s", rec.File, s.Line, s.Name, unit)
			}
			median[i] = q.Median
		}
		least, most = min(least, s.Rounds("ns/op")), max(most, s.Rounds("ns/op"))
		ratio := ""
		if r := rival[question(s)]; r > 0 {
			ratio = times(r / median[0])
		}
		t.add(s.Key("filter"), s.Key("cores"), s.Key("by"), figure(1e3/median[0]), ratio,
			figure(median[1]), figure(median[2]/(1<<20)), figure(median[3]))
	}
	return fmt.Sprintf("[%s](%s), %s, commit %s, %s, %s; `%s` in batches of %s:\n\n%s", rec.Config("cpu"),
		p.link(loaderRecord), rec.Config("go"), rec.Config("commit"), rec.Date().Format("2006-01-02"), medians(least, most),
		rec.Config("features"), rec.Config("size"), t.String()), nil
}
