package registry

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

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/internal/lines"
)

// openRows opens a Parquet file and returns its rows as texts, FEN first, and the rejects.
func openRows(path string, carry []int) (rows [][]string, rejects []string, err error) {
	return openShare(path, carry, 2, 0, 1)
}

// openShare returns the i-th of n shares of a file, decoded by some workers.
func openShare(path string, carry []int, workers, i, n int) (rows [][]string, rejects []string, err error) {
	in, err := Open(path, nil, records.InputOptions{})
	if err != nil {
		return nil, nil, err
	}
	in.Workers = workers
	if carry != nil {
		in.Carry(carry)
	}
	ranges, err := records.Plan([]*records.Input{in}, i, n)
	if err != nil || len(ranges) == 0 {
		return nil, nil, err
	}
	r, err := records.Read(in, ranges[0])
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	var b records.Block
	for {
		more, err := r.Next(&b, 1<<16)
		if err != nil || !more {
			return rows, rejects, err
		}
		b.Parse(in.Format, &records.Request{FEN: true})
		for k, f := range in.Format.Fields() {
			b.FillField(k, records.NoValue(f.Kind)) // fields that are not carried have no value
		}
		for i := range b.Len() {
			rows = append(rows, textsOf(fieldsOf(&b, in.Format), i))
		}
		for _, reject := range b.Rejects {
			rejects = append(rejects, fmt.Sprintf("row %d: %v", reject.Row, reject.Err))
		}
	}
}

