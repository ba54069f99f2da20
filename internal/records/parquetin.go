package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// parquetFormat is Apache Parquet with a column of FENs. Its rows are read one after the
// other and handed on as records: the bytes of a record after these, the number of the row
// from 0, and for the FEN and each field the bytes of its text and itself. A record
// that would be too long has longRecord in the place of the first length.
type parquetFormat struct {
	columns []int // of the file: the FEN, then the fields
	fields  []Field
	skipped []bool // fields that nobody wants; nil means none
}

// What stands before the texts of a record.
const (
	recordHeader = 12
	longRecord   = 1<<32 - 1
)

func (*parquetFormat) Name() string      { return "parquet" }
func (f *parquetFormat) Fields() []Field { return f.fields }
func (*parquetFormat) size() int         { return 0 }

func (f *parquetFormat) without(skipped []bool) Format {
	return &parquetFormat{f.columns, f.fields, skipped}
}

// recordEnd returns where the record at at ends, or -1 if that is not in buf.
func recordEnd(buf []byte, at int) int {
	if at+4 > len(buf) {
		return -1
	}
	if end := at + 4 + int(binary.LittleEndian.Uint32(buf[at:])); end <= len(buf) {
		return end
	}
	return -1
}

func (*parquetFormat) next(buf []byte, from int) int { return nextEnd(buf, from, recordEnd) }
func (*parquetFormat) last(buf []byte) int           { return lastEnd(buf, recordEnd) }

func (f *parquetFormat) Parse(b *Block, r *Request) {
	b.Printed = true
	for at := 0; at < b.Raw; {
		end := recordEnd(b.Text[:b.Raw], at)
		record := Span{uint32(at), uint32(end - at)}
		row := binary.LittleEndian.Uint64(b.Text[at+4:])
		if r.Share != 0 && !r.inSample(b, row, 0) {
			b.Sampled++
		} else if err := f.parse(b, r, record); err != nil {
			b.reject(Span{record.Start + recordHeader + 4, record.Length - recordHeader - 4}, err)
			b.Rejects[len(b.Rejects)-1].Row = int64(row) + 1
		}
		at = end
	}
}

// parse adds the row of a record.
func (f *parquetFormat) parse(b *Block, r *Request, record Span) error {
	at := record.Start + recordHeader
	next := func() (s Span) {
		s = Span{at + 4, binary.LittleEndian.Uint32(b.Text[at:])}
		at += 4 + s.Length
		return s
	}
	if binary.LittleEndian.Uint32(b.Text[at:]) == longRecord {
		return fmt.Errorf("expected a row of at most %d bytes, found more", lines.Longest)
	}
	if err := b.addFEN(r, record, next()); err != nil {
		return err
	}
	for k := range f.fields {
		b.Fields[k] = append(b.Fields[k], textValue(next()))
	}
	return nil
}

// openParquet opens the file of a path, whose footer it has checked.
func openParquet(path string) (raw *os.File, f *parquet.File, err error) {
	raw, err = os.Open(path)
	if err != nil {
		return nil, nil, reason(err)
	}
	defer func() {
		if problem := recover(); problem != nil { // what is not Parquet may be anything
			err = fmt.Errorf("footer: %v", problem)
		}
		if err != nil {
			raw.Close()
		}
	}()
	info, err := raw.Stat()
	if err != nil {
		return raw, nil, reason(err)
	}
	if err := checkFooter(raw, info.Size()); err != nil {
		return raw, nil, err
	}
	f, err = parquet.OpenFile(raw, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(1<<16))
	return raw, f, err
}

// newParquet returns the format of a file.
func newParquet(path string, o InputOptions) (*parquetFormat, error) {
	if path == "" {
		return nil, errors.New("expected a file, as Parquet is not read from a stream")
	}
	raw, file, err := openParquet(path)
	if err != nil {
		return nil, err
	}
	defer raw.Close()
	f := &parquetFormat{columns: []int{-1}}
	var names []string
	for _, c := range file.Root().Columns() {
		names = append(names, c.Name())
		kind, ok := parquetKind(c)
		if !ok {
			continue
		}
		index := int(c.Index())
		if f.columns[0] < 0 && strings.EqualFold(c.Name(), fenName(o)) && c.Type().Kind() == parquet.ByteArray {
			f.columns[0] = index
			continue
		}
		f.columns = append(f.columns, index)
		f.fields = append(f.fields, Field{c.Name(), kind})
	}
	if f.columns[0] < 0 {
		return nil, fmt.Errorf("expected columns, one of them %q, a text, found %s (--fen-column names it)",
			fenName(o), quote.Short(strings.Join(names, ",")))
	}
	return f, nil
}

