package corpus_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/epd"
	"github.com/koggestone/koggestone/movegen"
)

// Every line is a legal position, and lines of .epd files have counts.
func TestSuites(t *testing.T) {
	for _, tt := range []struct {
		suite corpus.Suite
		lines int
	}{
		{corpus.Games(), 600}, {corpus.Standard(), 128}, {corpus.Tricky(), 26}, {corpus.Chess960(), 160}, {corpus.Deep(), 6},
		{corpus.Search(), 13987},
	} {
		fens := slices.Collect(tt.suite.FENs())
		if len(fens) != tt.lines {
			t.Errorf("%s: %d positions, expected %d", tt.suite.Name, len(fens), tt.lines)
		}
		for _, fen := range fens {
			if _, err := movegen.ParseFEN(fen); err != nil {
				t.Errorf("%s: %q: %v", tt.suite.Name, fen, err)
			}
		}
		for line, err := range epd.Lines(tt.suite.Reader()) {
			if err != nil || (len(line.Counts) == 0) != !strings.HasSuffix(tt.suite.Name, ".epd") {
				t.Errorf("%s: line %d: counts %v, %v", tt.suite.Name, line.Number, line.Counts, err)
			}
		}
	}
}
