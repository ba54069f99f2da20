package records

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unsafe"

	"github.com/koggestone/koggestone/internal/columns"
)

// An NpyFile is a file that is written from start to end, and at its start again.
type NpyFile interface {
	io.Writer
	io.WriterAt
}

// npyHeader is how many bytes stand before the values, of which numpy wants a multiple of
// 64. The number of rows is known at the end.
const npyHeader = 128

// An npyWriter writes one array a column: numpy's format, version 1.0.
type npyWriter struct {
	schema *Schema
	files  []NpyFile // of the fields that are numbers, then of the columns
	fields []int     // which of the schema's fields are numbers
	rows   int64
	fresh  int64 // of them, those that State did not return
}

// NpyNames returns the names of the arrays that a schema becomes: of the fields that are
// numbers and of the columns. Texts have no place in them.
func NpyNames(s *Schema) []string {
	var names []string
	for _, f := range s.Fields {
		if f.Kind == Int || f.Kind == Float {
			names = append(names, f.Name)
		}
	}
	for _, c := range s.Columns {
		names = append(names, c.Name)
	}
	return names
}

// NewNpyWriter returns a Writer of one array a name of [NpyNames]. Fields become float64,
// NaN where there is no value; columns keep their type, and names of an enum become the
// numbers of its values. Columns of several values are arrays of two dimensions.
func NewNpyWriter(s *Schema, files []NpyFile) (Writer, error) {
	w := &npyWriter{schema: s, files: files}
	for k, f := range s.Fields {
		if f.Kind == Int || f.Kind == Float {
			w.fields = append(w.fields, k)
		}
	}
	for k, f := range files {
		if _, err := f.Write(w.header(k)); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// header returns the header of file k.
func (w *npyWriter) header(k int) []byte {
	descr, width := "<f8", 1
	if k -= len(w.fields); k >= 0 {
		c := w.schema.Columns[k]
		descr, width = [...]string{"|b1", "|u1", "|u1", "<u2", "<u8", "<u8"}[c.Kind], c.Width
	}
	shape := strconv.FormatInt(w.rows, 10) + ","
	if width > 1 {
		shape += " " + strconv.Itoa(width)
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape)
	h := make([]byte, 0, npyHeader)
	h = append(h, "\x93NUMPY\x01\x00"...)
	h = binary.LittleEndian.AppendUint16(h, npyHeader-10)
	h = append(h, text...)
	h = append(h, strings.Repeat(" ", npyHeader-1-len(h))...)
	return append(h, '\n')
}

// npyPart is the rows of a table: the bytes of each file.
type npyPart struct {
	rows  int64
	bytes [][]byte
}

func (w *npyWriter) Encode(t *Table, scratch any) (any, error) {
	part, ok := scratch.(*npyPart)
	if !ok {
		part = &npyPart{bytes: make([][]byte, len(w.files))}
	}
	part.rows = int64(len(t.Rows))
	for n, k := range w.fields {
		dst := part.bytes[n][:0]
		for _, i := range t.Rows {
			value := math.NaN()
			if text := t.Field(i, k); len(text) > 0 {
				value, _ = strconv.ParseFloat(stringOf(text), 64)
			}
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(value))
		}
		part.bytes[n] = dst
	}
	for k, c := range t.Schema.Columns {
		n := len(w.fields) + k
		part.bytes[n] = appendRaw(part.bytes[n][:0], c, &t.Data[k], t.Rows)
	}
	return part, nil
}

// appendRaw appends the values of a column in some rows, little-endian.
func appendRaw(dst []byte, c *columns.Column, d *columns.Data, rows []int32) []byte {
	for _, i := range rows {
		for k := int(i) * c.Width; k < (int(i)+1)*c.Width; k++ {
			switch c.Kind {
			case columns.Bool, columns.Byte, columns.Enum:
				dst = append(dst, d.Bytes[k])
			case columns.Count:
				dst = binary.LittleEndian.AppendUint16(dst, d.Counts[k])
			default:
				dst = binary.LittleEndian.AppendUint64(dst, d.Words[k])
			}
		}
	}
	return dst
}

func (w *npyWriter) Write(encoded any) error {
	part := encoded.(*npyPart)
	w.rows += part.rows
	w.fresh += part.rows
	for k, f := range w.files {
		if _, err := f.Write(part.bytes[k]); err != nil {
			return err
		}
	}
	return nil
}

// State returns the number of rows since the last call.
func (w *npyWriter) State() any {
	n := w.fresh
	w.fresh = 0
	return n
}

func (w *npyWriter) Restore(state json.RawMessage) error {
	var n int64
	err := json.Unmarshal(state, &n)
	w.rows += n
	return err
}

func (w *npyWriter) Close() error {
	for k, f := range w.files {
		if _, err := f.WriteAt(w.header(k), 0); err != nil {
			return err
		}
	}
	return nil
}

// stringOf returns text as a string without a copy.
func stringOf(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }
