package training

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// readAll returns all entries of a stream.
func readAll(t testing.TB, o Options, files ...string) ([]Entry, Stats) {
	t.Helper()
	s, err := Open(files, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var entries []Entry
	block := make([]Entry, 700)
	for {
		n, err := s.Next(block)
		entries = append(entries, block[:n]...)
		if errors.Is(err, io.EOF) {
			return entries, s.Stats()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// testdata is the start of the names of files that other programs wrote from positions.txt.
const testdata = "../records/testdata/positions."

// facts returns the entries of positions.txt, as the side to move sees them.
func facts(t testing.TB) (entries []Entry) {
	t.Helper()
	text, err := os.ReadFile(testdata + "txt")
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		p, err := movegen.ParseFEN(f[0])
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(f[1])
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, Entry{p, m, int16(number(f[2])), uint16(number(f[3])), int8(number(f[4]))})
	}
	return entries
}

// Files that other programs wrote contain the positions of the text.
func TestFormats(t *testing.T) {
	facts := facts(t)
	for _, format := range Formats() {
		entries, stats := readAll(t, Options{}, testdata+format)
		if len(entries) != len(facts) || stats.Read != int64(len(facts)) || stats.Kept != stats.Read || stats.Corrupt != nil {
			t.Fatalf("%s: %d entries, %+v, expected %d", format, len(entries), stats, len(facts))
		}
		for i, e := range entries {
			want := facts[i]
			if white := format == "viri" || format == "marlin"; white {
				// The files contain the scores of the text as those of White.
				if want.Position.Side == quad.Black {
					want.Score = -want.Score
				}
				want.Ply = plyOf(&want.Position)
			}
			switch format {
			case "marlin":
				want.Move = 0
			case "bullet":
				b := want.Position.Board
				if want.Position.Side == quad.Black { // the file contains them as those of White
					b, want.Score = b.FlipColors(), -want.Score
				}
				b.GB &= b.Occupied()
				b.G2 |= b.CastlingRooks()
				want.Position = movegen.Position{Board: b, FullMoves: 1}
				want.Move, want.Ply = 0, 0
			case "binpack":
				want.Position.FullMoves = e.Position.FullMoves // not stored
			}
			if e != want {
				t.Errorf("%s: entry %d is %+v, expected %+v", format, i, e, want)
			}
		}
	}
}
