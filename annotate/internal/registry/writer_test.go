package registry

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/records/columnar"
	"github.com/koggestone/koggestone/annotate/internal/records/text"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/corpus"
)

// tableOf returns the rows of a text with all columns.
func tableOf(t *testing.T, text string) *records.Table {
	t.Helper()
	in, err := Open("-", strings.NewReader(text), records.InputOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := records.Read(in, records.Range{End: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b := new(records.Block)
	if more, err := r.Next(b, 1<<22); !more || err != nil {
		t.Fatal(more, err)
	}
	b.Parse(in.Format, &records.Request{FEN: true})
	for _, rejected := range b.Rejects {
		t.Fatal(rejected.Err)
	}
	table := fieldsOf(b, in.Format)
	table.Schema.Columns = columns.All()
	table.Data = make([]columns.Data, len(table.Schema.Columns))
	table.Compute(b, columns.NewComputer())
	table.Rows = slices.DeleteFunc(table.Rows, func(i int32) bool { return i%5 == 3 })
	return table
}

// carried is CSV with quotation marks and other special cases.
const carried = `id,FEN,"name, or so",rating
a1,4k3/8/8/8/8/8/8/4K2R w K - 0 1,"Carlsen, ""M""",2839
,"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",ÄÖ\,
a3,8/8/8/8/8/8/8/8 w - -,<b>,-1
`

// scored returns text with scores: positions of games, repeated.
func scored(n int) string {
	var text strings.Builder
	for i := 0; i < n; {
		for fen := range corpus.Games().FENs() {
			fmt.Fprintf(&text, "%s 0 1 | %d | %s\n", fen, i*7919%5000-2500, []string{"1.0", "0.5", "0.0"}[i%3])
			i++
		}
	}
	return text.String()
}

// many is a number of positions for scored.
func many() int {
	if testing.Short() {
		return 600
	}
	return 3000
}

// expected returns the texts of row i: FEN, fields, and columns as CSV has them.
func expected(t *records.Table, i int32) (row []string) {
	row = append(row, string(t.FEN(i)))
	for k, f := range t.Schema.Fields {
		text := t.AppendField(nil, i, k)
		if f.Kind == records.JSON {
			text = records.PlainJSON(text)
		}
		row = append(row, string(text))
	}
	for k, c := range t.Schema.Columns {
		d := &t.Data[k]
		var values []string
		for v := int(i) * c.Width; v < (int(i)+1)*c.Width; v++ {
			switch c.Kind {
			case columns.Bool, columns.Byte:
				values = append(values, fmt.Sprint(d.Bytes[v]))
			case columns.Enum:
				values = append(values, c.Values[d.Bytes[v]])
			case columns.Count:
				values = append(values, fmt.Sprint(d.Counts[v]))
			default:
				values = append(values, fmt.Sprint(d.Words[v]))
			}
		}
		row = append(row, strings.Join(values, " "))
	}
	return row
}

func names(s *records.Schema) []string {
	all := []string{"fen"}
	for _, f := range s.Fields {
		all = append(all, f.Name)
	}
	for _, c := range s.Columns {
		all = append(all, c.Name)
	}
	return all
}

// write encodes and writes a table twice, the second time with the memory of the first.
func write(t *testing.T, w records.Writer, table *records.Table) {
	t.Helper()
	var encoded any
	for range 2 {
		var err error
		if encoded, err = w.Encode(table, encoded); err != nil {
			t.Fatal(err)
		}
		if err := w.Write(encoded); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func twice(rows []int32) []int32 { return append(slices.Clone(rows), rows...) }

// encoding/csv reads the output.
func TestCSV(t *testing.T) {
	for _, rows := range []string{carried, scored(700)} {
		table := tableOf(t, rows)
		var out bytes.Buffer
		write(t, text.NewCSVWriter(&out, table.Schema), table)
		records, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(records) != 1+2*len(table.Rows) || !slices.Equal(records[0], names(table.Schema)) {
			t.Fatalf("%d records, %v, want %d", len(records), err, 1+2*len(table.Rows))
		}
		for n, i := range twice(table.Rows) {
			if want := expected(table, i); !slices.Equal(records[1+n], want) {
				t.Fatalf("row %d is %q, want %q", n, records[1+n], want)
			}
		}
	}
}

// encoding/json reads the output.
func TestNDJSON(t *testing.T) {
	nested := `{"name":"a\"b","fen":"4k3\/8\/8\/8\/8\/8\/8\/4K2R w K - 0 1","evals":[{"pvs":[{"cp":-69}],"fen":"no"}],"n":null}
{"fen":"4k3/8/8/8/8/8/8/4K2R b K - 0 1" , "other":7, "n" : 1.5e3,"name": ""}
`
	for _, rows := range []string{carried, scored(700), nested} {
		table := tableOf(t, rows)
		var out bytes.Buffer
		write(t, text.NewNDJSONWriter(&out, table.Schema), table)
		lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
		if len(lines) != 2*len(table.Rows) {
			t.Fatalf("%d lines, want %d", len(lines), 2*len(table.Rows))
		}
		for n, i := range twice(table.Rows) {
			var object map[string]json.RawMessage
			if err := json.Unmarshal(lines[n], &object); err != nil {
				t.Fatalf("%s: %v", lines[n], err)
			}
			for k, want := range expected(table, i) {
				name := names(table.Schema)[k]
				got := string(records.PlainJSON(object[name]))
				got = strings.NewReplacer("[", "", "]", "", "true", "1", "false", "0").Replace(got)
				if strings.HasPrefix(want, "[") {
					got = string(object[name])
				} else if c, ok := columns.ByName(name); ok && c.Width > 1 {
					want = strings.ReplaceAll(want, " ", ",")
				}
				if got != want {
					t.Fatalf("%s of row %d is %s, want %s", name, n, object[name], want)
				}
			}
		}
	}
}

// pqarrow reads the output.
func TestParquet(t *testing.T) {
	for _, codec := range []string{"zstd", "snappy", "none"} {
		for _, text := range []string{carried, scored(many())} {
			table := tableOf(t, text)
			var out bytes.Buffer
			w, err := columnar.NewParquetWriter(&out, table.Schema, codec)
			if err != nil {
				t.Fatal(err)
			}
			write(t, w, table)
			f, err := file.NewParquetReader(bytes.NewReader(out.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			if doc := f.MetaData().KeyValueMetadata().FindValue("koggestone.legal_moves"); doc == nil || *doc != "legal moves of the side to move (moves)" {
				t.Errorf("metadata of legal_moves: %v", doc)
			}
			reader, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
			if err != nil {
				t.Fatal(err)
			}
			read, err := reader.ReadTable(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if got := read.Schema().Fields(); len(got) != len(names(table.Schema)) || f.NumRowGroups() != 2 || read.NumRows() != int64(2*len(table.Rows)) {
				t.Fatalf("%s: %d columns, %d rows in %d row groups, want %d, %d, 2", codec, len(got), read.NumRows(), f.NumRowGroups(), len(names(table.Schema)), 2*len(table.Rows))
			}
			var want [][]string
			for _, i := range twice(table.Rows) {
				want = append(want, expected(table, i))
			}
			for k, name := range names(table.Schema) {
				column := read.Column(k)
				if column.Name() != name {
					t.Fatalf("column %d is %s, want %s", k, column.Name(), name)
				}
				n := 0
				for _, part := range column.Data().Chunks() {
					for i := range part.Len() {
						if got := cellOf(part, i); got != want[n][k] {
							t.Fatalf("%s: %s of row %d is %q, want %q", codec, name, n, got, want[n][k])
						}
						n++
					}
				}
			}
			// This package reads the same values.
			path := filepath.Join(t.TempDir(), "a.parquet")
			if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			rows, rejects, err := openRows(path, []int{})
			if err != nil || len(rows)+len(rejects) != 2*len(table.Rows) {
				t.Errorf("%d rows, %d rejects, %v, want %d", len(rows), len(rejects), err, 2*len(table.Rows))
			}
		}
	}
	if _, err := columnar.NewParquetWriter(io.Discard, &records.Schema{FEN: true}, "lzma"); err == nil || !strings.Contains(err.Error(), `expected zstd, snappy or none, found "lzma"`) {
		t.Errorf("a codec that is not known: %v", err)
	}
}

// cellOf returns the text of value i of an array.
func cellOf(values arrow.Array, i int) string {
	if values.IsNull(i) {
		return ""
	}
	switch values := values.(type) {
	case *array.FixedSizeBinary:
		var words []string
		for data := values.Value(i); len(data) > 0; data = data[8:] {
			words = append(words, strconv.FormatUint(binary.LittleEndian.Uint64(data), 10))
		}
		return strings.Join(words, " ")
	case *array.Boolean:
		return map[bool]string{false: "0", true: "1"}[values.Value(i)]
	case *array.Float64:
		return withPoint(values.Value(i))
	}
	return values.ValueStr(i)
}

// Formats are detected by name and by content. Bad starts are errors with a line.
func TestDetect(t *testing.T) {
	for _, test := range []struct{ name, head, format, want string }{
		{"a", "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", "", "fen"},
		{"a.txt", "# a comment, with fen in it\n\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 3 | 0.5\n", "", "scored"},
		{"a", "PuzzleId,FEN,Moves\n", "", "csv"},
		{"a.csv.zst", "\ufefffen\n", "", "csv"},
		{"a.csv", "name,\"fen\"\n", "", "csv"},
		{"a.csv", "name,\"fen\"", "", "csv"},
		{"a", `{"fen":"x"}`, "", "ndjson"},
		{"a.jsonl", `{"FEN":"x"}`, "", "ndjson"},
		{"a.csv", "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", "fen", "fen"},
		{"a.csv", "a,b\n", "", "line 1: expected names of fields"},
		{"a.csv", "\"fen\n", "", "line 1: expected a second quotation mark"},
		{"a.ndjson", "[1]\n", "", "expected one JSON object to a line, found a JSON array"},
		{"a.ndjson", `{"a":1}`, "", "expected objects with a field"},
		{"a", "4k3/8/8/8/8/8/8/4K2R w K - 0 1" + strings.Repeat(" ", 300) + "\x00\n", "", "fen"},
		{"a.data", "\xff\xff\x00\x00\x00\x00\xff\xff\x16\x42\x25\x61", "", "expected text, found binary data; if they are positions, name their format by InputOptions.Format: viri,"},
		{"a.data", "\xff\xff\x00\x00\x00\x00\xff\xff\x16\x42\x25\x61", "fen", "fen"},
		{"a.viriformat", "", "", "viri"},
		{"a.vf.zst", "", "", "viri"},
		{"a.bulletformat", "", "", "bullet"},
		{"a.marlin", "", "", "marlin"},
		{"a.sfbinpack", "", "", "binpack"},
		{"a", "BINP\x00\x00", "", "binpack"},
		{"a", "", "chess", "InputOptions.Format: expected one of fen"},
		{"a", "\n[White \"a\"]\n", "", "pgn"},
		{"a", "[fen\t\"x\"]\n", "", "pgn"},
		{"a", "% a\n1. e4", "", "pgn"},
		{"a", "; a\n", "", "pgn"},
		{"a", "{ \"a\" comment }\n1. e4\n", "", "pgn"},
		{"a", "{ a\n\"fen\": 1\n", "", "pgn"},
		{"a", "1. e4 e5", "", "pgn"},
		{"a", "{ \"fen\": \"8/8/8", "", "line 1: expected a JSON object"},
		{"a.pgn", "{\"a\": 1}\n[White \"a\"]\n", "", "pgn"},
		{"a.pgn", "\xff\xfe[\x00E\x00", "", "expected text, plain or compressed by gzip, zstd or bzip2, found UTF-16: convert it with iconv"},
		{"a", "\xfe\xff\x00[\x00E", "pgn", "expected text, plain or compressed by gzip, zstd or bzip2, found UTF-16"},
		{"a.pgn.xz", "\xfd7zXZ\x00\x00\x04", "", "expected text, plain or compressed by gzip, zstd or bzip2, found data compressed by xz: decompress it with xz -dc"},
		{"a.pgn.zip", "PK\x03\x04", "", "expected text, plain or compressed by gzip, zstd or bzip2, found a zip archive"},
	} {
		in, err := OpenStream(test.name, strings.NewReader(test.head), -1, records.InputOptions{Format: test.format})
		var got string
		if err == nil {
			got = in.Format.Name()
		} else {
			got = strings.TrimPrefix(err.Error(), test.name+": ")
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s, %q: %s, want %s", test.name, test.head, got, test.want)
		}
	}
}

// FuzzParse checks that parsing arbitrary bytes ends with rows and rejects.
func FuzzParse(f *testing.F) {
	f.Add([]byte(carried))
	f.Add([]byte(scored(1)))
	f.Add([]byte(returnMatch))
	f.Add([]byte(`{"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","a":[{"b":"}"}]}`))
	f.Add([]byte("4k3/8/8/8/8/8/8/4K2R w KQkqAAhh e6 99999 1; bm Ke2\n\"\n{\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, f := range inputFormats { // Parquet, which needs a file, cannot be opened
			format := f.Name
			in, err := Open("-", bytes.NewReader(data), records.InputOptions{Format: format})
			if err != nil {
				continue
			}
			r, err := records.Read(in, records.Range{End: 1 << 40})
			if err != nil {
				t.Fatal(err)
			}
			var b records.Block
			for {
				more, err := r.Next(&b, 1<<16)
				if err != nil || !more {
					break
				}
				b.Parse(in.Format, &records.Request{FEN: true, Canonical: true})
				if len(b.FEN) != b.Len() || len(b.Records) != b.Len() {
					t.Fatalf("%s: %d rows, %d FENs, %d records", format, b.Len(), len(b.FEN), len(b.Records))
				}
				table := fieldsOf(&b, in.Format)
				for k, values := range b.Fields {
					if len(values) != b.Len() {
						t.Fatalf("%s: %d rows, %d values of field %d", format, b.Len(), len(values), k)
					}
				}
				for i := range b.Len() {
					textsOf(table, i)
				}
			}
			r.Close()
		}
	})
}

// withPoint returns a number with at least one digit after the point.
func withPoint(x float64) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}
