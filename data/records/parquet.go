package records

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// An ordered group keeps its fields in the order of a schema, where parquet.Group sorts
// them by name.
type orderedGroup struct {
	parquet.Group
	names []string
}

func (g orderedGroup) Fields() []parquet.Field {
	fields := g.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int {
		return slices.Index(g.names, a.Name()) - slices.Index(g.names, b.Name())
	})
	return fields
}

// A parquetWriter writes Apache Parquet, a row group a table. Each row group is made as
// a file of its own in memory; its pages are copied, and what the footer needs of it is
// kept, so that a file can be gone on with that has no footer yet.
type parquetWriter struct {
	out    io.Writer
	config *parquet.WriterConfig
	footer format.FileMetaData // without row groups
	offset int64               // where the next row group starts
	groups []parquetGroup
	fresh  int // the first of groups that State did not return
}

// A parquetGroup is what the footer needs of a row group that was written, in Thrift's
// compact protocol: the metadata, and the indexes of each column.
type parquetGroup struct {
	Meta    []byte   `json:"meta"`
	Columns [][]byte `json:"columns"`
	Offsets [][]byte `json:"offsets"`
	End     int64    `json:"end"` // where the row group ends in the file
}

const parquetMagic = "PAR1"

// NewParquetWriter returns a Writer of Parquet: row groups of the rows of a table, pages
// compressed by codec. Fields that are numbers become int64 and double, other fields and
// the FEN text; columns keep their type, names of an enum are text. A column of several
// values becomes a binary of fixed length, its words little-endian. The file's metadata
// hold what each column is, under koggestone and its name.
func NewParquetWriter(out io.Writer, s *Schema, codec compress.Codec) (Writer, error) {
	g := orderedGroup{Group: parquet.Group{}}
	add := func(name string, node parquet.Node) {
		g.Group[name] = node
		g.names = append(g.names, name)
	}
	options := []parquet.WriterOption{
		parquet.Compression(codec),
		parquet.CreatedBy("koggestone", "0", "0"),
		parquet.DataPageStatistics(true),
		parquet.PageBufferSize(1 << 20),
	}
	if s.FEN {
		add("fen", parquet.Encoded(parquet.String(), &parquet.Plain))
	}
	for _, f := range s.Fields {
		node := parquet.String()
		switch f.Kind {
		case Int:
			node = parquet.Int(64)
		case Float:
			node = parquet.Leaf(parquet.DoubleType)
		}
		add(f.Name, parquet.Optional(node))
	}
	for _, c := range s.Columns {
		add(c.Name, nodeOf(c))
		options = append(options, parquet.KeyValueMetadata(metadataKey+"."+c.Name, describe(c)))
	}
	if len(g.names) == 0 {
		return nil, errNoColumns
	}
	options = append(options, parquet.NewSchema("koggestone", g))
	config, err := parquet.NewWriterConfig(options...)
	if err != nil {
		return nil, err
	}
	w := &parquetWriter{out: out, config: config, offset: int64(len(parquetMagic))}
	empty := parquet.NewGenericWriter[any](io.Discard, config)
	if err := empty.Close(); err != nil {
		return nil, err
	}
	w.footer = *empty.File().Metadata()
	_, err = io.WriteString(out, parquetMagic)
	return w, err
}

// nodeOf returns the type of a column.
func nodeOf(c *columns.Column) parquet.Node {
	if c.Width > 1 {
		return parquet.Leaf(parquet.FixedLenByteArrayType(c.Size()))
	}
	switch c.Kind {
	case columns.Bool:
		return parquet.Leaf(parquet.BooleanType)
	case columns.Byte:
		return parquet.Encoded(parquet.Uint(8), &parquet.DeltaBinaryPacked)
	case columns.Count:
		return parquet.Encoded(parquet.Uint(16), &parquet.DeltaBinaryPacked)
	case columns.Enum:
		return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	}
	return parquet.Uint(64)
}

