// Package records reads positions from files and writes them with computed columns. It works
// in blocks, and its memory is bounded.
//
// An [Input] is a file, compressed or not, together with its format. [Plan] divides inputs into
// byte ranges ([Range]). Each record belongs to the range that contains its first byte, so
// several machines can each read one range. If you join their results in the order of the
// ranges, you get what one machine would write. A [Reader] divides a range into blocks of whole
// records ([Block]). The format parses a block into positions, the file's fields, and errors for
// records without a position. Scores and results are White's, even if the file stores them for
// the side to move. A [Table] is a block's rows with their columns; a [Writer] encodes tables
// and writes them in order.
//
// If your program needs moves instead of rows, use package
// [github.com/koggestone/koggestone/data/pgn] to read games.
package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/signature"
)

// A Format parses the records of a file format. Package registry lists the formats. Some formats have further methods, which
// [DefaultFields], [Unread] and [Input.SetFields] describe.
type Format interface {
	// Name returns the format's name for InputOptions.
	Name() string
	// Fields returns the fields of each position, without the FEN.
	Fields() []Field
	// Parse parses b's records to rows. It is safe for concurrent use.
	Parse(b *Block, r *Request)

	// Games reports whether records are games of several positions.
	Games() bool
	// RowBytes returns about how many bytes of the file a row takes.
	RowBytes() int

	// IsText reports whether the records are text.
	IsText() bool
	// Without returns the format for a caller that does not need the skipped fields. Their values
	// can be empty.
	Without(skipped []bool) Format
	// Reader returns a Reader for a range of the input.
	Reader(in *Input, r Range) (*Reader, error)
	splitter
}

// An InputFormat is a file format that positions can be read from.
type InputFormat struct {
	Name string // as in InputOptions
	Doc  string

	Extensions []string // file extensions, in addition to the name
	OnlyNamed  bool     // whether neither the extension nor the content selects it
	Binary     bool
	// Starts reports whether a file that begins with head has this format. line is the first line
	// with a record. If Starts is nil, the content never selects the format.
	Starts func(head, line []byte) bool
	// Open returns the format of a file that begins with head, and how many bytes come
	// before the first record.
	Open func(path string, head []byte, o InputOptions) (f Format, start int64, err error)
}

// detect returns which of formats the named file has, and where its first record starts. The file begins with head. If the file cannot be opened again, path is empty.
func detect(formats []InputFormat, name, path string, head []byte, o InputOptions) (f Format, start int64, err error) {
	bom := int64(len(head) - len(bytes.TrimPrefix(head, []byte("\ufeff"))))
	format, err := selectFormat(formats, name, head[bom:], o)
	if err != nil {
		return nil, 0, err
	}
	if format.Binary {
		bom = 0
	}
	f, start, err = format.Open(path, head[bom:], o)
	return f, bom + start, err
}

// selectFormat returns the format that the options name. If they name none, the file's
// extension or the start of its content selects it.
func selectFormat(formats []InputFormat, name string, head []byte, o InputOptions) (*InputFormat, error) {
	named, wanted := extension(name), func(f *InputFormat, name string) bool {
		return !f.OnlyNamed && (f.Name == name || slices.Contains(f.Extensions, name))
	}
	if o.Format != "" {
		named, wanted = o.Format, func(f *InputFormat, name string) bool { return f.Name == name }
	} else if named == "fen" || named == "scored" { // any text can have these extensions
		named = ""
	}
	var names []string
	var found *InputFormat
	for k := range formats {
		if f := &formats[k]; found == nil && wanted(f, named) {
			found = f
		}
		names = append(names, formats[k].Name)
	}
	if err := encodingError(head); err != nil && (found == nil || !found.Binary) {
		return nil, err
	}
	if found == nil || found.Name == "ndjson" {
		if err := jsonError(head); err != nil {
			return nil, err
		}
	}
	switch {
	case found != nil:
		return found, nil
	case o.Format != "":
		return nil, fmt.Errorf("InputOptions.Format: expected one of %s, found %q", strings.Join(names, ", "), o.Format)
	}
	return byContent(formats, head)
}

// textHead is how many bytes at the start are searched for binary data if a file's extension is
// unknown.
const textHead = 256

var errBinary = errors.New("expected text, found binary data; if they are positions, name their format by InputOptions.Format: viri, marlin, bullet or bin")

// byContent returns the last format whose Starts accepts the start of a file.
func byContent(formats []InputFormat, head []byte) (*InputFormat, error) {
	line := FirstLine(head)
	isBinary := slices.ContainsFunc(head[:min(textHead, len(head))], isBinary)
	for k := len(formats) - 1; k >= 0; k-- {
		f := &formats[k]
		if f.Starts == nil || isBinary && !f.Binary || !f.Starts(head, line) {
			continue
		}
		return f, nil
	}
	return nil, errBinary
}

