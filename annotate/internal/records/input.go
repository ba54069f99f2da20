package records

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/koggestone/koggestone/internal/cli/decompress"
	"github.com/koggestone/koggestone/internal/gametext"
)

// HeadSize is how many bytes are examined to detect the format.
const HeadSize = 1 << 16

// An Input is a file with positions, or a stream.
type Input struct {
	Name   string
	Format Format
	// Size is the size of the file in bytes, compressed or not; -1 if it is not known.
	Size int64
	// Workers is how many goroutines decode for one Reader, if the format can be decoded in
	// parts; 0 means 1.
	Workers int
	// Read counts the bytes that have been read from the file, each once. For Parquet it is the
	// file's size in proportion to the rows that have been read.
	Read atomic.Int64
	// File describes the open file. It is nil for a stream that is not a file.
	File os.FileInfo

	CR    bool  // whether lines end in a single CR
	Start int64 // offset of the first record

	path       string // empty for a stream
	compressed bool
	stream     io.Reader // the data of a stream from the start, until they have been read
	line       int64     // line of the first record
}

// InputOptions describe the inputs.
type InputOptions struct {
	Format    string // the name of a format; empty to detect it
	FENColumn string // the name of the field with the FEN, in upper or lower case; empty means fen
	// EvalUnit is the unit of evaluations without a decimal point in games: pawns, centipawns or auto, which an empty text means. A
	// number with a decimal point is in pawns. With auto, other numbers are hundredths of a pawn, but if a game also has numbers with a
	// decimal point, their unit is not clear and they are left out, except 0.
	EvalUnit string
}

// FENName returns the name of the field with the FEN.
func (o InputOptions) FENName() string { return cmp.Or(o.FENColumn, "fen") }

// Open opens a file and detects its format. If the content of a file can belong to several formats, it has the last of them. The
// path "-" is the stream.
func Open(formats []InputFormat, path string, stream io.Reader, o InputOptions) (*Input, error) {
	if path == "" {
		return nil, errors.New("expected the name of a file or - for standard input, found an empty name")
	}
	in := &Input{Name: path, Size: -1, path: path}
	if path == "-" {
		in.Name, in.path = "standard input", ""
	}
	if err := in.open(formats, stream, o); err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return in, nil
}

// OpenStream detects the format of a stream, which is a file with a name and a size that
// can only be read once, from the start.
func OpenStream(formats []InputFormat, name string, stream io.Reader, size int64, o InputOptions) (*Input, error) {
	in := &Input{Name: name, Size: size}
	if err := in.open(formats, stream, o); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
}

func (in *Input) open(formats []InputFormat, stream io.Reader, o InputOptions) error {
	var raw io.Reader = stream
	if in.path != "" {
		f, err := os.Open(in.path)
		if err != nil {
			return decompress.Reason(err)
		}
		if in.File, err = f.Stat(); err != nil {
			f.Close()
			return decompress.Reason(err)
		}
		raw = f
		switch {
		case in.File.IsDir():
			f.Close()
			return errors.New("expected a file, found a folder")
		case in.File.Mode().IsRegular():
			in.Size = in.File.Size()
			defer f.Close()
		default: // a pipe can only be read once
			in.path = ""
		}
	} else if f, ok := stream.(interface{ Stat() (os.FileInfo, error) }); ok {
		in.File, _ = f.Stat()
	}
	var counter *atomic.Int64
	if in.path == "" {
		counter = &in.Read
	}
	plain, compressed, err := decompress.Open(counting(raw, counter))
	if err != nil {
		return err
	}
	in.compressed = compressed
	buffered := bufio.NewReaderSize(plain, HeadSize)
	head, err := buffered.Peek(HeadSize)
	if err != nil && err != io.EOF && len(head) == 0 { // otherwise the error is returned after head
		return streamError(err)
	}
	if in.path == "" {
		in.stream = buffered
	} else {
		plain.Close()
	}
	path := in.path
	if compressed {
		path = ""
	}
	in.CR = gametext.EndsInCR(head) && !slices.ContainsFunc(head, isBinary)
	if in.CR {
		head = bytes.ReplaceAll(head, []byte{'\r'}, newline)
	}
	if in.Format, in.Start, err = detect(formats, in.Name, path, head, o); err != nil {
		return err
	}
	in.CR = in.CR && in.Format.IsText()
	in.line = 1 + int64(bytes.Count(head[:in.Start], newline))
	return nil
}

// Carry selects the fields that are needed, by index. The other fields may stay empty.
func (in *Input) Carry(fields []int) {
	skipped := make([]bool, len(in.Format.Fields()))
	for k := range skipped {
		skipped[k] = !slices.Contains(fields, k)
	}
	in.Format = in.Format.Without(skipped)
}

