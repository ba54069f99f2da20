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
	Name string // the argument of --format
	Doc  string

	extensions []string // other file extensions than the name
	isText     bool
	grouped    bool             // whether the rows of a table stay together in the file
	fen        bool             // whether the format contains the FEN
	columns    bool             // whether the format contains columns
	field      func(Field) bool // whether the format contains a field
	// files returns the names of the files of an output that is a folder. It is nil for an
	// output that is one file.
	files func(*Schema) []string
	open  func(files []io.Writer, s *Schema, o WriteOptions) (Writer, error)
}

// WriteOptions are the options of [Write].
type WriteOptions struct {
	Compression string // of Parquet: zstd (also if empty), snappy or none
}

// outputFormats are all formats of outputs, in the order of the help text.
var outputFormats = []OutputFormat{
	{
		Name: "csv", Doc: "comma-separated values with a line of names", isText: true, fen: true, columns: true, field: anyField,
		open: func(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newCSVWriter(files[0], s) },
	}, {
		Name: "ndjson", Doc: "one JSON object to a line", extensions: []string{"jsonl"}, isText: true, fen: true, columns: true, field: anyField,
		open: func(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			return newNDJSONWriter(files[0], s), nil
		},
	}, {
		Name: "fen", Doc: "lines of FEN", extensions: []string{"epd", "txt"}, isText: true, fen: true, field: noField,
		open: func(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			if !s.FEN {
				return nil, errors.New("--no-fen: expected a format other than fen")
			}
			return newFENWriter(files[0]), nil
		},
	}, {
		Name: "parquet", Doc: "Apache Parquet", grouped: true, fen: true, columns: true, field: anyField,
		open: func(files []io.Writer, s *Schema, o WriteOptions) (Writer, error) {
			return newParquetWriter(files[0], s, o.Compression)
		},
	}, {
		Name: "arrow", Doc: "a file of Apache Arrow, also known as Feather", extensions: []string{"feather"}, grouped: true, fen: true, columns: true, field: anyField,
		open: func(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			return newArrowWriter(files[0], s, false)
		},
	}, {
		Name: "arrows", Doc: "a stream of Apache Arrow", grouped: true, fen: true, columns: true, field: anyField,
		open: func(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			return newArrowWriter(files[0], s, true)
		},
	}, {
		Name: "npy", Doc: "a folder of arrays of numpy", columns: true, field: func(f Field) bool { return f.Kind.IsNumber() },
		files: npyFiles, open: newNpyWriter,
	}, {
		Name: "viri", Doc: "viriformat: games with scores, of rows with ply, move and result", extensions: []string{"viriformat", "vf"}, field: fieldNamed("ply", "move", "score", "eval", "result"),
		open: func(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newViriWriter(files[0], s) },
	}, {
		Name: "marlin", Doc: "marlinformat: boards with scores, of rows with a result", extensions: []string{"marlinformat"}, field: fieldNamed("score", "eval", "result"),
		open: func(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			return newMarlinWriter(files[0], s)
		},
	}, {
		Name: "bullet", Doc: "bulletformat: boards turned to the side to move, of rows with a result", extensions: []string{"bulletformat"}, field: fieldNamed("score", "eval", "result"),
		open: func(files []io.Writer, s *Schema, _ WriteOptions) (Writer, error) {
			return newBulletWriter(files[0], s)
		},
	},
}

func anyField(Field) bool { return true }
func noField(Field) bool  { return false }

func fieldNamed(names ...string) func(Field) bool {
	return func(f Field) bool { return slices.Contains(names, f.Name) }
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

// OutputFormatOf returns the name of the format for the extension of a file. A name without an
// extension, for example of a pipe, means csv.
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
	return "", fmt.Errorf("expected an extension of %s, or --format, found %s", strings.Join(known, ", "), quote.Short(extension))
}

// IsText reports whether the output is text, which a terminal can show.
func (f *OutputFormat) IsText() bool { return f.isText }

// IsFolder reports whether the output is a folder of several files.
func (f *OutputFormat) IsFolder() bool { return f.files != nil }

// IsGrouped reports whether each table is a group of rows in the file, such as a row group of
// Parquet. Large tables are then better.
func (f *OutputFormat) IsGrouped() bool { return f.grouped }

// HasFEN reports whether the format contains the FEN.
func (f *OutputFormat) HasFEN() bool { return f.fen }

// HasColumns reports whether the format contains columns.
func (f *OutputFormat) HasColumns() bool { return f.columns }

// HasField reports whether the format contains a field.
func (f *OutputFormat) HasField(field Field) bool { return f.field(field) }

// Write returns a Writer of rows with schema s in format f. It calls create for each file of
// the output. The name is empty unless the format is a folder of files. The files of a folder
// must also implement [io.WriterAt]. The caller closes the files after the Writer.
func Write(f *OutputFormat, s *Schema, o WriteOptions, create func(name string) (io.Writer, error)) (Writer, error) {
	names := []string{""}
	if f.files != nil {
		if names = f.files(s); len(names) == 0 {
			return nil, errNoColumns
		}
	}
	var files []io.Writer
	for _, name := range names {
		if f.files != nil && (name != filepath.Base(name) || !filepath.IsLocal(name)) {
			return nil, fmt.Errorf("field %q: expected a name for a file in the folder; choose the fields by --carry", strings.TrimSuffix(name, "."+f.Name))
		}
		file, err := create(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return f.open(files, s, o)
}