// A rowGroup is a table as a file of Parquet, and the memory that it was made with.
type rowGroup struct {
	file   bytes.Buffer
	writer *parquet.GenericWriter[any]
	values []parquet.Value
	bytes  []byte

	rows int
	meta format.RowGroup // as in file
}

func (w *parquetWriter) Encode(t *Table, scratch any) (any, error) {
	g, ok := scratch.(*rowGroup)
	if !ok {
		g = &rowGroup{}
		g.writer = parquet.NewGenericWriter[any](&g.file, w.config)
	}
	g.file.Reset()
	g.writer.Reset(&g.file)
	if g.rows = len(t.Rows); g.rows == 0 {
		return g, nil
	}
	for k, column := range g.writer.ColumnWriters() {
		if err := g.setValues(t, k); err != nil {
			return nil, err
		}
		// In parts: a page that is full ends between two calls.
		for values := range slices.Chunk(g.values, 1<<13) {
			if _, err := column.WriteRowValues(values); err != nil {
				return nil, err
			}
		}
	}
	if err := g.writer.Close(); err != nil {
		return nil, err
	}
	g.meta = g.writer.File().Metadata().RowGroups[0]
	return g, nil
}

// setValues sets the values of g to those of column k of the file.
func (g *rowGroup) setValues(t *Table, k int) error {
	g.values, g.bytes = g.values[:0], g.bytes[:0]
	at := k
	if t.Schema.FEN {
		if k == 0 {
			for _, i := range t.Rows {
				g.values = append(g.values, parquet.ByteArrayValue(t.FEN(i)))
			}
			return nil
		}
		k--
	}
	if k < len(t.Schema.Fields) {
		return g.setFields(t, k, at)
	}
	k -= len(t.Schema.Fields)
	c, d := t.Schema.Columns[k], &t.Data[k]
	for _, i := range t.Rows {
		var v parquet.Value
		switch {
		case c.Width > 1:
			start := len(g.bytes)
			for _, word := range d.Words[int(i)*c.Width : (int(i)+1)*c.Width] {
				g.bytes = binary.LittleEndian.AppendUint64(g.bytes, word)
			}
			v = parquet.FixedLenByteArrayValue(g.bytes[start:])
		case c.Kind == columns.Bool:
			v = parquet.BooleanValue(d.Bytes[i] != 0)
		case c.Kind == columns.Byte:
			v = parquet.Int32Value(int32(d.Bytes[i]))
		case c.Kind == columns.Enum:
			v = parquet.ByteArrayValue([]byte(c.Values[d.Bytes[i]]))
		case c.Kind == columns.Count:
			v = parquet.Int32Value(int32(d.Counts[i]))
		default:
			v = parquet.Int64Value(int64(d.Words[i]))
		}
		g.values = append(g.values, v) // required: its level is 0
	}
	return nil
}

// setFields sets the values of g to field k, column at of the file.
func (g *rowGroup) setFields(t *Table, k, at int) error {
	f := t.Schema.Fields[k]
	none := parquet.NullValue().Level(0, 0, at)
	for _, i := range t.Rows {
		var v parquet.Value
		if f.Kind.IsNumber() {
			bits, ok, err := t.numberBits(i, k)
			switch {
			case err != nil:
				return err
			case !ok:
				g.values = append(g.values, none)
				continue
			case f.Kind == Int:
				v = parquet.Int64Value(int64(bits))
			default:
				v = parquet.DoubleValue(math.Float64frombits(bits))
			}
		} else {
			text := t.text(&g.bytes, i, k)
			if len(text) == 0 {
				g.values = append(g.values, none)
				continue
			}
			v = parquet.ByteArrayValue(plainText(f, text))
		}
		g.values = append(g.values, v.Level(0, 1, at))
	}
	return nil
}

