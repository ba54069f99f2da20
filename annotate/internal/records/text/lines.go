package text

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/epd"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
)

// errLongLine is the error of a line that is too long.
var errLongLine = fmt.Errorf("expected a line of at most %d bytes, found more", lines.Longest)

// eachLine calls parse for each record of b that is in the sample.
func eachLine(b *records.Block, r *records.Request, parse func(record records.Span) error) {
	for line := range lines.Records(b.Text[:b.Raw]) {
		record := records.Span{Start: uint32(line.Start), Length: uint32(line.End - line.Start)}
		switch {
		case !r.Wants(b, line.Line, 0):
			b.Sampled++
		case line.End-line.Start > lines.Longest:
			b.Reject(record, errLongLine)
		default:
			if err := parse(record); err != nil {
				b.Reject(record, err)
			}
		}
	}
}

// lineFormat has a FEN or EPD on each line.
type lineFormat struct{ records.LineSplitter }

// NewLines returns the format of lines with a FEN or EPD.
func NewLines() records.Format { return lineFormat{} }

func (lineFormat) Name() string                    { return "fen" }
func (f lineFormat) Without([]bool) records.Format { return f }
func (lineFormat) Fields() []records.Field         { return nil }

func (lineFormat) Parse(b *records.Block, r *records.Request) {
	eachLine(b, r, func(record records.Span) error {
		text := b.Bytes(record)
		var p movegen.Position
		if bytes.IndexByte(text, ';') < 0 && p.UnmarshalText(text) == nil { // most lines are only a FEN
			b.Add(&p, columns.Valid, record)
			b.SetFEN(r, &p, record)
			return nil
		}
		return b.AddFEN(r, record, cutOperations(text, record))
	})
}

// cutOperations returns the FEN at the start of an EPD line.
func cutOperations(text []byte, line records.Span) records.Span {
	fen, _ := epd.Cut(records.StringOf(text))
	return records.Span{Start: line.Start, Length: uint32(len(fen))}
}

// scoredFormat has FEN | score | result on each line, as White sees them.
type scoredFormat struct{ records.LineSplitter }

var scoredFields = []records.Field{{Name: "score", Kind: records.Int}, {Name: "result", Kind: records.Float}}

// NewScored returns the format of lines of FEN | score | result.
func NewScored() records.Format { return scoredFormat{} }

func (scoredFormat) Name() string                    { return "scored" }
func (f scoredFormat) Without([]bool) records.Format { return f }
func (scoredFormat) Fields() []records.Field         { return scoredFields }

func (scoredFormat) Parse(b *records.Block, r *records.Request) {
	eachLine(b, r, func(record records.Span) error {
		text := b.Bytes(record)
		first := bytes.IndexByte(text, '|')
		last := bytes.LastIndexByte(text, '|')
		if first < 0 || first == last || bytes.IndexByte(text[first+1:last], '|') >= 0 {
			return errors.New("expected FEN | score | result")
		}
		score, err := records.Integer(text[first+1 : last])
		if err != nil {
			return fmt.Errorf("score: %w", err)
		}
		points, ok := records.PointsOf(bytes.Trim(text[last+1:], "[] \t"))
		if !ok {
			return fmt.Errorf("result: expected 1.0, 0.5 or 0.0, found %s", quote.Short(string(bytes.TrimSpace(text[last+1:]))))
		}
		fen := records.Span{Start: record.Start, Length: uint32(len(bytes.TrimRight(text[:first], " \t")))}
		if err := b.AddFEN(r, record, fen); err != nil {
			return err
		}
		b.AddScored(score, points)
		return nil
	})
}
