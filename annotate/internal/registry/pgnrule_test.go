package registry

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
)

// A game starts at the first tag or move after a result, or at the first tag after a move, and
// nothing is dropped.
func TestGameStarts(t *testing.T) {
	const odds = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
	for _, test := range []struct {
		name, text string
		moves      string // moves of all rows, - for none, | before the first row of a game
		rejects    []string
	}{
		{"no Event", "[White \"a\"]\n\n1. e4 e5 1-0\n\n[White \"b\"]\n\n1. d4 d5 0-1\n", "|e2e4 e7e5 - |d2d4 d7d5 -", nil},
		{"tags before Event", "[FEN \"" + odds + "\"]\n[Event \"odds\"]\n\n1. Nf3 *\n", "|g1f3 -", nil},
		{"a blank before Event", "[Event \"a\"]\n\n1. e4 *\n\n [Event \"b\"]\n\n1. d4 *\n", "|e2e4 - |d2d4 -", nil},
		{"small letters", "[event \"a\"]\n\n1. e4 *\n\n[event \"b\"]\n[fen \"" + odds + "\"]\n\n1. Nf3 *\n", "|e2e4 - |g1f3 -", nil},
		{"CR alone", "[Event \"a\"]\r\r1. e4 e5\r2. f4 *\r\r[Event \"b\"]\r\r1. d4 ; c\rd5 Kd2 x *\r", "|e2e4 e7e5 f2f4 - |d2d4 d7d5 e1d2 -",
			[]string{`line 9: ply 4: movegen: SAN "x"`}},
		{"several games under one tag section", "[Event \"a\"]\n\n1. e4 1-0\n1. d4 d5 0-1 1. c4", "|e2e4 - |d2d4 d7d5 - |c2c4 -", nil},
		{"text after a result", "[Event \"a\"]\n\n1. e4 1-0 White won\n\n[Event \"b\"]\n\n1. d4 *\n(f4) } {\n", "|e2e4 - |d2d4 -",
			[]string{"line 3: ply 1: movegen: SAN \"White\"", "line 8: expected a move, found }"}},
		{"results alone", "1. e4 * * 1-0\n\n1. d4", "|e2e4 - |d2d4 -", []string{"line 1: expected a game before a result", "line 1: expected a game before a result"}},
		{"Event in a comment", "[Event \"a\"]\n\n1. e4 {\n[Event \"x\"]\n\n1. d4 d5 *\n} e5 *\n", "|e2e4 e7e5 -", nil},
		{"an open comment", "[Event \"a\"]\n\n1. e4\n{ oh\n\n[Event \"b\"]\n\n1. d4 { c } *\n", "|e2e4 - |d2d4 -", []string{"line 4: expected } after {, found none"}},
		{"a cut comment", "1. e4 {note", "|e2e4 -", []string{"line 1: expected } after {, found none"}},
		{"an open comment after a result", "1. e4 e5 *\n\n{a", "|e2e4 e7e5 -", []string{"line 3: expected } after {, found none"}},
		{"a comment that ends after the next game began", "1. e4 *\n{a\n\n[Event \"b\"]\n\n1. d4 {c} *", "|e2e4 - |d2d4 -", []string{"line 2: expected } after {, found none"}},
		{"an open variation", "[Event \"a\"]\n\n1. e4\n(d4 *\n\n[Event \"b\"]\n\n1. d4 *\n", "|e2e4 - |d2d4 -", []string{"line 4: expected ) after (, found none"}},
		{"no moves", "[Event \"a\"]\n\n[Event \"b\"]\n[Result \"*\"]\n\n*\n\n[Event \"c\"]\n", "|- |- |-", nil},
		{"text before the first game", "; c\n% d\n\n{ e }\n[Event \"a\"]\n\n1. e4 *\n", "|e2e4 -", nil},
		{"a title", "Games of 1990\n\n[Event \"a\"]\n\n1. e4 *\n", "|e2e4 -", []string{"line 1: ply 1: movegen: SAN \"Games\""}},
		{"null moves", "1. e4 -- 2. d4 *\n1. d4 Z0 *\n1. c4 @@@@ *\n1. f4 0000 *", "|e2e4 - |d2d4 - |c2c4 - |f2f4 -",
			[]string{"line 1: ply 2: expected a legal move, found the null move --", "line 2: ply 2: expected a legal move, found the null move Z0", "line 3: ply 2: expected a legal move, found the null move @@@@", "line 4: ply 2: expected a legal move, found the null move 0000"}},
		{"other notations", "1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 3. Pd4 Pe5xd4 4. e1e2? g8-f6+ 5. Ke2-e1 *", "|e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 e1e2 g8f6 e2e1 -", nil},
		{"UCI", "[FEN \"r3k2r/P6p/8/8/8/8/7P/R3K2R w KQkq - 0 1\"]\n\ne1g1 e8c8 a7a8q c8d7 a8=Q *\n", "|e1g1 e8c8 a7a8q c8d7 -", []string{"line 3: ply 5: movegen: SAN \"a8=Q\""}},
		{"castling by the king's squares", "[FEN \"1r2k2r/8/8/8/8/8/8/1R2K1R1 w GBhb - 0 1\"]\n\nO-O O-O-O *\n", "|e1g1 e8b8 -", nil},
		{"glyphs", "1. e4$1 e5$2$10 2. d4! += exd4 ?! 3. Qxd4 +/- = -+ Nc6 # *", "|e2e4 e7e5 d2d4 e5d4 d1d4 b8c6 -", nil},
		{"en passant", "[FEN \"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1\"]\n\nexf6 e.p. Kf8 *\n" +
			"\n[FEN \"4k3/8/8/5pP1/8/8/8/4K3 w - f6 0 1\"]\n\ngxf6ep Kf8 *\n" +
			"\n[FEN \"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1\"]\n\nexf6e.p. Kf8 *\n" +
			"\n[FEN \"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1\"]\n\nexf6 ep Kf8 e4ep *\n", "|e5f6 e8f8 - |g5f6 e8f8 - |e5f6 e8f8 - |e5f6 e8f8 -", []string{"line 15: ply 3: movegen: SAN \"e4ep\""}},
		{"variants", "[Variant \"Chess 960\"]\n\ne4 *\n[Variant \"Fischer Random\"]\n\nd4 *\n[Variant \"fischer_random\"]\nc4 *\n[Event \"a\"]\n[Variant \"Three-check\"]\n\nf4 *", "|e2e4 - |d2d4 - |c2c4 -",
			[]string{"line 10: tag Variant: expected chess, found \"Three-check\""}},
		{"tags without a blank", "[Event\t\"a\"]\n[FEN\"" + odds + "\"]\n[ White  \"c\" ]\n\n1. Nf3 *\n", "|g1f3 -", nil},
		{"bad tags", "[Event \"a]\n[White]\n[\n[%x]\n[Result 1-0]\n[WhiteElo \"x\"]\n\n1. e4 *\n", "|e2e4 -", nil},
		{"a bad FEN", "[Event \"a\"]\n[FEN 8/8/8]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n", "|d2d4 -", []string{"line 2: tag FEN: expected a value between quotation marks, found \"[FEN 8/8/8]\""}},
		{"move number 1 after a blank line", "1. e4 e5\n\n1. d4\n\n1. c4 c5\n", "|e2e4 e7e5 - |d2d4 - |c2c4 c7c5 -", nil},
		{"move number 1 after CRLF, notes and a variation", "1. e4 e5\r\n \r\n{ c } ; d\r\n(1... c5) 1.d4 d5 2. c4\r\n\r\n1 f4", "|e2e4 e7e5 - |d2d4 d7d5 c2c4 - |f2f4 -", nil},
		{"move number 1 of the same game", "1. e4 {c\n\nd}\n\n1... e5\n\n2. Nf3 (1. d4\n\n1. c4) Nc6\n1. Bb5\n", "|e2e4 e7e5 g1f3 b8c6 f1b5 -", nil},
		{"move number 1 of Black", "1. e4 e5\n\n1... c5 2. d4\n\n10. d4 d5\n\n1. f4", "|e2e4 e7e5 - |f2f4 -", []string{"line 3: ply 1: movegen: SAN \"c5\""}},
		{"move number 1 after tags", "[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n\n1. d4 d5\n\n1. c4", "|e2e4 - |d2d4 d7d5 - |c2c4 -", nil},
		{"results glued to moves", "[FEN \"4k3/8/8/8/8/8/6p1/4K1R1 w - - 0 1\"]\n\n1. R1xg20-1\n\n1. e41-0 1. Nf31/2-1/2\n\n1. d4!!1-0\n1. e4 f6 2. d4 g5 3. Qh5#1-0\n1. b11-0\n1. a40-11",
			"|g1g2 - |e2e4 - |g1f3 - |d2d4 - |e2e4 f7f6 d2d4 g7g5 d1h5 -", []string{"line 9: ply 1: in \"b11-0\": movegen: SAN \"b1\"", "line 10: ply 1: movegen: SAN \"a40-11\""}},
		{"escaped glyphs", "1. e4 \\$14 e5\\$2 \\$3 2. \\ Nf3 *", "|e2e4 e7e5 -", []string{"line 1: ply 3: movegen: SAN \"\\\\\""}},
		{"an illegal move of UCI", "1. e1g1 *", "", []string{"line 1: ply 1: movegen: move \"e1g1\": expected a legal move"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			rows, rejects := pgnRows(t, test.text)
			var moves []string
			for _, row := range rows {
				move := row[2]
				if move == "" {
					move = "-"
				}
				if row[1] == "0" {
					move = "|" + move
				}
				moves = append(moves, move)
			}
			if got := strings.Join(moves, " "); got != test.moves {
				t.Errorf("%q has the moves %s, want %s", test.text, got, test.moves)
			}
			if !slices.EqualFunc(rejects, test.rejects, strings.HasPrefix) {
				t.Errorf("%q: %q, want %q", test.text, rejects, test.rejects)
			}
		})
	}
}

