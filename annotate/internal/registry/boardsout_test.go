package registry

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/records/boards"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
)

// rewritten converts the rows of one format for which keep is true to another format. It also
// returns the rejects of the writer.
func rewritten(t *testing.T, data, from string, to func(*bytes.Buffer, *records.Schema) (records.Writer, error), keep func(row int) bool) (out string, rejects []string) {
	t.Helper()
	var buf bytes.Buffer
	var w records.Writer
	row := 0
	eachBlock(t, data, from, func(b *records.Block, table *records.Table) {
		for i := range b.Len() {
			if keep == nil || keep(row) {
				table.Rows = append(table.Rows, int32(i))
			}
			row++
		}
		var err error
		if w == nil {
			if w, err = to(&buf, table.Schema); err != nil {
				t.Fatal(err)
			}
		}
		read := len(b.Rejects)
		encoded, err := w.Encode(table, nil)
		if err == nil {
			err = w.Write(encoded)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range b.Rejects[read:] {
			rejects = append(rejects, r.Err.Error())
		}
	})
	return buf.String(), rejects
}

func toMarlin(b *bytes.Buffer, s *records.Schema) (records.Writer, error) {
	return boards.NewMarlinWriter(b, s)
}
func toBullet(b *bytes.Buffer, s *records.Schema) (records.Writer, error) {
	return boards.NewBulletWriter(b, s)
}
func toViri(b *bytes.Buffer, s *records.Schema) (records.Writer, error) {
	return boards.NewViriWriter(b, s)
}

// A byte cannot contain a half-move clock above 255.
func TestLargeClocks(t *testing.T) {
	for half, want := range map[uint16]byte{0: 0, 100: 100, 254: 254, 255: 255, 256: 255, 300: 255, 512: 255, math.MaxUint16: 255} {
		p := movegen.Start()
		p.HalfMoves, p.FullMoves = half, math.MaxUint16
		var record [formats.BoardSize]byte
		if err := formats.PackMarlin(&record, &p, 0, 1); err != nil {
			t.Fatal(err)
		}
		// Bytes 25 to 27, by the description of marlinformat.
		if got := record[25:28]; !bytes.Equal(got, []byte{want, 0xff, 0xff}) {
			t.Errorf("clocks %d and %d: %v, want %d and 255 255", half, p.FullMoves, got, want)
		}
	}
}

// The example of viriformat's README is read and written unchanged.
func TestViriExample(t *testing.T) {
	data, err := hex.DecodeString(viriExample)
	if err != nil {
		t.Fatal(err)
	}
	got, rejects := rewritten(t, string(data), "viri", toViri, nil)
	if got != string(data) || rejects != nil {
		t.Errorf("%x, %q", got, rejects)
	}
}

// games returns random games as viriformat: of chess, and of Chess960 with its castling.
func randomGames(t *testing.T, n int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(17, 5))
	starts := []string{movegen.Start().FEN(), "nrk2rbb/pppppppp/8/8/8/8/PPPPPPPP/NRK2RBB w FBfb - 0 1", "4k3/P6p/8/8/8/8/p6P/4K2R w K - 3 40"}
	var text strings.Builder
	for g := range n {
		p, err := movegen.ParseFEN(starts[g%len(starts)])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "[Event \"%d\"]\n[FEN \"%s\"]\n[Result \"%s\"]\n\n", g, p.FEN(), []string{"1-0", "0-1", "1/2-1/2"}[g%3])
		text.WriteString("{ [%eval 0.1] } ")
		for range r.IntN(200) {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			fmt.Fprintf(&text, "%s { [%%eval %d.%02d] } ", p.SAN(m), r.IntN(400)-200, r.IntN(100))
			p = p.Play(m)
		}
		text.WriteString("\n\n")
	}
	data, rejects := rewritten(t, text.String(), "pgn", toViri, nil)
	if rejects != nil {
		t.Fatal(rejects)
	}
	return data
}

