package records

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
)

// An OutputFormat is a file format for tables.
type OutputFormat struct {
	Name string // as in annotate.Task
	Doc  string

	IsText bool // whether a terminal can show the output
	// Grouped says whether each table becomes a group of rows in the file, such as a Parquet
	// row group, so that larger tables are better.
	Grouped    bool
	Rows       int // the largest number of rows in a table; 0 means that the format does not care
	HasFEN     bool
	HasColumns bool
	HasFields  bool // whether the format contains all fields; training formats contain labels instead

	labels     []labelKind // the values that the format stores, which come from fields
	extensions []string    // other file extensions than the name
	open       func(out io.Writer, s *Schema, o WriteOptions) (Writer, error)
}

// WriteOptions are the options of [Write].
type WriteOptions struct {
	Compression string // of Parquet: zstd (also if empty), snappy or none
}

// outputFormats lists all output formats, in the order of the help text.
var outputFormats = []OutputFormat{
	{
		Name: "csv", Doc: "comma-separated values with a line of names", IsText: true, HasFEN: true, HasColumns: true, HasFields: true,
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newCSVWriter(out, s), nil },
	}, {
		Name: "ndjson", Doc: "one JSON object to a line", extensions: []string{"jsonl"}, IsText: true, HasFEN: true, HasColumns: true, HasFields: true,
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newNDJSONWriter(out, s), nil },
	}, {
		Name: "fen", Doc: "lines of FEN", extensions: []string{"epd", "txt"}, IsText: true, HasFEN: true,
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			if !s.FEN {
				return nil, errors.New("expected FENs to write, found a schema without them")
			}
			return newFENWriter(out), nil
		},
	}, {
		Name: "parquet", Doc: "Apache Parquet", Grouped: true, HasFEN: true, HasColumns: true, HasFields: true,
		open: func(out io.Writer, s *Schema, o WriteOptions) (Writer, error) {
			return newParquetWriter(out, s, o.Compression)
		},
	}, {
		Name: "arrow", Doc: "a file of Apache Arrow, also known as Feather", extensions: []string{"feather"}, Grouped: true, HasFEN: true, HasColumns: true, HasFields: true,
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newArrowWriter(out, s, false) },
	}, {
		Name: "arrows", Doc: "a stream of Apache Arrow", Grouped: true, HasFEN: true, HasColumns: true, HasFields: true,
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newArrowWriter(out, s, true) },
	}, {
		Name: "arrays", Doc: "arrays of numpy, for the Python package alone", Rows: 1 << 13, HasFEN: true, HasColumns: true, HasFields: true,
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newArraysWriter(out, s) },
	}, {
		Name: "viri", Doc: "viriformat: games, of rows with ply, move, score or eval, and result", extensions: []string{"viriformat", "vf"}, labels: []labelKind{plyLabel, moveLabel, scoreLabel, resultLabel},
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newViriWriter(out, s) },
	}, {
		Name: "marlin", Doc: "marlinformat: boards, of rows with score or eval, and result", extensions: []string{"marlinformat"}, labels: []labelKind{scoreLabel, resultLabel},
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			return newBoardWriter(out, s, packMarlin)
		},
	}, {
		Name: "bullet", Doc: "bulletformat: boards turned to the side to move, of rows with score or eval, and result", extensions: []string{"bulletformat"}, labels: []labelKind{scoreLabel, resultLabel},
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			return newBoardWriter(out, s, packBullet)
		},
	},
}

// OutputFormats returns all formats of outputs.
func OutputFormats() []OutputFormat { return slices.Clone(outputFormats) }

// OutputFormatNamed returns the format with the given name, or an error that lists the names.
func OutputFormatNamed(name string) (*OutputFormat, error) {
	var names []string
	for k := range outputFormats {
		if outputFormats[k].Name == name {
			return &outputFormats[k], nil
		}
		names = append(names, outputFormats[k].Name)
	}
	return nil, fmt.Errorf("expected one of %s, found %q", strings.Join(names, ", "), name)
}

// OutputFormatOf returns the format that a file's extension selects. If a name has no
// extension, for example because it is a pipe, the format is csv.
func OutputFormatOf(file string) (string, error) {
	extension := strings.ToLower(filepath.Ext(file))
	if extension == "" {
		return "csv", nil
	}
	var known []string
	for _, f := range outputFormats {
		if "."+f.Name == extension || slices.Contains(f.extensions, extension[1:]) {
			return f.Name, nil
		}
		known = append(known, "."+f.Name)
	}
	return "", fmt.Errorf("expected an extension of %s, or a format by name, found %s", strings.Join(known, ", "), quote.Short(extension))
}

// Write returns a Writer for rows with schema s in format f to out.
func Write(f *OutputFormat, s *Schema, o WriteOptions, out io.Writer) (Writer, error) {
	return f.open(out, s, o)
}