// parquetKind returns the kind of field that a column becomes. Lists, groups, decimal
// numbers and binary data of fixed length become none.
func parquetKind(c *parquet.Column) (kind FieldKind, ok bool) {
	if !c.Leaf() || c.Repeated() {
		return 0, false
	}
	if logical := c.Type().LogicalType(); logical != nil {
		if _, decimal := logical.Value.(*format.DecimalType); decimal {
			return 0, false
		}
	}
	switch c.Type().Kind() {
	case parquet.Boolean, parquet.Int32:
		return Int, true
	case parquet.Int64:
		if isUnsigned(c.Type()) {
			return Text, true // not all of them are numbers of 64 bits with a sign
		}
		return Int, true
	case parquet.Float, parquet.Double:
		return Float, true
	case parquet.ByteArray:
		return Text, true
	}
	return 0, false
}

// isUnsigned reports whether the numbers of a type have no sign.
func isUnsigned(t parquet.Type) bool {
	if logical := t.LogicalType(); logical != nil {
		n, ok := logical.Value.(*format.IntType)
		return ok && !n.IsSigned
	}
	return false
}

// A parquetReader is the records of a file, row after row.
type parquetReader struct {
	in      *Input
	format  *parquetFormat
	raw     *os.File
	file    *parquet.File
	groups  []parquet.RowGroup
	group   int   // which one is read
	left    int64 // rows of it
	row     uint64
	columns []parquetColumn
	text    []byte // records
	at      int    // what was handed on of them
}

// A parquetColumn is where reading is in a column, and the texts of the next rows.
type parquetColumn struct {
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	print  func(dst []byte, v *parquet.Value) []byte
	text   []byte
	ends   []int // of the texts
}

// rowsAtATime is how many rows are read of each column in turn.
const rowsAtATime = 1024

func newParquetReader(in *Input, f *parquetFormat) (*parquetReader, error) {
	raw, file, err := openParquet(in.path)
	if err != nil {
		return nil, err
	}
	r := &parquetReader{in: in, format: f, raw: raw, file: file, groups: file.RowGroups(), group: -1}
	r.columns = make([]parquetColumn, len(f.columns))
	return r, nil
}

// Close closes the file.
func (r *parquetReader) Close() error {
	r.closeGroup()
	return r.raw.Close()
}

func (r *parquetReader) closeGroup() {
	for k := range r.columns {
		c := &r.columns[k]
		c.closePage()
		if c.pages != nil {
			c.pages.Close()
			c.pages = nil
		}
	}
}

func (c *parquetColumn) closePage() {
	if c.page != nil {
		parquet.Release(c.page)
		c.page, c.values = nil, nil
	}
}

