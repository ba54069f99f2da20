// Package task says in words what annotate is to do, as a command line and a pipeline on
// many machines say it, and makes of the words options and writers.
package task

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/data/records"
)

// A Task is what to do with records. Its fields are flags of commands; errors name them
// so.
type Task struct {
	Columns     string  `default:"legal_moves,captures,in_check,checkmate,stalemate" placeholder:"LIST" help:"Columns and groups of columns, separated by commas, - for none. Default: ${default}."`
	From        string  `placeholder:"FORMAT" help:"The format of the input: fen, scored, csv, ndjson, parquet, pgn, binpack, viri, marlin, bullet or bin. Default: by extension and content, bin never."`
	FENColumn   string  `name:"fen-column" placeholder:"NAME" help:"The field of CSV, NDJSON or Parquet that holds the FEN. Default: fen, in any case."`
	Carry       string  `placeholder:"NAMES" help:"The fields of the input that are carried through, separated by commas, - for none. Default: all."`
	Format      string  `placeholder:"FORMAT" help:"The format of the output: ${formats}. Default: by the extension of --out, or csv."`
	Compression string  `default:"zstd" placeholder:"NAME" enum:"zstd,snappy,none" help:"How Parquet is compressed: zstd, snappy or none. Default: ${default}."`
	Canonical   bool    `help:"Write each FEN as this program does, with six fields, and not as it was read."`
	NoFEN       bool    `name:"no-fen" help:"Write no FEN."`
	Where       string  `placeholder:"EXPR" help:"Write only positions for which an expression over columns and carried fields is true: 'not in_check and captures == 0 and abs(score) < 1500'. The language is that of expr-lang.org; popcount(set) counts squares."`
	Every       int     `placeholder:"N" help:"Of games take only every n-th position, from the first on. Default: all."`
	Sample      float64 `placeholder:"SHARE" help:"Take only this share of the records, 0 to 1, the same ones for the same --seed."`
	Seed        uint64  `placeholder:"S" help:"Which records --sample takes."`
	Strict      bool    `help:"Stop at the first record that holds no position, with exit 2. Without it such records are counted, and the first 20 are reported."`

	// Workers is how many goroutines parse, compute and encode.
	Workers int `kong:"-"`
}

// Outputs are the formats of the output by their names, and what each is.
var Outputs = [][2]string{
	{"csv", "comma-separated values with a line of names"},
	{"ndjson", "a JSON object a line"},
	{"fen", "lines of FEN"},
	{"parquet", "Apache Parquet"},
	{"arrow", "a file of Apache Arrow, also known as Feather"},
	{"arrows", "a stream of Apache Arrow"},
	{"npy", "a folder of arrays of numpy"},
	{"viri", "viriformat: games with scores, of rows with ply, move and result"},
	{"marlin", "marlinformat: boards with scores, of rows with a result"},
	{"bullet", "bulletformat: boards turned to the side to move, of rows with a result"},
}

// A place is what a format of the output has a place for. Nothing else is made of the
// records, unless --where names it.
type place struct {
	fen, columns bool
	field        func(f records.Field) bool
}

// places are those of the formats by name.
var places = func() map[string]place {
	all := place{true, true, func(records.Field) bool { return true }}
	named := func(names ...string) place {
		return place{field: func(f records.Field) bool { return slices.Contains(names, f.Name) }}
	}
	return map[string]place{
		"csv": all, "ndjson": all, "parquet": all, "arrow": all, "arrows": all,
		"fen":    {fen: true, field: func(records.Field) bool { return false }},
		"npy":    {columns: true, field: func(f records.Field) bool { return f.Kind.IsNumber() }},
		"viri":   named("ply", "move", "score", "eval", "result"),
		"marlin": named("score", "eval", "result"),
		"bullet": named("score", "eval", "result"),
	}
}()

// FormatsOut are the names of the formats of outputs.
var FormatsOut = func() (names []string) {
	for _, f := range Outputs {
		names = append(names, f[0])
	}
	return names
}()

// OneFile are the names of the formats that one file holds.
var OneFile = slices.DeleteFunc(slices.Clone(FormatsOut), func(name string) bool { return name == "npy" })

// BlockSize is how many bytes of records are parsed and written together, at least.
const BlockSize = 1 << 18

// InputOptions returns how the inputs are to be opened.
func (t *Task) InputOptions() records.InputOptions {
	return records.InputOptions{Format: t.From, FENColumn: t.FENColumn}
}

