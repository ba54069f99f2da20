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
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/delta"
)

// openRows opens a file of Parquet and returns its rows as texts, FEN first, and what was
// rejected.
func openRows(path string, carry []int) (rows [][]string, rejects []string, err error) {
	return openShare(path, carry, 2, 0, 1)
}

// openShare returns the i-th of n shares of a file, decoded by some workers.
func openShare(path string, carry []int, workers, i, n int) (rows [][]string, rejects []string, err error) {
	in, err := Open(path, nil, InputOptions{})
	if err != nil {
		return nil, nil, err
	}
	in.Workers = workers
	if carry != nil {
		in.Carry(carry)
	}
	ranges, err := Plan([]*Input{in}, i, n)
	if err != nil || len(ranges) == 0 {
		return nil, nil, err
	}
	r, err := NewReader(in, ranges[0])
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
// and of decimal numbers are left out; a date is the number of its day. Apache's arrow-go 18.8
// wrote the same table without date in the encodings of differences (DELTA_BINARY_PACKED,
// DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY), of bytes split into streams and of runs of
// booleans, in pages of both versions.
func TestParquetOfOthers(t *testing.T) {
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
	for _, codec := range []string{"duckdb_snappy", "duckdb_zstd", "duckdb_gzip", "duckdb_lz4_raw", "duckdb_brotli", "arrow_v1", "arrow_v2"} {
		path := filepath.Join("testdata", codec+".parquet")
		rows, rejects, err := openRows(path, nil)
		if err != nil || len(rows) != len(want) || len(rejects) != 1 || !strings.HasPrefix(rejects[0], "row 3: FEN: piece placement") {
			t.Fatalf("%s: %d rows, %q, %v, want %d", codec, len(rows), rejects, err, len(want))
		}
		for i, row := range rows {
			if !slices.Equal(row[:7], want[i]) || len(row) > 7 && row[7] != "19782" {
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
	Line  string   `parquet:"line,delta"`
	Text  string   `parquet:"text,plain,optional"`
	Part  float32  `parquet:"part,split"`
	Whole uint32   `parquet:"whole"`
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
		row := parquetRow{FEN: fmt.Sprintf("4k3/8/8/8/8/8/8/4K2R w K - %d %d", i%100, 1+i), Note: fmt.Sprint("note ", i%17), Small: int32(i * i), Flag: i%3 == 0, Words: []string{"a", "b"},
			Line: fmt.Sprint("line ", i/7), Text: strings.Repeat("x", i%3*5), Part: float32(i) / 4, Whole: 1<<32 - 1 - uint32(i)}
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
		{parquet.PageBufferSize(900), parquet.Compression(&parquet.Lz4Raw)},
		{parquet.PageBufferSize(900), parquet.Compression(&parquet.Brotli), parquet.DataPageVersion(1)},
	} {
		path := writeParquet(t, rows, options...)
		got, rejects, err := openRows(path, nil)
		if err != nil || len(got) != len(rows) || rejects != nil {
			t.Fatalf("%d rows, %q, %v, want %d", len(got), rejects, err, len(rows))
		}
		for _, workers := range []int{1, 7} { // whoever decodes, and wherever it is cut
			for _, n := range []int{2, 3, 50} {
				var cut [][]string
				for i := range n {
					part, _, err := openShare(path, nil, workers, i, n)
					if err != nil {
						t.Fatal(err)
					}
					cut = append(cut, part...)
				}
				if !slices.EqualFunc(cut, got, slices.Equal[[]string]) {
					t.Fatalf("%d rows in %d shares by %d workers, want the %d rows of the file", len(cut), n, workers, len(got))
				}
			}
		}
		for i, row := range rows {
			score := ""
			if row.Score != nil {
				score = fmt.Sprint(*row.Score)
			}
			want := []string{row.FEN, score, row.Note, fmt.Sprint(row.Small), map[bool]string{true: "1", false: "0"}[row.Flag],
				row.Line, row.Text, strconv.FormatFloat(float64(row.Part), 'g', -1, 32), fmt.Sprint(row.Whole)}
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
	if _, err := Open("-", bytes.NewReader(good), InputOptions{}); err == nil || !strings.Contains(err.Error(), "read from a file") {
		t.Errorf("a stream: %v", err)
	}
	// Damaged anywhere: an error or rows, and nothing worse.
	r := rand.New(rand.NewPCG(17, 9))
	rounds := 1500
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
		{"prefixes", binary.AppendUvarint([]byte{128, 1, 4}, 1<<31), 7, "2147483648 differences"},
		{"bits", nil, 4, "encoding 4 is not read"},
	} {
		if err := checkValues(test.data, test.encoding, 1000); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// Texts that share what they begin with may become only so many times as long as their page.
func TestSharedTexts(t *testing.T) {
	var numbers delta.BinaryPackedEncoding
	prefixes := make([]int32, 1000)
	for i := range prefixes {
		prefixes[i] = 5000
	}
	data, err := numbers.EncodeInt32(nil, prefixes)
	if err != nil {
		t.Fatal(err)
	}
	page := parquetPage{pageTexts: new(pageTexts), header: pageHeader{plainSize: int64(len(data))}}
	if err := page.checkTexts(data); err == nil || !strings.Contains(err.Error(), "texts of 50") {
		t.Errorf("5 MB of shared texts: %v", err)
	}
	prefixes[3] = -1
	if data, err = numbers.EncodeInt32(nil, prefixes); err != nil {
		t.Fatal(err)
	}
	if err := page.checkTexts(data); err == nil || !strings.Contains(err.Error(), "-1 bytes") {
		t.Errorf("less than nothing is shared: %v", err)
	}
}

// What pages become is no longer than they say, whatever they hold.
func TestPageBombs(t *testing.T) {
	zeros := make([]byte, 1<<24)
	garbage := make([]byte, 1<<10)
	r := rand.New(rand.NewPCG(17, 11))
	for name, codec := range map[string]compress.Codec{
		"snappy": &parquet.Snappy, "gzip": &parquet.Gzip, "zstd": &parquet.Zstd, "brotli": &parquet.Brotli, "lz4": &parquet.Lz4Raw,
	} {
		bomb, err := codec.Encode(nil, zeros)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{0, 1, 1000, len(zeros) - 1} {
			if plain, err := decompressPage(make([]byte, size), codec.CompressionCodec(), bomb); err == nil || len(plain) > size {
				t.Errorf("%s: %d bytes of at most %d, %v", name, len(plain), size, err)
			}
		}
		plain, err := decompressPage(make([]byte, len(zeros)), codec.CompressionCodec(), bomb)
		if err != nil || !bytes.Equal(plain, zeros) {
			t.Errorf("%s: %d bytes, %v, want %d zeros", name, len(plain), err, len(zeros))
		}
		for range 300 {
			for i := range garbage {
				garbage[i] = byte(r.Uint32())
			}
			copy(garbage, bomb[:r.IntN(min(100, len(bomb)))])
			if plain, _ := decompressPage(make([]byte, 5000), codec.CompressionCodec(), garbage); len(plain) > 5000 {
				t.Errorf("%s: garbage of %d bytes", name, len(plain))
			}
		}
	}
}
