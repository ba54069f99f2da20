// Package signature recognises files that are not lines of positions by their first bytes. All commands use it, so that a file that one of them
// cannot read has the same name everywhere.
package signature

import "strings"

// A File is a kind of file.
type File struct {
	Name string // for messages, such as "a zip archive"
	// Format is the format by which annotate reads the file. It is empty if annotate does not read it.
	Format string
	// Convert says how to make text of the file, such as "extract it with unzip -p". It is empty if annotate reads the file.
	Convert string
}

// Longest is the most bytes that Of needs.
const Longest = 256

// files lists the kinds of files by their first bytes.
var files = []struct {
	start string
	File
}{
	{"\xff\xfe", File{Name: "UTF-16", Convert: "convert it with iconv -f UTF-16 -t UTF-8"}},
	{"\xfe\xff", File{Name: "UTF-16", Convert: "convert it with iconv -f UTF-16 -t UTF-8"}},
	{"\xfd7zXZ\x00", File{Name: "data compressed by xz", Convert: "decompress it with xz -dc"}},
	{"PK\x03\x04", File{Name: "a zip archive", Convert: "extract it with unzip -p"}}, // archives of one file are read if they are files
	{"Rar!\x1a\x07", File{Name: "a rar archive", Convert: "extract it with unrar p -inul"}},
	{"7z\xbc\xaf\x27\x1c", File{Name: "a 7z archive", Convert: "extract it with 7z x -so"}},
	{"\x04\x22\x4d\x18", File{Name: "data compressed by lz4", Convert: "decompress it with lz4 -dc"}},
	{"PAR1", File{Name: "Parquet", Format: "parquet"}},
	{"BINP", File{Name: "Stockfish's .binpack", Format: "binpack"}},
	{"ARROW1", File{Name: "an Arrow file", Convert: "convert it to Parquet, for example with pyarrow"}},
	{"\x93NUMPY", File{Name: "an array of NumPy", Convert: "write its positions as lines of FEN"}},
	{"%PDF-", File{Name: "a PDF document", Convert: "copy its games into a text file"}},
	{"{\\rtf", File{Name: "a document in Rich Text Format", Convert: "save it as plain text"}},
}

// plainFile is a kind of text that Stockfish's tools write: a line "fen ...", then "move ...", and so on.
var plainFile = File{Name: "Stockfish's .plain", Convert: "the tools branch of Stockfish converts it, stockfish convert FILE.plain FILE.binpack"}

// Of returns the kind of a file that begins with head, and whether it is known. Text, data compressed by gzip, zstd or
// bzip2, and formats without a signature are not known.
func Of(head []byte) (f File, known bool) {
	start := string(head[:min(len(head), Longest)])
	for _, f := range files {
		if strings.HasPrefix(start, f.start) {
			return f.File, true
		}
	}
	first, rest, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(start, "\ufeff"), "\r\n"), "\n")
	if strings.HasPrefix(first, "fen ") && strings.Contains(first, "/") && strings.HasPrefix(rest, "move ") {
		return plainFile, true
	}
	return File{}, false
}
