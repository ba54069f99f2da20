package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/internal/fen"
)

// ndjsonFormat is lines of JSON objects. The first object determines the fields.
type ndjsonFormat struct {
	lineSplitter
	fen     string // name of the field with the FEN
	fields  []Field
	index   map[string]int // indices of the fields by name
	skipped []bool         // fields that nobody wants; nil means none
}

// newNDJSON returns the format of a file that begins with head.
func newNDJSON(head []byte, o InputOptions) (*ndjsonFormat, error) {
	line := firstLine(head)
	if !json.Valid(line) {
		return nil, errors.New("line 1: expected a JSON object of at most 65536 bytes")
	}
	f := &ndjsonFormat{index: map[string]int{}}
	b := Block{Text: bytes.Clone(line), Raw: len(line)}
	err := eachMember(&b, Span{0, uint32(b.Raw)}, func(name, _ Span) {
		text := string(b.Bytes(name))
		if f.fen == "" && strings.EqualFold(text, fenName(o)) {
			f.fen = text
		} else if _, twice := f.index[text]; !twice {
			f.index[text] = len(f.fields)
			f.fields = append(f.fields, Field{text, JSON})
		}
	})
	if err == nil && f.fen == "" {
		err = fmt.Errorf("expected an object with a field %q (--fen-column names it)", fenName(o))
	}
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	return f, nil
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
	eachLine(b, r, func(record Span) error {
		if !json.Valid(b.Bytes(record)) {
			return errors.New("expected a JSON object")
		}
		clear(values)
		var fen Span
		err := eachMember(b, record, func(name, value Span) {
			text := b.Bytes(name)
			if i, ok := f.index[string(text)]; ok {
				values[i] = value
			} else if string(text) == f.fen {
				fen = value
			}
		})
		if err != nil {
			return err
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

// eachMember calls f for the names and values of a valid JSON object, names without their
// quotation marks, in order.
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
