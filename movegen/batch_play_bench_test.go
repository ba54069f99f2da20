package movegen

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// BenchmarkPlayBatch plays a random move on each of n positions of games, from one batch
// to another, with different columns.
func BenchmarkPlayBatch(b *testing.B) {
	const n = 4096
	rng := rand.New(rand.NewPCG(9, 10))
	ps := stream(b, n)
	moves := make([]Move, n)
	for i := range moves {
		all := ps[i].AppendLegalMoves(nil)
		moves[i] = all[rng.IntN(len(all))]
	}
	for _, columns := range []Columns{0, WithClocks, WithClocks | WithKeys} {
		src, dst := NewBatch(columns), NewBatch(columns)
		for _, p := range ps {
			src.Append(p)
		}
		name := map[Columns]string{0: "none", WithClocks: "clocks", WithClocks | WithKeys: "clocks,keys"}[columns]
		b.Run(fmt.Sprintf("columns=%s/n=%d", name, n), func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				for b.Loop() {
					PlayBatch(dst, src, moves)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/move")
				for i := range moves {
					if want := ps[i].Play(moves[i]); dst.board(i) != want.Board {
						b.Fatalf("%s after %v: %s", ps[i].FEN(), moves[i], dst.At(i).FEN())
					}
				}
			})
		})
	}
}

// BenchmarkAppendPlayedBatch plays all moves of positions of games, which are listed before.
func BenchmarkAppendPlayedBatch(b *testing.B) {
	const n = 512
	for _, columns := range []Columns{0, WithClocks | WithKeys} {
		src, dst := NewBatch(columns), NewBatch(columns)
		for _, p := range stream(b, n) {
			src.Append(p)
		}
		var lists MoveLists
		AppendLegalMovesBatch(&lists, src)
		name := map[Columns]string{0: "none", WithClocks | WithKeys: "clocks,keys"}[columns]
		b.Run(fmt.Sprintf("columns=%s/n=%d", name, n), func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				for b.Loop() {
					dst.Reset()
					AppendPlayedBatch(dst, src, &lists)
				}
				if dst.Len() != len(lists.Moves) {
					b.Fatalf("%d children, want %d", dst.Len(), len(lists.Moves))
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*dst.Len()), "ns/child")
			})
		})
	}
}
