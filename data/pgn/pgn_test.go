package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// Games that python-chess wrote have the positions and moves that it reports.
func TestGamesByPythonChess(t *testing.T) {
	text, err := os.ReadFile("../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	facts, err := os.ReadFile("../../testdata/games.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(facts), "\n")
	var want []string // FEN, ply, move
	for line := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
		want = append(want, strings.Join(strings.Split(line, ",")[:3], ","))
	}
	for name, src := range map[string]io.Reader{
		"whole": bytes.NewReader(text), "bytes": iotest.OneByteReader(bytes.NewReader(text)),
		"CR":  bytes.NewReader(bytes.ReplaceAll(text, []byte("\n"), []byte("\r"))),
		"BOM": io.MultiReader(strings.NewReader("\ufeff"), bytes.NewReader(text)),
	} {
		var got []string
		for g, err := range NewReader(src).Games() {
			if err != nil {
				t.Fatal(err)
			}
			ply := 0
			for p, m := range g.Positions() {
				move := ""
				if m != 0 {
					move = m.String()
				}
				got = append(got, fmt.Sprintf("%s,%d,%s", p.FEN(), ply, move))
				ply++
			}
		}
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				t.Fatalf("%s: %d positions, want %d; the first difference is %d, %s", name, len(got), len(want), i, want[i])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d positions, want %d", name, len(got), len(want))
		}
	}
}

func TestGame(t *testing.T) {
	g, err := NewReader(strings.NewReader("{ before }\n\n[event \"a \\\"b\\\" \\\\ c\"]\n[White \"x\"][Bad]\n" +
		"{ first }\n1. e4 {second} (1. d4 {no}) e5 ; third\n1/2 { after }\n")).Read()
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%q %v %q %s %d %d", g.Tags, g.Moves, g.Comments, g.Result, g.Line, g.Offset)
	want := `[{"event" "a \"b\" \\ c"} {"White" "x"} {"Bad" ""}] [e2e4 e7e5] [{'\x00' "before"} {'\x00' "first"} {'\x01' "second"} {'\x02' "third"} {'\x02' "after"}] 1/2-1/2 1 0`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if g.Tag("Event") != `a "b" \ c` || g.Tag("Round") != "" {
		t.Errorf("Event is %q", g.Tag("Event"))
	}
}

// The offset of a game is the number of bytes before its first tag or move, including a byte order mark. Its line is
// counted from 1.
func TestOffsets(t *testing.T) {
	for _, start := range []string{"", "\ufeff", "\n\n", "\ufeff\n"} {
		text := start + "[Event \"a\"]\n\n1. e4 1/2-1/2\n\n[Event \"b\"]\n\n1. d4 ½-½\n\n1. c4 0-1\n"
		var got, want []string
		for g, err := range NewReader(iotest.OneByteReader(strings.NewReader(text))).Games() {
			got = append(got, fmt.Sprint(g.Offset, " ", g.Line, " ", g.Result, " ", err))
		}
		for _, game := range []struct{ text, result string }{{"[Event \"a", "1/2-1/2"}, {"[Event \"b", "1/2-1/2"}, {"c4", "0-1"}} {
			at := strings.Index(text, game.text)
			want = append(want, fmt.Sprint(at, " ", 1+strings.Count(text[:at], "\n"), " ", game.result, " <nil>"))
		}
		if !slices.Equal(got, want) {
			t.Errorf("after %q: offsets and lines %q, want %q", start, got, want)
		}
	}
}

// Castling rights that a position cannot have are left out, with a note.
func TestNotes(t *testing.T) {
	g, err := NewReader(strings.NewReader("[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\nO-O")).Read()
	if err != nil || len(g.Moves) != 1 || g.Start.FEN() != "4k3/8/8/8/8/8/8/4K2R w K - 0 1" {
		t.Fatalf("%+v, %v", g, err)
	}
	if len(g.Notes) != 1 || g.Notes[0].Line != 2 || !strings.Contains(g.Notes[0].Error(), `"Q"`) {
		t.Errorf("notes %v", g.Notes)
	}
}

