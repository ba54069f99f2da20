package annotate

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/data/columns"
)

const (
	// DefaultColumns are the columns if a command line names none.
	DefaultColumns = "legal_moves,captures,in_check,checkmate,stalemate"
)

// A Task says how to select and convert records. Error messages name its fields, for example Task.Every.
type Task struct {
	Columns     string // names of columns and groups, separated by commas; - means none
	From        string // format of the input; empty means that it is detected
	FENColumn   string // field with the FEN; empty means "fen"
	EvalUnit    string // unit of evaluations of games without a decimal point: pawns, centipawns or auto; empty means auto
	Carry       string // fields of the input to copy, in this order, separated by commas; - means none, empty means all
	MaxFields   Number // how many fields to copy at most; 0 means 4096
	Format      string // format of the output
	Compression string // of Parquet: zstd, snappy or none; empty means zstd
	Canonical   bool   // write each FEN with six fields, instead of as it was read
	NoFEN       bool   // write no FEN
	Positions   bool   // write positions, in the format arrays
	Moves       bool   // write moves as numbers, in the format arrays
	NoLabels    bool   // let training formats store rows without scores or results
	Where       string // expression that selects the rows to write; empty means all
	Every       Number // use only every n-th position of a game
	Sample      Share  // use only this share of the positions
	Seed        uint64 // seed of Sample
	Strict      bool   // stop at the first record without a position

	Workers int // goroutines that parse, compute and encode
}

// blockSize is how many bytes are parsed and written together at least.
const blockSize = 1 << 18

// inputOptions returns the options for opening inputs.
func (t *Task) inputOptions() records.InputOptions {
	return records.InputOptions{Format: t.From, FENColumn: t.FENColumn, EvalUnit: t.EvalUnit}
}

// Options returns the options for [Run] to annotate inputs. All inputs must have the same fields as the first.
func (t *Task) Options(inputs []*Input) (o *Options, err error) {
	named := wordsOf(t.Where)
	format, err := t.outputFormat()
	if err != nil {
		return nil, err
	}
	if t.Compression != "" && format.Name != "parquet" {
		return nil, fmt.Errorf("Task.Compression: expected the format parquet, found %s, which has no compression", format.Name)
	}
	if t.NoLabels && !format.HasLabels() {
		return nil, fmt.Errorf("Task.NoLabels: expected the format viri, marlin or bullet, found %s", format.Name)
	}
	if (t.Positions || t.Moves) && format.Name != "arrays" {
		return nil, fmt.Errorf("Task.Positions, Task.Moves: expected the format arrays, found %s", format.Name)
	}
	schema := &records.Schema{FEN: !t.NoFEN && (format.HasFEN || named["fen"]), NoLabels: t.NoLabels, Positions: t.Positions, Moves: t.Moves}
	if t.Columns != "-" {
		if schema.Columns, err = columns.Parse(t.Columns); err != nil {
			err = fmt.Errorf("Task.Columns: %w; columns.All shows all", err)
			for _, f := range inputs[0].Format.Fields() {
				if slices.Contains(strings.Split(t.Columns, ","), f.Name) {
					err = fmt.Errorf("%w; %s is a field of the input, which Task.Carry selects", err, f.Name)
				}
			}
			return nil, err
		}
	}
	for _, in := range inputs[1:] {
		if err := in.SetFields(inputs[0]); err != nil {
			return nil, err
		}
	}
	defaults := records.DefaultFields(inputs[0].Format)
	notes, err := t.carry(schema, inputs, defaults, named, format)
	if err != nil {
		return nil, err
	}
	if !format.HasColumns {
		if t.Columns != DefaultColumns && len(schema.Columns) > 0 {
			notes = append(notes, fmt.Sprintf("not in the output: the columns of Task.Columns, because the format %s contains none", format.Name))
		}
		schema.Columns = nil
	}
	if format.HasColumns && !schema.FEN && !schema.Positions && !schema.Moves && len(schema.Fields)+len(schema.Columns) == 0 {
		return nil, errors.New("expected columns, fields or the FEN to write, found none: Task.Columns, Task.Carry and Task.NoFEN leave nothing")
	}
	for _, in := range inputs {
		in.Carry(schema.Carried)
	}
	o = &Options{
		first:  inputs[0],
		schema: schema, strict: t.Strict, workers: t.Workers, Notes: notes,
		request: records.Request{FEN: schema.FEN, Canonical: t.Canonical, Seed: t.Seed, Every: int(t.Every)},
	}
	switch { // with Carry, the user has chosen to leave fields out
	case t.Carry != "":
	case t.Strict && format.HasFields:
		o.request.Unknown = records.RejectUnknown
	default:
		o.request.Unknown = records.NoteUnknown
	}
	switch {
	case t.Seed != 0 && t.Sample == 0:
		return nil, errors.New("Task.Seed: expected Task.Sample, without which it has no effect")
	case t.FENColumn != "" && !slices.Contains([]string{"csv", "ndjson", "parquet"}, inputs[0].Format.Name()):
		return nil, fmt.Errorf("Task.FENColumn: expected csv, ndjson or parquet, found %s in the format %s", inputs[0].Name, inputs[0].Format.Name())
	case t.EvalUnit != "" && inputs[0].Format.Name() != "pgn":
		return nil, fmt.Errorf("Task.EvalUnit: expected games in PGN, found %s in the format %s", inputs[0].Name, inputs[0].Format.Name())
	case t.Every > 1 && !inputs[0].Format.Games():
		return nil, fmt.Errorf("Task.Every: expected games, found %s in the format %s", inputs[0].Name, inputs[0].Format.Name())
	}
	o.request.Share = t.Sample.fraction()
	if t.Where != "" {
		schema.Unwritten = columnsNamed(t.Where, schema.Columns)
		if o.filter, err = newFilter(t.Where, schema); err != nil {
			return nil, fmt.Errorf("Task.Where: %w", suggest(err, inputs[0].Format.Fields()))
		}
	}
	o.setBlocks(rowBytes(schema, format, defaults), inputs[0].Format.RowBytes(), format)
	return o, nil
}

