package registry

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/movegen"
)

// returnMatch is the sample of the standard of portable game notation (Steven J. Edwards,
// 1994), with its final position.
const (
	returnMatch = `[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2
`
	returnMatchEnd = "8/8/4R1p1/2k3p1/1p4P1/1P1b1P2/3K1n2/8 b - - 2 43"
)

// pgnRows returns the rows of games as texts, FEN first, and the rejects.
func pgnRows(t *testing.T, text string) (rows [][]string, rejects []string) {
	t.Helper()
	eachBlock(t, text, "pgn", func(b *records.Block, table *records.Table) {
		for i := range b.Len() {
			rows = append(rows, textsOf(table, i))
		}
		for _, reject := range b.Rejects {
			rejects = append(rejects, fmt.Sprintf("line %d: %v", b.LineOf(reject.At), reject.Err))
		}
	})
	return rows, rejects
}

// fieldsOf returns the table of a block of a format with all fields, without rows.
func fieldsOf(b *records.Block, f records.Format) *records.Table {
	s := &records.Schema{FEN: true, Fields: f.Fields()}
	for k := range s.Fields {
		s.Carried = append(s.Carried, k)
	}
	return &records.Table{Schema: s, Block: b}
}

// textsOf returns the FEN of row i and the texts of its fields.
func textsOf(t *records.Table, i int) []string {
	row := []string{string(t.FEN(int32(i)))}
	for k := range t.Schema.Fields {
		row = append(row, string(t.AppendField(nil, int32(i), k)))
	}
	return row
}

// eachBlock calls f for the blocks of a text, parsed, with their tables. It checks the
// checkers that a format sets.
func eachBlock(t *testing.T, text, format string, f func(b *records.Block, table *records.Table)) {
	t.Helper()
	in, err := Open("-", strings.NewReader(text), records.InputOptions{Format: format})
	if err != nil {
		t.Fatal(err)
	}
	r, err := records.Read(in, records.Range{End: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b records.Block
	for {
		more, err := r.Next(&b, 1<<16)
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			return
		}
		b.Parse(in.Format, &records.Request{FEN: true})
		if n := len(b.Checkers); n != 0 && n != b.Len() {
			t.Fatalf("checkers of %d of %d rows", n, b.Len())
		}
		for i, set := range b.Checkers {
			p := b.Position(i)
			king := bits.TrailingZeros64(p.Board.Kings() & p.Board.ByColor(p.Side))
			if want := p.AttackersOf(king) & p.Board.ByColor(p.Side.Other()); set != want {
				t.Fatalf("%s: checkers %x, want %x", p.FEN(), set, want)
			}
		}
		f(&b, fieldsOf(&b, in.Format))
	}
}

func TestPGN(t *testing.T) {
	rows, rejects := pgnRows(t, returnMatch)
	if len(rows) != 86 || rejects != nil {
		t.Fatalf("%d rows, %q, want 86", len(rows), rejects)
	}
	if got := fmt.Sprintf("%q", rows[0]); got != `["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" "0" "e2e4" "0.5" "" "" "" "Fischer, Robert J." "Spassky, Boris V." "1992.11.04" "" "0"]` {
		t.Errorf("the first row is %s", got)
	}
	if got := rows[85]; got[0] != returnMatchEnd || got[1] != "85" || got[2] != "" {
		t.Errorf("the last row is %q, want %s", got, returnMatchEnd)
	}
	if rows[8][2] != "e1g1" {
		t.Errorf("castling is %s", rows[8][2])
	}

	// Text beside the moves.
	rows, rejects = pgnRows(t, "\n% an escape\n[Event \"a \\\"b\\\" c\"]\r\n[WhiteElo \"2839\"]\r\n[BlackElo \"?\"]\r\n[Result \"1-0\"]\r\n\r\n"+
		"{ before } 1. e4! { [%eval 0.17] [%clk 1:0:0] } 1... e5 $1 (1... c5 2. Nf3 (2. c3 {x) y}) 2... d6) 2.Nf3 ; to the end )(\n"+
		"Nc6 { [%eval #-3,20] } 1-0\r\n\r\n[Event \"2\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *\n")
	want := [][3]string{{"0", "e2e4", ""}, {"1", "e7e5", "0.17"}, {"2", "g1f3", ""}, {"3", "b8c6", ""}, {"4", "", "-997.0"}, {"0", "e1g1", ""}, {"1", "", ""}}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d: %q, %q", len(rows), len(want), rows, rejects)
	}
	for i, row := range rows {
		if got := [3]string{row[1], row[2], row[6]}; got != want[i] {
			t.Errorf("row %d is %q, want %q", i, got, want[i])
		}
	}
	if rows[0][3] != "1.0" || rows[0][4] != "2839" || rows[0][5] != "" {
		t.Errorf("result and ratings %q", rows[0][3:6])
	}
}

