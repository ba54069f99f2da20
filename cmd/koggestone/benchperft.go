package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// perftRounds is how often each tree is counted in each mode on each path.
const perftRounds = 5

// A perftTree is a tree with a published number of leaves that takes far less than
// a second.
type perftTree struct {
	name, fen string
	depth     int
	nodes     uint64
}

var perftTrees = [...]perftTree{
	{"start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
}

// A perftRow is a tree counted in a mode by one thread.
type perftRow struct {
	perftTree
	mode    perft.Mode
	onePath bool        // plain Go, whatever path runs
	samples [][]float64 // million nodes/s by path and round
}

// perftBenchJSON is a row of bench --json.
type perftBenchJSON struct {
	Function string               `json:"function"`
	Position string               `json:"position"`
	Depth    int                  `json:"depth"`
	Nodes    uint64               `json:"nodes"`
	Paths    []perftBenchPathJSON `json:"paths"`
}

type perftBenchPathJSON struct {
	Path  string  `json:"path"`
	Rate  float64 `json:"million_nodes_per_s"`
	Ratio float64 `json:"ratio_to_generic"`
}

// perftRows returns the trees in the modes whose names, as in perft.Count batch,
// match.
func perftRows(match func(name string) bool) (rows []perftRow) {
	for _, t := range perftTrees {
		for _, mode := range [...]perft.Mode{perft.Bulk, perft.Batch} {
			r := perftRow{perftTree: t, mode: mode, onePath: mode == perft.Bulk}
			if match("perft." + r.function()) {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

func (r *perftRow) function() string { return "Count " + r.mode.String() }

// measure takes a sample of each row on each path, in turn. The error tells a wrong
// number of leaves.
func measurePerft(rows []perftRow, paths []simd.Path) error {
	for k := range rows {
		rows[k].samples = make([][]float64, len(paths))
		if rows[k].onePath {
			rows[k].samples = rows[k].samples[:1]
		}
	}
	for range perftRounds {
		for k := range rows {
			for p := range rows[k].samples {
				rate, err := rows[k].sample(paths[p])
				if err != nil {
					return err
				}
				rows[k].samples[p] = append(rows[k].samples[p], rate)
			}
		}
	}
	return nil
}

// sample returns the million nodes/s on a path.
func (r *perftRow) sample(path simd.Path) (float64, error) {
	p, err := movegen.ParseFEN(r.fen)
	if err != nil {
		return 0, err
	}
	defer simd.Force(path)()
	start := time.Now()
	result, err := perft.Count(context.Background(), p, r.depth, perft.Options{Workers: 1, Mode: r.mode})
	taken := time.Since(start)
	if err == nil && result.Nodes != (perft.Nodes{Lo: r.nodes}) {
		err = fmt.Errorf("difference: perft.%s on path %v, %s, depth %d: %v nodes, expected %d",
			r.function(), path, r.name, r.depth, result.Nodes, r.nodes)
	}
	return float64(r.nodes) / 1e6 / max(taken.Seconds(), 1e-9), err
}

// perftResults returns the medians.
func perftResults(rows []perftRow, paths []simd.Path) (results []perftBenchJSON) {
	for k := range rows {
		r := &rows[k]
		row := perftBenchJSON{Function: r.function(), Position: r.name, Depth: r.depth, Nodes: r.nodes}
		for p, samples := range r.samples {
			rate := slices.Sorted(slices.Values(samples))[len(samples)/2]
			row.Paths = append(row.Paths, perftBenchPathJSON{Path: paths[p].String(), Rate: rate, Ratio: 1})
			row.Paths[p].Ratio = rate / row.Paths[0].Rate
		}
		results = append(results, row)
	}
	return results
}

// writePerft writes the results as a table.
func writePerft(w io.Writer, rows []perftBenchJSON) {
	fmt.Fprintf(w, "\nperft: million nodes/s of one thread, medians of %d rounds, mode bulk the same on all paths\n", perftRounds)
	fmt.Fprintf(w, nameColumn, "tree, mode")
	for i, p := range rows[len(rows)-1].Paths { // the last has them all if one does
		fmt.Fprintf(w, " %9s", p.Path)
		if i > 0 {
			fmt.Fprintf(w, " %7s", "ratio")
		}
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		fmt.Fprintf(w, nameColumn, fmt.Sprintf("%s, %d, %s", r.Position, r.Depth, r.Function[len("Count "):]))
		for i, p := range r.Paths {
			fmt.Fprintf(w, " %9.1f", p.Rate)
			if i > 0 {
				fmt.Fprintf(w, " %6.2fx", p.Ratio)
			}
		}
		fmt.Fprintln(w)
	}
}