// setBlocks chooses how many rows form a block. A row takes row bytes of memory, and its record has record bytes. Up to
// 60,000 rows, or the number that the format chooses, are written together, but fewer if rows are wide, so that a block
// takes about 16 MiB. If the format groups rows, the blocks are its groups and do not depend on the number of workers.
// Otherwise blocks are small enough that every worker gets one.
func (o *Options) setBlocks(row, record int, format *records.OutputFormat) {
	o.blockSize, o.blockRows = blockSize, max(1, min(cmp.Or(format.Rows, 60_000), 1<<24/row))
	if format.Grouped {
		o.blockSize = max(blockSize, o.blockRows*record)
		row += row / 2 // for pages and for what the encoders need
	} else {
		const fewest = 256
		o.blockRows = min(o.blockRows, max(fewest, bytesInFlight/(2*o.workers+2)/row))
		o.blockSize = min(blockSize, o.blockRows*record)
	}
	o.blockBytes = 2*o.blockSize + row*min(o.blockRows, max(1, o.blockSize/record))
}

// rowBytes estimates the memory for a row: its columns and fields, and their encoded form. Text fields
// after the first defaults are names that repeat in every row.
func rowBytes(s *records.Schema, format *records.OutputFormat, defaults int) int {
	perByte := 2   // bytes of memory for each byte in a column
	perField := 24 // a value, also among the rows that are read ahead, and its encoded form
	if format.IsText {
		perByte, perField = 4, 64
	}
	width := 250 + perField*len(s.Fields)
	for _, c := range slices.Concat(s.Columns, s.Unwritten) {
		width += perByte*c.Size() + len(c.Name)
	}
	for k, f := range s.Fields {
		if width += len(f.Name); f.Kind == records.Text && s.Carried[k] >= defaults {
			width += perByte * records.LongestName
		}
	}
	return width
}

// carry sets the fields of s. These are the inputs' fields that Carry selects, if the output format
// stores them or Where names them, in the order of Carry. Without Carry, they are the first defaults fields and
// the fields that Where names. It returns notes about the fields that are left out.
func (t *Task) carry(s *records.Schema, inputs []*records.Input, defaults int, named map[string]bool, format *records.OutputFormat) (notes []string, err error) {
	fields := inputs[0].Format.Fields()
	var carried []int
	if t.Carry != "" {
		if carried, err = t.chooseFields(inputs); err != nil {
			return nil, err
		}
	} else {
		for k, f := range fields {
			if k < defaults || named[f.Name] {
				carried = append(carried, k)
			}
		}
	}
	taken := map[string]string{} // names in the output, with a description of each
	for name, written := range map[string]bool{"fen": s.FEN, "positions": s.Positions, "moves": s.Moves} {
		if written {
			taken[name] = "another part of the output: choose the fields by Task.Carry"
		}
	}
	if format.HasColumns {
		for _, column := range s.Columns {
			taken[column.Name] = "a column: add Task.Carry - (copy no fields), or choose other columns by Task.Columns"
		}
	}
	most := cmp.Or(int(t.MaxFields), 4096)
	stored := make([]records.Field, len(carried))
	for n, k := range carried {
		stored[n] = fields[k]
	}
	notRead := unread(inputs)
	isStored, err := format.Stored(stored, notRead, t.NoLabels)
	if err != nil {
		err = fmt.Errorf("%s: to the format %s: %w", inputs[0].Name, format.Name, err)
		if t.Carry != "" {
			err = fmt.Errorf("Task.Carry: %w", err)
		}
		return nil, err
	}
	notes = format.LabelNotes(stored, t.NoLabels)
	var left []string
	for n, k := range carried {
		f := fields[k]
		if !isStored[n] {
			left = append(left, records.ShownNames([]string{f.Name}))
			if !named[f.Name] {
				continue
			}
		}
		if what := taken[f.Name]; what != "" {
			return nil, fmt.Errorf("%s: field %q has the name of %s", inputs[0].Name, f.Name, what)
		}
		taken[f.Name] = "another field: rename one of them, or choose other fields by Task.Carry"
		s.Fields = append(s.Fields, f)
		s.Carried = append(s.Carried, k)
	}
	if len(s.Fields) > most {
		return nil, fmt.Errorf("Task.MaxFields: expected at most %d fields, found %d; choose the fields by Task.Carry", most, len(s.Fields))
	}
	if t.Carry == "" {
		left = append(left, notRead...)
	}
	for names := range slices.Chunk(left, 20) {
		notes = append(notes, "not in the output: "+strings.Join(names, ", "))
	}
	return notes, nil
}

