package columnar

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/schema"
	"github.com/apache/thrift/lib/go/thrift"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
)

// A parquetWriter writes Apache Parquet, with one row group for each table. Encode makes
// each row group as a separate file in memory, so that several can be encoded at once. Write
// copies the pages to the output, moves the offsets in the metadata, and adds the metadata
// to the footer.
type parquetWriter struct {
	out        io.Writer
	schema     *schema.GroupNode
	properties *parquet.WriterProperties
	describe   metadata.KeyValueMetadata
	footer     *metadata.FileMetaData // without the row groups
	groups     [][]byte               // the encoded metadata of each row group
	groupBytes int                    // the size of all groups
	offset     int64                  // offset of the next row group in the file
}

const (
	parquetMagic     = "PAR1"
	mostRowGroups    = math.MaxInt16 // the number of a row group has 16 bits
	mostGroupBytes   = 1 << 27       // bytes of row groups' metadata, which stay in memory until the end
	parquetPageBytes = 1 << 20
	mostDictionaries = 256 // with more fields the row groups are too small for dictionaries
)

// NewParquetWriter returns a Writer for Parquet. Each table becomes a row group, with pages
// compressed by the named codec: zstd, snappy or none. Numeric fields become int64 and
// double, and other fields and the FEN text. Columns keep their type, but the names in an
// enum become text. A column with several values becomes a binary of fixed length, with
// little-endian words. The file's metadata describe each column, under koggestone. and its
// name.
func NewParquetWriter(out io.Writer, s *records.Schema, codec string) (records.Writer, error) {
	w := &parquetWriter{out: out, offset: int64(len(parquetMagic))}
	options := []parquet.WriterProperty{
		parquet.WithCreatedBy("koggestone"),
		parquet.WithDataPageSize(parquetPageBytes),
		parquet.WithDictionaryDefault(false),
		parquet.WithStatsFor("fen", false), // its least and greatest text are useless
	}
	switch codec {
	case "", "zstd":
		options = append(options, parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCompressionLevel(1))
	case "snappy":
		options = append(options, parquet.WithCompression(compress.Codecs.Snappy))
	case "none":
	default:
		return nil, fmt.Errorf("compression of Parquet: expected zstd, snappy or none, found %q", codec)
	}
	for _, f := range s.Fields {
		if !f.Kind.IsNumber() {
			options = append(options, parquet.WithDictionaryFor(f.Name, len(s.Fields) <= mostDictionaries), parquet.WithStatsFor(f.Name, false))
		}
	}
	for _, c := range s.Columns {
		switch c.Kind {
		case columns.Byte, columns.Count:
			options = append(options, parquet.WithEncodingFor(c.Name, parquet.Encodings.DeltaBinaryPacked))
		case columns.Enum:
			options = append(options, parquet.WithDictionaryFor(c.Name, true))
		}
		if err := w.describe.Append(records.MetadataKey+"."+c.Name, records.Describe(c)); err != nil {
			return nil, err
		}
	}
	w.properties = parquet.NewWriterProperties(options...)
	var err error
	if w.schema, err = parquetSchema(s, w.properties); err != nil {
		return nil, err
	}
	empty := new(rowGroup)
	if err := empty.encode(w, &records.Table{Schema: s}); err != nil {
		return nil, err
	}
	w.footer = empty.meta
	_, err = io.WriteString(out, parquetMagic)
	return w, err
}

