package records

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/internal/lines"
)

// ndjsonFormat reads JSON objects, one on each line. The objects at the start of the file
// determine the fields.
type ndjsonFormat struct {
	lineSplitter
	fen     string // name of the field with the FEN
	fields  []Field
	index   map[string]int // indices of the fields by name
	skipped []bool         // fields that are not needed; nil means none
}

// newNDJSON returns the format of a file that begins with head.
func newNDJSON(head []byte, o InputOptions) (*ndjsonFormat, error) {
	if !json.Valid(firstLine(head)) {
		return nil, errors.New("line 1: expected a JSON object of at most 65536 bytes")
	}
	f := new(ndjsonFormat)
	var names []string
	seen := map[string]bool{}
	b := Block{Text: bytes.Clone(head), Raw: len(head)}
	for line := range lines.Records(head) {
		record := Span{uint32(line.Start), uint32(line.End - line.Start)}
		if !json.Valid(b.Bytes(record)) { // Parse rejects it, unless head cuts it off
			continue
		}
		err := eachMember(&b, record, func(name, _ Span) {
			text := string(b.Bytes(name))
			if f.fen == "" && strings.EqualFold(text, o.fenName()) {
				f.fen = text
			} else if text != f.fen && !seen[text] {
				seen[text] = true
				names = append(names, text)
			}
		})
		if err != nil && len(names) == 0 && f.fen == "" {
			return nil, fmt.Errorf("line 1: %w", err)
		}
	}
	if f.fen == "" {
		return nil, fmt.Errorf("expected objects with a field %q, found the fields %s (InputOptions.FENColumn names it)", o.fenName(), ShownNames(names))
	}
	f.index = map[string]int{}
	for k, name := range names {
		f.fields = append(f.fields, Field{name, JSON})
		f.index[name] = k
	}
	return f, nil
}

// withFields returns the format with the fields of the first file, if it has the same format.
func (f *ndjsonFormat) withFields(first Format) Format {
	other, ok := first.(*ndjsonFormat)
	if !ok {
		return f
	}
	g := *other
	g.fen = f.fen
	return &g
}

func (*ndjsonFormat) Name() string      { return "ndjson" }
func (f *ndjsonFormat) Fields() []Field { return f.fields }

func (f *ndjsonFormat) without(skipped []bool) Format {
	g := *f
	g.skipped = skipped
	return &g
}

func (f *ndjsonFormat) Parse(b *Block, r *Request) {
	values := make([]Span, len(f.fields))
	noted := map[UnknownField]bool{}
	eachLine(b, r, func(record Span) error {
		if !json.Valid(b.Bytes(record)) {
			return errors.New("expected a JSON object")
		}
		clear(values)
		var fen Span
		var unknown *UnknownField
		repeated := ""
		err := eachMember(b, record, func(name, value Span) {
			text := b.Bytes(name)
			if i, ok := f.index[string(text)]; ok {
				if values[i].Length > 0 && (f.skipped == nil || !f.skipped[i]) {
					repeated = string(text)
				}
				values[i] = value
			} else if string(text) == f.fen {
				if fen.Length > 0 {
					repeated = f.fen
				}
				fen = value
			} else if field := (UnknownField{shownName(string(text))}); r.Unknown == RejectUnknown {
				unknown = cmp.Or(unknown, &field)
			} else if r.Unknown == NoteUnknown && !noted[field] && len(noted) < mostUnknown {
				noted[field] = true
				b.addNote(Reject{Record: record, At: record.Start, Err: &field})
			}
		})
		if err != nil {
			return err
		}
		if unknown != nil {
			return fmt.Errorf("field %s: expected a field that an object in the first %d bytes has", unknown.Name, headSize)
		}
		if repeated != "" {
			return fmt.Errorf("field %s: expected one value, found several", shownName(repeated))
		}
		if fen.Length == 0 || b.Text[fen.Start] != '"' {
			return fmt.Errorf("expected a field %q with a text", f.fen)
		}
		if err := b.addFEN(r, record, plainString(b, fen)); err != nil {
			return err
		}
		b.addTexts(values, f.skipped)
		return nil
	})
}

// mostUnknown is how many unknown fields in a block are noted.
const mostUnknown = 32

// eachMember calls f for each name and value in a valid JSON object, in order. Names have
// no quotation marks.
func eachMember(b *Block, record Span, f func(name, value Span)) error {
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
		name := Span{uint32(at), uint32(valueEnd(b.Text, at, end) - at)}
		at += int(name.Length)
		skip()
		value := Span{uint32(at), uint32(valueEnd(b.Text, at, end) - at)}
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
func plainString(b *Block, s Span) Span {
	inner := Span{s.Start + 1, s.Length - 2}
	if bytes.IndexByte(b.Bytes(inner), '\\') < 0 {
		return inner
	}
	var text string
	if json.Unmarshal(b.Bytes(s), &text) != nil {
		return inner
	}
	return b.put([]byte(text))
}