// Whole games and boards are the same bytes after reading and writing, and have the same
// rows.
func TestTrainingRoundTrips(t *testing.T) {
	viri := randomGames(t, 90)
	rows, rejects := rowsOf(t, viri, "viri")
	if len(rows) < 4000 || rejects != nil {
		t.Fatalf("%d rows, %q", len(rows), rejects)
	}
	if got, rejects := rewritten(t, viri, "viri", toViri, nil); got != viri || rejects != nil {
		t.Errorf("viriformat differs, %q", rejects)
	}
	// If some rows are left out, a game becomes several, and no other row is lost.
	kept := func(row int) bool { return row%17 != 5 && row%23 != 0 }
	cut, rejects := rewritten(t, viri, "viri", toViri, kept)
	if rejects != nil {
		t.Fatal(rejects)
	}
	found := map[string]bool{}
	cutRows, _ := rowsOf(t, cut, "viri")
	for _, row := range cutRows {
		found[withoutPly(row)] = true
	}
	for n, row := range rows {
		if kept(n) && !found[withoutPly(row)] {
			t.Fatalf("row %d, %s, is not there", n, row)
		}
	}
	scored := func(row int) bool {
		return !strings.HasSuffix(rows[row], ",,0.0") && !strings.Contains(rows[row], ",,,")
	}
	marlin, rejects := rewritten(t, viri, "viri", toMarlin, scored)
	if rejects != nil {
		t.Fatal(rejects)
	}
	if got, rejects := rewritten(t, marlin, "marlin", toMarlin, nil); got != marlin || rejects != nil {
		t.Errorf("marlinformat differs, %q", rejects)
	}
	var want []string
	for n, row := range rows {
		if scored(n) {
			want = append(want, withoutMove(row))
		}
	}
	if got, _ := rowsOf(t, marlin, "marlin"); !slices.Equal(got, want) {
		t.Errorf("marlinformat has %d rows, want %d", len(got), len(want))
	}
	bullet, rejects := rewritten(t, marlin, "marlin", toBullet, nil)
	if rejects != nil || len(bullet) != len(marlin) {
		t.Fatalf("%d bytes, %q", len(bullet), rejects)
	}
	if got, rejects := rewritten(t, bullet, "bullet", toBullet, nil); got != bullet || rejects != nil {
		t.Errorf("bulletformat differs, %q", rejects)
	}
}

// withoutPly returns a row of viriformat with its FEN, move, score and result.
func withoutPly(row string) string {
	f := strings.Split(row, ",")
	return strings.Join(append(f[:1], f[2:]...), ",")
}

// withoutMove returns a row of viriformat without the fields that marlinformat lacks.
func withoutMove(row string) string {
	f := strings.Split(row, ",")
	return strings.Join(append(f[:1], f[3:]...), ",")
}