// Options returns what is to be done with the inputs, which have the fields of the first.
func (t *Task) Options(inputs []*records.Input) (o *annotate.Options, err error) {
	named := annotate.Names(t.Where)
	place, ok := places[t.Format]
	if !ok {
		return nil, fmt.Errorf("--format: expected one of %s, found %q", strings.Join(FormatsOut, ", "), t.Format)
	}
	schema := &records.Schema{FEN: !t.NoFEN && (place.fen || named["fen"])}
	if t.Columns != "-" {
		if schema.Columns, err = columns.Parse(t.Columns); err != nil {
			return nil, fmt.Errorf("--columns: %w; --list shows all", err)
		}
	}
	fields := inputs[0].Format.Fields()
	if err := t.carry(schema, fields, func(f records.Field) bool { return place.field(f) || named[f.Name] }); err != nil {
		return nil, err
	}
	if !place.columns {
		schema.Columns = nil
	}
	for _, in := range inputs {
		in.Carry(schema.Carried)
	}
	o = &annotate.Options{
		Schema: schema, Strict: t.Strict, Workers: t.Workers,
		Request: records.Request{FEN: schema.FEN, Canonical: t.Canonical, Seed: t.Seed, Every: t.Every},
	}
	switch {
	case t.Every < 0:
		return nil, fmt.Errorf("--every: expected a number above 0, found %d", t.Every)
	case t.Every > 1 && inputs[0].Format.Name() != "pgn" && inputs[0].Format.Name() != "viri":
		return nil, fmt.Errorf("--every: expected games, found %s in the format %s", inputs[0].Name, inputs[0].Format.Name())
	}
	if o.Request.Share, err = SampleShare(t.Sample); err != nil {
		return nil, err
	}
	if t.Where != "" {
		schema.Unwritten = annotate.ColumnsNamed(t.Where, schema.Columns)
		if o.Filter, err = annotate.NewFilter(t.Where, schema); err != nil {
			return nil, fmt.Errorf("--where: %w", err)
		}
	}
	o.BlockSize = BlockSize
	if format := t.Format; format == "parquet" || format == "arrow" || format == "arrows" {
		o.BlockSize = rowGroupBytes(schema)
		switch inputs[0].Format.Name() {
		case "pgn", "viri": // a move is a row, in 7 and 4 bytes
			o.BlockSize = BlockSize
		case "marlin", "bullet", "bin", "binpack":
			o.BlockSize = max(BlockSize, o.BlockSize/2)
		}
	}
	return o, nil
}

// rowGroupBytes returns how many bytes of records become a row group: some 60,000 rows,
// or fewer if they are wide.
func rowGroupBytes(s *records.Schema) int {
	width := 100
	for _, c := range slices.Concat(s.Columns, s.Unwritten) {
		width += c.Size()
	}
	return max(BlockSize, min(4<<20, 1<<29/width))
}

// carry sets the fields of the inputs that are carried through, and that are needed.
func (t *Task) carry(s *records.Schema, fields []records.Field, needed func(records.Field) bool) error {
	wanted := func(records.Field) bool { return true }
	if t.Carry != "" {
		names := strings.Split(t.Carry, ",")
		for _, name := range names {
			if name != "-" && !slices.ContainsFunc(fields, func(f records.Field) bool { return f.Name == name }) {
				return fmt.Errorf("--carry: expected names of fields of the input, found %q", name)
			}
		}
		wanted = func(f records.Field) bool { return slices.Contains(names, f.Name) }
	}
	seen := map[string]bool{"fen": s.FEN}
	for _, column := range s.Columns {
		seen[column.Name] = true
	}
	for k, f := range fields {
		if !wanted(f) {
			continue
		}
		if seen[f.Name] {
			return fmt.Errorf("field %q of the input has the name of another field or of a column: choose the fields by --carry", f.Name)
		}
		seen[f.Name] = true
		if needed(f) {
			s.Fields = append(s.Fields, f)
			s.Carried = append(s.Carried, k)
		}
	}
	return nil
}

// FormatOf returns the format of an output: the one that is asked for, or else by the
// extension of the file, or CSV.
func FormatOf(format, file string) string {
	if format != "" {
		return format
	}
	switch ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), "."); ext {
	case "jsonl":
		return "ndjson"
	case "epd", "txt":
		return "fen"
	case "feather":
		return "arrow"
	default:
		if slices.Contains(FormatsOut, ext) {
			return ext
		}
	}
	return "csv"
}

// IsText reports whether a format is text.
func IsText(format string) bool { return format == "csv" || format == "ndjson" || format == "fen" }

// NewWriter returns a writer of the format of the output, which must be one of OneFile.
func (t *Task) NewWriter(w io.Writer, s *records.Schema) (records.Writer, error) {
	switch t.Format {
	case "csv":
		return records.NewCSVWriter(w, s)
	case "ndjson":
		return records.NewNDJSONWriter(w, s), nil
	case "fen":
		if !s.FEN {
			return nil, errors.New("--no-fen: expected a format other than fen")
		}
		return records.NewFENWriter(w), nil
	case "parquet":
		return records.NewParquetWriter(w, s, t.Compression)
	case "arrow", "arrows":
		return records.NewArrowWriter(w, s, t.Format == "arrows")
	case "marlin":
		return records.NewMarlinWriter(w, s)
	case "bullet":
		return records.NewBulletWriter(w, s)
	case "viri":
		return records.NewViriWriter(w, s)
	}
	return nil, fmt.Errorf("--format: expected one of %s, found %q", strings.Join(OneFile, ", "), t.Format)
}

// SampleShare returns the share that --sample asks for as records.Request has it.
func SampleShare(sample float64) (uint64, error) {
	switch {
	case math.IsNaN(sample) || sample < 0 || sample > 1:
		return 0, fmt.Errorf("--sample: expected a share from 0 to 1, found %v", sample)
	case sample > 0 && sample < 1:
		return max(1, uint64(sample*(1<<32))<<32), nil
	}
	return 0, nil
}
