package records

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// stockfishFacts returns what testdata/stockfish.txt holds as rows: FEN, move, score, ply
// and result, from which nnue-pytorch's C++ wrote stockfish.binpack and stockfish.bin.
func stockfishFacts(t *testing.T) (rows []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/stockfish.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		result := map[string]string{"-1": "0.0", "0": "0.5", "1": "1.0"}[f[4]]
		rows = append(rows, strings.Join([]string{f[0], f[3], f[1], f[2], result}, ","))
	}
	return rows
}

// Files that another program wrote hold the positions from which it wrote them.
func TestStockfish(t *testing.T) {
	want := stockfishFacts(t)
	for _, format := range []string{"binpack", "bin"} {
		data, err := os.ReadFile("testdata/stockfish." + format)
		if err != nil {
			t.Fatal(err)
		}
		rows, rejects := rowsOf(t, string(data), format)
		if len(rows) != len(want) || rejects != nil {
			t.Fatalf("%s: %d rows, %q, want %d", format, len(rows), rejects, len(want))
		}
		for i, row := range rows {
			if row != want[i] {
				t.Errorf("%s: row %d is %s, want %s", format, i, row, want[i])
			}
		}
	}
}

// Damaged files end with rows, rejects or an error.
func TestBadStockfish(t *testing.T) {
	pack, err := os.ReadFile("testdata/stockfish.binpack")
	if err != nil {
		t.Fatal(err)
	}
	bin, err := os.ReadFile("testdata/stockfish.bin")
	if err != nil {
		t.Fatal(err)
	}
	read := func(data []byte, format string) (rows, rejects int, err error) {
		in, err := Open("-", strings.NewReader(string(data)), InputOptions{Format: format})
		if err != nil {
			return 0, 0, err
		}
		r, err := NewReader(in, Range{End: 1 << 40})
		if err != nil {
			return 0, 0, err
		}
		defer r.Close()
		var b Block
		for {
			more, err := r.Next(&b, 1<<16)
			if err != nil || !more {
				return rows, rejects, err
			}
			b.Parse(in.Format, &Request{FEN: true})
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
	want := len(stockfishFacts(t))
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
