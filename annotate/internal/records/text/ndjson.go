package text

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/lines"
)

// ndjsonFormat reads JSON objects, one on each line. The objects at the start of the file
// determine the fields.
type ndjsonFormat struct {
	records.LineSplitter
	fen     string // name of the field with the FEN
	fields  []records.Field
	index   map[string]int // indices of the fields by name
	skipped []bool         // fields that are not needed; nil means none
}

// NewNDJSON returns the format of a file that begins with head, and that its records start at 0.
func NewNDJSON(_ string, head []byte, o records.InputOptions) (_ records.Format, start int64, err error) {
	if !json.Valid(records.FirstLine(head)) {
		return nil, 0, errors.New("line 1: expected a JSON object of at most 65536 bytes")
	}
	f := new(ndjsonFormat)
	var names []string
	seen := map[string]bool{}
	b := records.Block{Text: bytes.Clone(head), Raw: len(head)}
	for line := range lines.Records(head) {
		record := records.Span{Start: uint32(line.Start), Length: uint32(line.End - line.Start)}
		if !json.Valid(b.Bytes(record)) { // Parse rejects it, unless head cuts it off
			continue
		}
		err := eachMember(&b, record, func(name, _ records.Span) {
			text := string(b.Bytes(name))
			if f.fen == "" && strings.EqualFold(text, o.FENName()) {
				f.fen = text
			} else if text != f.fen && !seen[text] {
				seen[text] = true
				names = append(names, text)
			}
		})
		if err != nil && len(names) == 0 && f.fen == "" {
			return nil, 0, fmt.Errorf("line 1: %w", err)
		}
	}
	if f.fen == "" {
		return nil, 0, fmt.Errorf("expected objects with a field %q, found the fields %s (InputOptions.FENColumn names it)", o.FENName(), records.ShownNames(names))
	}
	f.index = map[string]int{}
	for k, name := range names {
		f.fields = append(f.fields, records.Field{Name: name, Kind: records.JSON})
		f.index[name] = k
	}
	return f, 0, nil
}

// WithFields returns the format with the fields of the first file, if it has the same format.
func (f *ndjsonFormat) WithFields(first records.Format) records.Format {
	other, ok := first.(*ndjsonFormat)
	if !ok {
		return f
	}
	g := *other
	g.fen = f.fen
	return &g
}

func (*ndjsonFormat) Name() string              { return "ndjson" }
func (f *ndjsonFormat) Fields() []records.Field { return f.fields }

func (f *ndjsonFormat) Without(skipped []bool) records.Format {
	g := *f
	g.skipped = skipped
	return &g
}

func (f *ndjsonFormat) Parse(b *records.Block, r *records.Request) {
	values := make([]records.Span, len(f.fields))
	noted := map[records.UnknownField]bool{}
	eachLine(b, r, func(record records.Span) error {
		if !json.Valid(b.Bytes(record)) {
			return errors.New("expected a JSON object")
		}
		clear(values)
		var fenText records.Span
		var unknown *records.UnknownField
		repeated := ""
		err := eachMember(b, record, func(name, value records.Span) {
			text := b.Bytes(name)
			if i, ok := f.index[string(text)]; ok {
				if values[i].Length > 0 && (f.skipped == nil || !f.skipped[i]) {
					repeated = string(text)
				}
				values[i] = value
			} else if string(text) == f.fen {
				if fenText.Length > 0 {
					repeated = f.fen
				}
				fenText = value
			} else if field := (records.UnknownField{Name: records.ShownName(string(text))}); r.Unknown == records.RejectUnknown {
				unknown = cmp.Or(unknown, &field)
			} else if r.Unknown == records.NoteUnknown && !noted[field] && len(noted) < mostUnknown {
				noted[field] = true
				b.AddNote(records.Reject{Record: record, At: record.Start, Err: &field})
			}
		})
		if err != nil {
			return err
		}
		if unknown != nil {
			return fmt.Errorf("field %s: expected a field that an object in the first %d bytes has", unknown.Name, records.HeadSize)
		}
		if repeated != "" {
			return fmt.Errorf("field %s: expected one value, found several", records.ShownName(repeated))
		}
		if fenText.Length == 0 || b.Text[fenText.Start] != '"' {
			return fmt.Errorf("expected a field %q with a text", f.fen)
		}
		if err := b.AddFEN(r, record, plainString(b, fenText)); err != nil {
			return err
		}
		b.AddTexts(values, f.skipped)
		return nil
	})
}

// mostUnknown is how many unknown fields in a block are noted.
const mostUnknown = 32

// eachMember calls f for each name and value in a valid JSON object, in order. Names have
// no quotation marks.
func eachMember(b *records.Block, record records.Span, f func(name, value records.Span)) error {
	at, end := int(record.Start), int(record.Start+record.Length)
	if b.Text[at] != '{' {
		return errors.New("expected a JSON object")
	}
	at++
	skip := func() {
		for at < end && (fen.IsBlank(b.Text[at]) || b.Text[at] == ',' || b.Text[at] == ':') {
			at++
		}
	}
	for {
		if skip(); at >= end || b.Text[at] == '}' {
			return nil
		}
		name := records.Span{Start: uint32(at), Length: uint32(valueEnd(b.Text, at, end) - at)}
		at += int(name.Length)
		skip()
		value := records.Span{Start: uint32(at), Length: uint32(valueEnd(b.Text, at, end) - at)}
		at += int(value.Length)
		f(plainString(b, name), value)
	}
}

// valueEnd returns the end of the valid JSON value that starts at index at.
func valueEnd(text []byte, at, end int) int {
	depth := 0
	for i := at; i < end; i++ {
		switch c := text[i]; c {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
			if depth < 0 {
				return i
			}
		default:
			if depth == 0 && (c == ',' || c == ':' || fen.IsBlank(c)) {
				return i
			}
		}
	}
	return end
}

// plainString returns the text of a JSON string.
func plainString(b *records.Block, s records.Span) records.Span {
	inner := records.Span{Start: s.Start + 1, Length: s.Length - 2}
	if bytes.IndexByte(b.Bytes(inner), '\\') < 0 {
		return inner
	}
	var text string
	if json.Unmarshal(b.Bytes(s), &text) != nil {
		return inner
	}
	return b.Put([]byte(text))
}
