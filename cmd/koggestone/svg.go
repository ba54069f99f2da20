package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/koggestone/koggestone/data/outfile"
)

// writeSVG writes what draw draws to the file path, or to standard output if path
// is "-".
func writeSVG(s *streams, path string, draw func(io.Writer) error) error {
	return writePicture(s, "--svg", path, draw)
}

// writePicture writes what draw draws to the file path that a flag names, or to
// standard output if path is "-".
func writePicture(s *streams, flag, path string, draw func(io.Writer) error) error {
	if path == "-" {
		return draw(s.out)
	}
	var drawn bytes.Buffer
	if err := draw(&drawn); err != nil {
		return err
	}
	if err := s.out.Flush(); err != nil { // path may name what out writes to
		return err
	}
	if err := outfile.Write(path, s.stdout, drawn.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}
