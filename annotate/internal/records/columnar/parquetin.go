package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/internal/cli/decompress"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
)

// parquetFormat is Apache Parquet with a column of FENs.
type parquetFormat struct {
	columns []int // indices of the FEN and of the fields in the file
	fields  []records.Field
	unread  []string // columns that are not fields, each with its type
	skipped []bool   // whether a field is not needed; nil means that all are
}

func (*parquetFormat) Name() string              { return "parquet" }
func (f *parquetFormat) Fields() []records.Field { return f.fields }

func (f *parquetFormat) Without(skipped []bool) records.Format {
	g := *f
	g.skipped = skipped
	return &g
}

// UnreadColumns returns the columns that are not fields, each with its type.
func (f *parquetFormat) UnreadColumns() []string { return f.unread }

func (*parquetFormat) IsText() bool  { return false }
func (*parquetFormat) Games() bool   { return false }
func (*parquetFormat) RowBytes() int { return records.LineBytes }

func (f *parquetFormat) Reader(in *records.Input, r records.Range) (*records.Reader, error) {
	rows, err := newParquetReader(in, f, r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return records.NewRowReader(in, r, rows), nil
}

// isSkipped reports whether the k-th column is not needed. Column 0 is the FEN, and column 1 the
// first field.
func (f *parquetFormat) isSkipped(k int) bool { return k > 0 && f.skipped != nil && f.skipped[k-1] }

// Rows are not text, so they cannot be split.
func (*parquetFormat) Next([]byte, int) int { return -1 }
func (*parquetFormat) Last([]byte) int      { return -1 }

// Parse converts the rows that a parquetReader has decoded.
func (f *parquetFormat) Parse(b *records.Block, r *records.Request) {
	rows, ok := b.Decoded.(*decodedRows)
	if !ok {
		return
	}
	rows.kept = rows.kept[:0]
	for i, fen := range rows.fen {
		row := rows.first + int64(i)
		if r.Share != 0 && !r.InSample(b, uint64(row), 0) {
			b.Sampled++
			continue
		}
		err := rows.refused[i]
		if err == nil {
			err = b.AddFEN(r, fen, fen)
		}
		if err == nil {
			rows.kept = append(rows.kept, int32(i))
			b.Numbers = append(b.Numbers, row+1)
			continue
		}
		b.AddReject(records.Reject{Record: fen, At: fen.Start, Row: row + 1, Err: err})
	}
	for k, values := range rows.values {
		if !f.isSkipped(1 + k) {
			b.Fields[k] = gather(b.Fields[k], values, 1, rows.kept)
		}
	}
}

// A decodedRows is consecutive rows of a Parquet file.
type decodedRows struct {
	first   int64 // number of the first row in the file, counted from 0
	text    []byte
	fen     []records.Span // FEN of each row
	values  [][]records.Value
	lengths []int         // length of each row's texts
	kept    []int32       // the rows that become rows of the block
	refused map[int]error // errors of rows without a valid record
}

func (d *decodedRows) reset(first int64, fields int) {
	d.first, d.text, d.fen, d.lengths = first, d.text[:0], d.fen[:0], d.lengths[:0]
	d.values = slices.Grow(d.values[:0], fields)[:fields]
	for k := range d.values {
		d.values[k] = d.values[k][:0]
	}
	clear(d.refused)
}

// bytes returns about how much memory the rows take.
func (d *decodedRows) bytes() int { return len(d.text) + 8*len(d.fen)*(1+len(d.values)) }

func (d *decodedRows) refuse(row int, err error) {
	if d.refused == nil {
		d.refused = map[int]error{}
	}
	d.refused[row] = err
}

var errLongRow = fmt.Errorf("expected a row of at most %d bytes, found more", lines.Longest)

// add appends a text of a row. If the row is too long, it is refused.
func (d *decodedRows) add(row int, text []byte) records.Span {
	for len(d.lengths) <= row {
		d.lengths = append(d.lengths, 0)
	}
	if d.lengths[row] += len(text); d.lengths[row] > lines.Longest {
		d.refuse(row, errLongRow)
		return records.Span{Start: uint32(len(d.text)), Length: 0}
	}
	start := len(d.text)
	d.text = append(d.text, text...)
	return records.Span{Start: uint32(start), Length: uint32(len(text))}
}

// recovered sets err if the library panicked because of the file's contents.
func recovered(err *error) {
	switch problem := recover().(type) {
	case nil:
	case runtime.Error:
		*err = errors.New("damaged Parquet: the metadata or a page contradict themselves")
	default:
		*err = fmt.Errorf("damaged Parquet: %v", problem)
	}
}

// readFooter reads and checks the metadata of a file.
func readFooter(f *os.File) (meta *metadata.FileMetaData, size int64, err error) {
	defer recovered(&err)
	info, err := f.Stat()
	if err != nil {
		return nil, 0, decompress.Reason(err)
	}
	size = info.Size()
	if size < 12 {
		return nil, 0, errors.New("expected Parquet, found less than 12 bytes")
	}
	var tail [8]byte
	if _, err := f.ReadAt(tail[:], size-8); err != nil {
		return nil, 0, err
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	switch {
	case string(tail[4:]) == "PARE":
		return nil, 0, errors.New("expected Parquet without encryption, found an encrypted file")
	case string(tail[4:]) != parquetMagic:
		return nil, 0, errors.New("expected Parquet, which ends with PAR1: the file is cut off or of another format")
	case n > size-12 || n > longestFooter:
		return nil, 0, fmt.Errorf("expected a footer of at most %d bytes in a file of %d, found %d", min(size-12, longestFooter), size, n)
	}
	footer := make([]byte, n)
	if _, err := f.ReadAt(footer, size-8-n); err != nil {
		return nil, 0, err
	}
	if err = checkSchema(footer); err == nil {
		meta, err = metadata.NewFileMetaData(footer, nil)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("footer: %w", err)
	}
	return meta, size, nil
}

// NewParquet returns the format of a file, which needs a path because its index is at the end.
func NewParquet(path string, _ []byte, o records.InputOptions) (_ records.Format, start int64, err error) {
	if path == "" {
		return nil, 0, errors.New("expected a Parquet file that is not compressed as a whole, and not a stream: the index is at the end")
	}
	raw, err := os.Open(path)
	if err != nil {
		return nil, 0, decompress.Reason(err)
	}
	defer raw.Close()
	meta, _, err := readFooter(raw)
	if err != nil {
		return nil, 0, err
	}
	defer recovered(&err)
	f := &parquetFormat{columns: []int{-1}}
	var names []string
	for k := range meta.Schema.NumColumns() {
		c := meta.Schema.Column(k)
		name := c.ColumnPath()[0]
		if n := len(names); n == 0 || names[n-1] != name || len(c.ColumnPath()) == 1 {
			names = append(names, name)
		} else {
			continue // another field of the same group
		}
		kind, unread := parquetKind(c)
		switch {
		case unread != "":
			f.unread = append(f.unread, fmt.Sprintf("%s (%s)", records.ShownName(name), unread))
		case f.columns[0] < 0 && strings.EqualFold(c.Name(), o.FENName()) && c.PhysicalType() == parquet.Types.ByteArray:
			f.columns[0] = k
		default:
			f.columns = append(f.columns, k)
			f.fields = append(f.fields, records.Field{Name: c.Name(), Kind: kind})
		}
	}
	if f.columns[0] < 0 {
		return nil, 0, fmt.Errorf("expected columns, one of them %q, a text, found %s (InputOptions.FENColumn names it)",
			o.FENName(), quote.Short(strings.Join(names, ",")))
	}
	return f, 0, nil
}

// parquetKind returns the kind of field that a column becomes. If the column is not read, unread
// says what it contains.
func parquetKind(c *schema.Column) (kind records.FieldKind, unread string) {
	if len(c.ColumnPath()) > 1 || c.MaxRepetitionLevel() > 0 || c.MaxDefinitionLevel() > 1 {
		return 0, "a list or a group"
	}
	if d, ok := decimalOf(c); ok {
		if d.precision > mostDigits || c.TypeLength() > longestFixed {
			return 0, fmt.Sprintf("decimal numbers of more than %d digits", mostDigits)
		}
		return d.kind(), ""
	}
	switch c.PhysicalType() {
	case parquet.Types.Boolean, parquet.Types.Int32:
		return records.Int, ""
	case parquet.Types.Int64:
		if isUnsigned(c) {
			return records.Text, "" // not all of them fit in signed 64-bit numbers
		}
		return records.Int, ""
	case parquet.Types.Float, parquet.Types.Double:
		return records.Float, ""
	case parquet.Types.ByteArray:
		return records.Text, ""
	case parquet.Types.Int96:
		return 0, "times of 96 bits"
	}
	return 0, "binary data of fixed length"
}

// isUnsigned reports whether the numbers of a column have no sign.
func isUnsigned(c *schema.Column) bool {
	n, ok := c.LogicalType().(schema.IntLogicalType)
	return ok && !n.IsSigned()
}

// A parquetReader decodes a range of rows. Goroutines decode row groups ahead, but their
// rows come in the order of the file.
type parquetReader struct {
	in       *records.Input
	format   *parquetFormat
	raw      *os.File
	meta     *metadata.FileMetaData
	size     int64
	total    int64 // rows of the file
	row      int64 // the next row to read
	parts    []*parquetPart
	started  int   // how many parts are being decoded
	held     int64 // their memory limit in bytes
	rows     int   // how many bytes of rows are decoded together
	mostRows int   // how many rows are decoded together; 0 means no limit
	free     chan *decodedRows
	stop     chan struct{}
}

// A parquetPart is a row group that a goroutine decodes, or several small ones.
type parquetPart struct {
	first      int64 // the number of its first row
	start, end int64 // the rows that are read
	groups     []int
	memory     int64 // how many bytes its pages may take
	out        chan *decodedRows
	err        error // why it ended early
}

const (
	rowsOfPart    = 1 << 15 // row groups with fewer rows are joined
	mostParts     = 8       // parts that are decoded at once
	bytesAhead    = 1 << 23 // bytes of decoded rows in a part
	rowsAtOnce    = 1 << 9  // rows that are decoded column by column
	columnMemory  = 1 << 17 // bytes for the buffers of a column
	partSlack     = 1 << 24 // bytes for pages beyond the sizes in the footer
	columnsBuffer = 1 << 15 // bytes of a file that are read together
)

func newParquetReader(in *records.Input, f *parquetFormat, rows records.Range) (r *parquetReader, err error) {
	raw, err := in.OpenFile()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			raw.Close()
		}
	}()
	defer recovered(&err)
	r = &parquetReader{in: in, format: f, raw: raw, stop: make(chan struct{})}
	if r.meta, r.size, err = readFooter(raw); err != nil {
		return nil, err
	}
	var total int64
	for k, g := range r.meta.RowGroups {
		if total += g.NumRows; g.NumRows < 0 || total < 0 {
			return nil, fmt.Errorf("row group %d: expected 0 or more rows, found %d", k, g.NumRows)
		}
	}
	// A share of the bytes is treated as the same share of the rows.
	start, end := shareOf(total, rows.Start, in.Size), shareOf(total, rows.End, in.Size)
	r.row = start
	r.total = total
	r.count(start)
	first := int64(0)
	var part *parquetPart
	for k, g := range r.meta.RowGroups {
		if part == nil || first-part.first >= rowsOfPart {
			part = &parquetPart{first: first}
			r.parts = append(r.parts, part)
		}
		first += g.NumRows
		part.groups = append(part.groups, k)
		part.start, part.end = min(max(r.row, part.first), end), min(first, end)
	}
	r.parts = slices.DeleteFunc(r.parts, func(p *parquetPart) bool { return p.start >= p.end })
	return r, nil
}

