package movegen

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/quad"
)

// BenchmarkParseFEN parses lines of six fields, positions from played games.
func BenchmarkParseFEN(b *testing.B) {
	var lines []string
	for _, p := range positions(b, corpus.Games(), corpus.Standard()) {
		lines = append(lines, p.FEN())
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := ParseFEN(lines[i]); err != nil {
			b.Fatal(err)
		}
		if i++; i == len(lines) {
			i = 0
		}
	}
}

// Parsing allocates nothing, neither from a string nor in place.
func TestParseFENDoesNotAllocate(t *testing.T) {
	var batch Batch
	line := []byte(kiwipete)
	if n := testing.AllocsPerRun(10, func() {
		p, err := ParseFEN(kiwipete)
		var q Position
		if err != nil || q.UnmarshalText(line) != nil || p != q {
			t.Fatal("refused")
		}
		batch.Reset()
		if batch.AppendFEN(kiwipete) != nil {
			t.Fatal("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

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

// sanBench holds positions and a move of each in SAN.
func sanBench(tb testing.TB) (positions []Position, moves []string) {
	facts(sanFacts, func(c []string) {
		p := parse(tb, c[0])
		for fact := range strings.FieldsSeq(c[1]) {
			san, _, _ := strings.Cut(fact, ":")
			positions, moves = append(positions, p), append(moves, san)
		}
	})
	return positions, moves
}

// BenchmarkParseSAN parses every move of many positions.
func BenchmarkParseSAN(b *testing.B) {
	positions, moves := sanBench(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := positions[i].ParseSAN(moves[i]); err != nil {
			b.Fatal(err)
		}
		if i++; i == len(moves) {
			i = 0
		}
	}
}
