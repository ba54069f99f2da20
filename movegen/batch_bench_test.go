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
