package epd

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func TestLines(t *testing.T) {
	text := "# a suite\r\n\n" + start + " ;D1 20 ;D2 400\r\n" +
		"  4k3/8/8/8/8/8/8/4K2R w K -\n" +
		start + ";D30 340282366920938463463374607431768211455"
	var lines []Line
	for line, err := range Lines(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if len(lines) != 3 || lines[0].Number != 3 || lines[1].Number != 4 || lines[2].Number != 5 {
		t.Fatalf("got %+v, expected lines 3, 4 and 5", lines)
	}
	if lines[0].Position != movegen.Start() || lines[0].FEN != start {
		t.Errorf("line 3 is %+v, expected the start position", lines[0])
	}
	want := []Count{{1, perft.Uint128{Lo: 20}}, {2, perft.Uint128{Lo: 400}}}
	if got := lines[0].Counts; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("counts of line 3 are %v, expected %v", got, want)
	}
	if len(lines[1].Counts) != 0 {
		t.Errorf("counts of line 4 are %v, expected none", lines[1].Counts)
	}
	if got := lines[2].Counts[0]; got != (Count{30, perft.Uint128{Hi: 1<<64 - 1, Lo: 1<<64 - 1}}) {
		t.Errorf("count of line 5 is %v, expected 2 to the 128 less 1", got)
	}
}

