package columnar

import (
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
)

// An arrowWriter writes Apache Arrow, one record batch for each table.
type arrowWriter struct {
	schema *arrow.Schema
	writer interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
}

// NewArrowWriter returns a Writer for Apache Arrow's IPC format, without compression:
// either a stream, or a file with an index of its batches at the end. Numeric fields
// become int64 and float64, and other fields and the FEN utf8. Columns keep their type,
// but the names in an enum become utf8. A column with several values becomes a fixed-size
// list. A field's metadata, under koggestone, describe its column.
func NewArrowWriter(out io.Writer, s *records.Schema, stream bool) (records.Writer, error) {
	schema, err := arrowSchema(s)
	if err != nil {
		return nil, err
	}
	w := &arrowWriter{schema: schema}
	if stream {
		w.writer = ipc.NewWriter(out, ipc.WithSchema(w.schema))
		return w, nil
	}
	w.writer, err = ipc.NewFileWriter(out, ipc.WithSchema(w.schema))
	return w, err
}

func arrowSchema(s *records.Schema) (*arrow.Schema, error) {
	var fields []arrow.Field
	if s.FEN {
		fields = append(fields, arrow.Field{Name: "fen", Type: arrow.BinaryTypes.String})
	}
	for _, f := range s.Fields {
		t := arrow.DataType(arrow.BinaryTypes.String)
		switch f.Kind {
		case records.Int:
			t = arrow.PrimitiveTypes.Int64
		case records.Float:
			t = arrow.PrimitiveTypes.Float64
		}
		fields = append(fields, arrow.Field{Name: f.Name, Type: t, Nullable: true})
	}
	for _, c := range s.Columns {
		fields = append(fields, arrow.Field{Name: c.Name, Type: arrowType(c), Metadata: arrow.NewMetadata([]string{records.MetadataKey}, []string{records.Describe(c)})})
	}
	if len(fields) == 0 {
		return nil, records.ErrNoColumns
	}
	return arrow.NewSchema(fields, nil), nil
}

func arrowType(c *columns.Column) arrow.DataType {
	if c.Width > 1 {
		return arrow.FixedSizeListOfNonNullable(int32(c.Width), arrow.PrimitiveTypes.Uint64)
	}
	switch c.Kind {
	case columns.Bool:
		return arrow.FixedWidthTypes.Boolean
	case columns.Byte:
		return arrow.PrimitiveTypes.Uint8
	case columns.Count:
		return arrow.PrimitiveTypes.Uint16
	case columns.Enum:
		return arrow.BinaryTypes.String
	}
	return arrow.PrimitiveTypes.Uint64
}

// An arrowBatch is a table in Arrow's format, with memory for its columns.
type arrowBatch struct {
	batch  arrow.RecordBatch
	memory []arrowMemory
}

// arrowMemory holds the values for one field in the schema.
type arrowMemory struct {
	valid   []byte // a bit for each row, if values can be missing
	nulls   int
	bytes   []byte
	offsets []int32
	counts  []uint16
	words   []uint64
}

func (w *arrowWriter) Encode(t *records.Table, scratch any) (any, error) {
	a, ok := scratch.(*arrowBatch)
	if !ok {
		a = new(arrowBatch)
	}
	a.set(t, w.schema)
	return a, nil
}

func (a *arrowBatch) set(t *records.Table, schema *arrow.Schema) {
	if a.memory == nil {
		a.memory = make([]arrowMemory, schema.NumFields())
	}
	arrays := make([]arrow.Array, len(a.memory))
	for k := range a.memory {
		arrays[k] = array.MakeFromData(a.memory[k].set(t, k, schema.Field(k).Type))
	}
	a.batch = array.NewRecordBatch(schema, arrays, int64(len(t.Rows)))
}