// SetFields gives the input the same fields as first, the first input of a run. Formats other than NDJSON
// must already have the same fields, in the same order.
func (in *Input) SetFields(first *Input) error {
	if f, ok := in.Format.(interface{ WithFields(first Format) Format }); ok {
		in.Format = f.WithFields(first.Format)
	}
	own, fields := in.Format.Fields(), first.Format.Fields()
	if !slices.Equal(own, fields) {
		return fmt.Errorf("%s: expected the fields of %s in the same order and of the same types, %s; found %s", in.Name, first.Name, shownFields(fields), shownFields(own))
	}
	return nil
}

// streamError returns the error of a stream in words.
func streamError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the data end early: the file is cut off")
	}
	return decompress.Reason(err)
}

// Splittable reports whether ranges of in can start anywhere.
func (in *Input) Splittable() bool {
	return in.path != "" && !in.compressed
}

// A countingReader counts the bytes that are read.
type countingReader struct {
	io.Reader
	n *atomic.Int64
}

func (r countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if r.n != nil {
		r.n.Add(int64(n))
	}
	return n, err
}

// Count counts bytes that were read at an offset.
func (r countingReader) Count(n int64) {
	if r.n != nil {
		r.n.Add(n)
	}
}

// counting returns a reader that counts the bytes that are read from raw.
func counting(raw io.Reader, n *atomic.Int64) io.Reader {
	r := countingReader{raw, n}
	if f, ok := raw.(readerAt); ok {
		return struct {
			countingReader
			readerAt
		}{r, f}
	}
	return r
}

// A readerAt is a file, which can be read at any offset if it is a regular file.
type readerAt interface {
	io.ReaderAt
	Stat() (os.FileInfo, error)
}

// A rangeCounter counts the bytes that are read in a range. A reader can also read bytes in
// the next range, but only the next reader counts these.
type rangeCounter struct {
	io.Reader
	counted Range
	offset  int64
	n       *atomic.Int64
}

func (r *rangeCounter) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	end := r.offset + int64(n)
	r.n.Add(max(min(end, r.counted.End)-max(r.offset, r.counted.Start), 0))
	r.offset = end
	return n, err
}

// OpenFile opens the file of an input that is not a stream.
func (in *Input) OpenFile() (*os.File, error) {
	f, err := os.Open(in.path)
	if err != nil {
		return nil, decompress.Reason(err)
	}
	return f, nil
}

// Counted returns a reader of src that counts the bytes as read from the file.
func (in *Input) Counted(src io.Reader) io.Reader { return countingReader{src, &in.Read} }

// OpenText returns the input's text starting at offset, with lines that end in LF, and the
// files to close. If the input is splittable, Read only counts bytes in the range counted.
func (in *Input) OpenText(offset int64, counted Range) (r io.Reader, closers []io.Closer, err error) {
	r, closers, err = in.openBytes(offset, counted)
	if in.CR && err == nil {
		r = gametext.LineReader{Reader: r}
	}
	return r, closers, err
}

// openBytes returns in's data starting at an offset, and the files to close. It counts
// bytes as OpenText does.
func (in *Input) openBytes(offset int64, counted Range) (r io.Reader, closers []io.Closer, err error) {
	if in.stream != nil {
		r, in.stream = in.stream, nil
		_, err := io.CopyN(io.Discard, r, offset)
		return r, nil, err
	}
	if in.path == "" {
		return nil, nil, errors.New("a stream can be read only once")
	}
	f, err := os.Open(in.path)
	if err != nil {
		return nil, nil, decompress.Reason(err)
	}
	closers = append(closers, f)
	if !in.compressed {
		_, err := f.Seek(offset, io.SeekStart)
		return &rangeCounter{f, counted, offset, &in.Read}, closers, err
	}
	plain, _, err := decompress.Open(counting(f, &in.Read))
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	closers = append([]io.Closer{plain}, closers...)
	if _, err := io.CopyN(io.Discard, plain, offset); err != nil {
		return nil, closers, streamError(err)
	}
	return plain, closers, nil
}

// extension returns the extension of a name in lower case, without the dot. It ignores
// the extensions that compressed files add.
func extension(name string) string {
	name = strings.ToLower(name)
	for _, c := range []string{".gz", ".zst", ".bz2", ".zip"} {
		name = strings.TrimSuffix(name, c)
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 && !strings.ContainsAny(name[i:], `/\`) {
		return name[i+1:]
	}
	return ""
}
