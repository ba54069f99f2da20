package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/data/columns"
)

// An npyFile is an output file of [newNpyWriter]. It is written from start to end. Then its
// header is written again, because it contains the number of rows.
type npyFile interface {
	io.Writer
	io.WriterAt
}

// npyHeader is the number of bytes before the values. numpy requires a multiple of 64.
const npyHeader = 128

// An npyWriter writes an array for each column in numpy's format, version 1.0.
type npyWriter struct {
	schema *Schema
	files  []npyFile // one for each field in fields, then one for each column
	fields []int     // indices of the number fields in the schema
	rows   int64
}

// npyFiles returns the names of the files for a schema: an array for each field that is a
// number and for each column.
func npyFiles(s *Schema) (names []string) {
	for _, f := range s.Fields {
		if f.Kind.IsNumber() {
			names = append(names, f.Name+".npy")
		}
	}
	for _, c := range s.Columns {
		names = append(names, c.Name+".npy")
	}
	return names
}

// newNpyWriter returns a Writer of numpy arrays to the files of npyFiles. Fields become
// float64, NaN if there is no value. Columns keep their type, and an enum becomes the indices
// of its names. Columns of several values are arrays of two dimensions.
func newNpyWriter(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
	w := &npyWriter{schema: s}
	for k, f := range s.Fields {
		if f.Kind.IsNumber() {
			w.fields = append(w.fields, k)
		}
	}
	for k, f := range files {
		file, ok := f.(npyFile)
		if !ok {
			return nil, errors.New("expected files that can be written at any offset")
		}
		w.files = append(w.files, file)
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

// npyPart is the rows of a table, encoded for each file.
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
		part.bytes[n] = appendFloats(part.bytes[n][:0], t, k)
	}
	for k, c := range t.Schema.Columns {
		n := len(w.fields) + k
		part.bytes[n] = appendRaw(part.bytes[n][:0], c, &t.Data[k], t.Rows)
	}
	return part, nil
}

// appendFloats appends the values of field k of the schema as float64.
func appendFloats(dst []byte, t *Table, k int) []byte {
	values, kind := t.values(k)
	if kind == Float {
		return appendWords(dst, values, 1, t.Rows)
	}
	dst, at := extended(dst, 8*len(t.Rows))
	for _, i := range t.Rows {
		v := noFloat
		if values[i] != noInt {
			v = floatValue(float64(int64(values[i])))
		}
		binary.LittleEndian.PutUint64(dst[at:], uint64(v))
		at += 8
	}
	return dst
}

// appendRaw appends the values of a column in some rows, little-endian.
func appendRaw(dst []byte, c *columns.Column, d *columns.Data, rows []int32) []byte {
	switch c.Kind {
	case columns.Bool, columns.Byte, columns.Enum:
		return gather(dst, d.Bytes, c.Width, rows)
	case columns.Count:
		dst, at := extended(dst, 2*c.Width*len(rows))
		for part := range parts(d.Counts, c.Width, rows) {
			for _, v := range part {
				binary.LittleEndian.PutUint16(dst[at:], v)
				at += 2
			}
		}
		return dst
	}
	return appendWords(dst, d.Words, c.Width, rows)
}

// appendWords appends words, width of them in each of some rows, little-endian.
func appendWords[T ~uint64](dst []byte, words []T, width int, rows []int32) []byte {
	dst, at := extended(dst, 8*width*len(rows))
	for part := range parts(words, width, rows) {
		for _, v := range part {
			binary.LittleEndian.PutUint64(dst[at:], uint64(v))
			at += 8
		}
	}
	return dst
}

// extended returns dst with n more bytes, and their index.
func extended(dst []byte, n int) ([]byte, int) {
	at := len(dst)
	return slices.Grow(dst, n)[:at+n], at
}

// parts returns the values of some rows, width for each row. Adjacent rows are returned
// together.
func parts[T any](values []T, width int, rows []int32) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		if n := len(rows); n > 0 && int(rows[n-1]-rows[0]) == n-1 {
			yield(values[int(rows[0])*width : int(rows[n-1]+1)*width])
			return
		}
		for _, i := range rows {
			if !yield(values[int(i)*width : (int(i)+1)*width]) {
				return
			}
		}
	}
}

func (w *npyWriter) Write(encoded any) error {
	part := encoded.(*npyPart)
	w.rows += part.rows
	for k, f := range w.files {
		if _, err := f.Write(part.bytes[k]); err != nil {
			return err
		}
	}
	return nil
}

func (w *npyWriter) Close() error {
	for k, f := range w.files {
		if _, err := f.WriteAt(w.header(k), 0); err != nil {
			return err
		}
	}
	return nil
}
