package records

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"math"
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
	"github.com/parquet-go/parquet-go/format"
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
		{"parts of a block", []byte{128, 1, 0, 3, 0}, 5, "blocks of 128 numbers in 0 parts"},
		{"a long block", []byte{128, 128, 8, 4, 3, 0}, 5, "blocks of 131072 numbers"},
		{"a run behind one of nothing", []byte{32, 0, 0xfe, 0xff, 0xff, 0x7f, 0, 0, 0, 0}, 8, "a run of 134217727 values"},
		{"bits", nil, 4, "encoding 4 is not read"},
	} {
		if err := checkValues(test.data, test.encoding, 1000); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// differences returns numbers in the encoding of differences.
func differences(t *testing.T, numbers ...int32) []byte {
	t.Helper()
	var e delta.BinaryPackedEncoding
	data, err := e.EncodeInt32(nil, numbers)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What stands behind numbers is found whatever they are.
func TestDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 12))
	page := parquetPage{header: pageHeader{values: 1000}}
	for range 2000 {
		numbers := make([]int32, r.IntN(500))
		width := r.IntN(32)
		for i := range numbers {
			numbers[i] = int32(r.Uint32()) >> width
		}
		data := append(differences(t, numbers...), "behind"...)
		got, rest, err := page.differences(nil, data)
		if err != nil || !slices.Equal(got, numbers) || string(rest) != "behind" {
			t.Fatalf("%d numbers of %d bits, %q, %v, want %d and what is behind", len(got), 32-width, rest, err, len(numbers))
		}
	}
}

// Texts are no longer than their page, and become no longer than was counted for them.
func TestBadTexts(t *testing.T) {
	shared := slices.Repeat([]int32{5000}, 1000)
	shared[0] = 0
	once := make([]int32, 1000)
	once[0] = 5000
	const most = math.MaxInt32
	for _, test := range []struct {
		name string
		by   int64
		data []byte
		want string
	}{
		{"a length below 0", deltaLengths, append(differences(t, -1, 1, 0), "ab"...), "a text of -1 bytes"},
		{"lengths of more than 32 bits", deltaLengths, append(differences(t, most, most, 2), "ab"...), "a text of 2147483647 bytes in 2"},
		{"few lengths", deltaLengths, append(differences(t, 1), "ab"...), "1 values, expected 3"},
		{"many lengths", deltaLengths, binary.AppendUvarint([]byte{128, 1, 4}, 1<<31), "2147483648 differences"},
		{"rests of more than 32 bits", deltaTexts, slices.Concat(differences(t, 0, 0, 0), differences(t, most, most, 2), []byte("ab")), "a text of 2147483647 bytes in 2"},
		{"many rests", deltaTexts, append(differences(t, 0, 0, 0), binary.AppendUvarint([]byte{128, 1, 4}, 1<<31)...), "2147483648 differences"},
		{"few rests", deltaTexts, slices.Concat(differences(t, 0, 0, 0), differences(t, 1, 1), []byte("ab")), "2 values, expected 3"},
		{"less than nothing is shared", deltaTexts, slices.Concat(differences(t, 0, -1, 0), differences(t, 1, 1, 0), []byte("ab")), "-1 bytes of one of 1"},
		{"more is shared than there is", deltaTexts, slices.Concat(differences(t, 0, 2, 0), differences(t, 1, 1, 0), []byte("ab")), "2 bytes of one of 1"},
		{"much is shared", deltaTexts, slices.Concat(differences(t, shared...), differences(t, once...), make([]byte, 5000)), "become more than"},
	} {
		file := slices.Concat(make([]byte, 4), test.data)
		page := parquetPage{
			chunk: &parquetChunk{file: bytes.NewReader(file), kind: parquet.ByteArray}, at: 4,
			header: pageHeader{encoding: test.by, size: int64(len(test.data)), plainSize: int64(len(test.data)), values: 3},
		}
		if test.name == "much is shared" {
			page.header.values = int64(len(shared))
		}
		if err := page.decode(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// What is known of pages takes no more memory than they may.
func TestManyPages(t *testing.T) {
	header := []byte{0x15, 0, 0x15, 0, 0x15, 0, 0x2c, 0x15, 2, 0, 0} // a value in no bytes
	for _, test := range []struct {
		n    int
		want string
	}{{1000, ""}, {mostPages + 1, "more than 524288 pages"}} {
		file := append(make([]byte, 4), bytes.Repeat(header, test.n)...)
		m := &format.ColumnMetaData{DataPageOffset: 4, TotalCompressedSize: int64(len(file) - 4)}
		c := &parquetChunk{file: bytes.NewReader(file)}
		pages, _, err := c.pages(m, int64(len(file)), 0, int64(test.n))
		if test.want == "" && (err != nil || len(pages) != test.n) || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%d pages: %d, %v, want %q", test.n, len(pages), err, test.want)
		}
	}
}

// Of the memory of pages that were read no more is kept than may be taken ahead.
func TestKeptMemory(t *testing.T) {
	const size = memoryAhead / 4
	r := &parquetReader{in: new(Input), slots: make(chan struct{}, 1), columns: make([]parquetColumn, 2)}
	for k := range 6 {
		c := &r.columns[k%2]
		c.pages, c.started = []*parquetPage{{pageTexts: &pageTexts{plain: make([]byte, size)}}}, 1
		r.leave(c)
	}
	if n := len(r.columns[0].free) + len(r.columns[1].free); n != 4 || r.kept != memoryAhead {
		t.Errorf("%d pages of %d bytes are kept, %d bytes, want %d", n, size, r.kept, memoryAhead)
	}
	c := &r.columns[0]
	p := &parquetPage{chunk: &parquetChunk{file: bytes.NewReader(nil)}, header: pageHeader{size: 1}, done: make(chan struct{})}
	c.pages = []*parquetPage{p}
	r.decode(c)
	if <-p.done; p.pageTexts == nil || cap(p.plain) != size || r.kept != memoryAhead-size {
		t.Errorf("%d bytes are used again, %d kept, want %d and %d", cap(p.plain), r.kept, size, memoryAhead-size)
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
