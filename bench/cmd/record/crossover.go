package main

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/simd"
)

// maxSliders is the highest number of sliders on a board of crossoverBenchmarks.
const maxSliders = 12

// crossoverBenchmarks times the attacks of 1, 2, 3, ... sliders, half of them diagonal, one
// position a call. A lookup works once for each slider, a fill once for all.
func crossoverBenchmarks(in *inputs) (all []*benchmark) {
	against := []string{rivals.FancyMagic, "hyperbola"}
	for n := 1; n <= maxSliders; n++ {
		b := in.randomBoards(batchSize, (n+1)/2, n/2)
		name := fmt.Sprintf("Crossover/sliders=%d/by=", n)
		for _, r := range rivals.All() {
			if slices.Contains(against, r.Name) {
				run := func() { r.UnionCalls(b.dst, b.diagonal, b.orthogonal, b.occupied) }
				all = append(all, unionBenchmark(name+r.Name, best(), b, run))
			}
		}
		for _, path := range simd.Paths() {
			all = append(all, unionBenchmark(name+path.String(), path, b, func() { unionOne(b.dst, b) }))
		}
	}
	return all
}
