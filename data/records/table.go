package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/koggestone/koggestone/data/columns"
)

// A Schema is what the rows of an output hold: the FEN, what the inputs say, and columns.
type Schema struct {
	FEN     bool
	Fields  []Field
	Carried []int // for each of Fields which of the inputs' fields it is
	Columns []*columns.Column
	// Unwritten columns are only computed, for a filter.
	Unwritten []*columns.Column
}

// A Table is the rows of a block with their columns.
type Table struct {
	Schema *Schema
	Block  *Block
	Data   []columns.Data // by column, those that are not written last
	Rows   []int32        // those to write, in order
	Strict bool           // nothing is wanted behind a row that is rejected
}

// Compute makes t the table of the first n rows of b, all of them to be written.
func (t *Table) Compute(b *Block, n int, c *columns.Computer) {
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

// reject notes that row i cannot be written, and reports whether to go on.
func (t *Table) reject(i int32, err error) bool {
	t.Block.reject(t.Block.Records[i], err)
	return !t.Strict
}

// field returns which field of the schema has a name, or -1.
func (s *Schema) field(name string) int {
	return slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == name })
}

// metadataKey is where formats that have a place for it say what a column is.
const metadataKey = "koggestone"

// describe says what a column is, with its unit.
func describe(c *columns.Column) string {
	if c.Unit == "" {
		return c.Doc
	}
	return c.Doc + " (" + c.Unit + ")"
}

var errNoColumns = errors.New("expected columns to write, found none")

// plainText returns the text of a field as UTF-8, without the marks of JSON.
func plainText(f Field, text []byte) []byte {
	if f.Kind == JSON {
		text = plainJSON(text)
	}
	if !utf8.Valid(text) {
		text = bytes.ToValidUTF8(text, []byte("\ufffd"))
	}
	return text
}

// A Writer writes tables. Encode may be called for several at once; what it returns is
// given to Write in the order of the rows.
type Writer interface {
	// Encode returns the rows of t as they will be written. It keeps nothing of t. Rows that
	// have no place in the format it adds to the rejects of the block. scratch is a result
	// that was written, to be used again, or nil.
	Encode(t *Table, scratch any) (encoded any, err error)
	// Write writes what Encode returned.
	Write(encoded any) error
	// Close writes what comes at the end.
	Close() error
}

// A Resumer is a Writer that must know what was written before it can go on behind that.
// Others need only an output that stands there. What a Writer writes when it is made is
// the same every time, and stands at the start of the output already.
type Resumer interface {
	Writer
	// State returns what Restore needs to know of what was written since the last call, a
	// value for encoding/json.
	State() any
	// Restore tells a Writer that was just made what State returned, in order.
	Restore(state json.RawMessage) error
}
