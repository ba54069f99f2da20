package movegen

import (
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

func BenchmarkAppendChildrenBatch(b *testing.B) {
	parents := new(Batch)
	moves := 0
	for _, p := range positions(b, corpus.Games()) {
		parents.Append(p)
		moves += p.CountLegal()
	}
	var dst Batch
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		for b.Loop() {
			dst.Reset()
			AppendChildrenBatch(&dst, parents)
		}
		if dst.Len() != moves {
			b.Fatalf("%d children, want %d", dst.Len(), moves)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*moves), "ns/child")
	})
}

func BenchmarkCountLegalBatch(b *testing.B) {
	batch := new(Batch)
	for len(batch.sides) < countChunk {
		for _, p := range positions(b, corpus.Games()) {
			batch.Append(p)
		}
	}
	want := definitionCounts(batch)
	dst := make([]uint16, batch.Len())
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		for b.Loop() {
			CountLegalBatch(dst, batch)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*batch.Len()), "ns/position")
		sameCounts(b, dst, want, batch)
	})
}

func BenchmarkLegalTargetsBatch(b *testing.B) {
	batch := new(Batch)
	for _, p := range positions(b, corpus.Games()) {
		batch.Append(p)
	}
	c := NewLegalTargetsColumns(batch.Len())
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		for b.Loop() {
			LegalTargetsBatch(c, batch)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*batch.Len()), "ns/position")
		for i := range batch.Len() {
			p := batch.At(i)
			if got := c.At(i); got.Count() != p.CountLegal() {
				b.Fatalf("%s: %d moves", p.FEN(), got.Count())
			}
		}
	})
}

func BenchmarkStatusBatch(b *testing.B) {
	const n = 4096
	batch := NewBatch(WithClocks)
	for _, p := range stream(b, n) {
		batch.Append(p)
	}
	dst, want := make([]Status, n), make([]Status, n)
	pathtest.On(simd.Generic, func() { StatusBatch(want, batch) })
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		for b.Loop() {
			StatusBatch(dst, batch)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/position")
		for i := range dst {
			if dst[i] != want[i] {
				b.Fatalf("position %d: status %b, want %b", i, dst[i], want[i])
			}
		}
	})
}

// BenchmarkPlayouts plays random games side by side, by the calls for batches: count,
// select, play and status. A game that has ended begins again.
func BenchmarkPlayouts(b *testing.B) {
	const n = 256
	start := Start()
	games := NewBatch(WithClocks | WithKeys)
	for range n {
		games.Append(start)
	}
	first := games.Slice(0, 1).At(0)
	counts, k, moves, status := make([]uint16, n), make([]uint16, n), make([]Move, n), make([]Status, n)
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		seed := uint64(1)
		for b.Loop() {
			CountLegalBatch(counts, games)
			for i, c := range counts {
				seed = seed*6364136223846793005 + 1442695040888963407
				k[i] = uint16(uint64(c) * (seed >> 48) >> 16)
			}
			SelectMoveBatch(moves, games, k)
			PlayBatch(games, games, moves)
			StatusBatch(status, games)
			for i, s := range status {
				if s&^(StatusCheck|StatusFiftyMoves) != 0 {
					games.Set(i, first)
				}
			}
		}
		b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds()/1e6, "Mplies/s")
	})
}
