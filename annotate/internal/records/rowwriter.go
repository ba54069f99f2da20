package records

import "io"

// A rowWriter writes rows one after the other.
type rowWriter struct {
	out    io.Writer
	append func(dst []byte, t *Table) []byte
	header []byte // not yet written; nil if there is none
}

func (w *rowWriter) Encode(t *Table, scratch any) (any, error) {
	buf, ok := scratch.(*[]byte)
	if !ok {
		buf = new([]byte)
	}
	*buf = w.append((*buf)[:0], t)
	return buf, nil
}

func (w *rowWriter) Write(encoded any) error {
	rows := *encoded.(*[]byte)
	if len(rows) > 0 && w.header != nil {
		if err := w.Close(); err != nil {
			return err
		}
	}
	_, err := w.out.Write(rows)
	return err
}

// Close writes the header if there are no rows.
func (w *rowWriter) Close() error {
	header := w.header
	w.header = nil
	_, err := w.out.Write(header)
	return err
}

// NewRowWriter returns a Writer of header, if it is not nil, and of the rows that appendRows appends.
func NewRowWriter(out io.Writer, header []byte, appendRows func(dst []byte, t *Table) []byte) Writer {
	return &rowWriter{out, appendRows, header}
}
