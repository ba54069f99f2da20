package records

import (
	"io"
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

	Labels     []Label  // the values that the format stores, which come from fields
	Extensions []string // other file extensions than the name
	Open       func(out io.Writer, s *Schema, o WriteOptions) (Writer, error)
}

// WriteOptions are the options of [Write].
type WriteOptions struct {
	Compression string // of Parquet: zstd (also if empty), snappy or none
}

// Write returns a Writer for rows with schema s in format f to out.
func Write(f *OutputFormat, s *Schema, o WriteOptions, out io.Writer) (Writer, error) {
	return f.Open(out, s, o)
}
