package movegen

import (
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

func BenchmarkTwoPlyKernel(b *testing.B) {
	var parents Batch
	for _, p := range positions(b, corpus.Games()) {
		parents.Append(p)
	}
	n := parents.Len() &^ 63
	c := new(twoPlyCounter)
	pathtest.EachB(b, func(b *testing.B, path simd.Path) {
		if path == simd.Generic {
			b.Skip("no kernel")
		}
		for b.Loop() {
			for i := 0; i < n; i += layout.TwoPlyBlocks * blockLen() {
				c.take(&parents, i, min(n-i, layout.TwoPlyBlocks*blockLen()), 0)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/position")
	})
}
