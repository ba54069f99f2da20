package registry

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A fact is a line of testdata/positions.txt: a position with a move, a score, the ply of the
// game and the result of the side to move. Other programs wrote the files beside it from these
// lines. nnue-pytorch's C++ wrote the .binpack and .bin, with the score for the side to move. The
// crate viriformat 3.0 wrote the .viri and .marlin, and the crate bulletformat 1.8 wrote the
// .bullet. Both were passed the same number as White's score instead.
type fact struct {
	fen, move, score, ply string
	result                int // -1 to 1
}

func facts(t *testing.T) (all []fact) {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/positions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		result, err := strconv.Atoi(f[4])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fact{f[0], f[1], f[2], f[3], result})
	}
	return all
}

// white returns White's result.
func (f *fact) white() int {
	if strings.Contains(f.fen, " b ") {
		return -f.result
	}
	return f.result
}

// whiteScore returns White's score in the files of Stockfish.
func (f *fact) whiteScore() string {
	switch {
	case strings.Contains(f.fen, " w ") || f.score == "0":
		return f.score
	case f.score[0] == '-':
		return f.score[1:]
	}
	return "-" + f.score
}

// bullet returns the data of bulletformat: board, score and result as the side to move sees
// them.
func (f *fact) bullet(t *testing.T) string {
	t.Helper()
	p, err := movegen.ParseFEN(f.fen)
	if err != nil {
		t.Fatal(err)
	}
	score, err := strconv.Atoi(f.score)
	if err != nil {
		t.Fatal(err)
	}
	b := p.Board
	if p.Side == quad.Black {
		b, score = b.FlipColors(), -score
	}
	return fmt.Sprintf("%s w - - 0 1,%d,%s", b.AppendPlacement(nil), score, pointsText[f.result+1])
}

// Files that other programs wrote contain the positions of the text.
func TestFilesOfOthers(t *testing.T) {
	facts := facts(t)
	for _, c := range []struct {
		format string
		want   func(f *fact) string
	}{
		{"binpack", func(f *fact) string {
			return strings.Join([]string{f.fen, f.ply, f.move, f.whiteScore(), pointsText[f.white()+1]}, ",")
		}},
		{"bin", func(f *fact) string {
			return strings.Join([]string{f.fen, f.ply, f.move, f.whiteScore(), pointsText[f.white()+1]}, ",")
		}},
		{"viri", func(f *fact) string {
			return strings.Join([]string{f.fen, f.move, f.score, pointsText[f.white()+1]}, ",")
		}},
		{"marlin", func(f *fact) string { return strings.Join([]string{f.fen, f.score, pointsText[f.white()+1]}, ",") }},
		{"bullet", func(f *fact) string { return f.bullet(t) }},
	} {
		data, err := os.ReadFile("../../../testdata/positions." + c.format)
		if err != nil {
			t.Fatal(err)
		}
		rows, rejects := rowsOf(t, string(data), c.format)
		if c.format == "viri" { // plies count from the first position of a game; games have a last position
			var moves []string
			for _, row := range rows {
				if f := strings.Split(row, ","); f[2] != "" {
					moves = append(moves, strings.Join(append(f[:1], f[2:]...), ","))
				}
			}
			rows = moves
		}
		if len(rows) != len(facts) || rejects != nil {
			t.Fatalf("%s: %d rows, %q, want %d", c.format, len(rows), rejects, len(facts))
		}
		for i, row := range rows {
			if want := c.want(&facts[i]); row != want {
				t.Errorf("%s: row %d is %s, want %s", c.format, i, row, want)
			}
		}
	}
}

// Damaged files yield rows, rejects or an error.
func TestBadStockfish(t *testing.T) {
	pack, err := os.ReadFile("../../../testdata/positions.binpack")
	if err != nil {
		t.Fatal(err)
	}
	bin, err := os.ReadFile("../../../testdata/positions.bin")
	if err != nil {
		t.Fatal(err)
	}
	read := func(data []byte, format string) (rows, rejects int, err error) {
		in, err := Open("-", strings.NewReader(string(data)), records.InputOptions{Format: format})
		if err != nil {
			return 0, 0, err
		}
		r, err := records.Read(in, records.Range{End: 1 << 40})
		if err != nil {
			return 0, 0, err
		}
		defer r.Close()
		var b records.Block
		for {
			more, err := r.Next(&b, 1<<16)
			if err != nil || !more {
				return rows, rejects, err
			}
			b.Parse(in.Format, &records.Request{FEN: true})
			rows, rejects = rows+b.Len(), rejects+len(b.Rejects)
		}
	}
	forged := slices.Clone(pack)
	copy(forged[4:], "\xff\xff\xff\x7f")
	for _, test := range []struct {
		data []byte
		want string
	}{
		{pack[:len(pack)-1], "cut off"},
		{pack[:5], "cut off"},
		{[]byte("BINX\x00\x00\x00\x00"), "expected BINP"},
		{slices.Concat(pack, []byte("BI")), "cut off"},
		{forged, "a chunk of at most 104857600 bytes, found 2147483647"},
	} {
		if rows, _, err := read(test.data, "binpack"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d rows, %v, want %q", rows, err, test.want)
		}
	}
	want := len(facts(t))
	if rows, rejects, err := read(slices.Concat(pack, []byte("BINP\x05\x00\x00\x00abcde"), pack), "binpack"); rows != 2*want || rejects != 1 || err != nil {
		t.Errorf("a chunk of 5 bytes: %d rows, %d rejects, %v", rows, rejects, err)
	}
	if rows, rejects, err := read(slices.Concat(bin, bin[:39]), "bin"); rows != want || rejects != 1 || err != nil {
		t.Errorf("a record of 39 bytes: %d rows, %d rejects, %v", rows, rejects, err)
	}
	r := rand.New(rand.NewPCG(17, 10))
	rejected := 0
	for range 300 {
		for format, data := range map[string][]byte{"binpack": pack, "bin": bin} {
			data = slices.Clone(data)
			for range 1 + r.IntN(5) {
				data[8+r.IntN(len(data)-8)] = byte(r.IntN(256))
			}
			_, n, err := read(data, format)
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			rejected += n
		}
	}
	if rejected == 0 {
		t.Error("nothing was rejected")
	}
}
