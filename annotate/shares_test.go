package annotate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
)

// shareInputs writes inputs of several formats to a folder and returns their names.
func shareInputs(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	text, _ := manyLines(t, 4000)
	text = strings.Replace(text, "\n", "\nno position\n", 1) + strings.Repeat("x", 1<<18) + "\nno position\n" + text[:1<<16]
	var games, csv strings.Builder
	for i := range 2500 {
		fmt.Fprintf(&games, "[Event \"%d\"]\n[Result \"1-0\"]\n\n1. e4 { a comment of %d } e5 2. Nf3 (2. f4) %s 1-0\n\n", i*i, i, []string{"Nc6", "Ne7", "Kd1"}[i%3])
	}
	csv.WriteString("id,fen\n")
	for i, line := range strings.Split(text[:1<<17], "\n") {
		fmt.Fprintf(&csv, "%d,%s\n", i, line)
	}
	var compressed bytes.Buffer
	z, err := zstd.NewWriter(&compressed)
	if err == nil {
		_, err = io.WriteString(z, text)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	const board = "\xff\xff\x00\x00\x00\x00\xff\xff\x16\x42\x25\x61\x00\x00\x00\x00\x88\x88\x88\x88\x9e\xca\xad\xe9\x40\x00\x01\x00\x00\x00\x02\x00"
	var table bytes.Buffer
	in := openText(t, text)
	o := newOptions(t, in, "phase")
	w, err := newWriter("parquet", o.schema, &table)
	if err == nil {
		_, err = Run([]*records.Input{in}, whole(t, in), o, w)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	pack, err := os.ReadFile("../testdata/positions.binpack")
	if err != nil {
		t.Fatal(err)
	}
	chunks := strings.Repeat(string(pack), 25)
	damaged := strings.Replace(string(pack), "\xff\xff", "\xff\xfe", 1) + "BINP\x05\x00\x00\x00abcde"
	var paths []string
	for name, data := range map[string]string{"a.binpack": chunks + damaged + chunks, "a.fen": text, "a.fen.zst": compressed.String(), "a.csv": csv.String(), "a.pgn": games.String(), "a.parquet": table.String(),
		"a.marlin": strings.Repeat(board, 9000), "a.viri": strings.Repeat(board+"\x0c\x07\x0a\x00\x00\x00\x00\x00", 9000)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// The concatenated shares of a file of each format are the file, with the same sample. The
// rejects are the same if their places are absolute.
func TestShares(t *testing.T) {
	counts := []int{1, 2, 3, 7, 60}
	if testing.Short() {
		counts = []int{1, 3}
	}
	for _, path := range shareInputs(t) {
		ext := filepath.Ext(path)
		for _, share := range []uint64{0, 1 << 62} {
			var want string
			var wantRejects []string
			for _, n := range counts {
				var got string
				var rejects []string
				for i := range n {
					in, err := registry.Open(path, nil, records.InputOptions{})
					if err != nil {
						t.Fatal(err)
					}
					if n > 1 && !in.Splittable() {
						continue
					}
					ranges, err := records.Plan([]*records.Input{in}, i, n)
					if err != nil {
						t.Fatal(err)
					}
					o := newOptions(t, in, "phase")
					o.workers, o.request.Share = 1+i%5, share
					o.Reject = func(r Rejected) { rejects = append(rejects, r.Error()) }
					part, _, err := runCSV(in, ranges, o)
					if err != nil {
						t.Fatal(err)
					}
					_, rows, _ := strings.Cut(part, "\n")
					got += rows
				}
				switch {
				case n == 1:
					want, wantRejects = got, rejects
				case got == "" && ext == ".zst": // not divided
				case got != want:
					t.Errorf("%s, sample %d: %d bytes in %d shares, want %d", ext, share, len(got), n, len(want))
				case (ext == ".parquet" || ext == ".binpack" || ext == ".viri") && !slices.Equal(rejects, wantRejects):
					t.Errorf("%s: rejects %q in %d shares, want %q", ext, rejects, n, wantRejects)
				}
			}
			if want == "" || ext == ".binpack" && share == 0 && len(wantRejects) < 2 {
				t.Errorf("%s: %d bytes, rejects %q", ext, len(want), wantRejects)
			}
		}
	}
}
