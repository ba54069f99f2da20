// Package registry lists the formats of inputs and outputs, and opens inputs in any of them. The formats are in packages text, games,
// boards and columnar; package records has what they share.
package registry

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/records/boards"
	"github.com/koggestone/koggestone/annotate/internal/records/columnar"
	"github.com/koggestone/koggestone/annotate/internal/records/games"
	"github.com/koggestone/koggestone/annotate/internal/records/text"
	"github.com/koggestone/koggestone/internal/gametext"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/internal/signature"
)

// always returns an open function for a format that is the same for every file.
func always(f records.Format) func(string, []byte, records.InputOptions) (records.Format, int64, error) {
	return func(string, []byte, records.InputOptions) (records.Format, int64, error) { return f, 0, nil }
}

// inputFormats lists all input formats. If a file's extension is unknown, its content selects the
// last format that accepts it, because later formats are more specific.
var inputFormats = []records.InputFormat{
	{Name: "fen", Doc: "lines of FEN or EPD; operations of EPD are ignored", Starts: func(_, _ []byte) bool { return true }, Open: always(text.NewLines())},
	{
		Name: "scored", Doc: "lines of FEN | score | result, as trainers of networks read them",
		Starts: func(_, line []byte) bool { return bytes.Count(line, []byte{'|'}) >= 2 },
		Open:   always(text.NewScored()),
	},
	{
		Name: "csv", Doc: "comma-separated values (or tabs, or semicolons) with a line of names, one of them fen", Extensions: []string{"tsv"},
		Starts: func(_, line []byte) bool {
			return bytes.IndexByte(line, '/') < 0 && bytes.Contains(bytes.ToLower(line), []byte("fen"))
		},
		Open: text.NewCSV,
	},
	{
		Name: "pgn", Doc: "games: every position of the main line of each",
		Starts: func(_, line []byte) bool { return len(line) > 0 && gametext.IsGame(line) },
		Open:   games.NewPGN,
	},
	{
		Name: "ndjson", Doc: "one JSON object to a line, with a field fen", Extensions: []string{"jsonl"},
		Starts: func(head, line []byte) bool {
			return len(line) > 0 && line[0] == '{' && records.IsJSON(head[bytes.Index(head, line):])
		},
		Open: text.NewNDJSON,
	},
	{
		Name: "parquet", Doc: "Apache Parquet with a column fen", Binary: true,
		Starts: signed("parquet"),
		Open:   columnar.NewParquet,
	},
	{Name: "viri", Doc: "viriformat: games with scores, every position of each", Extensions: []string{"viriformat", "vf"}, Binary: true, Open: always(boards.NewViri())},
	{Name: "marlin", Doc: "marlinformat: boards with scores and results", Extensions: []string{"marlinformat"}, Binary: true, Open: always(boards.NewMarlin())},
	{Name: "bin", Doc: "Stockfish's positions of 40 bytes; only by InputOptions.Format", OnlyNamed: true, Binary: true, Open: always(boards.NewBin())},
	{
		Name: "binpack", Doc: "Stockfish's chains of positions", Extensions: []string{"sfbinpack"}, Binary: true,
		Starts: signed("binpack"),
		Open:   always(boards.NewBinpack()),
	},
	{Name: "bullet", Doc: "bulletformat: boards turned to the side to move", Extensions: []string{"bulletformat"}, Binary: true, Open: always(boards.NewBullet())},
}

// InputFormats returns all formats of inputs.
func InputFormats() []records.InputFormat { return slices.Clone(inputFormats) }

// Open opens a file and detects its format. The path "-" is the stream.
func Open(path string, stream io.Reader, o records.InputOptions) (*records.Input, error) {
	return records.Open(inputFormats, path, stream, o)
}

// OpenStream detects the format of a stream, which is a file with a name and a size that
// can only be read once, from the start.
func OpenStream(name string, stream io.Reader, size int64, o records.InputOptions) (*records.Input, error) {
	return records.OpenStream(inputFormats, name, stream, size, o)
}

