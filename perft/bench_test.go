package perft_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// BenchmarkPerft counts in one goroutine.
func BenchmarkPerft(b *testing.B) {
	for _, mode := range modes {
		for _, c := range []struct {
			name, fen string
			depth     int
			nodes     uint64
		}{
			{"start", movegen.Start().FEN(), 5, 4865609},
			{"start", movegen.Start().FEN(), 6, 119060324},
			{"kiwipete", kiwipete, 5, 193690690},
		} {
			b.Run(fmt.Sprintf("mode=%v/position=%s/depth=%d", mode, c.name, c.depth), func(b *testing.B) {
				if mode != perft.ModeBatch {
					benchmark(b, c.fen, c.depth, c.nodes, perft.Options{Mode: mode, Workers: 1})
					return
				}
				pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
					benchmark(b, c.fen, c.depth, c.nodes, perft.Options{Mode: mode, Workers: 1})
				})
			})
		}
	}
}

func BenchmarkMerge(b *testing.B) {
	for _, c := range []struct {
		depth int
		nodes uint64
	}{{6, 119060324}, {7, 3195901860}} {
		b.Run(fmt.Sprintf("position=start/depth=%d", c.depth), func(b *testing.B) {
			benchmark(b, movegen.Start().FEN(), c.depth, c.nodes, perft.Options{Merge: true, Workers: 1})
		})
	}
}

// benchmark counts repeatedly, and checks the result.
func benchmark(b *testing.B, fen string, depth int, nodes uint64, opts perft.Options) {
	p := parse(b, fen)
	for b.Loop() {
		r, err := perft.Count(context.Background(), p, depth, opts)
		if err != nil || r.Nodes != (perft.Uint128{Lo: nodes}) {
			b.Fatalf("%v, %v, expected %d", r.Nodes, err, nodes)
		}
	}
	b.ReportMetric(float64(nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