func (w *parquetWriter) Write(encoded any) error {
	g := encoded.(*rowGroup)
	if g.rows == 0 {
		return nil
	}
	if len(w.groups) == parquet.MaxRowGroups {
		return fmt.Errorf("more than %d row groups, which Parquet cannot hold: cut the input by --shard", parquet.MaxRowGroups)
	}
	file, meta := g.file.Bytes(), &g.meta
	pages := file[len(parquetMagic):meta.Columns[0].ColumnIndexOffset]
	shift := w.offset - int64(len(parquetMagic))
	group := parquetGroup{End: w.offset + int64(len(pages))}
	for k := range meta.Columns {
		c := &meta.Columns[k]
		group.Columns = append(group.Columns, bytes.Clone(file[c.ColumnIndexOffset:][:c.ColumnIndexLength]))
		offsets, err := shiftOffsets(file[c.OffsetIndexOffset:][:c.OffsetIndexLength], shift)
		if err != nil {
			return err
		}
		group.Offsets = append(group.Offsets, offsets)
		c.MetaData.PathInSchema = []string{w.footer.Schema[1+k].Name} // the library's Reset forgets it
		c.MetaData.DataPageOffset += shift
		if c.MetaData.DictionaryPageOffset > 0 {
			c.MetaData.DictionaryPageOffset += shift
		}
	}
	meta.FileOffset += shift
	meta.Ordinal = int16(len(w.groups))
	var err error
	if group.Meta, err = thrift.Marshal(&thrift.CompactProtocol{}, meta); err != nil {
		return err
	}
	if _, err := w.out.Write(pages); err != nil {
		return err
	}
	w.offset = group.End
	w.groups = append(w.groups, group)
	return nil
}

// shiftOffsets returns an offset index whose pages lie that many bytes behind those of
// index.
func shiftOffsets(index []byte, shift int64) ([]byte, error) {
	var offsets format.OffsetIndex
	if err := thrift.Unmarshal(&thrift.CompactProtocol{}, index, &offsets); err != nil {
		return nil, err
	}
	for k := range offsets.PageLocations {
		offsets.PageLocations[k].Offset += shift
	}
	return thrift.Marshal(&thrift.CompactProtocol{}, &offsets)
}

// State returns the row groups since the last call.
func (w *parquetWriter) State() any {
	fresh := w.groups[w.fresh:]
	w.fresh = len(w.groups)
	return fresh
}

func (w *parquetWriter) Restore(state json.RawMessage) error {
	var groups []parquetGroup
	if err := json.Unmarshal(state, &groups); err != nil {
		return err
	}
	w.groups = append(w.groups, groups...)
	if n := len(w.groups); n > 0 {
		w.offset = w.groups[n-1].End
	}
	w.fresh = len(w.groups)
	return nil
}

// Close writes the indexes of all row groups and the footer.
func (w *parquetWriter) Close() error {
	var tail bytes.Buffer
	footer := w.footer
	for _, group := range w.groups {
		var meta format.RowGroup
		if err := thrift.Unmarshal(&thrift.CompactProtocol{}, group.Meta, &meta); err != nil {
			return err
		}
		for k, index := range group.Columns {
			meta.Columns[k].ColumnIndexOffset = w.offset + int64(tail.Len())
			tail.Write(index)
		}
		footer.RowGroups = append(footer.RowGroups, meta)
		footer.NumRows += meta.NumRows
	}
	for i, group := range w.groups {
		for k, index := range group.Offsets {
			footer.RowGroups[i].Columns[k].OffsetIndexOffset = w.offset + int64(tail.Len())
			tail.Write(index)
			footer.RowGroups[i].Columns[k].OffsetIndexLength = int32(len(index))
		}
	}
	encoded, err := thrift.Marshal(&thrift.CompactProtocol{}, &footer)
	if err != nil {
		return err
	}
	tail.Write(encoded)
	tail.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(encoded))))
	tail.WriteString(parquetMagic)
	_, err = w.out.Write(tail.Bytes())
	return err
}
