package main

import (
	"fmt"
	"strconv"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// measured lists the cells that time the kernels. Names of kernels are without the path.
var measured = []struct{ kernel, block, row string }{
	{"sliderAttacks", "union", "one/games"},
	{"sliderAttacksBlocks", "union", "batch/games"},
	{"rayAttacks", "rays", "one"},
	{"rayAttacksBatch", "rays", "batch"},
	{"threats", "threats", "one"},
	{"threatsBatch", "threats", "batch"},
	{"legality", "calls", "legality"},
	{"byKind", "calls", "by-kind"},
	{"bothThreats", "calls", "both"},
	{"countBlocks", "count", "1"},
	{"deltas", "pairs", "deltas"},
}

// suffix holds the endings of the names of kernels by path.
var suffix = map[string]string{"avx2": "AVX2", "avx512": "AVX512"}

// kernelsTable returns the cycles of the kernels on simulated CPUs beside the measured
// times.
func kernelsTable(p page, rec *results.Record) (string, error) {
	var ghz float64
	head := []string{"kernel", "instructions"}
	for _, s := range p.kernels[0].Simulated {
		head = append(head, s.CPU)
	}
	if text := rec.Config("ghz"); text != "" {
		var err error
		if ghz, err = strconv.ParseFloat(text, 64); err != nil || !(ghz > 0) {
			return "", fmt.Errorf("%s: ghz: %s: want the clock in GHz, a number above 0", rec.File, text)
		}
		head = append(head, "measured cycles")
	}
	t := table{left: 1}
	t.add(append(head, "measured ns")...)
	for _, m := range measured {
		if q := questions[m.block]; q.since && len(rec.All(q.benchmark)) == 0 {
			continue
		}
		g, err := ask(rec, m.block)
		if err != nil {
			return "", err
		}
		for _, path := range pathsOf(rec)[1:] {
			k, err := find(p.kernels, m.kernel+suffix[path])
			if err != nil {
				return "", err
			}
			q, _ := g.at(m.row, path)
			cells := []string{"`" + k.Name + "`", figure(float64(k.Instructions) / float64(k.Positions))}
			for _, s := range k.Simulated {
				cells = append(cells, figure(s.Bound)+" to "+figure(s.Cycles))
			}
			if ghz > 0 {
				cells = append(cells, figure(q.Median*ghz))
			}
			t.add(append(cells, figure(q.Median))...)
		}
	}
	return t.String() + fmt.Sprintf("\nAll a position. A simulated CPU: cycles that its busiest resource allows, to cycles that "+
		"it takes in the simulation; calls and data that are not in the first cache are not in it. Instructions and simulated cycles "+
		"are those of the present kernels, times those of the record's commit. All kernels: [mca.txt](%s).\n",
		p.link("bench/record/mca.txt")), nil
}

// find returns the kernel of that name.
func find(kernels []results.Kernel, name string) (results.Kernel, error) {
	for _, k := range kernels {
		if k.Name == name {
			return k, nil
		}
	}
	return results.Kernel{}, fmt.Errorf("bench/record/mca.txt: no row %s, which bench:kernels needs", name)
}
