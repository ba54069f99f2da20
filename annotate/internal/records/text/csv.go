package text

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/internal/quote"
)

// csvFormat is comma-separated values with a line of names. If that line has no comma, tabs or semicolons separate
// the values. Each line is a record. A quoted field can contain commas and doubled quotation marks, but no line
// end, so that a reader can start at any line.
type csvFormat struct {
	records.LineSplitter
	comma   byte
	fen     int // index of the field with the FEN
	names   int // number of fields, including the FEN
	fields  []records.Field
	skipped []bool // fields that are not needed; nil means none
}

// NewCSV returns the format of a file that begins with head, and where its second line
// starts.
func NewCSV(_ string, head []byte, o records.InputOptions) (_ records.Format, start int64, err error) {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	start = int64(min(len(line)+1, len(head)))
	f := &csvFormat{comma: ','}
	for _, other := range []byte{'\t', ';'} {
		if bytes.IndexByte(line, f.comma) < 0 && bytes.IndexByte(line, other) >= 0 {
			f.comma = other
		}
	}
	if len(line) == records.HeadSize {
		return nil, 0, errors.New("line 1: expected the names of the fields, found a line of more than 65536 bytes")
	}
	b := records.Block{Text: bytes.TrimRight(line, "\r")}
	b.Raw = len(b.Text)
	spans, err := f.split(&b, records.Span{Start: 0, Length: uint32(b.Raw)}, nil)
	if err != nil {
		return nil, 0, fmt.Errorf("line 1: %w", err)
	}
	f.fen, f.names = -1, len(spans)
	var names []string
	for i, s := range spans {
		name := strings.TrimSpace(string(b.Bytes(s)))
		if f.fen < 0 && strings.EqualFold(name, o.FENName()) {
			f.fen = i
			continue
		}
		names = append(names, name)
		f.fields = append(f.fields, records.Field{Name: name, Kind: records.Text})
	}
	if f.fen < 0 {
		return nil, 0, fmt.Errorf("line 1: expected names of fields, one of them %q, found %s (InputOptions.FENColumn names it)",
			o.FENName(), quote.Short(strings.Join(names, ",")))
	}
	return f, start, nil
}

func (*csvFormat) Name() string              { return "csv" }
func (f *csvFormat) Fields() []records.Field { return f.fields }

func (f *csvFormat) Without(skipped []bool) records.Format {
	g := *f
	g.skipped = skipped
	return &g
}

func (f *csvFormat) Parse(b *records.Block, r *records.Request) {
	var spans []records.Span
	eachLine(b, r, func(record records.Span) (err error) {
		if spans, err = f.split(b, record, spans[:0]); err != nil {
			return err
		}
		if len(spans) != f.names {
			return fmt.Errorf("expected %d fields as in line 1, found %d", f.names, len(spans))
		}
		if err := b.AddFEN(r, record, spans[f.fen]); err != nil {
			return err
		}
		b.AddTexts(slices.Delete(spans, f.fen, f.fen+1), f.skipped)
		return nil
	})
}

// split appends the fields of a record to dst.
func (f *csvFormat) split(b *records.Block, record records.Span, dst []records.Span) ([]records.Span, error) {
	at, end := int(record.Start), int(record.Start+record.Length)
	for {
		if at < end && b.Text[at] == '"' {
			field, next, err := unquoted(b, at, end)
			if err != nil {
				return dst, err
			}
			dst = append(dst, field)
			if at = next; at < end && b.Text[at] != f.comma {
				return dst, errors.New("expected a comma or the end of the line after a second quotation mark, found other text")
			}
		} else {
			n := bytes.IndexByte(b.Text[at:end], f.comma)
			if n < 0 {
				n = end - at
			}
			dst = append(dst, records.Span{Start: uint32(at), Length: uint32(n)})
			at += n
		}
		if at == end {
			return dst, nil
		}
		at++
	}
}

// unquoted returns the field that begins with the quotation mark at index at, without its
// marks, and the index where it ends.
func unquoted(b *records.Block, at, end int) (field records.Span, next int, err error) {
	start := at + 1
	doubled := false
	for i := start; i < end; i++ {
		if b.Text[i] != '"' {
			continue
		}
		if i+1 < end && b.Text[i+1] == '"' {
			doubled = true
			i++
			continue
		}
		field = records.Span{Start: uint32(start), Length: uint32(i - start)}
		if doubled {
			field = b.Put(bytes.ReplaceAll(b.Text[start:i], []byte(`""`), []byte(`"`)))
		}
		return field, i + 1, nil
	}
	return field, end, errors.New("expected a second quotation mark, found the end of the line, which fields cannot hold")
}
