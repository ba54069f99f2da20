package movegen

import (
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
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
