package selfcheck

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// TreeRounds is how often each tree is counted on each path.
const TreeRounds = 5

// A Tree is a tree with a published number of leaf nodes. One thread counts it in a mode, in
// far less than a second.
type Tree struct {
	Name, FEN string
	Depth     int
	Nodes     uint64
	Mode      perft.Mode
	Paths     []simd.Path // on which it is timed

	samples [][]float64 // million nodes/s by path and round
}

// Trees returns the trees in each mode that is worth timing.
func Trees(paths []simd.Path) (trees []Tree) {
	for _, t := range []Tree{
		{Name: "start position", FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Depth: 5, Nodes: 4865609},
		{Name: "kiwipete", FEN: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Depth: 4, Nodes: 4085603},
	} {
		t.Mode, t.Paths = perft.ModeBulk, paths[:1] // plain Go on every path
		trees = append(trees, t)
		t.Mode, t.Paths = perft.ModeBatch, paths
		trees = append(trees, t)
	}
	return trees
}

// Function returns the function that counts and its mode: "Count batch".
func (t *Tree) Function() string { return "Count " + t.Mode.String() }

// MeasureTrees measures each tree on each path, interleaved. It returns an error if a number
// of leaf nodes is wrong.
func MeasureTrees(trees []Tree) error {
	for k := range trees {
		trees[k].samples = make([][]float64, len(trees[k].Paths))
	}
	for range TreeRounds {
		for k := range trees {
			t := &trees[k]
			for p, path := range t.Paths {
				rate, err := t.sample(path)
				if err != nil {
					return err
				}
				t.samples[p] = append(t.samples[p], rate)
			}
		}
	}
	return nil
}

// sample returns the million nodes/s on a path.
func (t *Tree) sample(path simd.Path) (float64, error) {
	p, err := movegen.ParseFEN(t.FEN)
	if err != nil {
		return 0, err
	}
	defer simd.Force(path)()
	start := time.Now()
	result, err := perft.Count(context.Background(), p, t.Depth, perft.Options{Workers: 1, Mode: t.Mode})
	taken := time.Since(start)
	if err == nil && result.Nodes != (perft.Nodes{Lo: t.Nodes}) {
		err = fmt.Errorf("difference: perft.%s on path %v, %s, depth %d: %v nodes, expected %d",
			t.Function(), path, t.Name, t.Depth, result.Nodes, t.Nodes)
	}
	return float64(t.Nodes) / 1e6 / max(taken.Seconds(), 1e-9), err
}

// Rate returns the median on one of the Paths of t, in million nodes/s.
func (t *Tree) Rate(path int) float64 {
	return slices.Sorted(slices.Values(t.samples[path]))[TreeRounds/2]
}