// Games with errors are rejected with their line. The positions before the error and the
// games after it are rows.
func TestBadPGN(t *testing.T) {
	good := "[Event \"g\"]\n\n1. e4 *\n\n"
	for _, test := range []struct {
		game, want string
		rows       int
	}{
		{"[Event \"b\"]\n\n1. e4 e5 2. Ke3 *\n\n", "line 7: ply 3: movegen: SAN \"Ke3\"", 3},
		{"[Event \"b\"]\n\n1. e4 (1. d4\n\n", "expected ) after (, found none", 2},
		{"[Event \"b\"]\n\n1. e4 ) e5\n\n", "expected ( before ), found none", 2},
		{"[Event \"b\"]\n\n1. e4 { e5\n\n", "expected } after {, found none", 2},
		{"[Event \"b\"]\n\n1. e4 } e5\n\n", "expected a move", 2},
		{"[Event \"b\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n", "tag Variant", 0},
		{"[Event \"b\"]\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n1. e4 *\n\n", "tag FEN", 0},
		{"[Event \"b\"]\n[FEN\n\n1. e4 *\n\n", "tag", 0},
		{"[Event \"b\"]\n\n" + strings.Repeat("(", 50000) + " *\n\n", "expected ) after (, found none", 1},
	} {
		rows, rejects := pgnRows(t, good+test.game+good)
		if len(rejects) != 1 || !strings.Contains(rejects[0], test.want) || len(rows) != 4+test.rows {
			t.Errorf("%.60q: %d rows, %q, want %d and %q", test.game, len(rows), rejects, 4+test.rows, test.want)
		}
	}
}

// A result after an error may belong to a later game, so the rows before the error have only the tag's
// result.
func TestResultAfterError(t *testing.T) {
	for _, moves := range []string{"1. e4 e5 1-01. d4 d5 0-1\n", "1. e4 e5 1/2-1/21. d4 0-1\n", "1. e4 e5 Zz9 3. Nf3 Nf6 1. d4 d5 0-1\n"} {
		for tag, want := range map[string]string{"": "", "[Result \"1-0\"]\n\n": "1.0"} {
			rows, rejects := pgnRows(t, tag+moves)
			if len(rows) != 3 || len(rejects) != 1 || rows[0][3] != want || rows[2][3] != want {
				t.Errorf("%q: %q, %q, want 3 rows with the result %q", tag+moves, rows, rejects, want)
			}
		}
	}
}

