package main

import (
	"sync"

	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// threatBenchmarks times the sets that an engine needs at a node. Single calls start from
// an engine's bitboards, so the library's time includes the conversion to a quad.Board. The
// library's batch starts from a quad.Batch.
func threatBenchmarks(in *inputs) (all []*benchmark) {
	bitboards, us, batch := make([]quad.Bitboards, batchSize), make([]quad.Color, batchSize), new(quad.Batch)
	for i, p := range in.pool()[:batchSize] {
		bitboards[i], us[i] = p.Board.Bitboards(), p.Side
		batch.Append(p.Board)
	}
	rows, columns := make([]quad.Threats, batchSize), quad.NewThreatsColumns(batchSize)
	expected := sync.OnceValue(func() []quad.Threats {
		defer simd.Force(simd.Generic)()
		want := make([]quad.Threats, batchSize)
		threatCalls(want, bitboards, us)
		return want
	})
	rings := func(calls func(dst []quad.Threats, bitboards []quad.Bitboards, us []quad.Color)) func() {
		return func() {
			for lo := 0; lo < batchSize; lo += ringSize {
				calls(rows[:ringSize], bitboards[lo:lo+ringSize], us[lo:lo+ringSize])
			}
		}
	}
	add := func(name string, path simd.Path, run, whole func()) {
		all = append(all, &benchmark{name: name, path: path, ops: batchSize, run: run, check: func() error {
			clear(rows)
			whole()
			return sameColumn(rows, expected())
		}})
	}
	lookups := func() { threatLookups(rows, bitboards, us) }
	add("Threats/call=one/by="+rivals.FancyMagic, best(), rings(threatLookups), lookups)
	for _, path := range simd.Paths() {
		add("Threats/call=one/by="+path.String(), path, rings(threatCalls), func() { threatCalls(rows, bitboards, us) })
	}
	add("Threats/call=batch/by="+rivals.FancyMagic, best(), lookups, lookups)
	for _, path := range simd.Paths() {
		run := func() { quad.ThreatsBatch(columns, batch, us) }
		add("Threats/call=batch/by="+path.String(), path, run, func() {
			*columns = *quad.NewThreatsColumns(batchSize)
			run()
			for i := range rows {
				rows[i] = columns.At(i)
			}
		})
	}
	return all
}

// threatCalls calls the library for one position at each call.
func threatCalls(dst []quad.Threats, bitboards []quad.Bitboards, us []quad.Color) {
	bitboards, us = bitboards[:len(dst)], us[:len(dst)]
	for i := range dst {
		bb := &bitboards[i]
		dst[i].Set(quad.Pack(bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings, bb.Black), us[i])
	}
}

// threatLookups does the same by loops over pieces.
func threatLookups(dst []quad.Threats, bitboards []quad.Bitboards, us []quad.Color) {
	bitboards, us = bitboards[:len(dst)], us[:len(dst)]
	for i := range dst {
		rivals.Threats(&dst[i], &bitboards[i], us[i])
	}
}
