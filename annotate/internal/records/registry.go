// Package registry lists the formats of inputs and outputs.
package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/gametext"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/internal/signature"
)

// always returns an open function for a format that is the same for every file.
func always(f Format) func(string, []byte, InputOptions) (Format, int64, error) {
	return func(string, []byte, InputOptions) (Format, int64, error) { return f, 0, nil }
}

// inputFormats lists all input formats. If a file's extension is unknown, its content selects the
// last format that accepts it, because later formats are more specific.
var inputFormats = []InputFormat{
	{Name: "fen", Doc: "lines of FEN or EPD; operations of EPD are ignored", starts: func(_, _ []byte) bool { return true }, open: always(newLines())},
	{
		Name: "scored", Doc: "lines of FEN | score | result, as trainers of networks read them",
		starts: func(_, line []byte) bool { return bytes.Count(line, []byte{'|'}) >= 2 },
		open:   always(newScored()),
	},
	{
		Name: "csv", Doc: "comma-separated values (or tabs, or semicolons) with a line of names, one of them fen", extensions: []string{"tsv"},
		starts: func(_, line []byte) bool {
			return bytes.IndexByte(line, '/') < 0 && bytes.Contains(bytes.ToLower(line), []byte("fen"))
		},
		open: func(_ string, head []byte, o InputOptions) (Format, int64, error) { return newCSV(head, o) },
	},
	{
		Name: "pgn", Doc: "games: every position of the main line of each",
		starts: func(_, line []byte) bool { return len(line) > 0 && gametext.IsGame(line) },
		open:   newPGN,
	},
	{
		Name: "ndjson", Doc: "one JSON object to a line, with a field fen", extensions: []string{"jsonl"},
		starts: func(head, line []byte) bool {
			return len(line) > 0 && line[0] == '{' && isJSON(head[bytes.Index(head, line):])
		},
		open: func(_ string, head []byte, o InputOptions) (Format, int64, error) {
			f, err := newNDJSON(head, o)
			return f, 0, err
		},
	},
	{
		Name: "parquet", Doc: "Apache Parquet with a column fen", binary: true,
		starts: signed("parquet"),
		open: func(path string, _ []byte, o InputOptions) (Format, int64, error) {
			f, err := newParquet(path, o)
			return f, 0, err
		},
	},
	{Name: "viri", Doc: "viriformat: games with scores, every position of each", extensions: []string{"viriformat", "vf"}, binary: true, open: always(newViri())},
	{Name: "marlin", Doc: "marlinformat: boards with scores and results", extensions: []string{"marlinformat"}, binary: true, open: always(newMarlin())},
	{Name: "bin", Doc: "Stockfish's positions of 40 bytes; only by InputOptions.Format", onlyNamed: true, binary: true, open: always(newBin())},
	{
		Name: "binpack", Doc: "Stockfish's chains of positions", extensions: []string{"sfbinpack"}, binary: true,
		starts: signed("binpack"),
		open:   always(newBinpack()),
	},
	{Name: "bullet", Doc: "bulletformat: boards turned to the side to move", extensions: []string{"bulletformat"}, binary: true, open: always(newBullet())},
}

// InputFormats returns all formats of inputs.
func InputFormats() []InputFormat { return slices.Clone(inputFormats) }

// Open opens a file and detects its format. The path "-" is the stream.
func Open(path string, stream io.Reader, o InputOptions) (*Input, error) {
	return openInput(inputFormats, path, stream, o)
}

// OpenStream detects the format of a stream, which is a file with a name and a size that
// can only be read once, from the start.
func OpenStream(name string, stream io.Reader, size int64, o InputOptions) (*Input, error) {
	return openInputStream(inputFormats, name, stream, size, o)
}

// signed returns a function that reports whether a file begins with the signature of a format.
func signed(format string) func(head, line []byte) bool {
	return func(head, _ []byte) bool {
		f, _ := signature.Of(head)
		return f.Format == format
	}
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
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newMarlinWriter(out, s) },
	}, {
		Name: "bullet", Doc: "bulletformat: boards turned to the side to move, of rows with score or eval, and result", extensions: []string{"bulletformat"}, labels: []labelKind{scoreLabel, resultLabel},
		open: func(out io.Writer, s *Schema, _ WriteOptions) (Writer, error) { return newBulletWriter(out, s) },
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
