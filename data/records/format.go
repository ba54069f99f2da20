package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/data/internal/gametext"
)

// A Format is how a file holds positions.
type Format interface {
	// Name returns the name by which --from asks for the format.
	Name() string
	// Fields returns what the file says of each position beside its FEN.
	Fields() []Field
	// Parse makes the rows of b from its records. It is safe for concurrent use.
	Parse(b *Block, r *Request)

	// Games reports whether records are games of several positions.
	Games() bool
	// RowBytes returns about how many bytes of a file become a row.
	RowBytes() int

	// isText reports whether the records are text.
	isText() bool
	// without returns the format that may leave fields empty, those with true.
	without(skipped []bool) Format
	// reader returns a Reader of a range of in, or of what is left of it after a place.
	reader(in *Input, r Range, p *Place) (*Reader, error)
	splitter
}

// A decodedFormat is one whose records are made of what a file holds.
type decodedFormat interface {
	// open returns the records of a range of in, and what to close.
	open(in *Input, r Range) (io.Reader, []io.Closer, error)
}

// Formats returns the names of the formats, and what each is.
func Formats() [][2]string {
	return [][2]string{
		{"fen", "lines of FEN or EPD; operations of EPD are left out"},
		{"scored", "lines of FEN | score | result, as trainers of networks take them"},
		{"csv", "comma-separated values (or tabs) with a line of names, one of them fen"},
		{"ndjson", "a JSON object a line, with a field fen"},
		{"parquet", "Apache Parquet with a column fen"},
		{"pgn", "games: every position of the main line of each"},
		{"viri", "viriformat: games with scores, every position of each"},
		{"marlin", "marlinformat: boards with scores and results"},
		{"bin", "Stockfish's positions of 40 bytes; only by --from"},
		{"binpack", "Stockfish's chains of positions"},
		{"bullet", "bulletformat: boards turned to the side to move"},
	}
}

// detect returns the format of the file of a name that begins with head, and where its
// first record starts. path is empty if it cannot be opened again.
func detect(name, path string, head []byte, o InputOptions) (f Format, start int64, err error) {
	bom := int64(len(head) - len(bytes.TrimPrefix(head, []byte("\ufeff"))))
	head = head[bom:]
	format := o.Format
	if format == "" {
		format = byName(name)
	}
	if err := encodingError(head); err != nil && (format == "" || textFormats[format]) {
		return nil, 0, err
	}
	if format == "" {
		if format = byContent(head); format == "" {
			return nil, 0, errBinary
		}
	}
	switch format {
	case "fen":
		return lineFormat{}, bom, nil
	case "scored":
		return scoredFormat{}, bom, nil
	case "csv":
		f, header, err := newCSV(head, o)
		return f, bom + header, err
	case "parquet":
		f, err := newParquet(path, o)
		return f, 0, err
	case "pgn":
		return pgnFormat{}, bom, nil
	case "viri":
		return viriFormat{}, 0, nil
	case "marlin":
		return marlinFormat{boardSize}, 0, nil
	case "bin":
		return binFormat{fixedSplitter: binSize}, 0, nil
	case "binpack":
		return binpackFormat{fixedSplitter: packedSize}, 0, nil
	case "bullet":
		return bulletFormat{boardSize}, 0, nil
	case "ndjson":
		f, err := newNDJSON(head, o)
		return f, bom, err
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, f[0])
	}
	return nil, 0, fmt.Errorf("--from: expected one of %s, found %q", strings.Join(names, ", "), format)
}

// byName returns the format that a file's extension stands for, if it tells one.
func byName(name string) string {
	switch extension(name) {
	case "csv", "tsv":
		return "csv"
	case "ndjson", "jsonl":
		return "ndjson"
	case "pgn":
		return "pgn"
	case "parquet":
		return "parquet"
	case "binpack", "sfbinpack":
		return "binpack"
	case "viri", "viriformat", "vf":
		return "viri"
	case "marlin", "marlinformat":
		return "marlin"
	case "bullet", "bulletformat":
		return "bullet"
	}
	return ""
}

// textHead is how many bytes at the start of a file without an extension that tells its
// format must be none of binary data.
const textHead = 256

var errBinary = errors.New("expected text, found binary data; if they are positions, name their format by --from: viri, marlin, bullet or bin")

// byContent returns the format that the start of a file looks like, or nothing if it is
// binary data of none.
func byContent(head []byte) string {
	line := firstLine(head)
	fen := []byte("fen")
	switch {
	case bytes.HasPrefix(head, []byte("PAR1")):
		return "parquet"
	case bytes.HasPrefix(head, []byte("BINP")):
		return "binpack"
	case len(line) > 0 && line[0] == '{' && isJSON(head[bytes.Index(head, line):]):
		return "ndjson"
	case slices.ContainsFunc(head[:min(textHead, len(head))], isBinary):
		return ""
	case len(line) > 0 && gametext.IsGame(line):
		return "pgn"
	case bytes.Count(line, []byte{'|'}) >= 2:
		return "scored"
	case bytes.IndexByte(line, '/') < 0 && bytes.Contains(bytes.ToLower(line), fen):
		return "csv"
	}
	return "fen"
}

// isJSON reports whether text begins with a JSON value, as far as it goes.
func isJSON(text []byte) bool {
	var value json.RawMessage
	err := json.NewDecoder(bytes.NewReader(text)).Decode(&value)
	return err == nil || errors.Is(err, io.ErrUnexpectedEOF)
}

// textFormats are the formats of text.
var textFormats = map[string]bool{"fen": true, "scored": true, "csv": true, "ndjson": true, "pgn": true}

// encodingError returns the error of a file that begins like text in UTF-16 or like data
// compressed by a program that this package does not know.
func encodingError(head []byte) error {
	for _, e := range []struct{ magic, found, how string }{
		{"\xff\xfe", "UTF-16", "convert it with iconv -f UTF-16 -t UTF-8"},
		{"\xfe\xff", "UTF-16", "convert it with iconv -f UTF-16 -t UTF-8"},
		{"\xfd7zXZ\x00", "data compressed by xz", "decompress it with xz -dc"},
		{"PK\x03\x04", "a zip archive", "extract it with unzip -p"},
		{"7z\xbc\xaf\x27\x1c", "a 7z archive", "extract it with 7z x -so"},
		{"\x04\x22\x4d\x18", "data compressed by lz4", "decompress it with lz4 -dc"},
	} {
		if bytes.HasPrefix(head, []byte(e.magic)) {
			return fmt.Errorf("expected text, plain or compressed by gzip, zstd or bzip2, found %s: %s", e.found, e.how)
		}
	}
	return nil
}

// isBinary reports whether c is a control character that text does not have.
func isBinary(c byte) bool { return c < ' ' && (c < '\t' || c > '\r') }

// firstLine returns the first line of text that holds a record.
func firstLine(text []byte) []byte {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, newline)
		text = rest
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line
		}
	}
	return nil
}