// If the tag is missing or *, the result comes from the movetext.
func TestResultOfMovetext(t *testing.T) {
	for text, want := range map[string]string{
		"[Result \"*\"]\n\n1. e4 1-0": "1.0", "1. e4 0-1": "0.0", "[Event \"a\"]\n1. e4 1/2": "0.5", "1. e4 ½-½": "0.5",
		"[Result \"1-0\"]\n\n1. e4 0-1": "1.0", "[Result \"?\"]\n\n1. e4 *": "", "1. e4 { 1-0 } (1-0) ; 0-1": "", "[Result \"1-0\"]\n1. e4": "1.0",
	} {
		rows, rejects := pgnRows(t, text)
		if len(rows) != 2 || rows[0][3] != want || rows[1][3] != want || rejects != nil {
			t.Errorf("%q: %q, %q, want the result %q", text, rows, rejects, want)
		}
	}
}

// hardGames returns games that are hard to separate, each with its rows.
func hardGames(r *rand.Rand, n int) string {
	var text strings.Builder
	comments := []string{"", "", "{ c }", "{[%eval 35,18]}", "{[%eval\n0.3] [%clk 1:00]}", "±", "+=", "N", "\u00a0", "\ufeff", "{\n[Event \"x\"]\n\n1. d4 *\n}", "; { [Event\n", "\n% } {\n", "(1. d4 (1. c4 1-0) * {)})", "$1", "{" + strings.Repeat("word ", 400) + "}"}
	for range n {
		if tags := r.IntN(5); tags > 0 {
			text.WriteString([]string{"", "[Event \"a { b\"]\n[Site \"c } d\"]", "[White \"b\"]", " [event \"a\"] [White \"x\"]", "[White]\n[Event \"a\"]"}[tags])
			text.WriteString([]string{"", "", "\n[Result \"0-0\"]", "[Result \"1–0\"]"}[r.IntN(4)])
			text.WriteString([]string{"\n\n", "\n", " "}[r.IntN(3)])
		}
		text.WriteString("1. e4 ")
		for _, move := range []string{"e5", "Nf3", "Nc6", "Bb5", "Ke5"}[:r.IntN(6)] {
			text.WriteString(comments[r.IntN(len(comments))] + " " + move + " ")
		}
		if r.IntN(20) == 0 {
			text.WriteString([]string{"{ open\n", "( open\n", "} ", "1-0 1-0 ", "1-0 text "}[r.IntN(5)])
		}
		text.WriteString([]string{"*\n\n", "*\n", "* ", "*\r\n\r\n", "* { after } ", "\n\n", " $1 {c}\n\r\n", "0-0\n\n", "0-0 {c}\n\ufeff", "1 - 0\n", "1:0 "}[r.IntN(11)])
	}
	return text.String()
}