// shareOf returns total*part/whole, and total if part is more than whole.
func shareOf(total, part, whole int64) int64 {
	if part >= whole {
		return total
	}
	high, low := bits.Mul64(uint64(total), uint64(part))
	n, _ := bits.Div64(high, low, uint64(whole))
	return int64(n)
}

// Close stops the goroutines and closes the file.
func (r *parquetReader) Close() error {
	close(r.stop)
	for _, p := range r.parts[:r.started] {
		for range p.out {
		}
	}
	return r.raw.Close()
}

// NextRows sets b to the next rows, about size bytes, and reports whether there are any.
func (r *parquetReader) NextRows(b *records.Block, size, mostRows int) (bool, error) {
	r.mostRows = mostRows
	if r.free == nil {
		r.rows = size
		r.free = make(chan *decodedRows, mostParts)
	}
	if rows, ok := b.Decoded.(*decodedRows); ok {
		b.Text, rows.text = nil, b.Text
		select {
		case r.free <- rows:
		default:
		}
		b.Decoded = nil
	}
	for len(r.parts) > 0 {
		if err := r.start(); err != nil {
			return false, err
		}
		p := r.parts[0]
		rows, more := <-p.out
		if !more {
			if p.err != nil {
				return false, p.err
			}
			r.parts, r.started, r.held = r.parts[1:], r.started-1, r.held-p.memory
			continue
		}
		b.Decoded, b.Text, b.Raw = rows, rows.text, len(rows.text)
		b.Offset, b.Line = rows.first, 0
		before := r.row
		r.row = rows.first + int64(len(rows.fen))
		r.count(before)
		return true, nil
	}
	return false, nil
}

