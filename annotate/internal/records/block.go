package records

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/movegen"
)

// A Span is a part of a block's text.
type Span struct{ Start, Length uint32 }

// A Block contains some records of an input, and their rows. Its memory is reused for later
// records.
type Block struct {
	File   int   // index of the input
	Offset int64 // offset of the text in the decompressed input
	Line   int64 // number of the first line, counted from 1; 0 if unknown

	// Text begins with Raw bytes of records as they were read. After these come texts that parsing
	// made.
	Text []byte
	Raw  int
	long bool // whether the text is the start of a record that is too long

	Decoded any                        // rows that the reader has decoded, if the format does not parse text
	Numbers []int64                    // number of each row's record, counted from 1; empty if records have a line or an offset instead
	Show    func(record []byte) []byte // a record as text, if the text is not bytes of the file

	// The rows.
	Batch    movegen.Batch
	Clocks   []movegen.Clocks
	Validity []columns.Validity
	Checkers []uint64  // pieces that give check to the side to move; empty if the format does not compute them
	FEN      []Span    // empty unless requested
	Fields   [][]Value // values of each field by row; empty for fields that are not needed
	Records  []Span    // record of each row

	// Sampled counts the records that the sample leaves out.
	Sampled int
	Rejects []Reject
	Notes   []Reject // corrections in records that are not rejected

	Skipped      Skipped         // what games have that is not read
	firstSkipped [skipKinds]Span // the first of each kind
}

// A Reject is a record without a position.
type Reject struct {
	Record Span   // part of the block's text, shortened if it is long
	At     uint32 // offset of the error in the text
	Row    int64  // row of a table, or position in a range of .binpack, counted from 1; 0 for other inputs
	Offset int64  // offset of the record in the input
	Err    error
}

// Len returns the number of rows.
func (b *Block) Len() int { return b.Batch.Len() }

// Bytes returns the text of a span.
func (b *Block) Bytes(s Span) []byte { return b.Text[s.Start : s.Start+s.Length] }

// Position returns the position in row i with its clocks.
func (b *Block) Position(i int) movegen.Position {
	p := b.Batch.At(i)
	p.HalfMoves, p.FullMoves = b.Clocks[i].HalfMoves, b.Clocks[i].FullMoves
	return p
}

// Slice returns rows low to high-1 as a block that shares memory with b. It contains all
// of b's rejects.
func (b *Block) Slice(low, high int) *Block {
	s := *b
	s.Batch = *b.Batch.Slice(low, high)
	s.Clocks, s.Validity, s.Records = b.Clocks[low:high], b.Validity[low:high], b.Records[low:high]
	if len(b.Numbers) > 0 {
		s.Numbers = b.Numbers[low:high]
	}
	if len(b.Checkers) > 0 {
		s.Checkers = b.Checkers[low:high]
	}
	if len(b.FEN) > 0 {
		s.FEN = b.FEN[low:high]
	}
	s.Fields = slices.Clone(b.Fields)
	for k, values := range b.Fields {
		if len(values) > 0 {
			s.Fields[k] = values[low:high]
		}
	}
	return &s
}

// Shown returns a record as it can be shown to a reader.
func (b *Block) Shown(record Span) []byte {
	data := b.Bytes(record)
	if b.Show == nil {
		return data
	}
	return b.Show(data)
}

// number returns the record number of row i, counted from 1. If records have a line or an offset
// instead, it returns 0.
func (b *Block) number(i int32) int64 {
	if len(b.Numbers) > 0 {
		return b.Numbers[i]
	}
	return 0
}

// LineOf returns the line number at an offset in the text, or 0 if it is unknown.
func (b *Block) LineOf(offset uint32) int64 {
	if b.Line == 0 {
		return 0
	}
	return b.Line + int64(bytes.Count(b.Text[:min(int(offset), b.Raw)], newline))
}

var newline = []byte{'\n'}

// Parse parses the block's records to rows.
func (b *Block) Parse(f Format, r *Request) {
	b.reset(len(f.Fields()))
	if b.long {
		b.Reject(Span{0, uint32(b.Raw)}, fmt.Errorf("expected a record of at most %d bytes, found more", b.Raw))
		return
	}
	f.Parse(b, r)
}

// Clear removes the records and the rows.
func (b *Block) Clear() { b.Text, b.Raw, b.long, b.Decoded = b.Text[:0], 0, false, nil }