// The rows and rejects of a file do not depend on its division into shares and blocks.
func TestPGNCuts(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 2))
	lead := strings.Repeat("{ before }\n\n; the next game\n% of all\n   \n", 1<<12) // longer than a block
	files := 3
	if testing.Short() {
		files = 2
	}
	path := filepath.Join(t.TempDir(), "games.pgn")
	for i := range files {
		text := hardGames(r, 400+r.IntN(800))
		if i == 0 {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n", "\r")
		}
		if i != 0 {
			text = lead + text + "*" + lead + hardGames(r, 200)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		want := factsOf(t, path, 1, 1<<30)
		if len(want) < 1000 {
			t.Fatalf("%d facts", len(want))
		}
		for _, shares := range []int{1, 3, 7, 50} {
			for _, size := range []int{1 << 16, 1<<16 + r.IntN(1<<16)} {
				if got := factsOf(t, path, shares, size); !slices.Equal(got, want) {
					for i := range got {
						if i >= len(want) || got[i] != want[i] {
							t.Fatalf("%d shares, blocks of %d: fact %d is %s, want %s", shares, size, i, got[i], want[min(i, len(want)-1)])
						}
					}
					t.Fatalf("%d shares, blocks of %d: %d facts, want %d", shares, size, len(got), len(want))
				}
			}
		}
	}
}

