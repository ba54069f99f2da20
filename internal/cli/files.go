package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/internal/cli/decompress"
	"github.com/koggestone/koggestone/internal/outfile"
	"github.com/koggestone/koggestone/internal/signature"
)

// An Input is a file or standard input, decompressed.
type Input struct {
	io.ReadCloser
	Name string // for messages
	Size int64  // size of the file before decompression, or -1 if unknown

	raw *countingReader
}

// OpenInput opens the file with the given name, or standard input for -.
func (s *Streams) OpenInput(file string) (*Input, error) {
	in := &Input{Name: "standard input", Size: -1, raw: &countingReader{ReadCloser: io.NopCloser(s.In)}}
	in.raw.file, _ = s.In.(*os.File)
	if file == "-" {
		s.AnnounceInput()
	} else {
		f, err := os.Open(file)
		if err != nil {
			var about *os.PathError
			if errors.As(err, &about) {
				err = about.Err
			}
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		info, err := f.Stat()
		switch {
		case err == nil && info.IsDir():
			f.Close()
			return nil, fmt.Errorf("%s: expected a file, found a folder", file)
		case err == nil && info.Mode().IsRegular():
			in.Size = info.Size()
		}
		in.Name, in.raw = file, &countingReader{ReadCloser: f, file: f}
	}
	var err error
	if in.ReadCloser, err = in.raw.open(); err != nil {
		in.raw.Close()
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return in, nil
}

// open returns the text in r, decompressed, or an error if it is a known kind of file that is not text.
func (r *countingReader) open() (io.ReadCloser, error) {
	var in io.Reader = r
	if r.file != nil {
		in = countingFile{r}
	}
	plain, _, err := decompress.Open(in)
	if err != nil {
		return nil, err
	}
	text := bufio.NewReader(plain)
	text.Peek(1) // Read returns the error; a slow writer may wait for an answer to its first line
	head, _ := text.Peek(min(text.Buffered(), signature.Longest))
	if f, known := signature.Of(head); known {
		plain.Close()
		how := f.Convert
		if f.Format != "" {
			how = "koggestone annotate reads it"
		}
		return nil, fmt.Errorf("expected text, plain or compressed by gzip, zstd or bzip2, found %s: %s", f.Name, how)
	}
	return struct {
		io.Reader
		io.Closer
	}{text, plain}, nil
}

// Close closes the file.
func (in *Input) Close() error { return errors.Join(in.ReadCloser.Close(), in.raw.Close()) }

// Consumed returns how many bytes of the file have been read.
func (in *Input) Consumed() int64 { return in.raw.n.Load() }

// countingReader counts the bytes read.
type countingReader struct {
	io.ReadCloser
	file *os.File // nil if the input is not a file
	n    atomic.Int64
}

// A countingFile is a file that may be a zip archive.
type countingFile struct{ *countingReader }

func (f countingFile) ReadAt(p []byte, offset int64) (int, error) { return f.file.ReadAt(p, offset) }
func (f countingFile) Stat() (os.FileInfo, error)                 { return f.file.Stat() }
func (f countingFile) Count(n int64)                              { f.n.Add(n) }

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.n.Add(int64(n))
	return n, err
}

// A Picture contains the flags of commands that draw boards.
type Picture struct {
	SVG    string `name:"svg" placeholder:"OUT" xor:"picture" hides:"json" help:"Draw the boards to an SVG file. With -, write only the picture, to standard output."`
	Narrow bool   `needs:"svg" help:"With --svg, draw for a narrow screen."`
	Flip   bool   `needs:"svg,html" help:"Draw the boards of a picture from Black's side."`
}

// Write writes the drawing if there is --svg.
func (p *Picture) Write(s *Streams, d interface {
	Flip()
	Narrow() *boarddraw.Drawing
	Write(io.Writer) error
}) error {
	if p.Flip {
		d.Flip()
	}
	if p.Narrow {
		d.Narrow()
	}
	return s.WriteSVG(p.SVG, d.Write)
}

// WriteSVG writes a picture to the file that --svg names, or to standard output for -.
func (s *Streams) WriteSVG(path string, draw func(io.Writer) error) error {
	return s.WriteFile("--svg", path, draw)
}

// WriteFile calls draw to write the file that a flag names, or standard output for -. If draw fails,
// an existing file does not change.
func (s *Streams) WriteFile(flag, path string, draw func(io.Writer) error) error {
	if path == "-" {
		return draw(s.Out)
	}
	var drawn bytes.Buffer
	if err := draw(&drawn); err != nil {
		return err
	}
	if err := s.Out.Flush(); err != nil { // path can be the file that Out writes to
		return err
	}
	if err := outfile.Write(path, s.Stdout, drawn.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}
