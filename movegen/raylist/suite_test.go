package raylist

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/epd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
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

// starts returns positions from the suites and from games where no side has more than 16
// pieces.
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
	limit := perft.Uint128{Lo: 5e4}
	if testing.Short() {
		limit.Lo = 2e4
	}
	for _, suite := range suites {
		t.Run(strings.TrimSuffix(suite.Name, ".epd"), func(t *testing.T) {
			t.Parallel()
			total := uint64(0)
			for line, err := range epd.Lines(suite.Reader()) {
				if err != nil {
					t.Fatal(err)
				}
				p, err := New(line.Position)
				if err != nil {
					continue // too many pieces
				}
				for _, c := range line.Within(epd.Limit{Depth: 4, Nodes: limit}) {
					if got := p.Perft(c.Depth); got != c.Nodes.Lo {
						t.Errorf("%s: depth %d: %d nodes, want %d", line.FEN, c.Depth, got, c.Nodes.Lo)
					}
					total += c.Nodes.Lo
				}
			}
			if total == 0 {
				t.Error("no line was counted")
			}
		})
	}
}
