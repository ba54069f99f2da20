package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/koggestone/koggestone/data/outfile"
	"github.com/koggestone/koggestone/data/records"
)

// OpenInput opens the file of the given name, or standard input for -, and decompresses
// it. It also returns the name that messages use.
func (s *Streams) OpenInput(file string) (name string, in io.ReadCloser, err error) {
	if file == "-" {
		name, in = "standard input", io.NopCloser(s.In)
	} else {
		f, err := os.Open(file)
		if err != nil {
			return file, nil, err
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return file, nil, fmt.Errorf("%s: a folder, expected a file", file)
		}
		name, in = file, f
	}
	plain, err := records.Decompress(in)
	if err != nil {
		in.Close()
		return name, nil, fmt.Errorf("%s: %w", name, err)
	}
	return name, plainInput{plain, in}, nil
}

// plainInput is a decompressed input.
type plainInput struct {
	io.ReadCloser
	raw io.Closer
}

func (p plainInput) Close() error { return errors.Join(p.ReadCloser.Close(), p.raw.Close()) }

// NoPositions returns the error for an input without a position, of which the given number
// of lines was malformed.
func NoPositions(malformed uint64) error {
	if malformed > 0 {
		return fmt.Errorf("expected FEN or EPD lines, found only malformed ones: %d", malformed)
	}
	return errors.New("expected FEN or EPD lines, found none")
}

// WriteSVG writes a picture to the file that --svg names, or to standard output for -.
func (s *Streams) WriteSVG(path string, draw func(io.Writer) error) error {
	return s.WriteFile("--svg", path, draw)
}

// WriteFile writes what draw writes to the file that a flag names, or to standard output
// for -.
func (s *Streams) WriteFile(flag, path string, draw func(io.Writer) error) error {
	if path == "-" {
		return draw(s.Out)
	}
	var drawn bytes.Buffer
	if err := draw(&drawn); err != nil {
		return err
	}
	if err := s.Out.Flush(); err != nil { // path may be the file that Out writes to
		return err
	}
	if err := outfile.Write(path, s.Stdout, drawn.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}
