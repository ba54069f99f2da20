package raylist

import (
	"fmt"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
)

var suites = []corpus.Suite{corpus.Standard(), corpus.Tricky(), corpus.Chess960()}

// parse returns the position in both forms.
func parse(t testing.TB, fen string) (*Position, movegen.Position) {
	t.Helper()
	q, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(q)
	if err != nil {
		t.Fatal(err)
	}
	return p, q
}

// starts returns the positions of the suites and of played games that have at most 16 pieces
// a side.
func starts(t testing.TB) (all []movegen.Position) {
	t.Helper()
	for _, suite := range append(suites[:len(suites):len(suites)], corpus.Games()) {
		for fen := range suite.FENs() {
			q, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := New(q); err == nil {
				all = append(all, q)
			}
		}
	}
	return all
}

// TestSuites runs the perft suites with this generator, to depth 4 and up to a
// limit of nodes for each line.
func TestSuites(t *testing.T) {
	limit := uint64(5e4)
	if testing.Short() {
		limit = 2e4
	}
	for _, suite := range suites {
		t.Run(strings.TrimSuffix(suite.Name, ".epd"), func(t *testing.T) {
			t.Parallel()
			total := uint64(0)
			for text := range suite.Lines() {
				fields := strings.Split(text, ";")
				q, err := movegen.ParseFEN(strings.TrimSpace(fields[0]))
				if err != nil {
					t.Fatal(err)
				}
				p, err := New(q)
				if err != nil {
					continue // too many pieces
				}
				for _, field := range fields[1:] {
					var depth int
					var want uint64
					if _, err := fmt.Sscanf(field, "D%d %d", &depth, &want); err != nil {
						t.Fatalf("%q: %v", field, err)
					}
					if depth > 4 || want > limit {
						continue
					}
					if got := p.Perft(depth); got != want {
						t.Errorf("%s: depth %d: %d nodes, want %d", fields[0], depth, got, want)
					}
					total += want
				}
			}
			if total == 0 {
				t.Error("no line was counted")
			}
		})
	}
}
