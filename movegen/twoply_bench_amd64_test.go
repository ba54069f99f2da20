//go:build gc && !purego

package movegen

import (
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"

	"github.com/koggestone/koggestone/internal/layout"
)

func BenchmarkTwoPlyKernel(b *testing.B) {
	var parents Batch
	for _, p := range positions(b, corpus.Games()) {
		parents.Append(p)
	}
	var sets [64 * int(layout.RestSets)]uint64
	var flags [layout.MoveFlags]uint64
	var room layout.TwoPlyRoom
	var dst [64]uint32
	n := parents.Len() &^ 63
	for b.Loop() {
		for i := 0; i < n; i += 64 {
			twoPlyAVX512(&dst, &sets, &flags, &parents.planes[0][i], &parents.planes[1][i], &parents.planes[2][i], &parents.planes[3][i], &parents.sides[i], &room)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/position")
}
