package main

import (
	"fmt"
	"sync"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// countInput holds positions whose legal moves, or leaves two plies below, are counted.
type countInput[T uint16 | uint32] struct {
	positions []movegen.Position
	dst       []T
	expected  func() []T // one by one
}

func newCountInput[T uint16 | uint32](positions []movegen.Position, oneByOne func(dst []T, positions []movegen.Position)) *countInput[T] {
	c := &countInput[T]{positions: positions, dst: make([]T, len(positions))}
	c.expected = sync.OnceValue(func() []T {
		want := make([]T, len(positions))
		oneByOne(want, positions)
		return want
	})
	return c
}

// check returns an error unless run leaves the expected counts in dst.
func (c *countInput[T]) check(run func()) error {
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

// countCalls counts one position a call, by lookups.
func countCalls(dst []uint16, positions []movegen.Position) {
	for i := range dst {
		dst[i] = uint16(positions[i].CountLegal())
	}
}

// countChildren plays every legal move and counts the replies, one child a call.
func countChildren(dst []uint32, positions []movegen.Position) {
	var moves []movegen.Move
	var child movegen.Position
	for i := range dst {
		p := &positions[i]
		moves = p.AppendLegalMoves(moves[:0])
		leaves := 0
		for _, m := range moves {
			p.PlayInto(&child, m)
			leaves += child.CountLegal()
		}
		dst[i] = uint32(leaves)
	}
}

// countBenchmarks counts the legal moves of positions, and the leaves two plies below.
func countBenchmarks(in *inputs) []*benchmark {
	positions := in.pool()[:batchSize]
	return append(
		countsOf(1, positions, countCalls, movegen.CountLegalBatch),
		countsOf(2, positions, countChildren, movegen.CountTwoPlyBatch)...)
}

// countsOf returns the benchmarks of a count: one by one, and in batches on each path.
func countsOf[T uint16 | uint32](plies int, positions []movegen.Position,
	oneByOne func(dst []T, positions []movegen.Position), inBatch func(dst []T, b *movegen.Batch)) (all []*benchmark) {
	c := newCountInput(positions, oneByOne)
	add := func(by string, path simd.Path, run func()) {
		all = append(all, &benchmark{name: fmt.Sprintf("Count/plies=%d/by=%s", plies, by), path: path, ops: batchSize, run: run,
			check: func() error { return c.check(run) }})
	}
	batch := batchOf(c.positions)
	add("lookups", best(), func() { oneByOne(c.dst, c.positions) })
	for _, path := range simd.Paths() {
		add(path.String(), path, func() { inBatch(c.dst, batch) })
	}
	return all
}