// count counts the rows from the given one to r.row as a share of the file's bytes. If
// several shards are in one row group, they read the same pages, but each only counts
// its own rows.
func (r *parquetReader) count(from int64) {
	whole := max(1, r.total)
	r.in.Read.Add(shareOf(r.in.Size, r.row, whole) - shareOf(r.in.Size, from, whole))
}

// start starts goroutines for the next parts, as far as memory allows.
func (r *parquetReader) start() (err error) {
	defer recovered(&err)
	for r.started < min(len(r.parts), max(1, r.in.Workers), mostParts) {
		p := r.parts[r.started]
		if p.memory == 0 {
			if err := r.check(p); err != nil {
				if r.started > 0 {
					return nil // the rows before it come first
				}
				return err
			}
		}
		if r.started > 0 && r.held+p.memory > groupsMemory {
			return nil
		}
		r.started++
		r.held += p.memory
		p.out = make(chan *decodedRows, max(1, bytesAhead/r.rows))
		go r.decode(p)
	}
	return nil
}

// check checks the footer's data about p's row groups, and computes the memory that p
// needs.
func (r *parquetReader) check(p *parquetPart) error {
	for _, k := range p.groups {
		g := r.meta.RowGroup(k)
		memory := int64(0)
		for n, index := range r.format.columns {
			if r.format.isSkipped(n) {
				continue
			}
			c, err := g.ColumnChunk(index)
			if err != nil {
				return fmt.Errorf("row group %d: %w", k, err)
			}
			name := r.meta.Schema.Column(index).Name()
			start, length, plain := c.DataPageOffset(), c.TotalCompressedSize(), c.TotalUncompressedSize()
			if c.HasDictionaryPage() && c.DictionaryPageOffset() > 0 {
				start = min(start, c.DictionaryPageOffset())
			}
			switch {
			case start < 4 || length < 0 || start > r.size || length > r.size-start:
				return fmt.Errorf("row group %d: column %q: expected data within the file, found %d bytes at byte %d", k, name, length, start)
			case c.NumValues() != g.NumRows():
				return fmt.Errorf("row group %d: column %q: expected a value for each of %d rows, found %d", k, name, g.NumRows(), c.NumValues())
			}
			memory += columnMemory + min(length, largestPage) + min(max(plain, 0), 2*largestPage)
		}
		p.memory = max(p.memory, memory+partSlack)
	}
	p.memory = min(p.memory, groupMemory)
	return nil
}