// Results that cannot be read are errors or notes.
func TestBadResult(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 e5 2. Nf3 d6 1 - 0":                               "",
		"1. e4 e5 1/2 - 1/2":                                     "",
		"1. e4 e5 1 - 1":                                         "error ply 3: movegen: SAN \"-\"",
		"[Result \"0-1]\n\n1. e4 e5":                             "note tag Result: ",
		"[Result 0-1]\n\n1. e4 e5":                               "note tag Result: ",
		"[WhiteElo 2700]\n\n1. e4 e5":                            "note tag WhiteElo: ",
		"[Result \"0-1\"]\n[Result \"1-0\"]\n\n1. e4 e5":         "note tag Result: 1-0 contradicts",
		"[Result \"*\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0":       "",
		"[Result \"0-1\"]\n[Result \"0-1\"]\n[Elo\n\n1. e4 e5 *": "",
	} {
		var got []string
		eachBlock(t, text, "pgn", func(b *records.Block, table *records.Table) {
			for _, r := range b.Rejects {
				got = append(got, "error "+r.Err.Error())
			}
			for _, r := range b.Notes {
				got = append(got, "note "+r.Err.Error())
			}
		})
		if len(got) > 1 || (len(got) == 0) != (want == "") || !strings.HasPrefix(strings.Join(got, ""), want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Games that python-chess 1.11.2 wrote have the positions, moves and tags that it reports.
// testdata/games.py describes how to compare any number of games with it.
func TestGamesByPythonChess(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	facts, err := os.ReadFile("../../../testdata/games.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(facts), "\n")
	want := strings.Split(strings.TrimSpace(body), "\n")
	rows, rejects := pgnRows(t, string(text))
	if len(rows) != len(want) || rejects != nil {
		t.Fatalf("%d rows, %q, want %d", len(rows), rejects, len(want))
	}
	for i, row := range rows {
		if got := strings.Join(row[:1+fieldEval+1], ","); got != want[i] {
			t.Errorf("row %d is %s, want %s", i, got, want[i])
		}
	}
}

// With Every, every n-th position of a game is a row, starting with the first, with unchanged
// fields.
func TestEvery(t *testing.T) {
	all, _ := pgnRows(t, returnMatch)
	for _, every := range []int{2, 5, 100} {
		in, err := Open("-", strings.NewReader(returnMatch), records.InputOptions{})
		if err != nil {
			t.Fatal(err)
		}
		b := records.Block{Text: []byte(returnMatch), Raw: len(returnMatch)}
		b.Parse(in.Format, &records.Request{FEN: true, Every: every})
		if want := (len(all) + every - 1) / every; b.Len() != want || b.Sampled != 0 {
			t.Errorf("every %d: %d rows, %d not in the sample, want %d rows", every, b.Len(), b.Sampled, want)
		}
		for i := range b.Len() {
			if got := textsOf(fieldsOf(&b, in.Format), i); !slices.Equal(got, all[i*every]) {
				t.Errorf("every %d: row %d is %q, want %q", every, i, got, all[i*every])
			}
		}
	}
}

// Random games that the library writes are read with the same moves.
func TestRandomGames(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	games := 300
	if testing.Short() {
		games = 40
	}
	var text strings.Builder
	var want []string
	for g := range games {
		p := movegen.Start()
		fmt.Fprintf(&text, "[Event \"%d\"]\n\n", g)
		for ply := range 120 {
			want = append(want, p.FEN())
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			if ply%2 == 0 {
				fmt.Fprintf(&text, "%d. ", ply/2+1)
			}
			text.WriteString(p.SAN(m))
			text.WriteString([]string{" ", "\n", " {(} ", " $5 ", " (Kz9 ()) "}[r.IntN(5)])
			p = p.Play(m)
			if ply == 119 {
				want = append(want, p.FEN())
			}
		}
		text.WriteString("*\n\n")
	}
	rows, rejects := pgnRows(t, text.String())
	if len(rows) != len(want) || rejects != nil {
		t.Fatalf("%d rows, %q, want %d", len(rows), rejects, len(want))
	}
	for i, row := range rows {
		if row[0] != want[i] {
			t.Fatalf("row %d is %s, want %s", i, row[0], want[i])
		}
	}
}

// Players, dates and clocks are texts and numbers, and the field game is the offset of the game,
// wherever reading starts. Bad values are missing.
func TestPGNFields(t *testing.T) {
	first := "[Event \"a\"]\n[White \"\xc3\x85 \\\"B\\\" \\\\\"]\n[Black \"\"]\n[Date \"2024.??.??\"]\n\n" +
		"1. e4 {[%clk 1:02:03.5] [%eval 0.25]} e5 {text} 2. d4 {[%eval #-3,20][%clk 0:00:00]} d5 {[%clk 0:09:59]} {[%eval #4]} *\n\n"
	second := "\n[White \"" + strings.Repeat("x", records.LongestName) + "\"]\n[Black \"" + strings.Repeat("x", 200) + "\"]\n[Date 2024]\n\n1. e4 *\n\n"
	var notes []string
	var got [][]string
	eachBlock(t, first+second, "pgn", func(b *records.Block, table *records.Table) {
		for i := range b.Len() {
			got = append(got, textsOf(table, i)[1+fieldEval:])
		}
		for _, n := range b.Notes {
			notes = append(notes, n.Err.Error())
		}
	})
	want := [][]string{{"", ""}, {"0.25", "3723.5"}, {"", ""}, {"-997.0", "0.0"}, {"996.0", "599.0"}}
	for k, w := range want {
		want[k] = []string{w[0], `Å "B" \`, "", "2024.??.??", w[1], "0"}
	}
	game := []string{"", strings.Repeat("x", records.LongestName), "", "", "", fmt.Sprint(len(first) + 1)}
	if want = append(want, game, game); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(notes) != 1 || notes[0] != "tag Black: expected at most 100 bytes, found 200; the field black is left out" {
		t.Errorf("notes %q", notes)
	}
}

// Indices of fields of games.
const (
	fieldPly    = 0
	fieldMove   = 1
	fieldResult = 2
	fieldEval   = 5
	fieldClock  = 9
)