// set fills m with field k in the schema.
func (m *arrowMemory) set(t *records.Table, k int, of arrow.DataType) arrow.ArrayData {
	n := len(t.Rows)
	m.nulls = 0
	if t.Schema.FEN {
		if k == 0 {
			m.startTexts()
			for _, i := range t.Rows {
				m.addText(t.FEN(i))
			}
			return m.data(of, n, nil, arrow.Int32Traits.CastToBytes(m.offsets), m.bytes)
		}
		k--
	}
	if k < len(t.Schema.Fields) {
		return m.setField(t, k, of)
	}
	k -= len(t.Schema.Fields)
	c, d := t.Schema.Columns[k], &t.Data[k]
	switch c.Kind {
	case columns.Bool:
		m.bytes = zeros(m.bytes, int(bitutil.BytesForBits(int64(n))))
		for at, i := range t.Rows {
			m.bytes[at/8] |= d.Bytes[i] & 1 << (at % 8)
		}
		return m.data(of, n, nil, m.bytes)
	case columns.Byte:
		m.bytes = gather(m.bytes[:0], d.Bytes, 1, t.Rows)
		return m.data(of, n, nil, m.bytes)
	case columns.Enum:
		m.startTexts()
		for _, i := range t.Rows {
			m.addText([]byte(c.Values[d.Bytes[i]]))
		}
		return m.data(of, n, nil, arrow.Int32Traits.CastToBytes(m.offsets), m.bytes)
	case columns.Count:
		m.counts = gather(m.counts[:0], d.Counts, 1, t.Rows)
		return m.data(of, n, nil, arrow.Uint16Traits.CastToBytes(m.counts))
	}
	m.words = gather(m.words[:0], d.Words, c.Width, t.Rows)
	words := arrow.Uint64Traits.CastToBytes(m.words)
	if c.Width == 1 {
		return m.data(of, n, nil, words)
	}
	values := m.data(arrow.PrimitiveTypes.Uint64, n*c.Width, nil, words)
	return array.NewData(of, n, []*memory.Buffer{nil}, []arrow.ArrayData{values}, 0, 0)
}

// setField fills m with a field from the inputs.
func (m *arrowMemory) setField(t *records.Table, k int, of arrow.DataType) arrow.ArrayData {
	n := len(t.Rows)
	f := t.Schema.Fields[k]
	m.valid = zeros(m.valid, int(bitutil.BytesForBits(int64(n))))
	m.words = m.words[:0]
	m.startTexts()
	var scratch []byte
	for at, i := range t.Rows {
		var ok bool
		if f.Kind.IsNumber() {
			var word uint64
			word, ok = t.Number(i, k)
			m.words = append(m.words, word)
		} else {
			scratch = scratch[:0]
			text := t.Text(&scratch, i, k)
			ok = len(text) > 0
			m.addText(t.PlainText(i, k, text))
		}
		if ok {
			bitutil.SetBit(m.valid, at)
		} else {
			m.nulls++
		}
	}
	if f.Kind.IsNumber() {
		return m.data(of, n, m.valid, arrow.Uint64Traits.CastToBytes(m.words))
	}
	return m.data(of, n, m.valid, arrow.Int32Traits.CastToBytes(m.offsets), m.bytes)
}

// startTexts prepares m for texts.
func (m *arrowMemory) startTexts() { m.bytes, m.offsets = m.bytes[:0], append(m.offsets[:0], 0) }

func (m *arrowMemory) addText(text []byte) {
	m.bytes = append(m.bytes, text...)
	m.offsets = append(m.offsets, int32(len(m.bytes)))
}

// data returns n values in the given buffers.
func (m *arrowMemory) data(of arrow.DataType, n int, valid []byte, buffers ...[]byte) arrow.ArrayData {
	all := []*memory.Buffer{nil}
	if valid != nil {
		all[0] = memory.NewBufferBytes(valid)
	}
	for _, b := range buffers {
		all = append(all, memory.NewBufferBytes(b))
	}
	return array.NewData(of, n, all, nil, m.nulls, 0)
}

func (w *arrowWriter) Write(encoded any) error {
	a := encoded.(*arrowBatch)
	defer a.batch.Release()
	if a.batch.NumRows() == 0 {
		return nil
	}
	return w.writer.Write(a.batch)
}

// Close writes the end. Even without rows, a stream or a file has its schema.
func (w *arrowWriter) Close() error { return w.writer.Close() }

// gather appends the values of some rows, width for each.
func gather[T any](dst, src []T, width int, rows []int32) []T {
	if n := len(rows); n > 0 && int(rows[n-1]-rows[0]) == n-1 { // all rows
		return append(dst, src[int(rows[0])*width:int(rows[n-1]+1)*width]...)
	}
	if width == 1 {
		for _, i := range rows {
			dst = append(dst, src[i])
		}
		return dst
	}
	for _, i := range rows {
		dst = append(dst, src[int(i)*width:(int(i)+1)*width]...)
	}
	return dst
}

// zeros returns n zeros in the memory of s, if that is enough.
func zeros(s []byte, n int) []byte {
	if cap(s) < n {
		return make([]byte, n)
	}
	s = s[:n]
	clear(s)
	return s
}