func (r *parquetReader) decode(p *parquetPart) {
	defer close(p.out)
	properties := parquet.NewReaderProperties(&limitedAllocator{Allocator: memory.NewGoAllocator(), most: p.memory})
	properties.BufferedStreamEnabled, properties.BufferSize = true, columnsBuffer
	properties.MaxCompressedPageSize, properties.MaxUncompressedPageSize = largestPage, largestPage
	f, err := file.NewParquetReader(r.raw, file.WithMetadata(r.meta), file.WithReadProps(properties))
	if err != nil {
		p.err = err
		return
	}
	d := &parquetDecoder{reader: r, part: p, row: p.start}
	first := p.first
	for _, k := range p.groups {
		rows := r.meta.RowGroups[k].NumRows
		if p.err = d.group(f, k, first, first+rows); p.err != nil {
			if p.err != errStopped {
				p.err = fmt.Errorf("row group %d, from row %d: %w", k, d.row+1, p.err)
			}
			return
		}
		first += rows
	}
	d.send()
}

var errStopped = errors.New("the reader was closed")

// A parquetDecoder decodes the rows of a part.
type parquetDecoder struct {
	reader *parquetReader
	part   *parquetPart
	row    int64        // the next row
	rows   *decodedRows // rows that have not been sent yet; can be nil
}

// send passes the decoded rows to the reader, and reports whether it is open.
func (d *parquetDecoder) send() bool {
	if d.rows == nil || len(d.rows.fen) == 0 {
		return true
	}
	select {
	case d.part.out <- d.rows:
		d.rows = nil
		return true
	case <-d.reader.stop:
		return false
	}
}

