package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/internal/cli/decompress"
	"github.com/koggestone/koggestone/internal/outfile"
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
		in.Name, in.raw = file, &countingReader{ReadCloser: f}
	}
	var err error
	if in.ReadCloser, _, err = decompress.Open(in.raw); err != nil {
		in.raw.Close()
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return in, nil
}

// Close closes the file.
func (in *Input) Close() error { return errors.Join(in.ReadCloser.Close(), in.raw.Close()) }

// Consumed returns how many bytes of the file have been read.
func (in *Input) Consumed() int64 { return in.raw.n.Load() }

// countingReader counts the bytes read.
type countingReader struct {
	io.ReadCloser
	n atomic.Int64
}

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