// parquetSchema returns the columns of the file.
func parquetSchema(s *records.Schema, properties *parquet.WriterProperties) (*schema.GroupNode, error) {
	var nodes schema.FieldList
	add := func(name string, repetition parquet.Repetition, logical schema.LogicalType, physical parquet.Type, size int) error {
		node, err := schema.NewPrimitiveNodeLogical(name, repetition, logical, physical, size, -1)
		nodes = append(nodes, node)
		return err
	}
	var errs []error
	if s.FEN {
		errs = append(errs, add("fen", parquet.Repetitions.Required, schema.StringLogicalType{}, parquet.Types.ByteArray, -1))
	}
	for _, f := range s.Fields {
		logical, physical := schema.LogicalType(schema.StringLogicalType{}), parquet.Types.ByteArray
		switch f.Kind {
		case records.Int:
			logical, physical = schema.NewIntLogicalType(64, true), parquet.Types.Int64
		case records.Float:
			logical, physical = schema.NoLogicalType{}, parquet.Types.Double
		}
		errs = append(errs, add(f.Name, parquet.Repetitions.Optional, logical, physical, -1))
	}
	for _, c := range s.Columns {
		logical, physical, size := schema.LogicalType(schema.NoLogicalType{}), parquet.Types.Boolean, -1
		switch {
		case c.Width > 1:
			physical, size = parquet.Types.FixedLenByteArray, c.Size()
		case c.Kind == columns.Byte:
			logical, physical = schema.NewIntLogicalType(8, false), parquet.Types.Int32
		case c.Kind == columns.Count:
			logical, physical = schema.NewIntLogicalType(16, false), parquet.Types.Int32
		case c.Kind == columns.Enum:
			logical, physical = schema.StringLogicalType{}, parquet.Types.ByteArray
		case c.Kind != columns.Bool:
			logical, physical = schema.NewIntLogicalType(64, false), parquet.Types.Int64
		}
		errs = append(errs, add(c.Name, parquet.Repetitions.Required, logical, physical, size))
	}
	if len(nodes) == 0 {
		return nil, records.ErrNoColumns
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return schema.NewGroupNode(properties.RootName(), properties.RootRepetition(), nodes, -1)
}

// A rowGroup is a table as a Parquet file in memory, with scratch memory for its columns.
type rowGroup struct {
	file   bytes.Buffer
	meta   *metadata.FileMetaData
	levels []int16 // definition levels: 1 for a value, 0 for a missing value
	bools  []bool
	ints   []int32
	longs  []int64
	floats []float64
	texts  []parquet.ByteArray
	words  []parquet.FixedLenByteArray
	bytes  []byte
}

func (w *parquetWriter) Encode(t *records.Table, scratch any) (any, error) {
	g, ok := scratch.(*rowGroup)
	if !ok {
		g = new(rowGroup)
	}
	return g, g.encode(w, t)
}

// encode writes t as a file. If t has no rows, the file has no row group.
func (g *rowGroup) encode(w *parquetWriter, t *records.Table) error {
	g.file.Reset()
	f, err := file.NewParquetWriterWithError(&g.file, w.schema, file.WithWriterProps(w.properties), file.WithWriteMetadata(w.describe))
	if err != nil {
		return err
	}
	if len(t.Rows) > 0 {
		group, err := f.AppendRowGroupChecked()
		if err != nil {
			return err
		}
		for k := range w.schema.NumFields() {
			column, err := group.NextColumn()
			if err != nil {
				return err
			}
			if err := g.write(column, t, k); err != nil {
				return err
			}
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	g.meta, err = f.FileMetadata()
	return err
}

// write writes field k of the schema: the FEN, an input field or a column.
func (g *rowGroup) write(out file.ColumnChunkWriter, t *records.Table, k int) error {
	g.bools, g.ints, g.longs, g.floats = g.bools[:0], g.ints[:0], g.longs[:0], g.floats[:0]
	g.texts, g.words, g.bytes = g.texts[:0], g.words[:0], g.bytes[:0]
	var levels []int16 // definition levels of an optional column
	if t.Schema.FEN {
		k--
	}
	switch {
	case k < 0:
		for _, i := range t.Rows {
			g.texts = append(g.texts, t.FEN(i))
		}
	case k < len(t.Schema.Fields):
		g.setField(t, k)
		levels = g.levels
	default:
		k -= len(t.Schema.Fields)
		g.setColumn(t.Schema.Columns[k], &t.Data[k], t.Rows)
	}
	var err error
	switch out := out.(type) {
	case *file.BooleanColumnChunkWriter:
		_, err = out.WriteBatch(g.bools, nil, nil)
	case *file.Int32ColumnChunkWriter:
		_, err = out.WriteBatch(g.ints, nil, nil)
	case *file.Int64ColumnChunkWriter:
		_, err = out.WriteBatch(g.longs, levels, nil)
	case *file.Float64ColumnChunkWriter:
		_, err = out.WriteBatch(g.floats, levels, nil)
	case *file.ByteArrayColumnChunkWriter:
		_, err = out.WriteBatch(g.texts, levels, nil)
	case *file.FixedLenByteArrayColumnChunkWriter:
		_, err = out.WriteBatch(g.words, nil, nil)
	}
	return errors.Join(err, out.Close())
}

// setField sets the values and levels of input field k.
func (g *rowGroup) setField(t *records.Table, k int) {
	g.levels = g.levels[:0]
	f := t.Schema.Fields[k]
	for _, i := range t.Rows {
		var ok bool
		if f.Kind.IsNumber() {
			var bits uint64
			if bits, ok = t.Number(i, k); ok && f.Kind == records.Int {
				g.longs = append(g.longs, int64(bits))
			} else if ok {
				g.floats = append(g.floats, math.Float64frombits(bits))
			}
		} else {
			text := t.Text(&g.bytes, i, k)
			if ok = len(text) > 0; ok {
				g.texts = append(g.texts, t.PlainText(i, k, text))
			}
		}
		level := int16(0)
		if ok {
			level = 1
		}
		g.levels = append(g.levels, level)
	}
}

// setColumn sets a column's values for the given rows.
func (g *rowGroup) setColumn(c *columns.Column, d *columns.Data, rows []int32) {
	switch {
	case c.Width > 1:
		for _, i := range rows {
			for _, word := range d.Words[int(i)*c.Width:][:c.Width] {
				g.bytes = binary.LittleEndian.AppendUint64(g.bytes, word)
			}
		}
		for b := range slices.Chunk(g.bytes, c.Size()) {
			g.words = append(g.words, b)
		}
	case c.Kind == columns.Bool:
		for _, i := range rows {
			g.bools = append(g.bools, d.Bytes[i] != 0)
		}
	case c.Kind == columns.Byte:
		for _, i := range rows {
			g.ints = append(g.ints, int32(d.Bytes[i]))
		}
	case c.Kind == columns.Count:
		for _, i := range rows {
			g.ints = append(g.ints, int32(d.Counts[i]))
		}
	case c.Kind == columns.Enum:
		names := make([]parquet.ByteArray, len(c.Values))
		for v, name := range c.Values {
			names[v] = []byte(name)
		}
		for _, i := range rows {
			g.texts = append(g.texts, names[d.Bytes[i]])
		}
	default:
		for _, i := range rows {
			g.longs = append(g.longs, int64(d.Words[i]))
		}
	}
}

func (w *parquetWriter) Write(encoded any) error {
	g := encoded.(*rowGroup)
	if g.meta.NumRowGroups() == 0 {
		return nil
	}
	most := mostGroupBytes
	if w.schema.NumFields() > mostDictionaries { // the blocks of many columns need more memory
		most /= 2
	}
	if len(w.groups) == mostRowGroups || w.groupBytes > most {
		return fmt.Errorf("%d row groups of %d columns are too many for a Parquet file: divide the input into shares, or choose fewer columns and fields", len(w.groups), w.schema.NumFields())
	}
	data := g.file.Bytes()
	tail := 8 + int(binary.LittleEndian.Uint32(data[len(data)-8:]))
	pages := data[len(parquetMagic) : len(data)-tail]
	shift := w.offset - int64(len(parquetMagic))
	group := g.meta.RowGroups[0]
	for _, c := range group.Columns {
		c.FileOffset += shift
		c.MetaData.DataPageOffset += shift
		if c.MetaData.DictionaryPageOffset != nil {
			*c.MetaData.DictionaryPageOffset += shift
		}
	}
	*group.FileOffset += shift
	*group.Ordinal = int16(len(w.groups))
	if _, err := w.out.Write(pages); err != nil {
		return err
	}
	w.offset += int64(len(pages))
	w.footer.NumRows += group.NumRows
	meta := thrift.NewTMemoryBuffer()
	if err := group.Write(context.Background(), thrift.NewTCompactProtocolConf(meta, nil)); err != nil {
		return err
	}
	w.groups = append(w.groups, bytes.Clone(meta.Bytes()))
	w.groupBytes += meta.Len()
	return nil
}

// Close writes the footer.
func (w *parquetWriter) Close() error {
	out := bufio.NewWriter(w.out)
	counted := &footerCounter{Writer: out}
	w.footer.RowGroups = nil
	p := &footerProtocol{TProtocol: thrift.NewTCompactProtocolConf(thrift.NewStreamTransportW(counted), nil), w: w, out: counted}
	ctx := context.Background()
	if err := errors.Join(w.footer.FileMetaData.Write(ctx, p), p.Flush(ctx)); err != nil {
		return err
	}
	if counted.n > math.MaxInt32 {
		return errors.New("the footer of Parquet has more than 2 GiB")
	}
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(counted.n)))
	out.WriteString(parquetMagic)
	return out.Flush()
}

// A footerCounter counts the bytes of a footer.
type footerCounter struct {
	io.Writer
	n int
}

func (c *footerCounter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += n
	return n, err
}

// A footerProtocol encodes a footer. It inserts the row groups, which have already been
// encoded.
type footerProtocol struct {
	thrift.TProtocol
	w        *parquetWriter
	out      io.Writer
	inGroups bool // whether the next list is the list of row groups
}

func (p *footerProtocol) WriteFieldBegin(ctx context.Context, name string, of thrift.TType, id int16) error {
	p.inGroups = name == "row_groups"
	return p.TProtocol.WriteFieldBegin(ctx, name, of, id)
}

func (p *footerProtocol) WriteListBegin(ctx context.Context, of thrift.TType, n int) error {
	if !p.inGroups {
		return p.TProtocol.WriteListBegin(ctx, of, n)
	}
	p.inGroups = false
	if err := p.TProtocol.WriteListBegin(ctx, of, len(p.w.groups)); err != nil {
		return err
	}
	if err := p.Flush(ctx); err != nil {
		return err
	}
	for _, group := range p.w.groups {
		if _, err := p.out.Write(group); err != nil {
			return err
		}
	}
	return nil
}
