package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// A scaling holds the times of one task by number of workers.
type scaling struct {
	of, by  string
	workers []string
	times   []results.Quartiles // wall-clock time per position
}

// gain returns how many times as fast the workers i are as one.
func (s *scaling) gain(i int) float64 { return s.times[0].Median / s.times[i].Median }

// scalings returns the record's measurements by workers, and all numbers of
// workers.
func scalings(rec *results.Record) (all []*scaling, workers []string, err error) {
	g, err := ask(rec, "workers")
	if err != nil {
		return nil, nil, err
	}
	var last *scaling
	for _, row := range g.names { // ordered by task, method, workers
		v := strings.Split(row, "/")
		if last == nil || last.of != v[0] || last.by != v[1] {
			if v[2] != "1" {
				return nil, nil, fmt.Errorf("%s: no BenchmarkWorkers/of=%s/workers=1/by=%s, which bench:workers needs",
					rec.File, v[0], v[1])
			}
			last = &scaling{of: v[0], by: v[1]}
			all = append(all, last)
		}
		q, _ := g.at(row, v[1])
		last.workers, last.times = append(last.workers, v[2]), append(last.times, q)
		if !slices.Contains(workers, v[2]) {
			workers = append(workers, v[2])
		}
	}
	slices.SortFunc(workers, byValue)
	return all, workers, nil
}

// workersTable returns the times of the tasks that several workers share.
func workersTable(_ page, rec *results.Record) (string, error) {
	all, workers, err := scalings(rec)
	if err != nil {
		return "", err
	}
	t := table{left: 2}
	head := []string{"task", "path"}
	for _, w := range workers {
		if w == "1" {
			w += " worker"
		} else {
			w += " workers"
		}
		head = append(head, w)
	}
	t.add(head...)
	for _, s := range all {
		cells := []string{valueName(s.of), methodName(s.by)}
		for _, w := range workers {
			i := slices.Index(s.workers, w)
			switch {
			case i < 0:
				cells = append(cells, "")
			case i == 0:
				cells = append(cells, figure(s.times[i].Median))
			default:
				cells = append(cells, fmt.Sprintf("%s (%.2fx)", figure(s.times[i].Median), s.gain(i)))
			}
		}
		t.add(cells...)
	}
	return t.String() + "\nWall-clock time in nanoseconds per position, for perft per node.\n", nil
}
