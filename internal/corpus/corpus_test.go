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

// Composed positions depend only on the arguments, and nobody can take a king.
func TestComposed(t *testing.T) {
	for _, pieces := range []corpus.Pieces{corpus.AllPieces, corpus.RooksPawns} {
		fens := slices.Collect(corpus.Composed(1, 3000, pieces))
		if len(fens) != 3000 || !slices.Equal(fens[:100], slices.Collect(corpus.Composed(1, 100, pieces))) {
			t.Fatalf("%d positions, or others in a second run", len(fens))
		}
		seen := map[string]int{}
		for _, fen := range fens {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatalf("%q: %v", fen, err)
			}
			other := p
			if other.Side = p.Side.Other(); other.InCheck() {
				t.Fatalf("%s: the king can be taken", fen)
			}
			if p.InCheck() {
				seen["check"]++
			}
			for _, m := range p.AppendLegalMoves(nil) {
				switch {
				case m.IsEnPassant():
					seen["en passant"]++
				case m.IsPromotion():
					seen["promotion"]++
				case m.IsCastling():
					seen["castling"]++
				}
				if child := p.Play(m); child.InCheck() {
					seen["given check"]++
				}
			}
			if pieces == corpus.RooksPawns && strings.ContainsAny(strings.Fields(fen)[0], "QBNqbn") {
				t.Fatalf("%s: other pieces than rooks and pawns", fen)
			}
		}
		for _, what := range []string{"check", "given check", "en passant", "promotion", "castling"} {
			if seen[what] == 0 != (what == "castling" && pieces == corpus.RooksPawns) {
				t.Errorf("pieces %d: %d moves or positions with %s", pieces, seen[what], what)
			}
		}
	}
}