// Read reads records.
func (r *parquetReader) Read(p []byte) (n int, err error) {
	if r.at == len(r.text) {
		r.text, r.at = r.text[:0], 0
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	n = copy(p, r.text[r.at:])
	r.at += n
	return n, nil
}

// fill makes records of the next rows.
func (r *parquetReader) fill() (err error) {
	defer func() {
		if problem := recover(); problem != nil { // damaged pages
			err = fmt.Errorf("row %d: Parquet: %v", r.row+1, problem)
		}
	}()
	for r.left == 0 {
		if r.group++; r.group >= len(r.groups) {
			return io.EOF
		}
		if err := r.openGroup(); err != nil {
			return fmt.Errorf("row group %d: %w", r.group, err)
		}
	}
	n := int(min(r.left, rowsAtATime))
	for k := range r.columns {
		if err := r.columns[k].read(n); err != nil {
			return fmt.Errorf("row group %d, rows %d to %d: column %q: %w", r.group, r.row+1, r.row+uint64(n), r.name(k), err)
		}
	}
	for i := range n {
		r.appendRecord(i)
		r.row++
	}
	r.left -= int64(n)
	return nil
}

// name returns the name of a column.
func (r *parquetReader) name(k int) string {
	return strings.Join(r.file.Schema().Columns()[r.format.columns[k]], ".")
}

// openGroup checks the pages of a row group and begins to read it.
func (r *parquetReader) openGroup() error {
	r.closeGroup()
	meta := &r.file.Metadata().RowGroups[r.group]
	r.left = r.groups[r.group].NumRows()
	if r.left < 0 {
		return fmt.Errorf("%d rows", r.left)
	}
	var memory int64
	chunks := r.groups[r.group].ColumnChunks()
	for k, index := range r.format.columns {
		if k > 0 && r.format.skipped != nil && r.format.skipped[k-1] {
			continue
		}
		m := &meta.Columns[index].MetaData
		leaf := chunks[index].(*parquet.FileColumnChunk)
		check := pageCheck{
			file: r.raw, size: r.file.Size(), codec: m.Codec, rows: r.left,
			optional: leaf.Node().Optional(),
		}
		need, err := check.chunk(m)
		if err != nil {
			return fmt.Errorf("column %q: %w", r.name(k), err)
		}
		if memory += need; memory > groupMemory {
			return fmt.Errorf("its pages need more than %d MiB of memory at a time: carry fewer columns", groupMemory>>20)
		}
		r.in.Read.Add(m.TotalCompressedSize)
		c := &r.columns[k]
		c.pages, c.print = chunks[index].Pages(), printer(leaf.Type())
	}
	return nil
}

// read reads the texts of n rows.
func (c *parquetColumn) read(n int) error {
	c.text, c.ends = c.text[:0], c.ends[:0]
	if c.pages == nil {
		c.ends = append(c.ends, make([]int, n)...)
		return nil
	}
	var values [128]parquet.Value
	for len(c.ends) < n {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err != nil {
				if err == io.EOF {
					err = io.ErrUnexpectedEOF
				}
				return err
			}
			c.page, c.values = page, page.Values()
		}
		k, err := c.values.ReadValues(values[:min(len(values), n-len(c.ends))])
		for i := range values[:k] {
			if v := &values[i]; !v.IsNull() {
				c.text = c.print(c.text, v)
			}
			c.ends = append(c.ends, len(c.text))
		}
		switch {
		case err == io.EOF:
			c.closePage()
		case err != nil:
			return err
		case k == 0:
			return io.ErrNoProgress
		}
	}
	return nil
}

// printer returns what appends a value of a type as text.
func printer(t parquet.Type) func(dst []byte, v *parquet.Value) []byte {
	switch t.Kind() {
	case parquet.Boolean:
		return func(dst []byte, v *parquet.Value) []byte {
			if v.Boolean() {
				return append(dst, '1')
			}
			return append(dst, '0')
		}
	case parquet.Int32:
		if isUnsigned(t) {
			return func(dst []byte, v *parquet.Value) []byte { return strconv.AppendUint(dst, uint64(v.Uint32()), 10) }
		}
		return func(dst []byte, v *parquet.Value) []byte { return strconv.AppendInt(dst, int64(v.Int32()), 10) }
	case parquet.Int64:
		if isUnsigned(t) {
			return func(dst []byte, v *parquet.Value) []byte { return strconv.AppendUint(dst, v.Uint64(), 10) }
		}
		return func(dst []byte, v *parquet.Value) []byte { return strconv.AppendInt(dst, v.Int64(), 10) }
	case parquet.Float:
		return func(dst []byte, v *parquet.Value) []byte {
			return strconv.AppendFloat(dst, float64(v.Float()), 'g', -1, 32)
		}
	case parquet.Double:
		return func(dst []byte, v *parquet.Value) []byte { return strconv.AppendFloat(dst, v.Double(), 'g', -1, 64) }
	}
	return func(dst []byte, v *parquet.Value) []byte { return append(dst, v.ByteArray()...) }
}

// appendRecord appends the record of the i-th of the rows that were read.
func (r *parquetReader) appendRecord(i int) {
	start := len(r.text)
	r.text = append(r.text, make([]byte, recordHeader)...)
	binary.LittleEndian.PutUint64(r.text[start+4:], r.row)
	total := recordHeader
	for k := range r.columns {
		total += 4 + len(r.columns[k].at(i))
	}
	if total > lines.Longest {
		r.text = binary.LittleEndian.AppendUint32(r.text, longRecord)
	} else {
		for k := range r.columns {
			text := r.columns[k].at(i)
			r.text = binary.LittleEndian.AppendUint32(r.text, uint32(len(text)))
			r.text = append(r.text, text...)
		}
	}
	binary.LittleEndian.PutUint32(r.text[start:], uint32(len(r.text)-start-4))
}

// at returns the text of the i-th row.
func (c *parquetColumn) at(i int) []byte {
	start := 0
	if i > 0 {
		start = c.ends[i-1]
	}
	return c.text[start:c.ends[i]]
}