// unread returns the inputs' columns that are not read, each once and with the reason.
func unread(inputs []*records.Input) (list []string) {
	for _, in := range inputs {
		for _, column := range records.Unread(in.Format) {
			if !slices.Contains(list, column) {
				list = append(list, column)
			}
		}
	}
	return list
}

// chooseFields returns the indices of the fields that Carry names, each once, in the order of Carry.
func (t *Task) chooseFields(inputs []*records.Input) (chosen []int, err error) {
	fields := inputs[0].Format.Fields()
	choose := func(is func(field string) bool) (found bool) {
		for k, f := range fields {
			if is(f.Name) {
				found = true
				if !slices.Contains(chosen, k) {
					chosen = append(chosen, k)
				}
			}
		}
		return found
	}
	for name := range strings.SplitSeq(t.Carry, ",") {
		if name == "-" || choose(func(field string) bool { return field == name }) ||
			choose(func(field string) bool { return strings.EqualFold(field, name) }) {
			continue
		}
		var names []string
		for _, f := range fields {
			names = append(names, f.Name)
		}
		err := fmt.Errorf("Task.Carry: expected names of fields of the input, %s, found %q", records.ShownNames(names), name)
		if list := unread(inputs); len(list) > 0 {
			err = fmt.Errorf("%w; not read: %s", err, strings.Join(list, ", "))
		}
		return nil, err
	}
	return chosen, nil
}

// ChooseFormat selects the output format by the file's extension, unless a format is given.
func (t *Task) ChooseFormat(file string) (err error) {
	if t.Format == "" {
		if t.Format, err = registry.OutputFormatOf(file); err != nil {
			return err
		}
	}
	return nil
}

// outputFormat returns the format of the output.
func (t *Task) outputFormat() (*records.OutputFormat, error) {
	f, err := registry.OutputFormatNamed(t.Format)
	if err != nil {
		return nil, fmt.Errorf("Task.Format: %w", err)
	}
	return f, nil
}

// Write returns a writer of the rows of a run with options o to out.
func (t *Task) Write(o *Options, out io.Writer) (*Writer, error) {
	f, err := t.outputFormat()
	if err != nil {
		return nil, err
	}
	w, err := records.Write(f, o.schema, records.WriteOptions{Compression: t.Compression}, out)
	if err != nil {
		return nil, fmt.Errorf("format %s: %w", f.Name, err)
	}
	return &Writer{w}, nil
}

// A Number is a whole number above 0. The zero value is the default.
type Number int

// UnmarshalText sets n to the number in text.
func (n *Number) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*n = 0
		return nil
	}
	x, err := strconv.ParseInt(string(text), 10, 32)
	if err != nil || x <= 0 {
		return fmt.Errorf("expected a whole number from 1 to %d, found %q", math.MaxInt32, text)
	}
	*n = Number(x)
	return nil
}

// MarshalText returns the number as text, empty for the default.
func (n Number) MarshalText() ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	return strconv.AppendInt(nil, int64(n), 10), nil
}

// A Share is the part of the records to keep, above 0 and at most 1. The zero value keeps
// all.
type Share float64

// UnmarshalText sets s to the number in text.
func (s *Share) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = 0
		return nil
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(x > 0 && x <= 1) {
		return fmt.Errorf("expected a share above 0 and at most 1, found %q", text)
	}
	*s = Share(x)
	return nil
}

// MarshalText returns the number as text, empty for all records.
func (s Share) MarshalText() ([]byte, error) {
	if s == 0 {
		return nil, nil
	}
	return strconv.AppendFloat(nil, float64(s), 'g', -1, 64), nil
}

// fraction returns s as a fraction of 1<<64, as in Options.Request: 0 for all.
func (s Share) fraction() uint64 {
	if s > 0 && s < 1 {
		return max(1, uint64(float64(s)*(1<<32))<<32)
	}
	return 0
}