// IsJSON reports whether text begins with a JSON value, which may be incomplete.
func IsJSON(text []byte) bool {
	var value json.RawMessage
	err := json.NewDecoder(bytes.NewReader(text)).Decode(&value)
	return err == nil || errors.Is(err, io.ErrUnexpectedEOF)
}

// jsonError returns an error if a file begins like JSON that does not have one object on each line.
func jsonError(head []byte) error {
	text := bytes.TrimSpace(head)
	if len(text) == 0 || text[0] != '[' && text[0] != '{' || !IsJSON(text) {
		return nil
	}
	const expected = "expected one JSON object to a line, found "
	if text[0] == '[' {
		return errors.New(expected + "a JSON array: convert it with jq -c '.[]'")
	}
	if line := FirstLine(text); !IsJSON(line) || !json.Valid(line) && len(line) < len(text) {
		return errors.New(expected + "an object of several lines: jq -c . converts it")
	}
	return nil
}

// encodingError returns an error if a file begins like UTF-16 text, or like data in a
// compression that this package does not support.
func encodingError(head []byte) error {
	if f, known := signature.Of(head); known && f.Convert != "" {
		return fmt.Errorf("expected text, plain or compressed by gzip, zstd or bzip2, found %s: %s", f.Name, f.Convert)
	}
	return nil
}

// isBinary reports whether c is a control character that text does not contain.
func isBinary(c byte) bool { return c < ' ' && (c < '\t' || c > '\r') }

// FirstLine returns the first line of text that has a record.
func FirstLine(text []byte) []byte {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, newline)
		text = rest
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line
		}
	}
	return nil
}

// A splitter finds where records start in text. A record starts at buf[0].
type splitter interface {
	// Next returns the first start of a record in buf at or after index from >= 1, or -1.
	Next(buf []byte, from int) int
	// Last returns where the last record in buf starts, not counting the first byte, or -1.
	Last(buf []byte) int
}

// LineSplitter splits lines.
type LineSplitter struct{}

func (LineSplitter) Games() bool   { return false }
func (LineSplitter) IsText() bool  { return true }
func (LineSplitter) RowBytes() int { return LineBytes }

// afterLines returns the index after the first n lines of buf, or 0 if buf has fewer lines.
func (LineSplitter) afterLines(buf []byte, n int) int {
	at := 0
	for range n {
		i := bytes.IndexByte(buf[at:], '\n')
		if i < 0 {
			return 0
		}
		at += i + 1
	}
	return at
}

// LineBytes is about how long a line with a position is.
const LineBytes = 70

func (LineSplitter) Next(buf []byte, from int) int {
	if from > len(buf) {
		return -1
	}
	i := bytes.IndexByte(buf[from-1:], '\n')
	if i < 0 {
		return -1
	}
	return from + i
}

func (LineSplitter) Last(buf []byte) int {
	i := bytes.LastIndexByte(buf, '\n')
	if i < 0 {
		return -1
	}
	return i + 1
}

// FixedSplitter splits records of one size. buf must start with a record.
type FixedSplitter int

func (FixedSplitter) Games() bool     { return false }
func (FixedSplitter) IsText() bool    { return false }
func (n FixedSplitter) RowBytes() int { return int(n) }

func (n FixedSplitter) Next(buf []byte, from int) int {
	at := (from + int(n) - 1) / int(n) * int(n)
	if at > len(buf) {
		return -1
	}
	return at
}

func (n FixedSplitter) Last(buf []byte) int {
	if at := len(buf) / int(n) * int(n); at > 0 {
		return at
	}
	return -1
}

// NextEnd implements Next of a splitter for records whose length is known once they are read. recordEnd returns the end of
// the record at an offset, or -1 if buf does not contain the end.
func NextEnd(buf []byte, from int, recordEnd func(buf []byte, at int) int) int {
	for at := 0; ; {
		if at = recordEnd(buf, at); at < 0 || at >= from {
			return at
		}
	}
}

// LastEnd implements Last of a splitter, as NextEnd does Next.
func LastEnd(buf []byte, recordEnd func(buf []byte, at int) int) int {
	last := -1
	for at := 0; ; {
		if at = recordEnd(buf, at); at < 0 {
			return last
		}
		last = at
	}
}

// DefaultFields returns how many fields of a format are carried if none is named: the first
// ones.
func DefaultFields(f Format) int {
	if f, ok := f.(interface{ DefaultFields() int }); ok {
		return f.DefaultFields()
	}
	return len(f.Fields())
}

// LongestName is how many bytes the names of players and dates in games can have, because every row of
// the game repeats them.
const LongestName = 100
