package records

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/koggestone/koggestone/internal/columns"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
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

// A parquetWriter writes Apache Parquet, a row group a table.
type parquetWriter struct {
	writer *parquet.GenericWriter[any]
}

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
		doc := c.Doc
		if c.Unit != "" {
			doc += " (" + c.Unit + ")"
		}
		options = append(options, parquet.KeyValueMetadata("koggestone."+c.Name, doc))
	}
	if len(g.names) == 0 {
		return nil, fmt.Errorf("expected columns to write, found none")
	}
	options = append(options, parquet.NewSchema("koggestone", g))
	return &parquetWriter{parquet.NewGenericWriter[any](out, options...)}, nil
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

// A rowGroup is a table as Parquet, and the memory that it was made with.
type rowGroup struct {
	group  *parquet.ConcurrentRowGroupWriter
	rows   int
	values []parquet.Value
	bytes  []byte
}

func (w *parquetWriter) Encode(t *Table, scratch any) (any, error) {
	g, ok := scratch.(*rowGroup)
	if !ok {
		g = &rowGroup{}
	}
	if g.group == nil {
		g.group = w.writer.BeginRowGroup()
	}
	if g.rows = len(t.Rows); g.rows == 0 {
		return g, nil
	}
	for k, column := range g.group.ColumnWriters() {
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
	return g, g.group.Flush()
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
	for _, i := range t.Rows {
		text := t.Field(i, k)
		var v parquet.Value
		switch f := t.Schema.Fields[k]; {
		case len(text) == 0:
			g.values = append(g.values, parquet.NullValue().Level(0, 0, at))
			continue
		case f.Kind == Int:
			n, err := strconv.ParseInt(stringOf(text), 10, 64)
			if err != nil {
				return fmt.Errorf("field %s: %w", f.Name, err)
			}
			v = parquet.Int64Value(n)
		case f.Kind == Float:
			x, err := strconv.ParseFloat(stringOf(text), 64)
			if err != nil {
				return fmt.Errorf("field %s: %w", f.Name, err)
			}
			v = parquet.DoubleValue(x)
		default:
			if f.Kind == JSON {
				text = plainJSON(text)
			}
			if !utf8.Valid(text) {
				text = bytes.ToValidUTF8(text, []byte("\ufffd"))
			}
			v = parquet.ByteArrayValue(text)
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
	_, err := g.group.Commit()
	return err
}

func (w *parquetWriter) Close() error { return w.writer.Close() }
