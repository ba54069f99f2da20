package quad

import (
	"errors"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
)

func TestParsePlacement(t *testing.T) {
	for fen := range suiteFENs() {
		want, _ := fromFEN(t, fen)
		want.G2 |= want.CastlingRooks() // the other fields are not read
		want.GB &= want.Occupied()
		field, rest, _ := strings.Cut(fen, " ")
		b, got, err := ParsePlacement(fen)
		if err != nil || b != want || got != " "+rest {
			t.Errorf("%q: got %x and %q, %v, expected %x", fen, b, got, err, want)
		}
		if text := string(b.AppendPlacement([]byte("x"))); text != "x"+field {
			t.Errorf("%q is written %q", fen, text)
		}
	}
	empty := "8/8/8/8/8/8/8/8"
	for _, c := range []struct{ line, placement, rest string }{
		{empty, empty, ""},
		{" \t\r\n" + empty + "\n", empty, "\n"},
		{empty + "\tw", empty, "\tw"},
		{empty + "  x y", empty, "  x y"},
		{"11111111/2222/44/1p51/ppp2ppp/71/17/K7", "8/8/8/1p6/ppp2ppp/8/8/K7", ""},
		{strings.Repeat("QQQQQQQQ/", 7) + "pppppppp w", strings.Repeat("QQQQQQQQ/", 7) + "pppppppp", " w"},
	} {
		b, rest, err := ParsePlacement(c.line)
		if got := string(b.AppendPlacement(nil)); err != nil || got != c.placement || rest != c.rest {
			t.Errorf("%q: got %s and %q, %v", c.line, got, rest, err)
		}
	}
}

// suiteFENs returns the positions of all suites.
func suiteFENs() func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, s := range []corpus.Suite{corpus.Games(), corpus.Standard(), corpus.Tricky(), corpus.Chess960()} {
			for fen := range s.FENs() {
				if !yield(fen) {
					return
				}
			}
		}
	}
}

// A piece or an empty square instead of a slash is an error at its offset.
func TestPlacementSlashes(t *testing.T) {
	text := strings.Repeat("8/", 7) + "8"
	for at := 1; at < len(text); at += 2 {
		for _, sign := range []string{"1", "p", "K"} {
			var e *FENError
			if _, _, err := ParsePlacement(text[:at] + sign + text[at+1:]); !errors.As(err, &e) || e.Offset != at {
				t.Errorf("%s for the slash at %d: got %v, want an error there", sign, at, err)
			}
		}
	}
}

