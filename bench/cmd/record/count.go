package main

import (
	"sync"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// countInput is positions whose legal moves are counted.
type countInput struct {
	positions []movegen.Position
	dst       []uint16
	expected  func() []uint16 // one by one
}

func newCountInput(positions []movegen.Position) *countInput {
	c := &countInput{positions: positions, dst: make([]uint16, len(positions))}
	c.expected = sync.OnceValue(func() []uint16 {
		want := make([]uint16, len(positions))
		countCalls(want, positions)
		return want
	})
	return c
}

// check returns an error unless run leaves the expected counts in dst.
func (c *countInput) check(run func()) error {
	clear(c.dst)
	run()
	return sameColumn(c.dst, c.expected())
}

// batchOf returns positions as a batch.
func batchOf(positions []movegen.Position) *movegen.Batch {
	b := new(movegen.Batch)
	for _, p := range positions {
		b.Append(p)
	}
	return b
}

// countCalls counts one position a call, from sets that are looked up square by
// square.
func countCalls(dst []uint16, positions []movegen.Position) {
	for i := range dst {
		dst[i] = uint16(positions[i].CountLegal())
	}
}

// countBenchmarks counts the legal moves of positions.
func countBenchmarks(in *inputs) (all []*benchmark) {
	c := newCountInput(in.pool()[:batchSize])
	add := func(by string, path simd.Path, run func()) {
		all = append(all, &benchmark{name: "Count/by=" + by, path: path, ops: batchSize, run: run,
			check: func() error { return c.check(run) }})
	}
	batch := batchOf(c.positions)
	add("lookups", best(), func() { countCalls(c.dst, c.positions) })
	for _, path := range simd.Paths() {
		add(path.String(), path, func() { movegen.CountLegalBatch(c.dst, batch) })
	}
	return all
}