// Files written by DuckDB 1.1.3 have the same values as its CSV of the same table. The column
// of lists is left out; a decimal number is 1.5 in every row, a date the number of its day. Apache's
// arrow-go 18.8 wrote the same table without date in the encodings of differences
// (DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY), of bytes split into
// streams and of runs of booleans, in pages of both versions.
func TestParquetOfOthers(t *testing.T) {
	text, err := os.ReadFile("testdata/duckdb.csv")
	if err != nil {
		t.Fatal(err)
	}
	want, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want = slices.Delete(want, 3, 4)[1:] // the third is not a FEN
	for _, row := range want {
		row[4] = map[string]string{"true": "1", "false": "0"}[row[4]]
	}
	for _, codec := range []string{"duckdb_snappy", "duckdb_zstd", "duckdb_gzip", "duckdb_lz4_raw", "duckdb_brotli", "arrow_v1", "arrow_v2"} {
		path := filepath.Join("testdata", codec+".parquet")
		rows, rejects, err := openRows(path, nil)
		if err != nil || len(rows) != len(want) || len(rejects) != 1 || !strings.HasPrefix(rejects[0], "row 3: FEN: piece placement") {
			t.Fatalf("%s: %d rows, %q, %v, want %d", codec, len(rows), rejects, err, len(want))
		}
		for i, row := range rows {
			if len(row) > 7 { // FEN, score, key, name, won, share, price, small and day
				if row[6] != "1.5" || row[8] != "19782" {
					t.Errorf("%s: row %d has the price %s and the day %s", codec, i, row[6], row[8])
				}
				row = slices.Delete(row[:8], 6, 7)
			}
			if !slices.Equal(row, want[i]) {
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
	fen        string
	score      *int64
	note       string
	small      int32
	flag       bool
	line, text string
	part       float32
	whole      uint32
	large      uint64
	words      []string
}

// parquetColumns are the fields of the rows.
var parquetColumns = arrow.NewSchema([]arrow.Field{
	{Name: "fen", Type: arrow.BinaryTypes.String},
	{Name: "score", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
	{Name: "note", Type: arrow.BinaryTypes.String},
	{Name: "small", Type: arrow.PrimitiveTypes.Int32},
	{Name: "flag", Type: arrow.FixedWidthTypes.Boolean},
	{Name: "words", Type: arrow.ListOf(arrow.BinaryTypes.String)},
	{Name: "line", Type: arrow.BinaryTypes.String},
	{Name: "text", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "part", Type: arrow.PrimitiveTypes.Float32},
	{Name: "whole", Type: arrow.PrimitiveTypes.Uint32},
	{Name: "large", Type: arrow.PrimitiveTypes.Uint64},
}, nil)

// writeParquet writes rows to a file in row groups of a length.
func writeParquet(t *testing.T, rows []parquetRow, group int, options ...parquet.WriterProperty) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	options = append([]parquet.WriterProperty{
		parquet.WithDictionaryDefault(false), parquet.WithDictionaryFor("note", true),
		parquet.WithEncodingFor("small", parquet.Encodings.DeltaBinaryPacked), parquet.WithEncodingFor("line", parquet.Encodings.DeltaByteArray),
		parquet.WithEncodingFor("text", parquet.Encodings.DeltaLengthByteArray), parquet.WithEncodingFor("part", parquet.Encodings.ByteStreamSplit),
		parquet.WithBatchSize(64),
	}, options...)
	w, err := pqarrow.NewFileWriter(parquetColumns, f, parquet.NewWriterProperties(options...), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	for part := range slices.Chunk(rows, group) {
		b := array.NewRecordBuilder(memory.DefaultAllocator, parquetColumns)
		for _, row := range part {
			b.Field(0).(*array.StringBuilder).Append(row.fen)
			if score := b.Field(1).(*array.Int64Builder); row.score == nil {
				score.AppendNull()
			} else {
				score.Append(*row.score)
			}
			b.Field(2).(*array.StringBuilder).Append(row.note)
			b.Field(3).(*array.Int32Builder).Append(row.small)
			b.Field(4).(*array.BooleanBuilder).Append(row.flag)
			words := b.Field(5).(*array.ListBuilder)
			words.Append(true)
			for _, word := range row.words {
				words.ValueBuilder().(*array.StringBuilder).Append(word)
			}
			b.Field(6).(*array.StringBuilder).Append(row.line)
			if text := b.Field(7).(*array.StringBuilder); row.text == "" {
				text.AppendNull()
			} else {
				text.Append(row.text)
			}
			b.Field(8).(*array.Float32Builder).Append(row.part)
			b.Field(9).(*array.Uint32Builder).Append(row.whole)
			b.Field(10).(*array.Uint64Builder).Append(row.large)
		}
		if err := w.Write(b.NewRecordBatch()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func manyRows(n int) (rows []parquetRow) {
	for i := range n {
		row := parquetRow{fen: fmt.Sprintf("4k3/8/8/8/8/8/8/4K2R w K - %d %d", i%100, 1+i), note: fmt.Sprint("note ", i%17), small: int32(i * i), flag: i%3 == 0, words: []string{"a", "b"},
			line: fmt.Sprint("line ", i/7), text: strings.Repeat("x", i%3*5), part: float32(i) / 4, whole: 1<<32 - 1 - uint32(i), large: 1<<64 - 1 - uint64(i)}
		if score := int64(i - n/2); i%4 != 0 {
			row.score = &score
		}
		rows = append(rows, row)
	}
	return rows
}

// The rows are in order for all sizes of pages and row groups.
func TestParquetPages(t *testing.T) {
	rows := manyRows(5000)
	for _, test := range []struct {
		group, page int64
		codec       compress.Compression
		version     parquet.DataPageVersion
	}{
		{5000, 1 << 20, compress.Codecs.Uncompressed, parquet.DataPageV1},
		{700, 2000, compress.Codecs.Uncompressed, parquet.DataPageV1},
		{5000, 300, compress.Codecs.Zstd, parquet.DataPageV2},
		{1024, 1 << 20, compress.Codecs.Gzip, parquet.DataPageV2},
		{5000, 1 << 20, compress.Codecs.Snappy, parquet.DataPageV1},
		{5000, 900, compress.Codecs.Lz4Raw, parquet.DataPageV2},
		{5000, 900, compress.Codecs.Brotli, parquet.DataPageV1},
	} {
		path := writeParquet(t, rows, int(test.group), parquet.WithDataPageSize(test.page), parquet.WithCompression(test.codec), parquet.WithDataPageVersion(test.version))
		got, rejects, err := openRows(path, nil)
		if err != nil || len(got) != len(rows) || rejects != nil {
			t.Fatalf("%d rows, %q, %v, want %d", len(got), rejects, err, len(rows))
		}
		counts := []int{2, 3, 50}
		if testing.Short() {
			counts = []int{3}
		}
		for _, workers := range []int{1, 7} { // for any number of workers and any shares
			for _, n := range counts {
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
			if row.score != nil {
				score = fmt.Sprint(*row.score)
			}
			want := []string{row.fen, score, row.note, fmt.Sprint(row.small), map[bool]string{true: "1", false: "0"}[row.flag],
				row.line, row.text, withPoint(float64(row.part)), fmt.Sprint(row.whole), fmt.Sprint(row.large)}
			if !slices.Equal(got[i], want) {
				t.Fatalf("row %d is %q, want %q", i, got[i], want)
			}
		}
	}
	if _, rejects, err := openRows(writeParquet(t, []parquetRow{{fen: strings.Repeat("x", 1<<17)}, {fen: "y"}}, 2), nil); err != nil ||
		len(rejects) != 2 || !strings.Contains(rejects[0], "row 1: expected a row of at most 65536 bytes") {
		t.Errorf("a long row: %q, %v", rejects, err)
	}
	// The longest row.
	const fen = "4k3/8/8/8/8/8/8/4K2R w K -"
	notes := []parquetRow{{fen: fen, note: strings.Repeat("x", lines.Longest-len(fen))}, {fen: fen, note: strings.Repeat("x", lines.Longest-len(fen)+1)}}
	if got, rejects, err := openRows(writeParquet(t, notes, 2), []int{1}); err != nil || len(got) != 1 || len(rejects) != 1 || !strings.Contains(rejects[0], "row 2: expected a row of at most 65536 bytes") {
		t.Errorf("the longest row: %d rows, %q, %v", len(got), rejects, err)
	}
}

// Data that are not Parquet, or damaged, are an error, and memory is bounded whatever sizes
// the file contains.
func TestBadParquet(t *testing.T) {
	good, err := os.ReadFile(writeParquet(t, manyRows(300), 300))
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
		{forged(len(good)-8, 0xff, 0xff, 0xff, 0x7f), "found 2147483647"},
		{forged(len(good)-8-footer, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07), "footer: "},
	} {
		if n, err := open(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d rows, %v, want %q", n, err, test.want)
		}
	}
	if _, err := Open("-", bytes.NewReader(good), records.InputOptions{}); err == nil || !strings.Contains(err.Error(), "and not a stream") {
		t.Errorf("a stream: %v", err)
	}
	// A file with any damaged byte yields an error or rows.
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

// The end of a block of differences is found for all values.
func TestDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 12))
	for range 500 {
		rows := make([]parquetRow, 1+r.IntN(300))
		for i := range rows {
			rows[i] = parquetRow{fen: "4k3/8/8/8/8/8/8/4K2R w K -", line: strings.Repeat("a", r.IntN(1<<r.IntN(12))), text: strings.Repeat("b", r.IntN(1<<r.IntN(12)))}
		}
		got, rejects, err := openRows(writeParquet(t, rows, len(rows)), nil)
		if err != nil || len(got) != len(rows) || rejects != nil {
			t.Fatalf("%d rows, %q, %v, want %d", len(got), rejects, err, len(rows))
		}
		for i, row := range rows {
			if got[i][5] != row.line || got[i][6] != row.text {
				t.Fatalf("row %d has texts of %d and %d bytes, want %d and %d", i, len(got[i][5]), len(got[i][6]), len(row.line), len(row.text))
			}
		}
	}
}

// Decompressed pages are not longer than their headers say.
func TestPageBombs(t *testing.T) {
	zeros := make([]byte, 1<<24)
	for _, name := range []compress.Compression{compress.Codecs.Snappy, compress.Codecs.Gzip, compress.Codecs.Zstd, compress.Codecs.Brotli, compress.Codecs.Lz4Raw} {
		codec, err := compress.GetCodec(name)
		if err != nil {
			t.Fatal(err)
		}
		bomb := codec.Encode(nil, zeros)
		for _, size := range []int{1, 1000, len(zeros) - 1} {
			if plain, err := compress.Decode(codec, make([]byte, size), bomb); err == nil && len(plain) > size {
				t.Errorf("%v: %d bytes of at most %d", name, len(plain), size)
			}
		}
		if plain, err := compress.Decode(codec, make([]byte, len(zeros)), bomb); err != nil || !bytes.Equal(plain, zeros) {
			t.Errorf("%v: %d bytes, %v, want %d zeros", name, len(plain), err, len(zeros))
		}
	}
}
