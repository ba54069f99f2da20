package main

import (
	"slices"
	"sync"

	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// callBenchmarks times calls for one position: the sets for legality, the attacks of a side
// by kind, and the threats of both sides. They start from an engine's bitboards, as
// threatBenchmarks do.
func callBenchmarks(in *inputs) []*benchmark {
	bitboards, us := make([]quad.Bitboards, batchSize), make([]quad.Color, batchSize)
	for i, p := range in.pool()[:batchSize] {
		bitboards[i], us[i] = p.Board.Bitboards(), p.Side
	}
	return slices.Concat(
		callsOf("legality", bitboards, us, func(dst []quad.Legality, bitboards []quad.Bitboards, us []quad.Color) {
			for i := range dst {
				bb := &bitboards[i]
				dst[i].Set(quad.Pack(bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings, bb.Black), us[i])
			}
		}, func(dst []quad.Legality, bitboards []quad.Bitboards, us []quad.Color) {
			for i := range dst {
				rivals.Legality(&dst[i], &bitboards[i], us[i])
			}
		}),
		callsOf("by-kind", bitboards, us, func(dst []quad.AttacksByKind, bitboards []quad.Bitboards, us []quad.Color) {
			for i := range dst {
				bb := &bitboards[i]
				dst[i].Set(quad.Pack(bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings, bb.Black), us[i].Other())
			}
		}, func(dst []quad.AttacksByKind, bitboards []quad.Bitboards, us []quad.Color) {
			for i := range dst {
				rivals.AttacksByKind(&dst[i], &bitboards[i], us[i].Other())
			}
		}),
		callsOf("both", bitboards, us, func(dst []quad.BothThreats, bitboards []quad.Bitboards, _ []quad.Color) {
			for i := range dst {
				bb := &bitboards[i]
				dst[i].Set(quad.Pack(bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings, bb.Black))
			}
		}, func(dst []quad.BothThreats, bitboards []quad.Bitboards, _ []quad.Color) {
			for i := range dst {
				rivals.BothThreats(&dst[i], &bitboards[i])
			}
		}))
}

// callsOf returns the benchmarks of a call: the library's on each path, and the loop over
// pieces by lookups.
func callsOf[T comparable](sets string, bitboards []quad.Bitboards, us []quad.Color,
	calls, lookups func(dst []T, bitboards []quad.Bitboards, us []quad.Color)) (all []*benchmark) {
	rows := make([]T, batchSize)
	expected := sync.OnceValue(func() []T {
		defer simd.Force(simd.Generic)()
		want := make([]T, batchSize)
		calls(want, bitboards, us)
		return want
	})
	add := func(by string, path simd.Path, call func(dst []T, bitboards []quad.Bitboards, us []quad.Color)) {
		run := func() {
			for lo := 0; lo < batchSize; lo += ringSize {
				call(rows[:ringSize], bitboards[lo:lo+ringSize], us[lo:lo+ringSize])
			}
		}
		all = append(all, &benchmark{name: "Calls/sets=" + sets + "/by=" + by, path: path, ops: batchSize, run: run, check: func() error {
			clear(rows)
			call(rows, bitboards, us)
			return sameColumn(rows, expected())
		}})
	}
	add(rivals.FancyMagic, best(), lookups)
	for _, path := range simd.Paths() {
		add(path.String(), path, calls)
	}
	return all
}