// Rows that a format cannot contain are rejected with the reason.
func TestUnfitRows(t *testing.T) {
	full := "k7/pppppppp/pppppppp/pppppppp/pppppppp/8/8/K7 w - - 0 1"
	for _, test := range []struct {
		line, marlin, bullet string
	}{
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 32768 | 1.0", "score: expected a whole number from -32768 to 32767, found 32768", "score of the side to move: expected a whole number from -32768 to 32767, found 32768"},
		{"4k3/8/8/8/8/8/8/4K2R b K - 0 1 | -32768 | 1.0", "", "score of the side to move: expected a whole number from -32768 to 32767, found 32768"},
		{"4k3/8/8/8/8/8/8/4K2R b K - 0 1 | 32768 | 1.0", "score: expected a whole number from -32768 to 32767, found 32768", ""},
		{"4k3/8/8/8/8/8/8/4K2R b K - 0 1 | -32769 | 1.0", "score: expected a whole number from -32768 to 32767, found -32769", "score of the side to move: expected a whole number from -32768 to 32767, found 32769"},
		{full + " | 0 | 1.0", "expected at most 32 pieces, found 34", "expected at most 32 pieces, found 34"},
		{"8/8/8/8/8/8/8/8 w - - 0 1 | 0 | 1.0", "quad: expected one white king", "quad: expected one white king"},
		{"8/8/8/8/8/8/8/4K2R w K - 0 1 | 0 | 1.0", "quad: expected one black king", "quad: expected one black king"},
		{"4k1k1/8/8/8/8/8/8/4K2R w K - 0 1 | 0 | 1.0", "quad: e8, g8: expected one black king, found 2", "quad: e8, g8: expected one black king, found 2"},
		{"4k2p/8/8/8/8/8/8/4K3 w - - 0 1 | 0 | 1.0", "quad: h8: expected no pawn on", "quad: h8: expected no pawn on"},
		{"4k3/8/8/8/8/8/8/K3R3 w - - 0 1 | 0 | 1.0", "quad: e1: expected black not in check with white to move, found a check by the white rook on e1", "quad: e1: expected black not in check with white to move, found a check by the white rook on e1"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 300 1 | 0 | 1.0", "", ""},
	} {
		for n, to := range []func(*bytes.Buffer, *records.Schema) (records.Writer, error){toMarlin, toBullet} {
			want := []string{test.marlin, test.bullet}[n]
			out, rejects := rewritten(t, test.line+"\n", "scored", to, nil)
			if got := strings.Join(rejects, "; "); !strings.HasPrefix(got, want) || (got == "") != (want == "") || (len(out) == 0) == (want == "") {
				t.Errorf("%s: %d bytes, %q, want %q", test.line, len(out), got, want)
			}
		}
	}
	// Castling rights that the position cannot have are left out, with a note.
	for _, to := range []func(*bytes.Buffer, *records.Schema) (records.Writer, error){toMarlin, toViri} {
		var out bytes.Buffer
		eachBlock(t, "fen,ply,move,score,result\n4k3/8/8/8/8/8/8/K6R w KQ - 0 1,0,,0,1.0\n", "csv", func(b *records.Block, table *records.Table) {
			w, err := to(&out, table.Schema)
			if err != nil {
				t.Fatal(err)
			}
			table.Rows = []int32{0}
			encoded, _ := w.Encode(table, nil)
			w.Write(encoded)
			if len(b.Rejects) != 0 || len(b.Notes) != 1 || b.Notes[0].Err.Error() != "impossible castling rights, left out" {
				t.Errorf("rejects %v, notes %v", b.Rejects, b.Notes)
			}
		})
		if out.Len() < formats.BoardSize {
			t.Errorf("%d bytes without the impossible right", out.Len())
		}
	}
	// A row that viriformat cannot contain does not hide the rows after it.
	out, rejects := rewritten(t, "fen,ply,move,score,result\n8/8/8/8/8/8/8/8 w - - 0 1,0,,0,1.0\n4k3/8/8/8/8/8/8/K6R w - - 0 1,0,,0,1.0\n", "csv", toViri, nil)
	if rows, _ := rowsOf(t, out, "viri"); len(rows) != 1 || len(rejects) != 1 {
		t.Errorf("%d bytes, %q, %q", len(out), rows, rejects)
	}
	// Games without a result, without a score.
	game := "[Event \"a\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval #-3] } 2. f4 1-0\n\n"
	out, rejects = rewritten(t, strings.Replace(game, "1-0", "*", 1), "pgn", toViri, nil)
	if out != "" || len(rejects) != 4 || !strings.HasPrefix(rejects[0], `result: expected 1.0`) {
		t.Errorf("%d bytes, %q", len(out), rejects)
	}
	out, rejects = rewritten(t, strings.Replace(game, "\n\n", "\n[Result \"1-0\"]\n\n", 1), "pgn", toViri, nil)
	rows, _ := rowsOf(t, out, "viri")
	if len(rejects) != 1 || !strings.HasPrefix(rejects[0], `eval: expected pawns`) || len(rows) != 3 ||
		!strings.HasSuffix(rows[0], ",0,e7e5,30,1.0") || !strings.HasSuffix(rows[1], ",1,f2f4,-32767,1.0") {
		t.Errorf("%q, %q", rows, rejects)
	}
	// The side to move of the last position was mated.
	for _, mate := range []string{"0", "-0", "+0"} {
		for game, want := range map[string]int{
			"1. f3 { [%eval 0.1] } e5 { [%eval 0.1] } 2. g4 { [%eval #-1] } Qh4# { [%eval #" + mate + "] } 0-1":                      -32767,
			"1. e4 { [%eval 0.1] } g5 { [%eval 0.1] } 2. d4 { [%eval 0.1] } f5 { [%eval #1] } 3. Qh5# { [%eval #" + mate + "] } 1-0": 32767,
		} {
			out, _ := rewritten(t, game, "pgn", toMarlin, nil)
			if rows := readMarlin(t, []byte(out)); len(rows) < 4 || rows[len(rows)-1].score != want {
				t.Errorf("%s: %v", game, rows)
			}
		}
	}
	// All mates in 500 moves or more have one evaluation, which is still a mate.
	for _, mate := range []string{"#499", "#500", "#-500", "#-600"} {
		want := 32767
		if mate[1] == '-' {
			want = -want
		}
		out, rejects := rewritten(t, "1. e4 { [%eval "+mate+"] } 1-0", "pgn", toMarlin, func(row int) bool { return row == 1 })
		if rows := readMarlin(t, []byte(out)); len(rows) != 1 || rows[0].score != want {
			t.Errorf("%s: %v, %q, want the score %d", mate, rows, rejects, want)
		}
	}
	// Rows with equal positions are one game only if their plies follow each other.
	for ply, games := range map[string]int{"1": 1, "3": 2} {
		const start, next = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,0,e2e4,7,1.0\n", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,"
		out, rejects := rewritten(t, "fen,ply,move,score,result\n"+start+next+ply+",,,1.0\n", "csv", toViri, nil)
		if want := games*(formats.BoardSize+4) + 4; len(out) != want || rejects != nil {
			t.Errorf("second row of ply %s: %d bytes, %q, want %d", ply, len(out), rejects, want)
		}
	}
	// Rows of one game have one result.
	const start, next = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,0,e2e4,7,1.0\n", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,1,,,0.5\n"
	if out, _ := rewritten(t, "fen,ply,move,score,result\n"+start+next, "csv", toViri, nil); len(out) != 2*(formats.BoardSize+4)+4 {
		t.Errorf("two results: %d bytes, want two games", len(out))
	}
	for _, fields := range [][]records.Field{nil, {{Name: "score", Kind: records.Int}}} {
		if _, err := boards.NewMarlinWriter(nil, &records.Schema{Fields: fields}); err == nil {
			t.Errorf("%v: no error without results", fields)
		}
	}
	if _, err := boards.NewViriWriter(nil, &records.Schema{Fields: []records.Field{{Name: "score", Kind: records.Int}, {Name: "result", Kind: records.Float}}}); err == nil {
		t.Error("no error without moves")
	}
}
