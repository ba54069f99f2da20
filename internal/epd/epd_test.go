package epd

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

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
	want := []Count{{1, perft.Nodes{Lo: 20}}, {2, perft.Nodes{Lo: 400}}}
	if got := lines[0].Counts; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("counts of line 3 are %v, expected %v", got, want)
	}
	if len(lines[1].Counts) != 0 {
		t.Errorf("counts of line 4 are %v, expected none", lines[1].Counts)
	}
	if got := lines[2].Counts[0]; got != (Count{30, perft.Nodes{Hi: 1<<64 - 1, Lo: 1<<64 - 1}}) {
		t.Errorf("count of line 5 is %v, expected 2 to the 128 less 1", got)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"8/8 w - -", `line 2, position: FEN: piece placement, offset 3: the field ends, ` +
			`expected / after the eighth square of rank 7`},
		{start + " ;D1 20 ;E2 400", `line 2, count 2: "E2 400", expected D, a depth and a number of nodes, as in D3 8902`},
		{start + " ;D1", `line 2, count 1: "D1", expected D, a depth and a number of nodes, as in D3 8902`},
		{start + " ;", `line 2, count 1: "", expected D, a depth and a number of nodes, as in D3 8902`},
		{start + " ;D-1 3", `line 2, count 1: "D-1", expected D and a depth from 0 to 65535`},
		{start + " ;D1 2x", `line 2, count 1: "2x": expected a number of nodes, decimal, below 2 to the 128`},
	} {
		n := 0
		for line, err := range Lines(strings.NewReader("#\n" + c.text + "\n" + start)) {
			n++
			var bad *Error
			switch {
			case n == 1 && (err == nil || err.Error() != c.want || !errors.As(err, &bad) || bad.Line != 2 || line.Number != 2):
				t.Errorf("%q: %v, expected %v", c.text, err, c.want)
			case n == 2 && (err != nil || line.Number != 3):
				t.Errorf("after %q: line %d, %v, expected line 3", c.text, line.Number, err)
			}
		}
		if n != 2 {
			t.Errorf("%q: %d lines, expected 2", c.text, n)
		}
	}
}

func TestReaderErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, r := range []io.Reader{
		io.MultiReader(strings.NewReader(start+"\n"), iotest.ErrReader(broken)),
		strings.NewReader(start + "\n" + strings.Repeat("x", maxLine+1)),
	} {
		var errs []error
		for _, err := range Lines(r) {
			errs = append(errs, err)
		}
		var bad *Error
		if len(errs) != 2 || errs[0] != nil || !errors.As(errs[1], &bad) || bad.Line != 2 {
			t.Errorf("got %v, expected one line and an error about line 2", errs)
		}
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
		wrong, err := line.Check(context.Background(), Limit{Depth: 4, Nodes: perft.Nodes{Lo: 9000}}, perft.Options{})
		if err != nil || len(wrong) != 2 {
			t.Fatalf("got %v, %v, expected two mismatches", wrong, err)
		}
		for i, want := range []string{"D2: 400 nodes, expected 401", "D4: 197281 nodes, expected 1"} {
			if got := wrong[i].String(); got != want {
				t.Errorf("got %q, expected %q", got, want)
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