// reset removes the rows and the texts that parsing made. Each row will have fields
// fields.
func (b *Block) reset(fields int) {
	b.Text = b.Text[:b.Raw]
	b.Batch.Reset()
	b.Clocks, b.Validity, b.Checkers, b.FEN = b.Clocks[:0], b.Validity[:0], b.Checkers[:0], b.FEN[:0]
	b.Records, b.Rejects, b.Notes = b.Records[:0], b.Rejects[:0], b.Notes[:0]
	b.Fields = slices.Grow(b.Fields[:0], fields)[:fields]
	for k := range b.Fields {
		b.Fields[k] = b.Fields[k][:0]
	}
	b.Numbers, b.Show = b.Numbers[:0], nil
	b.Sampled, b.Skipped = 0, Skipped{}
}

// Add appends a row, but not its FEN and its fields.
func (b *Block) Add(p *movegen.Position, l columns.Validity, record Span) {
	b.Batch.Append(*p)
	b.Clocks = append(b.Clocks, movegen.Clocks{HalfMoves: p.HalfMoves, FullMoves: p.FullMoves})
	b.Validity = append(b.Validity, l)
	b.Records = append(b.Records, record)
}

// longestShown is how many bytes of a rejected record are kept.
const longestShown = 1 << 16

// Reject adds a record without a position to the rejects.
func (b *Block) Reject(record Span, err error) {
	b.AddReject(Reject{Record: record, At: record.Start, Err: err})
}

// AddReject adds r to the rejects, and sets its offset in the input.
func (b *Block) AddReject(r Reject) {
	r.Offset = b.Offset + int64(r.Record.Start)
	r.Record.Length = min(r.Record.Length, longestShown)
	b.Rejects = append(b.Rejects, r)
}

// AddNote adds n to the notes, and sets its offset in the input.
func (b *Block) AddNote(n Reject) {
	n.Offset = b.Offset + int64(n.Record.Start)
	b.Notes = append(b.Notes, n)
}

// Put appends a text that parsing made.
func (b *Block) Put(text []byte) Span {
	start := len(b.Text)
	b.Text = append(b.Text, text...)
	return Span{uint32(start), uint32(len(text))}
}

// A Request selects the records that are parsed, and what results are needed.
type Request struct {
	FEN       bool // set the FEN of each row
	Canonical bool // write FENs as this library does, instead of as they were read
	// Share is the part of the records to select, as a fraction of 1<<64. 0 means all.
	// The selection only depends on Seed, the input's index and where the record is.
	Share uint64
	Seed  uint64
	// Every selects the positions of games at plies 0, Every, 2*Every and so on. 0 means 1.
	Every int
	// Unknown says what to do with NDJSON fields that the format does not have.
	Unknown UnknownFields
}

// UnknownFields says what happens to fields that the format does not have.
type UnknownFields uint8

// The treatments of unknown fields.
const (
	LeaveOut      UnknownFields = iota // without a note
	NoteUnknown                        // leave them out, with the note [UnknownField]
	RejectUnknown                      // reject the record
)

// Wants reports whether the sample contains the record at an offset in b, or the given
// position within it.
func (r *Request) Wants(b *Block, at int, position uint64) bool {
	if r.Share == 0 {
		return true
	}
	return r.InSample(b, uint64(b.Offset+int64(at)), position)
}

// InSample reports whether the sample contains a position of the record with this number
// or offset. r.Share must not be 0.
func (r *Request) InSample(b *Block, record, position uint64) bool {
	x := mix(r.Seed ^ mix(uint64(b.File)+1))
	return mix(mix(x^record)^position) < r.Share
}

// mix is the output function of splitmix64 (Steele, Lea and Flood, 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// SetFEN appends the FEN of the last row: as it was read, or as the library writes it.
func (b *Block) SetFEN(r *Request, p *movegen.Position, read Span) {
	switch {
	case !r.FEN:
	case r.Canonical || read.Length == 0:
		start := len(b.Text)
		b.Text, _ = p.AppendText(b.Text) // it never returns an error
		b.FEN = append(b.FEN, Span{uint32(start), uint32(len(b.Text) - start)})
	default:
		b.FEN = append(b.FEN, read)
	}
}

// UnknownField is the note about a field that no object at the start of the first file has.
type UnknownField struct{ Name string } // quoted if it is unusual

// Error returns the text of the note.
func (e *UnknownField) Error() string {
	return fmt.Sprintf("field %s is left out, here and in later objects: no object in the first %d bytes has it", e.Name, HeadSize)
}