// Signs are skipped and counted, results have many spellings, and byte order marks and other blanks are blanks.
func TestMessyGames(t *testing.T) {
	text := "\ufeff[Result \"1–0\"]\n\n1.\u00a0e4= e5 ± (1... c5) 2. Nf3+/- $14 Nc6N!? 1:0\n" +
		"\ufeff1. d4 {[%eval\n0.35] [%clk\t0:01:00 ]} d5⩲ 1/2–1/2\n[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0\n\n\ufeff[Result \"0-1\"]\n\n1. c4 1-0F\n[Result \"won\"]\n\n1. f4\n[Result \"½-½\"]\n"
	var got []string
	for g, err := range NewReader(iotest.OneByteReader(strings.NewReader(text))).Games() {
		notes := ""
		for _, n := range g.Notes {
			notes += n.Error()
		}
		got = append(got, fmt.Sprint(g.Moves, " ", g.Result, " ", g.Signs, g.Variations, " ", notes, err))
		for _, c := range g.Comments {
			eval, _ := c.Command("eval")
			clk, _ := c.Command("CLK")
			if _, ok := c.Command("emt"); ok || eval != "0.35" || clk != "0:01:00" {
				t.Errorf("%q: %q, %q", c.Text, eval, clk)
			}
		}
	}
	want := []string{
		"[e2e4 e7e5 g1f3 b8c6] 1-0 5 1 <nil>", "[d2d4 d7d5] 1/2-1/2 1 0 <nil>", "[e2e4 e7e5 g1f3 b8c6 f1c4 f8c5] 0-0 0 0 <nil>",
		`[c2c4] +:- 0 0 pgn: line 12: the result "1-0F" contradicts the tag Result, 0-1<nil>`,
		`[f2f4] won 0 0 pgn: line 13: tag Result: expected a result such as 1-0, found "won"<nil>`, "[] 1/2-1/2 0 0 <nil>",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Games without tags and results are separated by a blank line and a move number 1.
func TestBareGames(t *testing.T) {
	var got []string
	text := "1. e4 e5\n\n1. d4\n\n1. c4 e5 2. Qa4 Ke7 3. Qxd7#1-0 1. f4\\$1 0-1 {a"
	for g, err := range NewReader(iotest.OneByteReader(strings.NewReader(text))).Games() {
		got = append(got, fmt.Sprint(g.Moves, g.Result, ",", g.Line, err != nil))
	}
	want := "[e2e4 e7e5],1 false|[d2d4],3 false|[c2c4 e7e5 d1a4 e8e7 a4d7]1-0,5 false|[f2f4]0-1,5 false|[],5 true"
	if strings.Join(got, "|") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// Errors name the line, and reading continues.
func TestErrors(t *testing.T) {
	r := NewReader(strings.NewReader("[FEN \"x\"]\n\n1. e4 *\n\n[Event \"a\"]\n\n1. e4\n{ c }\ne6 -- d4 *\n1-0\n[Result \"0-1\"]\n\nf4"))
	var got []string
	for g, err := range r.Games() {
		var malformed *Error
		if errors.As(err, &malformed) {
			got = append(got, fmt.Sprint(malformed.Line, malformed.Ply))
		} else if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(g.Moves, g.Result))
	}
	if want := "1 0,[],9 2,[e2e4 e7e6],10 0,[],[f2f4]0-1"; strings.Join(got, ",") != want {
		t.Errorf("%q, want %s", got, want)
	}
	if _, err := r.Read(); err != io.EOF {
		t.Errorf("after the last game: %v", err)
	}
	broken := NewReader(io.MultiReader(strings.NewReader("1. e4 *\n1. d4"), iotest.ErrReader(io.ErrClosedPipe)))
	games := 0
	for _, err := range broken.Games() {
		if games++; games == 1 && err != nil || games == 2 && err != io.ErrClosedPipe || games > 2 {
			t.Errorf("game %d: %v", games, err)
		}
	}
	for _, empty := range []string{"", "\n\n", "{ c }", "; c"} {
		if g, err := NewReader(strings.NewReader(empty)).Read(); g != nil || err != io.EOF {
			t.Errorf("%q: %v, %v", empty, g, err)
		}
	}
}