// factsOf returns the rows and rejects of a file that is read in shares and blocks, with their
// offsets.
func factsOf(t *testing.T, path string, shares, size int) (facts []string) {
	t.Helper()
	in, err := Open(path, nil, records.InputOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var skipped records.Skipped
	for i := range shares {
		ranges, err := records.Plan([]*records.Input{in}, i, shares)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range ranges {
			reader, err := records.Read(in, part)
			if err != nil {
				t.Fatal(err)
			}
			var b records.Block
			for {
				more, err := reader.Next(&b, size)
				if err != nil {
					t.Fatal(err)
				}
				if !more {
					break
				}
				b.Parse(in.Format, &records.Request{FEN: true})
				table := fieldsOf(&b, in.Format)
				for i := range b.Len() {
					facts = append(facts, fmt.Sprint(b.Offset+int64(b.Records[i].Start), textsOf(table, i)))
				}
				for _, reject := range b.Rejects {
					facts = append(facts, fmt.Sprint(reject.Offset, b.Offset+int64(reject.At), reject.Err))
				}
				skipped.Add(&b.Skipped)
			}
			reader.Close()
		}
	}
	facts = append(facts, fmt.Sprint(skipped.Counts()))
	slices.Sort(facts)
	return facts
}

// A game that does not fit into a block is rejected, and the next one is read.
func TestLongGame(t *testing.T) {
	long := "[Event \"long\"]\n\n1. e4 " + strings.Repeat("{ c [Event \"x\"] \n[Event \"y\"]\n}\n(1. d4)\n", 1<<16) + "*\n"
	rows, rejects := pgnRows(t, "1. d4 *\n"+long+"1. c4 *\n1. Ke3\n")
	if len(rows) != 4 || len(rejects) != 2 || !strings.HasPrefix(rejects[0], "line 2: expected a record of at most") ||
		!strings.HasPrefix(rejects[1], fmt.Sprintf("line %d: ply 1", 4+bytes.Count([]byte(long), []byte("\n"))-1)) {
		t.Errorf("%q, %q", rows, rejects)
	}
}

// A game with a tag of any length is rejected as a whole, because the tags after it belong to the same
// game.
func TestLongTag(t *testing.T) {
	for _, length := range []int{1<<16 - 20, 1 << 16, 100_000, 1<<18 - 50, 300_000, 1 << 20} {
		for _, lead := range []string{"[Comment \"", "; "} {
			line := lead + strings.Repeat("x", length) + "\"]\n"
			text := "[Event \"a\"]\n[Variant \"Crazyhouse\"]\n" + line + "[Result \"1-0\"]\n\n1. e4 e5 1-0\n"
			rows, rejects := pgnRows(t, "1. d4 *\n"+text+"[Event \"b\"]\n\n1. c4 *\n")
			want := "line 2: expected a record of at most"
			if len(text) <= 1<<18 {
				want = "line 3: tag Variant"
			}
			if len(rows) != 4 || len(rejects) != 1 || !strings.HasPrefix(rejects[0], want) {
				t.Errorf("%.4s, %d bytes: %d rows, %q", line, length, len(rows), rejects)
			}
			path := filepath.Join(t.TempDir(), "games.pgn")
			if err := os.WriteFile(path, []byte(strings.Repeat(text, 3)), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, shares := range []int{1, 2, 7} {
				if facts := factsOf(t, path, shares, 1<<16); len(facts) != 4 {
					t.Errorf("%.4s, %d bytes, %d shares: %q", line, length, shares, facts)
				}
			}
		}
	}
}

// Blanks and comments around games may be longer than a block, and are no part of the games.
func TestLongLead(t *testing.T) {
	for _, lead := range []string{strings.Repeat("\r\n", 1<<18), strings.Repeat("; [Event \"x\"]\n", 1<<15), strings.Repeat("{ 1. d4 }\n", 1<<15)} {
		lines := strings.Count(lead, "\n")
		rows, rejects := pgnRows(t, lead+"1. e4 e5 1-0 "+lead+"[Event \"b\"]\n1. d4 d5 *\n"+lead+"1. Ke3"+lead)
		if len(rows) != 6 || rows[0][3] != "1.0" || len(rejects) != 1 || !strings.HasPrefix(rejects[0], fmt.Sprintf("line %d: ply 1", 3*lines+3)) {
			t.Errorf("%.20q: %d rows, %q", lead, len(rows), rejects)
		}
		if rows, rejects := pgnRows(t, lead); len(rows) != 0 || rejects != nil {
			t.Errorf("%.20q alone: %q, %q", lead, rows, rejects)
		}
	}
}

// Castling rights that a position cannot have are left out of the tag FEN, with a note.
func TestImpossibleRights(t *testing.T) {
	text := "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQkq - 3 9\"]\n\n1. O-O *\n[FEN \"4k3/8/8/8/8/8/8/4K3 b A - 0 1\"]\n\n1... Kd8\n"
	var notes []string
	eachBlock(t, text, "pgn", func(b *records.Block, table *records.Table) {
		for i, want := range []string{"4k3/8/8/8/8/8/8/4K2R w K - 3 9", "4k3/8/8/8/8/8/8/5RK1 b - - 4 9", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "3k4/8/8/8/8/8/8/4K3 w - - 1 2"} {
			if got := string(table.FEN(int32(i))); got != want {
				t.Errorf("row %d is %s, want %s", i, got, want)
			}
		}
		if b.Len() != 4 || len(b.Rejects) != 0 {
			t.Errorf("%d rows, %v", b.Len(), b.Rejects)
		}
		for _, note := range b.Notes {
			notes = append(notes, fmt.Sprintf("line %d: %v", b.LineOf(note.At), note.Err))
		}
	})
	if want := []string{"line 1: tag FEN: the castling right is left out: FEN: castling, offset 24: expected a right with king", "line 4: tag FEN: the castling right is left out"}; !slices.EqualFunc(notes, want, strings.HasPrefix) {
		t.Errorf("%q, want %q", notes, want)
	}
	for _, fen := range []string{"4k3/8/8/8/8/8/8/4K2R w KQx - 3 9", "4k3/8/8/8/8/8/8/4K2R w KQ z 3 9", "4k3/8/8/8/8/8/8/7R w K - 0 1"} {
		if rows, rejects := pgnRows(t, "[FEN \""+fen+"\"]\n\n1. Rh2 *\n"); len(rows) != 0 || len(rejects) != 1 {
			t.Errorf("%s: %q, %q", fen, rows, rejects)
		}
	}
}

// mutated returns text with some bytes changed, removed, repeated or moved.
func mutated(r *rand.Rand, text []byte) []byte {
	text = slices.Clone(text)
	special := "{}()[];%\"\\\r\n \t.*10-$#=x\x00\xff"
	for range 1 + r.IntN(20) {
		if len(text) == 0 {
			break
		}
		at := r.IntN(len(text))
		end := min(len(text), at+1+r.IntN(1<<r.IntN(9)))
		switch r.IntN(6) {
		case 0:
			text[at] = byte(r.UintN(256))
		case 1:
			text[at] = special[r.IntN(len(special))]
		case 2:
			text = slices.Insert(text, at, special[r.IntN(len(special))])
		case 3:
			text = slices.Delete(text, at, end)
		case 4:
			text = slices.Insert(text, r.IntN(len(text)), text[at:end]...)
		case 5:
			text = text[:max(at, len(text)*3/4)]
		}
	}
	return text
}

// Mutated games yield rows and rejects in bounded memory. They do not depend on the number of
// shares.
func TestMutatedGames(t *testing.T) {
	runs := 300
	if testing.Short() {
		runs = 60
	}
	if n, err := strconv.Atoi(os.Getenv("KOGGESTONE_MUTATIONS")); err == nil {
		runs = n
	}
	games, err := os.ReadFile("../../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(30, 3))
	path := filepath.Join(t.TempDir(), "games.pgn")
	rows, rejects := 0, 0
	for range runs {
		at := r.IntN(len(games))
		text := games[at:min(len(games), at+1+r.IntN(20000))]
		if r.IntN(3) == 0 {
			text = []byte(hardGames(r, 1+r.IntN(30)))
		}
		text = mutated(r, text)
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		want := factsOf(t, path, 1, 1<<16)
		if got := factsOf(t, path, 1+r.IntN(9), 1<<16); !slices.Equal(got, want) {
			t.Fatalf("%q: %d facts in several shares, %d in one", text, len(got), len(want))
		}
		for _, fact := range want {
			if strings.HasSuffix(fact, "]") {
				rows++
			} else {
				rejects++
			}
		}
		if len(want) > len(text)+1 {
			t.Fatalf("%q: %d facts of %d bytes", text, len(want), len(text))
		}
	}
	if rows < 10*runs || rejects < runs {
		t.Errorf("%d rows and %d rejects of %d texts", rows, rejects, runs)
	}
	t.Logf("%d rows, %d rejects", rows, rejects)
}
