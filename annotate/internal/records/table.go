package records

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/movegen"
)

// A Schema says what the rows of an output contain: the FEN, fields of the inputs, and
// columns.
type Schema struct {
	FEN     bool
	Fields  []Field
	Carried []int // for each element of Fields, the index in the inputs' fields
	Columns []*columns.Column
	// Unwritten columns are computed for a filter, but not written.
	Unwritten []*columns.Column
	// NoLabels lets training formats store a score of 0 and a draw in place of a missing score or
	// result. Without it, a missing field is an error, and a row with a missing value is rejected.
	NoLabels bool
	// In the format arrays, Positions adds the positions, and Moves adds the field with the moves as numbers.
	Positions, Moves bool
}

// A Table is a block's rows with their columns.
type Table struct {
	Schema *Schema
	Block  *Block
	Data   []columns.Data // values of each column, with the unwritten columns at the end
	Rows   []int32        // the rows to write, in order
	Strict bool           // rows after a rejected row are not needed
}

// Compute fills t with all rows in b.
func (t *Table) Compute(b *Block, c *columns.Computer) {
	n := b.Len()
	t.Block, t.Rows = b, t.Rows[:0]
	for k := range t.Data {
		t.Data[k].Reset()
	}
	for low := 0; low < n; low += columns.MaxBatch {
		high := min(n, low+columns.MaxBatch)
		c.Set(b.Batch.Slice(low, high), b.Validity[low:high])
		if len(b.Checkers) > 0 {
			c.SetCheckers(b.Checkers[low:high])
		}
		for k, column := range t.Schema.Columns {
			column.AppendTo(&t.Data[k], c)
		}
		for k, column := range t.Schema.Unwritten {
			column.AppendTo(&t.Data[len(t.Schema.Columns)+k], c)
		}
	}
	for i := range n {
		t.Rows = append(t.Rows, int32(i))
	}
}

// FEN returns the FEN of row i.
func (t *Table) FEN(i int32) []byte { return t.Block.Bytes(t.Block.FEN[i]) }

// Reject adds row i, which cannot be written, to the rejects. It reports whether to continue. If not, only the rows
// before i remain in t.
func (t *Table) Reject(i int32, err error) bool {
	t.Block.AddReject(t.Problem(i, err))
	if t.Strict {
		t.Rows = t.Rows[:slices.Index(t.Rows, i)]
	}
	return !t.Strict
}

// Problem returns a reject for row i.
func (t *Table) Problem(i int32, err error) Reject {
	record := t.Block.Records[i]
	return Reject{Record: record, At: record.Start, Row: t.Block.number(i), Offset: t.Block.Offset + int64(record.Start), Err: err}
}

// Playable returns an error if p, the position in row i, is illegal, because programs that read
// training data refuse illegal positions. If the FEN has impossible castling rights or an
// impossible target, p lacks them, and a note reports it.
func (t *Table) Playable(i int32, p *movegen.Position) error {
	if t.Block.Validity[i] == columns.Valid {
		return nil
	}
	if err := p.Validate(); err != nil {
		return err
	}
	lost := "en-passant target"
	if t.Block.Validity[i] == columns.BadCastling {
		lost = "castling rights"
	}
	t.note(i, fmt.Errorf("impossible %s, left out", lost))
	return nil
}

// MetadataKey is where a file's metadata describe its columns.
const MetadataKey = "koggestone"

// Describe returns a column's description with its unit.
func Describe(c *columns.Column) string {
	if c.Unit == "" {
		return c.Doc
	}
	return c.Doc + " (" + c.Unit + ")"
}

var ErrNoColumns = errors.New("expected columns to write, found none")

// PlainText returns field k in row i, or text in its place, as UTF-8 and without JSON's quotation marks. A note
// reports bytes that are not UTF-8.
func (t *Table) PlainText(i int32, k int, text []byte) []byte {
	f := t.Schema.Fields[k]
	if f.Kind == JSON {
		text = PlainJSON(text)
	}
	if utf8.Valid(text) {
		return text
	}
	t.note(i, fmt.Errorf("field %q: expected UTF-8, found other bytes, which become %q", f.Name, utf8.RuneError))
	return bytes.ToValidUTF8(text, []byte(string(utf8.RuneError)))
}

// note adds a note about row i, unless the row before it in the same record has the same note.
func (t *Table) note(i int32, err error) {
	n := t.Problem(i, err)
	for k := len(t.Block.Notes) - 1; k >= 0 && t.Block.Notes[k].Record == n.Record; k-- {
		if t.Block.Notes[k].Err.Error() == err.Error() {
			return
		}
	}
	t.Block.AddNote(n)
}

// A Writer writes tables. Several goroutines can call Encode at once. The results are then
// passed to Write in the order of the rows.
type Writer interface {
	// Encode returns t's rows in encoded form. It does not retain t. If the format cannot
	// contain a row, Encode adds it to the block's rejects. scratch is nil or an earlier
	// result that has already been written, so that its memory can be reused.
	Encode(t *Table, scratch any) (encoded any, err error)
	// Write writes a result of Encode.
	Write(encoded any) error
	// Close writes the end of the output, such as an index.
	Close() error
}