// group decodes row group k, which contains the rows from first to end-1.
func (d *parquetDecoder) group(f *file.Reader, k int, first, end int64) (err error) {
	defer recovered(&err)
	if d.row >= end || d.row >= d.part.end {
		return nil
	}
	r := d.reader
	var columns []*parquetColumn
	defer func() {
		for _, c := range columns {
			c.pages.Close()
		}
	}()
	group := f.RowGroup(k)
	for n, index := range r.format.columns {
		if r.format.isSkipped(n) {
			continue
		}
		c, err := openColumn(f, group, index, n-1)
		if err != nil {
			return fmt.Errorf("column %q: %w", r.meta.Schema.Column(index).Name(), err)
		}
		columns = append(columns, c)
		if err := c.skip(d.row - first); err != nil {
			return fmt.Errorf("column %q: %w", c.name, err)
		}
	}
	for end = min(end, d.part.end); d.row < end; {
		if d.rows == nil {
			select {
			case d.rows = <-r.free:
			default:
				d.rows = new(decodedRows)
			}
			d.rows.reset(d.row, len(r.format.fields))
		}
		n := int(min(end-d.row, rowsAtOnce))
		if r.mostRows > 0 {
			n = min(n, r.mostRows-len(d.rows.fen))
		}
		for _, c := range columns {
			if err := c.read(d.rows, n); err != nil {
				return fmt.Errorf("column %q: %w", c.name, err)
			}
		}
		d.row += int64(n)
		if (d.rows.bytes() >= r.rows || len(d.rows.fen) >= r.mostRows && r.mostRows > 0) && !d.send() {
			return errStopped
		}
	}
	return nil
}

// A parquetColumn is a column of a row group.
type parquetColumn struct {
	name   string
	field  int // index of the field in the format; -1 for the FEN
	pages  *checkedPages
	levels []int16 // definition levels of an optional column, otherwise nil
	// decode appends n values to rows.
	decode func(rows *decodedRows, n int) error
	chunk  file.ColumnChunkReader
}

// openColumn opens a column in the file, which is a field of the format or, if field is -1, the
// FEN.
func openColumn(f *file.Reader, group *file.RowGroupReader, index, field int) (*parquetColumn, error) {
	pages, err := group.GetColumnPageReader(index)
	if err != nil {
		return nil, err
	}
	descr := f.MetaData().Schema.Column(index)
	c := &parquetColumn{name: descr.Name(), field: field}
	c.pages = &checkedPages{PageReader: pages, rows: group.NumRows(), optional: descr.MaxDefinitionLevel() > 0, shortest: 4}
	if descr.PhysicalType() == parquet.Types.FixedLenByteArray {
		c.pages.shortest = max(1, descr.TypeLength())
	}
	if c.pages.optional {
		c.levels = make([]int16, rowsAtOnce)
	}
	//lint:ignore SA1019 it is the only way to check pages before they are decoded
	c.chunk = file.NewColumnReader(descr, c.pages, memory.NewGoAllocator(), f.BufferPool())
	if d, ok := decimalOf(descr); ok {
		c.decode, err = decimals(c, d)
		return c, err
	}
	switch chunk := c.chunk.(type) {
	case *file.BooleanColumnChunkReader:
		c.decode = numbers(c, chunk.ReadBatch, func(v bool) records.Value {
			if v {
				return records.IntValue(1)
			}
			return records.IntValue(0)
		})
	case *file.Int32ColumnChunkReader:
		value := func(v int32) records.Value { return records.IntValue(int64(v)) }
		if isUnsigned(descr) {
			value = func(v int32) records.Value { return records.IntValue(int64(uint32(v))) }
		}
		c.decode = numbers(c, chunk.ReadBatch, value)
	case *file.Int64ColumnChunkReader:
		c.decode = numbers(c, chunk.ReadBatch, records.IntValue)
		if isUnsigned(descr) {
			c.decode = printed(c, chunk.ReadBatch)
		}
	case *file.Float32ColumnChunkReader:
		c.decode = numbers(c, chunk.ReadBatch, func(v float32) records.Value { return records.FloatValue(float64(v)) })
	case *file.Float64ColumnChunkReader:
		c.decode = numbers(c, chunk.ReadBatch, records.FloatValue)
	case *file.ByteArrayColumnChunkReader:
		c.decode = texts(c, chunk)
	default:
		return nil, fmt.Errorf("expected a number, a text or true and false, found the type %v", descr.PhysicalType())
	}
	return c, nil
}

