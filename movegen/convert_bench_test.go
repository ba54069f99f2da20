package movegen

import (
	"testing"

	"github.com/koggestone/koggestone/quad"
)

func BenchmarkFromBitboards(b *testing.B) {
	ps := stream(b, 4096)
	boards := make([]quad.Bitboards, len(ps))
	for i := range ps {
		boards[i] = ps[i].Board.Bitboards()
	}
	var p Position
	b.Run("FromBitboards", func(b *testing.B) {
		for b.Loop() {
			for i := range boards {
				p = FromBitboards(&boards[i], ps[i].Side)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ps)), "ns/position")
	})
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			for i := range boards {
				p = ps[i]
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ps)), "ns/position")
	})
	_ = p
}
