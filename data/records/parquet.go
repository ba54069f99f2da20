package records

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/koggestone/koggestone/data/columns"
)

// A parquetWriter writes Apache Parquet, one row group for each table. Encode makes each row
// group as a file of its own in memory, so that several are encoded at once. Write copies
// its pages to the output and its metadata, with their offsets moved, to the footer.
type parquetWriter struct {
	out        io.Writer
	schema     *arrow.Schema
	properties *parquet.WriterProperties
	describe   metadata.KeyValueMetadata
	footer     *metadata.FileMetaData
	offset     int64 // of the next row group
	fresh      int   // the first row group that State has not returned
}

const (
	parquetMagic     = "PAR1"
	mostRowGroups    = math.MaxInt16 // the number of a row group has 16 bits
	parquetPageBytes = 1 << 20
)

// NewParquetWriter returns a Writer of Parquet. Each table becomes a row group, with pages
// compressed by the named codec: zstd, snappy or none. Fields that are numbers become int64
// and double, other fields and the FEN text. Columns keep their type; the names of an enum
// are text. A column of several values becomes a binary of fixed length, with
// little-endian words. The metadata of the file describe each column, under koggestone. and
// its name.
func NewParquetWriter(out io.Writer, s *Schema, codec string) (Writer, error) {
	schema, err := arrowSchema(s, func(c *columns.Column) arrow.DataType {
		return &arrow.FixedSizeBinaryType{ByteWidth: c.Size()}
	})
	if err != nil {
		return nil, err
	}
	w := &parquetWriter{out: out, schema: schema, offset: int64(len(parquetMagic))}
	options := []parquet.WriterProperty{
		parquet.WithCreatedBy("koggestone"),
		parquet.WithDataPageSize(parquetPageBytes),
		parquet.WithDictionaryDefault(false),
		parquet.WithStatsFor("fen", false), // its least and greatest text are of no use
	}
	switch codec {
	case "zstd":
		options = append(options, parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCompressionLevel(1))
	case "snappy":
		options = append(options, parquet.WithCompression(compress.Codecs.Snappy))
	case "none":
	default:
		return nil, fmt.Errorf("compression of Parquet: expected zstd, snappy or none, found %q", codec)
	}
	for _, f := range s.Fields {
		if !f.Kind.IsNumber() {
			options = append(options, parquet.WithDictionaryFor(f.Name, true))
		}
	}
	for _, c := range s.Columns {
		switch c.Kind {
		case columns.Byte, columns.Count:
			options = append(options, parquet.WithEncodingFor(c.Name, parquet.Encodings.DeltaBinaryPacked))
		case columns.Enum:
			options = append(options, parquet.WithDictionaryFor(c.Name, true))
		}
		if err := w.describe.Append(metadataKey+"."+c.Name, describe(c)); err != nil {
			return nil, err
		}
	}
	w.properties = parquet.NewWriterProperties(options...)
	empty := new(rowGroup)
	if err := empty.encode(w); err != nil {
		return nil, err
	}
	w.footer = empty.meta
	_, err = io.WriteString(out, parquetMagic)
	return w, err
}

// A rowGroup is a table as a Parquet file in memory, with its scratch memory.
type rowGroup struct {
	arrowBatch
	levels []int16
	file   bytes.Buffer
	meta   *metadata.FileMetaData
}

func (w *parquetWriter) Encode(t *Table, scratch any) (any, error) {
	g, ok := scratch.(*rowGroup)
	if !ok {
		g = new(rowGroup)
	}
	g.batch = nil
	if len(t.Rows) > 0 {
		g.arrowBatch.set(t, w.schema)
	}
	return g, g.encode(w)
}

// encode writes the batch of g as a file, without a row group if the batch is nil.
func (g *rowGroup) encode(w *parquetWriter) error {
	g.file.Reset()
	properties := pqarrow.DefaultWriterProps()
	schema, err := pqarrow.ToParquet(w.schema, w.properties, properties)
	if err != nil {
		return err
	}
	f, err := file.NewParquetWriterWithError(&g.file, schema.Root(), file.WithWriterProps(w.properties), file.WithWriteMetadata(w.describe))
	if err != nil {
		return err
	}
	if g.batch != nil {
		defer g.batch.Release()
		group, err := f.AppendRowGroupChecked()
		if err != nil {
			return err
		}
		ctx := pqarrow.NewArrowWriteContext(context.Background(), &properties)
		for k, values := range g.batch.Columns() {
			column, err := group.NextColumn()
			if err != nil {
				return err
			}
			if err := pqarrow.WriteArrowToColumn(ctx, column, values, g.levelsOf(values, w.schema.Field(k).Nullable), nil, w.schema.Field(k).Nullable); err != nil {
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

// levelsOf returns the definition levels of a column: 1 for a value, 0 for none.
func (g *rowGroup) levelsOf(values arrow.Array, nullable bool) []int16 {
	if !nullable {
		return nil
	}
	g.levels = g.levels[:0]
	for i := range values.Len() {
		level := int16(1)
		if values.IsNull(i) {
			level = 0
		}
		g.levels = append(g.levels, level)
	}
	return g.levels
}

func (w *parquetWriter) Write(encoded any) error {
	g := encoded.(*rowGroup)
	if g.batch == nil {
		return nil
	}
	if w.footer.NumRowGroups() == mostRowGroups {
		return fmt.Errorf("more than %d row groups, which Parquet cannot hold: cut the input by --shard", mostRowGroups)
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
	*group.Ordinal = int16(w.footer.NumRowGroups())
	if _, err := w.out.Write(pages); err != nil {
		return err
	}
	w.offset += int64(len(pages))
	return w.footer.AppendRowGroups(g.meta)
}

// A parquetState is the footer of the row groups since the last call of State.
type parquetState struct {
	Footer []byte `json:"footer"`
	Offset int64  `json:"offset"` // of the next row group
}

// State returns the metadata of the row groups since the last call.
func (w *parquetWriter) State() any {
	var groups []int
	for ; w.fresh < w.footer.NumRowGroups(); w.fresh++ {
		groups = append(groups, w.fresh)
	}
	state := parquetState{Offset: w.offset}
	if meta, err := w.footer.Subset(groups); err == nil { // the numbers are right
		state.Footer, _ = meta.Serialize(context.Background()) // in memory
	}
	return state
}

func (w *parquetWriter) Restore(state json.RawMessage) error {
	var s parquetState
	if err := json.Unmarshal(state, &s); err != nil {
		return err
	}
	meta, err := metadata.NewFileMetaData(s.Footer, nil)
	if err != nil {
		return err
	}
	if err := w.footer.AppendRowGroups(meta); err != nil {
		return err
	}
	w.offset, w.fresh = s.Offset, w.footer.NumRowGroups()
	return nil
}

// Close writes the footer.
func (w *parquetWriter) Close() error {
	var tail bytes.Buffer
	if _, err := w.footer.WriteTo(&tail, nil); err != nil {
		return err
	}
	tail.Write(binary.LittleEndian.AppendUint32(nil, uint32(tail.Len())))
	tail.WriteString(parquetMagic)
	_, err := w.out.Write(tail.Bytes())
	return err
}