func TestPlacementErrors(t *testing.T) {
	for _, c := range []struct {
		line    string
		offset  int
		problem string
	}{
		{"", 0, "expected eight ranks separated by /, found nothing"},
		{" \n", 2, "expected eight ranks separated by /, found nothing"},
		{"/8/8/8/8/8/8/8/8", 0, `expected one of PNBRQKpnbrqk or a digit up to 8 (rank 8), found "/"`},
		{"rnbqkbnx/8/8/8/8/8/8/8", 7, `expected one of PNBRQKpnbrqk or 1 (rank 8), found "x"`},
		{"rnbqkbx/8/8/8/8/8/8/8", 6, `expected one of PNBRQKpnbrqk or a digit up to 2 (rank 8), found "x"`},
		{"6/8/8/8/8/8/8/8", 1, `expected one of PNBRQKpnbrqk or a digit up to 2 (rank 8), found "/"`},
		{"rnbqkbnrr/8/8/8/8/8/8/8", 8, `expected / after the eighth square of rank 8, found "r"`},
		{"8/7/8/8/8/8/8/8", 3, `expected one of PNBRQKpnbrqk or 1 (rank 7), found "/"`},
		{"8/9/8/8/8/8/8/8", 2, `expected one of PNBRQKpnbrqk or a digit up to 8 (rank 7), found "9"`},
		{"8/0p6/8/8/8/8/8/8", 2, `expected one of PNBRQKpnbrqk or a digit up to 8 (rank 7), found "0"`},
		{"8/pp7/8/8/8/8/8/8", 4, `expected one of PNBRQKpnbrqk or a digit up to 6 (rank 7), found "7"`},
		{"8//8/8/8/8/8/8/8", 2, `expected one of PNBRQKpnbrqk or a digit up to 8 (rank 7), found "/"`},
		{"88/8/8/8/8/8/8", 1, `expected / after the eighth square of rank 8, found "8"`},
		{"8/8/8/8/8/8/8", 13, "expected / after the eighth square of rank 2, found the end of the field"},
		{"8/8/8/8/8/8/8 w", 13, "expected / after the eighth square of rank 2, found the end of the field"},
		{"8/8/8/8/8/8/8/", 14, "expected one of PNBRQKpnbrqk or a digit up to 8 (rank 1), found the end of the field"},
		{"8/8/8/8/8/8/8/K6", 16, "expected one of PNBRQKpnbrqk or 1 (rank 1), found the end of the field"},
		{" 8/8/8/8/8/8/8/8/8", 16, `expected a space after the eighth rank, found "/"`},
		{"8/8/8/8/8/8/8/8w", 15, `expected a space after the eighth rank, found "w"`},
		{strings.Repeat("QQQQQQQQ/", 7) + "ppppppppp", 71, `expected a space after the eighth rank, found "p"`},
		{strings.Repeat("8", 60000), 1, `expected / after the eighth square of rank 8, found "8"`},
		{strings.Repeat("/", 60000), 0, `expected one of PNBRQKpnbrqk or a digit up to 8 (rank 8), found "/"`},
		{"8/é7/8/8/8/8/8/8", 2, `expected one of PNBRQKpnbrqk or a digit up to 8 (rank 7), found "\u00e9"`},
		{"8/\x1b[31m/8", 2, `expected one of PNBRQKpnbrqk or a digit up to 8 (rank 7), found "\x1b"`},
		{"8/\xff/8", 2, `expected one of PNBRQKpnbrqk or a digit up to 8 (rank 7), found "\xff"`},
	} {
		b, rest, err := ParsePlacement(c.line)
		var bad *FENError
		if !errors.As(err, &bad) || *bad != (FENError{"piece placement", c.offset, c.problem}) {
			t.Errorf("%.80q: got %v, expected offset %d: %s", c.line, err, c.offset, c.problem)
		}
		if b != (Board{}) || rest != "" {
			t.Errorf("%.80q: got %x and %q beside the error", c.line, b, rest)
		}
	}
	want := `FEN: piece placement, offset 2: expected one of PNBRQKpnbrqk or a digit up to 8 (rank 7), found "x"`
	if _, _, err := ParsePlacement("8/x"); err.Error() != want {
		t.Errorf("got %v, expected %s", err, want)
	}
}

// FuzzParsePlacement compares the parser without branches with a simple parser, which reads
// eight ranks of eight squares.
func FuzzParsePlacement(f *testing.F) {
	for _, line := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "8/8/8/8/8/8/8/8", "", "8//8/8/8/8/8/8", "9/////", "PPPPPPPPP",
		"8/8/8/8/8/8/8/88", "44/1p42/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var want Board
		field := ""
		if i := strings.IndexFunc(line, func(r rune) bool { return !strings.ContainsRune(" \t\r\n", r) }); i >= 0 {
			field = line[i:]
			if j := strings.IndexAny(field, " \t\r\n"); j >= 0 {
				field = field[:j]
			}
		}
		ranks := strings.Split(field, "/")
		ok := len(ranks) == 8
		for i, rank := range ranks {
			file := 0
			for _, c := range []byte(rank) {
				p, isPiece := PieceFromLetter(c)
				switch {
				case isPiece && file < 8 && i < 8:
					want.Set(8*(7-i)+file, p)
					file++
				case c >= '1' && c <= '8':
					file += int(c - '0')
				default:
					ok = false
				}
			}
			ok = ok && file == 8
		}
		b, rest, err := ParsePlacement(line)
		switch {
		case ok && (err != nil || b != want || !strings.HasSuffix(line, field+rest)):
			t.Fatalf("%q: got %x and %q, %v, expected %x", line, b, rest, err, want)
		case !ok && err == nil:
			t.Fatalf("%q: got %x, expected an error", line, b)
		case err != nil:
			var bad *FENError
			if !errors.As(err, &bad) || bad.Offset > len(line) || len(err.Error()) > 200 {
				t.Fatalf("%q: %v", line, err)
			}
		}
		if err == nil {
			if again, _, err := ParsePlacement(string(b.AppendPlacement(nil))); err != nil || again != b {
				t.Fatalf("%q: %x reads back as %x, %v", line, b, again, err)
			}
		}
	})
}
