package main

import (
	"sync"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/simd"
)

// rayBenchmarks times the squares that the sliders of a side attack in each direction, for
// all kinds of sliders together. Single calls keep their results in a ring, batches keep
// all results.
func rayBenchmarks(in *inputs) (all []*benchmark) {
	b := in.gameBoards(batchSize)
	sliders := make([]uint64, b.n)
	for i := range sliders {
		sliders[i] = b.diagonal[i] | b.orthogonal[i]
	}
	rows := make([][8]uint64, b.n)
	var columns [8][]uint64
	for d := range columns {
		columns[d] = make([]uint64, b.n)
	}
	expected := sync.OnceValue(func() [][8]uint64 {
		defer simd.Force(simd.Generic)()
		want := make([][8]uint64, b.n)
		rayCalls(want, sliders, b.empty)
		return want
	})
	// rings visits the positions ring by ring.
	rings := func(calls func(dst [][8]uint64, sliders, other []uint64), other []uint64) func() {
		return func() {
			for lo := 0; lo < b.n; lo += ringSize {
				calls(rows[:ringSize], sliders[lo:lo+ringSize], other[lo:lo+ringSize])
			}
		}
	}
	add := func(name string, path simd.Path, run func(), results func() [][8]uint64) {
		all = append(all, &benchmark{name: name, path: path, ops: b.n, run: run, check: func() error {
			clear(rows)
			return sameColumn(results(), expected())
		}})
	}
	for _, r := range rivals.All() {
		whole := func() { r.RayCalls(rows, sliders, b.occupied) }
		results := func() [][8]uint64 {
			whole()
			return rows
		}
		add("Rays/call=one/by="+r.Name, best(), rings(r.RayCalls, b.occupied), results)
		add("Rays/call=batch/by="+r.Name, best(), whole, results)
	}
	for _, path := range simd.Paths() {
		add("Rays/call=one/by="+path.String(), path, rings(rayCalls, b.empty), func() [][8]uint64 {
			rayCalls(rows, sliders, b.empty)
			return rows
		})
		run := func() { koggestone.RayAttacksBatch(&columns, sliders, b.empty) }
		add("Rays/call=batch/by="+path.String(), path, run, func() [][8]uint64 {
			for d := range columns {
				clear(columns[d])
			}
			run()
			for i := range rows {
				for d := range columns {
					rows[i][d] = columns[d][i]
				}
			}
			return rows
		})
	}
	return all
}

// rayCalls calls the library for one position at each call.
func rayCalls(dst [][8]uint64, sliders, empty []uint64) {
	sliders, empty = sliders[:len(dst)], empty[:len(dst)]
	for i := range dst {
		dst[i] = koggestone.RayAttacks(sliders[i], empty[i])
	}
}
