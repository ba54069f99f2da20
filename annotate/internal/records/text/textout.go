package text

import (
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
)

// NewFENWriter returns a Writer that writes the FEN of each row on a line.
func NewFENWriter(out io.Writer) records.Writer {
	return records.NewRowWriter(out, nil, func(dst []byte, t *records.Table) []byte {
		for _, i := range t.Rows {
			dst = append(append(dst, t.FEN(i)...), '\n')
		}
		return dst
	})
}

// NewCSVWriter returns a Writer for comma-separated values. The first line contains the
// names. If a column has several values, they are numbers separated by spaces.
func NewCSVWriter(out io.Writer, s *records.Schema) records.Writer {
	var header []byte
	comma := func() {
		if len(header) > 0 {
			header = append(header, ',')
		}
	}
	if s.FEN {
		header = append(header, "fen"...)
	}
	for _, f := range s.Fields {
		comma()
		header = appendCSV(header, []byte(f.Name))
	}
	for _, c := range s.Columns {
		comma()
		header = append(header, c.Name...)
	}
	return records.NewRowWriter(out, append(header, '\n'), appendCSVRows)
}

func appendCSVRows(dst []byte, t *records.Table) []byte {
	for _, i := range t.Rows {
		start := len(dst)
		if t.Schema.FEN {
			dst = append(append(dst, t.FEN(i)...), ',')
		}
		for k, f := range t.Schema.Fields {
			switch f.Kind {
			case records.Text, records.JSON:
				text := t.Text(nil, i, k)
				if f.Kind == records.JSON {
					text = records.PlainJSON(text)
				}
				dst = appendCSV(dst, text)
			default: // no character needs quotation marks
				dst = t.AppendField(dst, i, k)
			}
			dst = append(dst, ',')
		}
		for k, c := range t.Schema.Columns {
			dst = append(appendValues(dst, c, &t.Data[k], int(i), ' '), ',')
		}
		if len(dst) > start {
			dst = dst[:len(dst)-1]
		}
		dst = append(dst, '\n')
	}
	return dst
}

// appendCSV appends a field, with quotation marks if necessary.
func appendCSV(dst, text []byte) []byte {
	quoted := false
	for _, c := range text {
		if c == ',' || c == '"' || c == '\n' || c == '\r' {
			quoted = true
			break
		}
	}
	if !quoted {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	for _, c := range text {
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}

// appendValues appends the values of column c in row i as decimal numbers or names.
func appendValues(dst []byte, c *columns.Column, d *columns.Data, i int, separator byte) []byte {
	for k := i * c.Width; k < (i+1)*c.Width; k++ {
		switch c.Kind {
		case columns.Bool:
			dst = append(dst, '0'+d.Bytes[k]&1)
		case columns.Byte:
			dst = strconv.AppendUint(dst, uint64(d.Bytes[k]), 10)
		case columns.Enum:
			dst = append(dst, c.Values[d.Bytes[k]]...)
		case columns.Count:
			dst = strconv.AppendUint(dst, uint64(d.Counts[k]), 10)
		default:
			dst = strconv.AppendUint(dst, d.Words[k], 10)
		}
		dst = append(dst, separator)
	}
	return dst[:len(dst)-1]
}

// NewNDJSONWriter returns a Writer that writes each row as a JSON object on a line. Columns
// with several values are arrays, and booleans are true and false.
func NewNDJSONWriter(out io.Writer, s *records.Schema) records.Writer {
	var names []string // with the text before the value
	name := func(text string) {
		quoted, _ := json.Marshal(text) // strings have no errors
		names = append(names, string(quoted)+":")
	}
	for _, f := range s.Fields {
		name(f.Name)
	}
	for _, c := range s.Columns {
		name(c.Name)
	}
	return records.NewRowWriter(out, nil, func(dst []byte, t *records.Table) []byte {
		for _, i := range t.Rows {
			dst = appendObject(dst, t, i, names)
		}
		return dst
	})
}

func appendObject(dst []byte, t *records.Table, i int32, names []string) []byte {
	dst = append(dst, '{')
	if t.Schema.FEN {
		dst = append(appendJSONString(append(dst, `"fen":`...), t.FEN(i)), ',')
	}
	for k, f := range t.Schema.Fields {
		dst = append(dst, names[k]...)
		switch start := len(dst); f.Kind {
		case records.Text:
			dst = appendJSONString(dst, t.PlainText(i, k, t.Text(nil, i, k)))
		case records.Move:
			dst = append(t.AppendField(append(dst, '"'), i, k), '"')
		default: // NaN and Inf end with a letter, and are null in JSON
			dst = t.AppendField(dst, i, k)
			if len(dst) == start || f.Kind == records.Float && dst[len(dst)-1] > '9' {
				dst = append(dst[:start], "null"...)
			}
		}
		dst = append(dst, ',')
	}
	for k, c := range t.Schema.Columns {
		dst = append(dst, names[len(t.Schema.Fields)+k]...)
		d := &t.Data[k]
		switch {
		case c.Width > 1:
			dst = append(appendValues(append(dst, '['), c, d, int(i), ','), ']')
		case c.Kind == columns.Bool:
			dst = strconv.AppendBool(dst, d.Bytes[i] != 0)
		case c.Kind == columns.Enum:
			dst = appendJSONString(dst, []byte(c.Values[d.Bytes[i]]))
		default:
			dst = appendValues(dst, c, d, int(i), ',')
		}
		dst = append(dst, ',')
	}
	if dst[len(dst)-1] == ',' {
		dst = dst[:len(dst)-1]
	}
	return append(dst, "}\n"...)
}

func appendJSONString(dst, text []byte) []byte {
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			quoted, _ := json.Marshal(string(text)) // strings have no errors
			return append(dst, quoted...)
		}
	}
	return append(append(append(dst, '"'), text...), '"')
}
