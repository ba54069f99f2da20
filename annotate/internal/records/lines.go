package records

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/epd"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
)

// errLongLine is the error of a line that is too long.
var errLongLine = fmt.Errorf("expected a line of at most %d bytes, found more", lines.Longest)

// eachLine calls parse for each record of b that is in the sample.
func eachLine(b *Block, r *Request, parse func(record Span) error) {
	for line := range lines.Records(b.Text[:b.Raw]) {
		record := Span{uint32(line.Start), uint32(line.End - line.Start)}
		switch {
		case !r.wants(b, line.Line, 0):
			b.Sampled++
		case line.End-line.Start > lines.Longest:
			b.reject(record, errLongLine)
		default:
			if err := parse(record); err != nil {
				b.reject(record, err)
			}
		}
	}
}

// lineFormat has a FEN or EPD on each line.
type lineFormat struct{ lineSplitter }

// newLines returns the format of lines with a FEN or EPD.
func newLines() Format { return lineFormat{} }

func (lineFormat) Name() string            { return "fen" }
func (f lineFormat) without([]bool) Format { return f }
func (lineFormat) Fields() []Field         { return nil }

func (lineFormat) Parse(b *Block, r *Request) {
	eachLine(b, r, func(record Span) error {
		text := b.Bytes(record)
		var p movegen.Position
		if bytes.IndexByte(text, ';') < 0 && p.UnmarshalText(text) == nil { // most lines are only a FEN
			b.add(&p, columns.Valid, record)
			b.setFEN(r, &p, record)
			return nil
		}
		return b.addFEN(r, record, cutOperations(text, record))
	})
}

// cutOperations returns the FEN at the start of an EPD line.
func cutOperations(text []byte, line Span) Span {
	fen, _ := epd.Cut(stringOf(text))
	return Span{line.Start, uint32(len(fen))}
}

// scoredFormat has FEN | score | result on each line, as White sees them.
type scoredFormat struct{ lineSplitter }

var scoredFields = []Field{{"score", Int}, {"result", Float}}

// newScored returns the format of lines of FEN | score | result.
func newScored() Format { return scoredFormat{} }

func (scoredFormat) Name() string            { return "scored" }
func (f scoredFormat) without([]bool) Format { return f }
func (scoredFormat) Fields() []Field         { return scoredFields }

func (scoredFormat) Parse(b *Block, r *Request) {
	eachLine(b, r, func(record Span) error {
		text := b.Bytes(record)
		first := bytes.IndexByte(text, '|')
		last := bytes.LastIndexByte(text, '|')
		if first < 0 || first == last || bytes.IndexByte(text[first+1:last], '|') >= 0 {
			return errors.New("expected FEN | score | result")
		}
		score, err := integer(text[first+1 : last])
		if err != nil {
			return fmt.Errorf("score: %w", err)
		}
		points, ok := pointsOf(bytes.Trim(text[last+1:], "[] \t"))
		if !ok {
			return fmt.Errorf("result: expected 1.0, 0.5 or 0.0, found %s", quote.Short(string(bytes.TrimSpace(text[last+1:]))))
		}
		fen := Span{record.Start, uint32(len(bytes.TrimRight(text[:first], " \t")))}
		if err := b.addFEN(r, record, fen); err != nil {
			return err
		}
		b.addScored(score, points)
		return nil
	})
}
