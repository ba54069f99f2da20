package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// workerCounts returns 1 to the number of CPUs, doubling after 8.
func workerCounts() (counts []int) {
	cpus := runtime.NumCPU()
	for w := 1; w < cpus; {
		counts = append(counts, w)
		if w < 8 {
			w++
		} else {
			w *= 2
		}
	}
	return append(counts, cpus)
}

// share calls task for 0 to tasks-1 from several workers; each takes the next number.
func share(workers, tasks int, task func(k int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				k := int(next.Add(1) - 1)
				if k >= tasks {
					return
				}
				task(k)
			}
		})
	}
	all.Wait()
}

// workerBenchmarks times the same work with 1, 2, 3, ... workers: attacks of positions that
// fill 32 MB, counts of legal moves, and a tree.
func workerBenchmarks(in *inputs, quick bool) (all []*benchmark) {
	tree := tree{&standard[0], 6}
	if quick {
		tree.depth = 5
	}
	tasks := poolSize / batchSize
	large := in.gameBoards(16 * poolSize)
	counts := newCountInput(in.pool(), countCalls)
	batches := make([]*movegen.Batch, tasks)
	for k := range batches {
		batches[k] = batchOf(counts.positions[k*batchSize : (k+1)*batchSize])
	}
	for _, workers := range workerCounts() {
		for _, path := range simd.Paths() {
			name := func(of string) string { return fmt.Sprintf("Workers/of=%s/workers=%d/by=%v", of, workers, path) }
			all = append(all, unionBenchmark(name("union"), path, large, func() {
				share(workers, large.n/batchSize, func(k int) {
					lo, hi := k*batchSize, (k+1)*batchSize
					koggestone.SliderAttacksBatch(large.dst[lo:hi], large.diagonal[lo:hi], large.orthogonal[lo:hi], large.empty[lo:hi])
				})
			}))
			run := func() {
				share(workers, tasks, func(k int) { movegen.CountLegalBatch(counts.dst[k*batchSize:(k+1)*batchSize], batches[k]) })
			}
			all = append(all, &benchmark{name: name("count"), path: path, ops: poolSize, run: run,
				check: func() error { return counts.check(run) }})
			all = append(all, tree.benchmark(name("perft"), path, func() (uint64, error) {
				return tree.count(perft.Options{Workers: workers})
			}))
		}
	}
	return all
}