// skip skips n rows.
func (c *parquetColumn) skip(n int64) (err error) {
	if n > 0 {
		_, err = c.chunk.(interface{ Skip(int64) (int64, error) }).Skip(n)
	}
	return err
}

// read appends n values to rows.
func (c *parquetColumn) read(rows *decodedRows, n int) error {
	err := c.decode(rows, n)
	if err == nil {
		err = c.chunk.Err()
	}
	return err
}

// add appends a value to the field of c.
func (c *parquetColumn) add(rows *decodedRows, v records.Value) {
	rows.values[c.field] = append(rows.values[c.field], v)
}

// readAll calls batch until it has read n rows. It calls use for each row with its index and its
// value; if the row has no value, ok is false.
func readAll[T any](c *parquetColumn, n int, values []T, batch func(int64, []T, []int16, []int16) (int64, int, error), use func(row int, v T, ok bool)) error {
	for done := 0; done < n; {
		rows, read, err := batch(int64(n-done), values, c.levels, nil)
		if err != nil {
			return err
		}
		if rows == 0 {
			if err := c.chunk.Err(); err != nil {
				return err
			}
			return fmt.Errorf("expected %d values, found %d", n, done)
		}
		var none T
		at := 0
		for i := range int(rows) {
			if ok := c.levels == nil || c.levels[i] > 0; ok && at < read {
				use(done+i, values[at], true)
				at++
			} else if ok {
				return errors.New("expected as many values as the levels say, found fewer")
			} else {
				use(done+i, none, false)
			}
		}
		done += int(rows)
	}
	return nil
}

var errSmallest = errors.New("expected a number above -9223372036854775808")

func numbers[T any](c *parquetColumn, batch func(int64, []T, []int16, []int16) (int64, int, error), value func(T) records.Value) func(*decodedRows, int) error {
	values := make([]T, rowsAtOnce)
	none := records.NoInt
	if c.chunk.Type() == parquet.Types.Float || c.chunk.Type() == parquet.Types.Double {
		none = records.NoFloat
	}
	return func(rows *decodedRows, n int) error {
		first := len(rows.values[c.field])
		return readAll(c, n, values, batch, func(row int, x T, ok bool) {
			v := none
			if ok {
				if v = value(x); v == records.NoInt && none == records.NoInt {
					rows.refuse(first+row, fmt.Errorf("field %q: %w", c.name, errSmallest))
				}
			}
			c.add(rows, v)
		})
	}
}

// printed returns a decoder for a column of unsigned numbers, which become texts.
func printed(c *parquetColumn, batch func(int64, []int64, []int16, []int16) (int64, int, error)) func(*decodedRows, int) error {
	values := make([]int64, rowsAtOnce)
	return func(rows *decodedRows, n int) error {
		first := len(rows.values[c.field])
		return readAll(c, n, values, batch, func(row int, x int64, ok bool) {
			v := records.NoText
			if ok {
				v = records.TextValue(rows.add(first+row, strconv.AppendUint(nil, uint64(x), 10)))
			}
			c.add(rows, v)
		})
	}
}

// texts returns a decoder for a text column. It copies the texts page by page, because the
// next page reuses the memory.
func texts(c *parquetColumn, chunk *file.ByteArrayColumnChunkReader) func(*decodedRows, int) error {
	values, batch := make([]parquet.ByteArray, rowsAtOnce), inPage(c, chunk)
	return func(rows *decodedRows, n int) error {
		first := len(rows.fen)
		if c.field >= 0 {
			first = len(rows.values[c.field])
		}
		return readAll(c, n, values, batch, func(row int, text parquet.ByteArray, _ bool) {
			s := rows.add(first+row, text)
			if c.field >= 0 {
				c.add(rows, records.TextValue(s))
				return
			}
			rows.text = append(rows.text, '\n') // so that no two rows start at the same place
			rows.fen = append(rows.fen, s)
		})
	}
}

// inPage returns a function that reads values of the current page without copying them.
func inPage[T any](c *parquetColumn, chunk interface {
	file.ColumnChunkReader
	ReadBatchInPage(int64, []T, []int16, []int16) (int64, int, error)
}) func(int64, []T, []int16, []int16) (int64, int, error) {
	return func(n int64, values []T, levels, none []int16) (int64, int, error) {
		if !chunk.HasNext() {
			return 0, 0, chunk.Err()
		}
		return chunk.ReadBatchInPage(min(n, c.pages.most), values, levels, none)
	}
}