// signed returns a function that reports whether a file begins with the signature of a format.
func signed(format string) func(head, line []byte) bool {
	return func(head, _ []byte) bool {
		f, _ := signature.Of(head)
		return f.Format == format
	}
}

// outputFormats lists all output formats, in the order of the help text.
var outputFormats = []records.OutputFormat{
	{
		Name: "csv", Doc: "comma-separated values with a line of names", IsText: true, HasFEN: true, HasColumns: true, HasFields: true,
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			return text.NewCSVWriter(out, s), nil
		},
	}, {
		Name: "ndjson", Doc: "one JSON object to a line", Extensions: []string{"jsonl"}, IsText: true, HasFEN: true, HasColumns: true, HasFields: true,
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			return text.NewNDJSONWriter(out, s), nil
		},
	}, {
		Name: "fen", Doc: "lines of FEN", Extensions: []string{"epd", "txt"}, IsText: true, HasFEN: true,
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			if !s.FEN {
				return nil, errors.New("expected FENs to write, found a schema without them")
			}
			return text.NewFENWriter(out), nil
		},
	}, {
		Name: "parquet", Doc: "Apache Parquet", Grouped: true, HasFEN: true, HasColumns: true, HasFields: true,
		Open: func(out io.Writer, s *records.Schema, o records.WriteOptions) (records.Writer, error) {
			return columnar.NewParquetWriter(out, s, o.Compression)
		},
	}, {
		Name: "arrow", Doc: "a file of Apache Arrow, also known as Feather", Extensions: []string{"feather"}, Grouped: true, HasFEN: true, HasColumns: true, HasFields: true,
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			return columnar.NewArrowWriter(out, s, false)
		},
	}, {
		Name: "arrows", Doc: "a stream of Apache Arrow", Grouped: true, HasFEN: true, HasColumns: true, HasFields: true,
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			return columnar.NewArrowWriter(out, s, true)
		},
	}, {
		Name: "arrays", Doc: "arrays of numpy, for the Python package alone", Rows: 1 << 13, HasFEN: true, HasColumns: true, HasFields: true,
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			return columnar.NewArraysWriter(out, s)
		},
	}, {
		Name: "viri", Doc: "viriformat: games, of rows with ply, move, score or eval, and result", Extensions: []string{"viriformat", "vf"}, Labels: []records.Label{records.PlyLabel, records.MoveLabel, records.ScoreLabel, records.ResultLabel},
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			return boards.NewViriWriter(out, s)
		},
	}, {
		Name: "marlin", Doc: "marlinformat: boards, of rows with score or eval, and result", Extensions: []string{"marlinformat"}, Labels: []records.Label{records.ScoreLabel, records.ResultLabel},
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			return boards.NewMarlinWriter(out, s)
		},
	}, {
		Name: "bullet", Doc: "bulletformat: boards turned to the side to move, of rows with score or eval, and result", Extensions: []string{"bulletformat"}, Labels: []records.Label{records.ScoreLabel, records.ResultLabel},
		Open: func(out io.Writer, s *records.Schema, _ records.WriteOptions) (records.Writer, error) {
			return boards.NewBulletWriter(out, s)
		},
	},
}

// OutputFormats returns all formats of outputs.
func OutputFormats() []records.OutputFormat { return slices.Clone(outputFormats) }

// OutputFormatNamed returns the format with the given name, or an error that lists the names.
func OutputFormatNamed(name string) (*records.OutputFormat, error) {
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
		if "."+f.Name == extension || slices.Contains(f.Extensions, extension[1:]) {
			return f.Name, nil
		}
		known = append(known, "."+f.Name)
	}
	return "", fmt.Errorf("expected an extension of %s, or a format by name, found %s", strings.Join(known, ", "), quote.Short(extension))
}
