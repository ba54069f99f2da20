package records

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// openRows opens a file of Parquet and returns its rows as texts, FEN first, and what was
// rejected.
func openRows(path string, carry []int) (rows [][]string, rejects []string, err error) {
	in, err := Open(path, nil, InputOptions{})
	if err != nil {
		return nil, nil, err
	}
	if carry != nil {
		in.Carry(carry)
	}
	r, err := NewReader(in, Range{End: 1 << 40})
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	var b Block
	for {
		more, err := r.Next(&b, 1<<16)
		if err != nil || !more {
			return rows, rejects, err
		}
		b.Parse(in.Format, &Request{FEN: true})
		for i := range b.Len() {
			rows = append(rows, textsOf(fieldsOf(&b, in.Format), i))
		}
		for _, reject := range b.Rejects {
			rejects = append(rejects, fmt.Sprintf("row %d: %v", reject.Row, reject.Err))
		}
	}
}

// Files that DuckDB 1.1.3 wrote hold what its CSV of the same table holds. Columns of lists
// and of decimal numbers are left out; a date is the number of its day.
func TestParquetByDuckDB(t *testing.T) {
	text, err := os.ReadFile("testdata/duckdb.csv")
	if err != nil {
		t.Fatal(err)
	}
	want, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want = slices.Delete(want, 3, 4)[1:] // the third is no FEN
	for _, row := range want {
		row[4] = map[string]string{"true": "1", "false": "0"}[row[4]]
		row[5] = strings.TrimSuffix(row[5], ".0")
	}
	for _, codec := range []string{"snappy", "zstd", "gzip"} {
		path := filepath.Join("testdata", "duckdb_"+codec+".parquet")
		rows, rejects, err := openRows(path, nil)
		if err != nil || len(rows) != len(want) || len(rejects) != 1 || !strings.HasPrefix(rejects[0], "row 3: FEN: piece placement") {
			t.Fatalf("%s: %d rows, %q, %v, want %d", codec, len(rows), rejects, err, len(want))
		}
		for i, row := range rows {
			if !slices.Equal(row[:7], want[i]) || row[7] != "19782" {
				t.Errorf("%s: row %d is %q, want %q", codec, i, row, want[i])
			}
		}
		rows, _, err = openRows(path, []int{0})
		if err != nil || len(rows) != len(want) || rows[5][1] != want[5][1] || rows[5][2] != "" || rows[5][0] != want[5][0] {
			t.Errorf("%s: without fields: %d rows, %v", codec, len(rows), err)
		}
	}
}

// parquetRow is a row of a file for tests.
type parquetRow struct {
	FEN   string   `parquet:"fen"`
	Score *int64   `parquet:"score,optional"`
	Note  string   `parquet:"note,dict"`
	Small int32    `parquet:"small,delta"`
	Flag  bool     `parquet:"flag"`
	Words []string `parquet:"words,list"`
}

