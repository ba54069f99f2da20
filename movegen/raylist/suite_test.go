package raylist

import (
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
)

// A line is a position of a suite with its counts by depth.
type line struct {
	fen    string
	counts map[int]uint64
}

var suites = []corpus.Suite{corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Deep()}

// readSuite returns the lines of a suite, and the number of those that
// it left out because a side has more than 16 pieces.
func readSuite(t testing.TB, suite corpus.Suite) (lines []line, tooMany int) {
	t.Helper()
	for text := range suite.Lines() {
		fields := strings.Split(text, ";")
		l := line{strings.TrimSpace(fields[0]), map[int]uint64{}}
		for _, field := range fields[1:] {
			depth, count, ok := strings.Cut(strings.TrimSpace(field), " ")
			d, err1 := strconv.Atoi(strings.TrimPrefix(depth, "D"))
			n, err2 := strconv.ParseUint(count, 10, 64)
			if !ok || err1 != nil || err2 != nil {
				t.Fatalf("%s: %q: no depth and count", suite.Name, field)
			}
			l.counts[d] = n
		}
		if crowded(l.fen) {
			tooMany++
			continue
		}
		lines = append(lines, l)
	}
	return lines, tooMany
}

// crowded reports whether a side has more than 16 pieces.
func crowded(fen string) bool {
	var white, black int
	placement, _, _ := strings.Cut(fen, " ")
	for _, c := range placement {
		switch {
		case c >= 'A' && c <= 'Z':
			white++
		case c >= 'a' && c <= 'z':
			black++
		}
	}
	return white > pieceNumbers || black > pieceNumbers
}

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

// TestSuites runs the perft suites with this generator, to depth 4 and up to a
// limit of nodes for each line.
func TestSuites(t *testing.T) {
	limit := uint64(5e6)
	if testing.Short() {
		limit = 1e5
	}
	for _, suite := range suites {
		t.Run(strings.TrimSuffix(suite.Name, ".epd"), func(t *testing.T) {
			t.Parallel()
			lines, tooMany := readSuite(t, suite)
			nodes := uint64(0)
			for _, l := range lines {
				p, _ := parse(t, l.fen)
				for depth, want := range l.counts {
					if depth > 4 || want > limit {
						continue
					}
					if got := p.Perft(depth); got != want {
						t.Errorf("%s: depth %d: %d nodes, want %d", l.fen, depth, got, want)
					}
					nodes += want
				}
				if err := p.check(); err != nil {
					t.Errorf("%s: afterwards: %v", l.fen, err)
				}
			}
			t.Logf("%d lines, %d nodes; left out %d lines with more than 16 pieces a side", len(lines), nodes, tooMany)
		})
	}
}
