package main

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/simd"
)

// unionOne calls the library for one position at each call.
func unionOne(dst []uint64, b *boards) {
	diagonal, orthogonal, empty := b.diagonal[:len(dst)], b.orthogonal[:len(dst)], b.empty[:len(dst)]
	for i := range dst {
		dst[i] = koggestone.SliderAttacks(diagonal[i], orthogonal[i], empty[i])
	}
}

// unionBatch calls the library once for all positions.
func unionBatch(dst []uint64, b *boards) {
	koggestone.SliderAttacksBatch(dst, b.diagonal, b.orthogonal, b.empty)
}

// best returns the best path of this CPU.
func best() simd.Path {
	paths := simd.Paths()
	return paths[len(paths)-1]
}

// unionBenchmark returns a benchmark of run, which leaves the union of attacks of
// every board in b.dst.
func unionBenchmark(name string, path simd.Path, b *boards, run func()) *benchmark {
	return &benchmark{name: name, path: path, ops: b.n, run: run, check: func() error { return b.check(run) }}
}

// unionBenchmarks times the squares that the sliders of a side attack.
func unionBenchmarks(in *inputs) (all []*benchmark) {
	for _, sliders := range []struct {
		name                 string
		diagonal, orthogonal int
	}{{"1+1", 1, 1}, {"2+2", 2, 2}, {"3+3", 3, 3}, {"games", 0, 0}} {
		var b *boards
		if sliders.diagonal == 0 {
			b = in.gameBoards(batchSize)
		} else {
			b = in.randomBoards(batchSize, sliders.diagonal, sliders.orthogonal)
		}
		for _, call := range []string{"one", "batch"} {
			name := fmt.Sprintf("Union/sliders=%s/call=%s/by=", sliders.name, call)
			for _, r := range rivals.All() {
				run := func() { r.UnionCalls(b.dst, b.diagonal, b.orthogonal, b.occupied) }
				if call == "batch" {
					run = func() { r.Unions(b.dst, b.diagonal, b.orthogonal, b.occupied) }
				}
				all = append(all, unionBenchmark(name+r.Name, best(), b, run))
			}
			if unions := rivals.Archsimd(); unions != nil && call == "batch" {
				run := func() { unions(b.dst, b.diagonal, b.orthogonal, b.occupied) }
				all = append(all, unionBenchmark(name+"archsimd", best(), b, run))
			}
			for _, path := range simd.Paths() {
				run := func() { unionOne(b.dst, b) }
				if call == "batch" {
					run = func() { unionBatch(b.dst, b) }
				}
				all = append(all, unionBenchmark(name+path.String(), path, b, run))
			}
		}
	}
	return all
}

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
