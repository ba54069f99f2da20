package movegen

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// BenchmarkAppendLegalMovesBatch lists the moves of positions of games: of one batch
// again and again for n=4096, which branch predictors may learn in part, and of others
// each time for n=64 and n=16384.
func BenchmarkAppendLegalMovesBatch(b *testing.B) {
	all := batchOf(stream(b, 1<<16))
	counts := make([]uint16, all.Len())
	CountLegalBatch(counts, all)
	for _, n := range []int{64, 4096, 16384} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				var lists MoveLists
				lo, moves, want := 0, 0, 0
				for b.Loop() {
					lists.Reset()
					AppendLegalMovesBatch(&lists, all.Slice(lo, lo+n))
					moves += len(lists.Moves)
					lo = (lo + n) % all.Len()
				}
				for i := range b.N * n {
					want += int(counts[i%all.Len()])
				}
				if moves != want {
					b.Fatalf("%d moves, want %d", moves, want)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/position")
			})
		})
	}
}

func BenchmarkSelectMoveBatch(b *testing.B) {
	const n = 4096
	batch := batchOf(stream(b, n))
	k, dst, want := make([]uint16, n), make([]Move, n), make([]Move, n)
	counts := make([]uint16, n)
	CountLegalBatch(counts, batch)
	rng := rand.New(rand.NewPCG(7, 8))
	for i, c := range counts {
		k[i] = uint16(rng.IntN(int(c) + 1))
	}
	pathtest.On(simd.Generic, func() { SelectMoveBatch(want, batch, k) })
	b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
		pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
			for b.Loop() {
				SelectMoveBatch(dst, batch, k)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/position")
			for i := range dst {
				if dst[i] != want[i] {
					b.Fatalf("position %d: %v, want %v", i, dst[i], want[i])
				}
			}
		})
	})
}
