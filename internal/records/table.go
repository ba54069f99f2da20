package records

import (
	"encoding/json"

	"github.com/koggestone/koggestone/internal/columns"
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
	Inputs int            // how many fields the inputs have
	Data   []columns.Data // by column, those that are not written last
	Rows   []int32        // those to write, in order
}

// Field returns field k of the schema in row i.
func (t *Table) Field(i int32, k int) []byte {
	return t.Block.Bytes(t.Block.Fields[int(i)*t.Inputs+t.Schema.Carried[k]])
}

// FEN returns the FEN of row i.
func (t *Table) FEN(i int32) []byte { return t.Block.Bytes(t.Block.FEN[i]) }

// A Writer writes tables. Encode may be called for several at once; what it returns is
// given to Write in the order of the rows.
type Writer interface {
	// Encode returns the rows of t as they will be written. It keeps nothing of t. scratch
	// is a result that was written, to be used again, or nil.
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