// writeParquet writes rows to a file.
func writeParquet(t *testing.T, rows []parquetRow, options ...parquet.WriterOption) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := parquet.NewGenericWriter[parquetRow](f, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func manyRows(n int) (rows []parquetRow) {
	for i := range n {
		row := parquetRow{FEN: fmt.Sprintf("4k3/8/8/8/8/8/8/4K2R w K - %d %d", i%100, 1+i), Note: fmt.Sprint("note ", i%17), Small: int32(i * i), Flag: i%3 == 0, Words: []string{"a", "b"}}
		if score := int64(i - n/2); i%4 != 0 {
			row.Score = &score
		}
		rows = append(rows, row)
	}
	return rows
}

// Whatever the pages and groups, the rows come in order.
func TestParquetPages(t *testing.T) {
	rows := manyRows(5000)
	for _, options := range [][]parquet.WriterOption{
		{},
		{parquet.PageBufferSize(2000), parquet.MaxRowsPerRowGroup(700), parquet.DataPageVersion(1)},
		{parquet.PageBufferSize(300), parquet.DataPageVersion(2), parquet.Compression(&parquet.Zstd)},
		{parquet.MaxRowsPerRowGroup(1024), parquet.Compression(&parquet.Gzip)},
		{parquet.Compression(&parquet.Snappy), parquet.DataPageVersion(1)},
	} {
		got, rejects, err := openRows(writeParquet(t, rows, options...), nil)
		if err != nil || len(got) != len(rows) || rejects != nil {
			t.Fatalf("%d rows, %q, %v, want %d", len(got), rejects, err, len(rows))
		}
		for i, row := range rows {
			score := ""
			if row.Score != nil {
				score = fmt.Sprint(*row.Score)
			}
			want := []string{row.FEN, score, row.Note, fmt.Sprint(row.Small), map[bool]string{true: "1", false: "0"}[row.Flag]}
			if !slices.Equal(got[i], want) {
				t.Fatalf("row %d is %q, want %q", i, got[i], want)
			}
		}
	}
	if _, rejects, err := openRows(writeParquet(t, []parquetRow{{FEN: strings.Repeat("x", 1<<17)}, {FEN: "y"}}), nil); err != nil ||
		len(rejects) != 2 || !strings.Contains(rejects[0], "row 1: expected a row of at most 65536 bytes") {
		t.Errorf("a long row: %q, %v", rejects, err)
	}
}

// What is no Parquet, or damaged, is an error; whatever its sizes say, memory is bounded.
func TestBadParquet(t *testing.T) {
	good, err := os.ReadFile(writeParquet(t, manyRows(300)))
	if err != nil {
		t.Fatal(err)
	}
	footer := int(binary.LittleEndian.Uint32(good[len(good)-8:]))
	dir := t.TempDir()
	open := func(data []byte) (int, error) {
		path := filepath.Join(dir, "b.parquet")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		rows, rejects, err := openRows(path, nil)
		return len(rows) + len(rejects), err
	}
	forged := func(at int, bytes ...byte) []byte {
		data := slices.Clone(good)
		copy(data[at:], bytes)
		return data
	}
	for _, test := range []struct {
		data []byte
		want string
	}{
		{nil, "less than 12 bytes"},
		{good[:8], "less than 12 bytes"},
		{good[:len(good)-1], "cut off"},
		{forged(len(good)-8, 0xff, 0xff, 0xff, 0x7f), "footer of 2147483647 bytes"},
		{forged(len(good)-8-footer, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07), "footer: the metadata"},
	} {
		if n, err := open(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d rows, %v, want %q", n, err, test.want)
		}
	}
	if _, err := Open("-", bytes.NewReader(good), InputOptions{}); err == nil || !strings.Contains(err.Error(), "not read from a stream") {
		t.Errorf("a stream: %v", err)
	}
	// Damaged anywhere: an error or rows, and nothing worse.
	r := rand.New(rand.NewPCG(17, 9))
	rounds := 3000
	if testing.Short() {
		rounds = 100
	}
	failed := 0
	for range rounds {
		data := slices.Clone(good)
		for range 1 + r.IntN(4) {
			at := r.IntN(len(data))
			if r.IntN(2) == 0 {
				at = len(data) - 1 - r.IntN(footer+8)
			}
			data[at] = byte(r.IntN(256))
		}
		if _, err := open(data); err != nil {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no error was found")
	}
}

// The checks refuse runs and differences that become more than a page says.
func TestCheckValues(t *testing.T) {
	long := binary.AppendUvarint(nil, 1<<40<<1)
	for _, test := range []struct {
		name     string
		data     []byte
		encoding int64
		want     string
	}{
		{"a run", append([]byte{8}, append(long, 1)...), 8, "a run of 1099511627776 values"},
		{"packed", append([]byte{0}, binary.AppendUvarint(nil, 1<<16<<1|1)...), 8, "runs of 524288 values"},
		{"width", []byte{33, 2, 0}, 8, "numbers of 33 bits"},
		{"booleans", append([]byte{byte(len(long)), 0, 0, 0}, long...), 3, "a run"},
		{"cut", []byte{9, 0, 0}, 3, "without their length"},
		{"differences", binary.AppendUvarint([]byte{128, 1, 4}, 1<<31), 5, "2147483648 differences"},
		{"prefixes", nil, 7, "encoding 7 is not read"},
	} {
		if err := checkValues(test.data, test.encoding, 1000); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
