package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// parquetFormat is Apache Parquet with a column of FENs. Its rows are handed on as records:
// the bytes of a record after these, the number of the row from 0, and for the FEN and each
// field the bytes of its text and itself. A record that would be too long has longRecord in
// the place of the first length.
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

func (f *parquetFormat) open(in *Input, rows Range) (io.Reader, []io.Closer, error) {
	r, err := newParquetReader(in, f, rows)
	if err != nil {
		return nil, nil, err
	}
	return r, []io.Closer{r}, nil
}

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

// refuseFooter sets err where the library panics over a footer that does not go with itself.
func refuseFooter(err *error) {
	if problem := recover(); problem != nil {
		*err = fmt.Errorf("footer: %v", problem)
	}
}

// openParquet opens the file of a path, whose footer it has checked.
func openParquet(path string) (raw *os.File, f *parquet.File, err error) {
	raw, err = os.Open(path)
	if err != nil {
		return nil, nil, reason(err)
	}
	defer func() {
		if err != nil {
			raw.Close()
		}
	}()
	defer refuseFooter(&err)
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
func newParquet(path string, o InputOptions) (f *parquetFormat, err error) {
	defer refuseFooter(&err)
	if path == "" {
		return nil, errors.New("the index of Parquet is at its end, so that it is read from a file, not compressed as a whole, and not from a stream")
	}
	raw, file, err := openParquet(path)
	if err != nil {
		return nil, err
	}
	defer raw.Close()
	f = &parquetFormat{columns: []int{-1}}
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

// A parquetReader is the records of a range of rows. Pages are decoded ahead of the rows that
// are read, by several goroutines; their texts become records in the order of the rows.
type parquetReader struct {
	in      *Input
	format  *parquetFormat
	raw     *os.File
	file    *parquet.File
	group   int   // the next to plan
	planned int64 // rows up to its start
	problem error // what comes behind them
	row     int64 // the next to read
	end     int64
	columns []parquetColumn
	ahead   int   // pages that are decoded and not yet read
	held    int64 // bytes of memory of these
	kept    int64 // bytes of memory of pages that were read, to be used again
	slots   chan struct{}
	text    []byte // records
	at      int    // what was handed on of them
}

// A parquetColumn is where reading is in a column.
type parquetColumn struct {
	skipped bool           // nobody wants it
	pages   []*parquetPage // planned; the first is read
	started int            // how many of these are decoded
	at      int            // rows of the first that were read
	free    []*pageTexts   // memory of pages that were read
}

const (
	rowsAtATime  = 1024    // that become records
	recordsBytes = 1 << 20 // of records at a time, about
	mostAhead    = 256     // pages
	memoryAhead  = 1 << 26 // bytes of pages, if they are more than one, and of memory to be used again
)

// newParquetReader returns the records of a range of in.
func newParquetReader(in *Input, f *parquetFormat, rows Range) (r *parquetReader, err error) {
	defer refuseFooter(&err)
	raw, file, err := openParquet(in.path)
	if err != nil {
		return nil, err
	}
	r = &parquetReader{in: in, format: f, raw: raw, file: file, columns: make([]parquetColumn, len(f.columns)), slots: make(chan struct{}, max(1, in.Workers))}
	for k := range f.skipped {
		r.columns[1+k].skipped = f.skipped[k]
	}
	var total int64
	for k, g := range file.RowGroups() {
		if n := g.NumRows(); n >= 0 && total+n >= 0 {
			total += n
			continue
		}
		raw.Close()
		return nil, fmt.Errorf("row group %d: %d rows", k, g.NumRows())
	}
	// A share of the bytes stands for as large a share of the rows.
	r.row, r.end = shareOf(total, rows.Start, in.Size), shareOf(total, rows.End, in.Size)
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

// Close closes the file.
func (r *parquetReader) Close() error { return r.raw.Close() }

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
func (r *parquetReader) fill() error {
	if r.row == r.end {
		return io.EOF
	}
	for r.planned <= r.row && r.problem == nil {
		r.plan()
	}
	if r.planned <= r.row {
		return r.problem
	}
	r.start()
	n := int(min(r.planned-r.row, r.end-r.row, rowsAtATime))
	for k := range r.columns {
		c := &r.columns[k]
		if c.skipped {
			continue
		}
		if c.started == 0 {
			r.decode(c)
		}
		p := c.pages[0]
		<-p.done
		n = min(n, len(p.spans)-c.at)
		if p.err != nil {
			return fmt.Errorf("row group %d, from row %d: column %q: %w", p.chunk.group, r.row+1, p.chunk.name, p.err)
		}
	}
	read := 0
	for read < n && len(r.text) < recordsBytes {
		r.appendRecord(read)
		read++
	}
	r.row += int64(read)
	for k := range r.columns {
		r.columns[k].at += read
		r.leave(&r.columns[k])
	}
	return nil
}

// plan adds the pages of the next row group to the columns.
func (r *parquetReader) plan() {
	if err := r.planGroup(); err != nil {
		r.problem = fmt.Errorf("row group %d: %w", r.group, err)
	}
	r.group++
}

func (r *parquetReader) planGroup() (err error) {
	defer refuseFooter(&err)
	group := r.file.RowGroups()[r.group]
	first := r.planned
	next := first + group.NumRows()
	if next <= r.row || next == first {
		r.planned = next
		return nil
	}
	meta := &r.file.Metadata().RowGroups[r.group]
	var memory int64
	columns := make([][]*parquetPage, len(r.columns))
	for k, index := range r.format.columns {
		if r.columns[k].skipped {
			continue
		}
		m := &meta.Columns[index].MetaData
		leaf := group.ColumnChunks()[index].(*parquet.FileColumnChunk)
		chunk := &parquetChunk{
			file: r.raw, name: strings.Join(r.file.Schema().Columns()[index], "."), group: r.group,
			codec: m.Codec, kind: leaf.Type().Kind(), unsigned: isUnsigned(leaf.Type()), optional: leaf.Node().Optional(),
		}
		pages, need, err := chunk.pages(m, r.file.Size(), first, next-first)
		if err != nil {
			return fmt.Errorf("column %q: %w", chunk.name, err)
		}
		if memory += need; memory > groupMemory {
			return fmt.Errorf("its pages need more than %d MiB of memory at a time: carry fewer columns", groupMemory>>20)
		}
		pages = slices.DeleteFunc(pages, func(p *parquetPage) bool { return p.first >= r.end || p.end() <= r.row })
		if d := chunk.dictionary; d != nil && len(pages) > 0 {
			pages[0].bytes += d.bytes
			pages[0].need += d.need
			pages[len(pages)-1].frees += d.need
		}
		columns[k] = pages
	}
	for k, pages := range columns {
		c := &r.columns[k]
		if len(c.pages) == 0 && len(pages) > 0 {
			c.at = int(max(r.row-pages[0].first, 0))
		}
		c.pages = append(c.pages, pages...)
	}
	r.planned = next
	return nil
}

// end returns the row behind p.
func (p *parquetPage) end() int64 { return p.first + p.header.values }

// start begins to decode pages that come next, as far as memory goes.
func (r *parquetReader) start() {
	for r.ahead < mostAhead && r.held < memoryAhead {
		var next *parquetColumn
		for k := range r.columns {
			c := &r.columns[k]
			switch {
			case c.skipped:
				continue
			case c.started == len(c.pages): // its next one is in the next group
				if r.planned >= r.end || r.problem != nil {
					continue
				}
				r.plan()
				return
			case next == nil || c.pages[c.started].first < next.pages[next.started].first:
				next = c
			}
		}
		if next == nil || r.ahead > 0 && r.held+next.pages[next.started].need > memoryAhead {
			return
		}
		r.decode(next)
	}
}

// decode begins to decode the next page of c.
func (r *parquetReader) decode(c *parquetColumn) {
	p := c.pages[c.started]
	c.started++
	r.ahead++
	r.held += p.need
	r.in.Read.Add(p.bytes)
	if n := len(c.free); n > 0 {
		p.pageTexts, c.free = c.free[n-1], c.free[:n-1]
		r.kept -= p.pageTexts.size()
	}
	go func() {
		r.slots <- struct{}{}
		p.decode()
		<-r.slots
		close(p.done)
	}()
}

// leave gives back the page of c that was read to its end.
func (r *parquetReader) leave(c *parquetColumn) {
	if c.skipped || c.at < len(c.pages[0].spans) {
		return
	}
	p := c.pages[0]
	r.held -= p.frees
	r.ahead--
	p.text = nil // may be that of a dictionary
	if n := p.pageTexts.size(); r.kept+n <= memoryAhead {
		c.free = append(c.free, p.pageTexts)
		r.kept += n
	}
	c.pages[0] = nil
	c.pages, c.started, c.at = c.pages[1:], c.started-1, 0
}

// appendRecord appends the record of the i-th row from here.
func (r *parquetReader) appendRecord(i int) {
	total := recordHeader + 4*len(r.columns)
	for k := range r.columns {
		if c := &r.columns[k]; !c.skipped {
			total += int(c.pages[0].spans[c.at+i].Length)
		}
	}
	long := total > lines.Longest
	if long {
		total = recordHeader + 4
	}
	r.text = binary.LittleEndian.AppendUint32(r.text, uint32(total-4))
	r.text = binary.LittleEndian.AppendUint64(r.text, uint64(r.row)+uint64(i))
	if long {
		r.text = binary.LittleEndian.AppendUint32(r.text, longRecord)
		return
	}
	for k := range r.columns {
		c := &r.columns[k]
		if c.skipped {
			r.text = binary.LittleEndian.AppendUint32(r.text, 0)
			continue
		}
		p := c.pages[0]
		s := p.spans[c.at+i]
		r.text = binary.LittleEndian.AppendUint32(r.text, s.Length)
		r.text = append(r.text, p.text[s.Start:s.Start+s.Length]...)
	}
}
