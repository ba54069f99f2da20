package quad

import (
	"strconv"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad/internal/mailbox"
)

// Benchmarks go round 512 boards of played games, 16 KB, so that no branch is
// learnt by heart. Each first holds its path's results to those of generic.

const benchBoards = 512

func benchmarkBoards(b *testing.B) (boards []Board, us []Color) {
	cells, black, err := mailbox.ReadFile("testdata/games.fen")
	if err != nil {
		b.Fatal(err)
	}
	for i := range benchBoards {
		boards = append(boards, fromCells(&cells[i]))
		us = append(us, side(black[i]))
	}
	return boards, us
}

func BenchmarkVision(b *testing.B) {
	boards, _ := benchmarkBoards(b)
	for _, board := range boards {
		samePaths(b, board, 0)
	}
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		var v Vision
		for i := 0; b.Loop(); i++ {
			v.Set(boards[i%benchBoards])
		}
	})
}

func BenchmarkThreats(b *testing.B) {
	boards, us := benchmarkBoards(b)
	for _, board := range boards {
		samePaths(b, board, 0)
	}
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		var t Threats
		for i := 0; b.Loop(); i++ {
			t.Set(boards[i%benchBoards], us[i%benchBoards])
		}
	})
}

// BenchmarkThreatsOfBitboards starts from an engine's own bitboards, with the way
// into a Board. The module bench has the usual loop over pieces beside it.
func BenchmarkThreatsOfBitboards(b *testing.B) {
	boards, us := benchmarkBoards(b)
	bitboards := make([]Bitboards, len(boards))
	for i := range boards {
		bitboards[i] = boards[i].Bitboards()
	}
	// Not by b.Loop, in which nothing is inlined: the conversion would go through
	// memory, where the kernel waits for it.
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		var t Threats
		for i := range b.N {
			t.Set(bitboards[i%benchBoards].Board(), us[i%benchBoards])
		}
	})
}

func BenchmarkPairs(b *testing.B) {
	boards, _ := benchmarkBoards(b)
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		var v Vision
		pairs := make([]Pair, 0, 512)
		for i := 0; b.Loop(); i++ {
			v.Set(boards[i%benchBoards])
			pairs = v.AppendPairs(pairs[:0])
		}
	})
}

func BenchmarkSource(b *testing.B) {
	board, _ := fromFEN(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	short := board.Sources()
	general := short
	general.short = [2]bool{}
	for _, way := range []struct {
		name string
		s    *Sources
	}{{"way=short", &short}, {"way=general", &general}} {
		b.Run(way.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				way.s.Source(directions[i%8], i/8%64)
			}
		})
	}
}

// BenchmarkBatch reports ns per position as ns/op divided by n.
func BenchmarkBatch(b *testing.B) {
	all, allUs := benchmarkBoards(b)
	const n = benchBoards
	batch, columns := BatchOf(all...), MakeThreatsColumns(n)
	attacks := make([]uint64, n)
	var rays [8][4][]uint64
	for d := range rays {
		for p := range rays[d] {
			rays[d][p] = make([]uint64, n)
		}
	}
	for _, f := range []struct {
		name string
		call func()
	}{
		{"sets=vision", func() { VisionBatch(&rays, batch) }},
		{"sets=threats", func() { ThreatsBatch(columns, batch, allUs) }},
		{"sets=attacks", func() { AttacksBatch(attacks, batch, White) }},
	} {
		b.Run(f.name+"/n="+strconv.Itoa(n), func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				for b.Loop() {
					f.call()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/position")
			})
		})
	}
	for i, board := range all {
		v := board.Vision()
		if columns.At(i) != board.Threats(allUs[i]) || attacks[i] != v.Attacks(White) || rays[3][2][i] != v.Rays[3].G2 {
			b.Fatalf("board %d: the batch says something else\n%v", i, board)
		}
	}
}
