package annotate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/koggestone/koggestone/data/records"
)

// A memoryFile is a file in memory.
type memoryFile struct {
	data []byte
	at   int
}

func (f *memoryFile) Write(p []byte) (int, error) {
	n := copy(f.data[f.at:], p)
	f.data = append(f.data, p[n:]...)
	f.at += len(p)
	return len(p), nil
}

func (f *memoryFile) WriteAt(p []byte, off int64) (int, error) { return copy(f.data[off:], p), nil }

// resumeInputs writes inputs of several formats to a folder and returns their names.
func resumeInputs(t *testing.T) []string {
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
	w, err := records.NewParquetWriter(&table, o.Schema, "snappy")
	if err == nil {
		_, err = Run([]*records.Input{in}, whole(t, in), o, w)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	pack, err := os.ReadFile("../records/testdata/positions.binpack")
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

// A part is the output of a run up to a place.
type part struct {
	place   Place
	length  int
	state   any
	rejects int
}

// A run of several inputs can be resumed at every place that it reports, with another number
// of workers. The output is the same in each format.
func TestResume(t *testing.T) {
	for _, path := range resumeInputs(t) {
		for _, shard := range [][2]int{{0, 1}, {1, 3}} {
			if testing.Short() && shard[1] > 1 {
				continue
			}
			testResume(t, path, shard[0], shard[1])
		}
	}
}

// testResume resumes a share of a file twice at every place.
func testResume(t *testing.T, path string, index, shards int) {
	ext := filepath.Ext(path)
	if ext == ".zst" && shards > 1 {
		return // the format has no shares
	}
	inputs := func() (inputs []*records.Input, ranges []records.Range) {
		for range 2 {
			format := ""
			if ext == ".marlin" || ext == ".viri" {
				format = ext[1:]
			}
			in, err := records.Open(path, nil, records.InputOptions{Format: format})
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, in)
		}
		ranges, err := records.Plan(inputs, index, shards)
		if err != nil {
			t.Fatal(err)
		}
		return inputs, ranges
	}
	for _, format := range []string{"csv", "parquet", "npy"} {
		for _, unique := range []bool{false, true} {
			if format != "csv" && (unique || ext != ".zst") {
				continue
			}
			var rejects bytes.Buffer
			// run writes to file after the earlier parts.
			run := func(file *memoryFile, workers int, earlier []part, written func(w records.Writer, p Place) error) (Report, error) {
				in, ranges := inputs()
				o := newOptions(t, in[0], "legal_moves,legality")
				o.Workers, o.Written = workers, nil
				o.Reject = func(r Rejected) { fmt.Fprintln(&rejects, r.Error()) }
				if unique {
					o.Unique = NewUnique(1 << 20)
				}
				var w records.Writer
				var err error
				switch format {
				case "csv":
					w, err = records.NewCSVWriter(file, o.Schema)
				case "parquet":
					w, err = records.NewParquetWriter(file, o.Schema, "snappy")
				default: // the arrays of npy in one file, for the comparison only
					o.Schema.Fields, o.Schema.Carried, o.Schema.Columns = nil, nil, o.Schema.Columns[:1]
					w, err = records.NewNpyWriter(o.Schema, []records.NpyFile{file})
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range earlier {
					if r, ok := w.(records.Resumer); ok {
						state, err := json.Marshal(p.state)
						if err == nil {
							err = r.Restore(state)
						}
						if err != nil {
							t.Fatal(err)
						}
					}
					o.From, file.data, file.at = p.place, file.data[:p.length], p.length
				}
				if written != nil {
					o.Written = func(p Place) error { return written(w, p) }
				}
				report, err := Run(in, ranges, o, w)
				return report, errors.Join(err, w.Close())
			}
			var whole memoryFile
			var parts []part
			want, err := run(&whole, 2, nil, func(w records.Writer, p Place) error {
				next := part{place: p, length: len(whole.data), rejects: rejects.Len()}
				if r, ok := w.(records.Resumer); ok {
					next.state = r.State()
				}
				parts = append(parts, next)
				return nil
			})
			if least := (6 + shards - 1) / shards; err != nil || len(parts) < least {
				t.Fatalf("%s: %d places, %v, want at least %d", path, len(parts), err, least)
			}
			wantRejects := rejects.String()
			for n := range parts {
				if n > 5 && n < len(parts)-2 && n%7 != 0 || testing.Short() && n%3 != 1 {
					continue
				}
				rejects.Reset()
				file := memoryFile{data: append(slices.Clone(whole.data[:parts[n].length]), "what came behind"...)}
				got, err := run(&file, 3, parts[:n+1], nil)
				if err != nil || !bytes.Equal(file.data, whole.data) {
					t.Fatalf("%s to %s, unique %v: from place %d of %d: %d bytes, %v, want %d", ext, format, unique, n, len(parts), len(file.data), err, len(whole.data))
				}
				if rejects.String() != wantRejects[parts[n].rejects:] {
					t.Errorf("%s from place %d: rejects %.300q", ext, n, rejects.String())
				}
				got.Seconds, want.Seconds = 0, 0
				if ext == ".parquet" || shards > 1 { // the bytes read are not those of the share
					got.Bytes, want.Bytes = 0, 0
				}
				if got != want {
					t.Errorf("%s from place %d: report %+v, want %+v", ext, n, got, want)
				}
			}
		}
	}
}

// The concatenated shares of a file of each format are the file, with the same sample. The
// rejects are the same if their places are absolute.
func TestShares(t *testing.T) {
	counts := []int{1, 2, 3, 7, 60}
	if testing.Short() {
		counts = []int{1, 3}
	}
	for _, path := range resumeInputs(t) {
		ext := filepath.Ext(path)
		for _, share := range []uint64{0, 1 << 62} {
			var want string
			var wantRejects []string
			for _, n := range counts {
				var got string
				var rejects []string
				for i := range n {
					in, err := records.Open(path, nil, records.InputOptions{})
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
					o.Workers, o.Request.Share = 1+i%5, share
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

// A run with Unique reads the earlier records again. It is an error if they have changed.
func TestResumeChanged(t *testing.T) {
	text, _ := manyLines(t, 3000)
	in := openText(t, text)
	o := newOptions(t, in, "legal_moves")
	o.Unique = NewUnique(1 << 20)
	o.From = Place{Reader: records.Place{Offset: 1 << 16}, Report: Report{Rows: 5}}
	if _, _, err := runCSV(in, whole(t, in), o); err == nil || !strings.Contains(err.Error(), "expected what it held") {
		t.Errorf("error %v", err)
	}
}