// A line may contain more than counts, in several forms.
func TestOperations(t *testing.T) {
	const four = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	for _, text := range []string{
		start + " ;D1 20 ;D2 400",
		start + ";D1 20;D2 400;",
		start + " ;D1 20 ;D2 400 ; ",
		start + " D1 20; D2 400;",
		"\ufeff" + four + ` id "start; of all"; D1 20; bm e4 d4; c0 "D3 1"; v1 3; D2 400;`,
		four + "\tD1 20;D2 400",
		four + " ;hmvc 0; fmvn 1; D1 20; D2\t400",
		four + " - - bm e4; D1 20; D2 400;",
		four + " 0 bm e4; D1 20; D2 400;",
	} {
		for line, err := range Lines(strings.NewReader(text)) {
			if err != nil || line.Position != movegen.Start() || len(line.Counts) != 2 ||
				line.Counts[0] != (Count{1, perft.Uint128{Lo: 20}}) || line.Counts[1] != (Count{2, perft.Uint128{Lo: 400}}) {
				t.Errorf("%q: %+v, %v", text, line, err)
			}
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct{ line, fen, operations string }{
		{"8/8 w - -", "8/8 w - -", ""},
		{"8/8 w - - 0 1", "8/8 w - - 0 1", ""},
		{"8/8 w - - 0 1 2", "8/8 w - - 0 1 2", ""}, // for the parser to refuse
		{"8/8 w - - bm Nf3; id \"a\";", "8/8 w - -", "bm Nf3; id \"a\";"},
		{"8/8 w - - 0 1 bm Nf3;", "8/8 w - - 0 1", "bm Nf3;"},
		{"8/8  w\t-  - \t bm Nf3", "8/8  w\t-  -", "bm Nf3"},
		{"8/8 w - - 3 9 ;D1 20", "8/8 w - - 3 9", ";D1 20"},
		{"8/8 w - -;D1 20", "8/8 w - -", ";D1 20"},
		{"8/8 w - - - - bm Nf3; am Ke2;", "8/8 w - -", "bm Nf3; am Ke2;"},
		{"8/8 w - - - bm Nf3", "8/8 w - -", "bm Nf3"},
		{"8/8 w - - - -", "8/8 w - -", ""},
		{"8/8 w - - - - ;D1 20", "8/8 w - -", ";D1 20"},
		{"8/8 w - - - 1 bm Nf3", "8/8 w - -", "1 bm Nf3"}, // a clock after a hyphen is not dropped: for the parser to refuse
		{"8/8 w - - - 12 bm Nf3", "8/8 w - -", "12 bm Nf3"},
		{"8/8 w - - 7 bm Nf3", "8/8 w - - 7", "bm Nf3"},
		{"8/8 w - - 7 -", "8/8 w - - 7", ""},
		{"8/8 w - - -1 2", "8/8 w - - -1 2", ""},
		{"8/8 w - ;bm", "8/8 w -", ";bm"},
		{"8/8", "8/8", ""},
		{"", "", ""},
	} {
		if fen, operations := Cut(c.line); fen != c.fen || operations != c.operations {
			t.Errorf("%q: %q and %q, want %q and %q", c.line, fen, operations, c.fen, c.operations)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"8/8 w - -", "line 2: FEN: piece placement, "},
		{start + " ;D1 20 ;E2 400", `line 2: operation 2: expected D, a depth and a number of nodes, as in D3 8902, found "E2 400"`},
		{start + " ;d1 20", `line 2: operation 1: expected D, a depth and a number of nodes, as in D3 8902, found "d1 20"`},
		{start + " ;D1", `line 2: operation 1: expected D, a depth and a number of nodes, as in D3 8902, found "D1"`},
		{start + " ;D 20", `line 2: operation 1: expected D, a depth and a number of nodes, as in D3 8902, found "D 20"`},
		{start + " ;; 20", `line 2: operation 1: expected D, a depth and a number of nodes, as in D3 8902, found "20"`},
		{start + " ;D70000 3", `line 2: operation 1: expected D and a depth from 0 to 65535, found "D70000"`},
		{start + " ;D-1 3", `line 2: operation 1: expected D and a depth from 0 to 65535, found "D-1"`},
		{start + " ;D1 2x", `line 2: operation 1: expected a decimal number of nodes below 2 to the 128, found "2x"`},
		{start + ` ;D1 20; id "a; D2 3;`, `line 2: operation 2: "id \"a; D2 3;": expected a second quotation mark, found the end of the line`},
		{start + " ;D1 " + strings.Repeat("9", 60000), `line 2: operation 1: expected a decimal number of nodes below 2 to the 128, found "` + strings.Repeat("9", 64) + `"... (60000 bytes)`},
		{strings.Repeat("x", lines.Longest+1), "line 2: expected at most 65536 bytes, found more"},
	} {
		n := 0
		for line, err := range Lines(strings.NewReader("#\n" + c.text + "\n" + start)) {
			n++
			var bad *lines.Error
			switch {
			case n == 1 && (err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.As(err, &bad) || bad.Line != 2 || line.Number != 2):
				t.Errorf("%.80q: %v, expected %v", c.text, err, c.want)
			case n == 2 && (err != nil || line.Number != 3):
				t.Errorf("after %.80q: line %d, %v, expected line 3", c.text, line.Number, err)
			}
		}
		if n != 2 {
			t.Errorf("%.80q: %d lines, expected 2", c.text, n)
		}
	}
}

func TestReaderError(t *testing.T) {
	broken := errors.New("broken")
	var errs []error
	for _, err := range Lines(io.MultiReader(strings.NewReader(start+"\n"), iotest.ErrReader(broken))) {
		errs = append(errs, err)
	}
	if len(errs) != 2 || errs[0] != nil || errs[1] != broken {
		t.Errorf("got %v, expected one line and the reader's error", errs)
	}
}

func TestLinesStops(t *testing.T) {
	for line := range Lines(strings.NewReader(start + "\n" + start)) {
		if line.Number != 1 {
			t.Fatalf("went on to line %d", line.Number)
		}
		break
	}
}

func TestCheck(t *testing.T) {
	text := start + " ;D1 20 ;D2 401 ;D3 8902 ;D4 1 ;D5 4865609"
	for line, err := range Lines(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		wrong, err := line.Check(context.Background(), Limit{Depth: 4, Nodes: perft.Uint128{Lo: 9000}}, perft.Options{})
		if err != nil || len(wrong) != 2 {
			t.Fatalf("got %v, %v, expected two mismatches", wrong, err)
		}
		for i, want := range []string{"D2: expected 401 nodes, found 400", "D4: expected 1 nodes, found 197281"} {
			if got := wrong[i].String(); got != want {
				t.Errorf("got %q, expected %q", got, want)
			}
		}
		for _, c := range []struct {
			limit Limit
			want  int
		}{
			{Limit{Nodes: perft.Uint128{Lo: 401}}, 3}, {Limit{Nodes: perft.Uint128{Lo: 400}}, 2},
			{Limit{Depth: 3}, 3}, {Limit{Depth: 1, Nodes: perft.Uint128{Lo: 20}}, 1}, {Limit{Depth: 1, Nodes: perft.Uint128{Lo: 19}}, 0},
		} {
			if got := line.Within(c.limit); len(got) != c.want {
				t.Errorf("within %+v: %v, expected %d counts", c.limit, got, c.want)
			}
		}
		if n := len(line.Within(Limit{})); n != 5 {
			t.Errorf("%d counts within no limit, expected 5", n)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := line.Check(ctx, Limit{}, perft.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("got error %v, expected that of the context", err)
		}
	}
}
